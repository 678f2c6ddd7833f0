import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../../test/support/wait-for.ts';
import { zipOf } from '../../../../../test/support/zip.ts';
import { endIdleThreads } from '../../../platform/workers/index.ts';
import { seedManual, seedReading } from '../reading/reading.support.ts';

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

/** A Word document with headings, text and a table. */
function wordDocument(paragraphs: number): Buffer<ArrayBuffer> {
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
  const body = Array.from({ length: paragraphs }, (_, index) =>
    index % 40 === 0
      ? `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(`Chapter ${index / 40}`)}</w:p>`
      : `<w:p>${run(`Rope ${index}, 44 mm, is checked every month by the boatswain.`)}</w:p>`,
  );
  const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`;
  const table = `<w:tbl>${`<w:tr>${cell('Rope')}${cell('44 mm')}</w:tr>`.repeat(50)}</w:tbl>`;
  return zipOf(
    {
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body.join('')}${table}</w:body></w:document>`,
    },
    { isPacked: true },
  ) as Buffer<ArrayBuffer>;
}

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

/** Every worker thread of this process that runs, with what it answered. */
const threads = new Map<Worker, number>();
const watch = (worker: Worker) => {
  threads.set(worker, 0);
  worker.on('message', () => threads.set(worker, (threads.get(worker) ?? 0) + 1));
  worker.once('exit', () => threads.delete(worker));
};
process.on('worker', watch);
after(() => process.off('worker', watch));

/** Milliseconds for which the only thread has worked. */
function workedMs(): number {
  const [worker] = threads.keys();
  return worker?.performance.eventLoopUtilization().active ?? 0;
}

onDatabase('clients that leave while their document is converted', (db) => {
  let testTenant: TestTenant;
  let kadri: Person;
  let url: string;
  let groupId: string;
  const refusals: string[] = [];
  before(async () => {
    testTenant = await createTestTenant(db(), 'quay', { kadri: ['manualsgroup'] });
    kadri = testTenant.people.kadri!;
    // What the server would answer: the client has left by then.
    testTenant.app.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode >= 400) refusals.push((JSON.parse(String(payload)) as { code: string }).code);
    });
    await testTenant.transaction((tx) =>
      sql`INSERT INTO language (language_id, name, locale) VALUES ('en', 'English', 'en')`.execute(tx),
    );
    groupId = (await kadri.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
    await testTenant.app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(testTenant.app.server.address() as AddressInfo).port}`;
  });
  after(async () => {
    testTenant.app.server.closeAllConnections();
    await testTenant.app.close();
  });

  const ask = async (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { authorization: await kadri.authorization() } });
  const importFile = (content: Buffer<ArrayBuffer>, signal?: AbortSignal) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'deck.docx');
    return ask(`/api/manuals/import?groupId=${groupId}`, { method: 'POST', body, ...(signal ? { signal } : {}) });
  };
  /** Sends a request, leaves once its thread works, and waits until the thread is ended without an answer. */
  async function leaveDuring(send: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    await endIdleThreads();
    await waitFor(() => threads.size, 0);
    const leaving = new AbortController();
    const request = send(leaving.signal).then(
      () => 'answered',
      () => 'left',
    );
    await waitFor(() => threads.size === 1 && workedMs() > 0, true);
    const [worker] = threads.keys();
    const exit = once(worker!, 'exit');
    assert.equal(threads.get(worker!), 0);
    leaving.abort();
    assert.equal(await request, 'left');
    await exit;
    assert.equal(threads.size, 0);
    await waitFor(() => refusals, ['request.abandoned']);
    refusals.length = 0;
  }

  test('MAN-05 a client that disconnects during an import of a Word document ends its thread, and nothing is imported', async () => {
    const manuals = async () => (await kadri.get('/api/manuals/groups')).body;
    const before = await manuals();
    await leaveDuring((signal) => importFile(wordDocument(20_000), signal));
    assert.deepEqual(await manuals(), before);
    const { rows } = await testTenant.transaction((tx) =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM manual`.execute(tx),
    );
    assert.equal(rows[0]!.count, 0);
    const next = await importFile(wordDocument(20));
    assert.equal(next.status, 201, await next.text());
  });

  test('MAN-05 a client that disconnects during an export as PDF ends its thread', async () => {
    const receipt = await receiptId();
    const path = `/api/manuals/receipts/${receipt}?format=pdf`;
    await leaveDuring((signal) => ask(path, { signal }));
    const next = await ask(path);
    assert.equal(next.headers.get('content-type'), 'application/pdf');
    assert.ok((await next.arrayBuffer()).byteLength > 1000);
  });

  test('MAN-05 memory does not grow with the number of converted documents, and their threads end', async (t) => {
    const content = wordDocument(200);
    const convert = async (times: number) => {
      for (let index = 0; index < times; index += 1) {
        const { status } = await importFile(content);
        assert.equal(status, 201);
      }
      await endIdleThreads();
      await waitFor(() => threads.size, 0);
      collect();
      return Math.round(process.memoryUsage().rss / 1e6);
    };
    const few = await convert(5);
    const many = await convert(100);
    t.diagnostic(`RSS after 5 conversions ${few} MB, after 100 more ${many} MB`);
    assert.ok(many < 1.5 * few + 50, `${few} MB, then ${many} MB`);
  });

  async function receiptId(): Promise<string> {
    const texts = { en: '<p id="a">Check the ropes.</p>' };
    const manual = await seedManual(testTenant, kadri.userId, 'ropes', [{ texts }], { requireScroll: false });
    const id = await seedReading(testTenant, manual, manual.versions[0]!, kadri.userId);
    const { sha256 } = (await kadri.get(`/api/manuals/${manual.id}/text?language=en`)).body;
    const { body } = await kadri.post(`/api/manuals/readings/${id}/confirmReadManual`, { languageId: 'en', sha256 });
    return body.receipt.id;
  }
});
