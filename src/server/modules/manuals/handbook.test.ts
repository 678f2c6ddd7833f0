import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { verifyChain } from './index.ts';

/**
 * `VERVA_TEST_READERS=1000` sets the size of the organisation that publishes the handbook. `VERVA_TEST_HANDBOOK=handbook.zip`
 * names a handbook of hundreds of pages, a folder of Markdown. The assertions are the same.
 */
const READERS = Number(process.env.VERVA_TEST_READERS ?? 45);
const HANDBOOK = process.env.VERVA_TEST_HANDBOOK;
const LANGUAGES = ['en', 'et', 'ru'] as const;
const CHAPTERS = 20;

onDatabase('a handbook', (db) => {
  let tenant: TestTenant;
  let author: Person;
  let readers: Person[];

  before(async () => {
    const names = Array.from({ length: READERS }, (_, index) => `reader${index}`);
    const members = Object.fromEntries(names.map((name) => [name, ['crew']]));
    tenant = await createTestTenant(db(), 'handbook', { author: ['manualsgroup'], ...members });
    author = tenant.people.author!;
    readers = names.map((name) => tenant.people[name]!);
    await tenant.transaction(async (tx) => {
      const rows = LANGUAGES.map((id) => ({ language_id: id, name: id, locale: id }));
      await tx.insertInto('language').values(rows).execute();
      for (const [index, { userId }] of readers.entries()) {
        const language = LANGUAGES[index % LANGUAGES.length]!;
        await tx.updateTable('app_user').set({ language_id: language }).where('id', '=', userId).execute();
      }
    });
  });

  /** Imports a folder of Markdown as a manual. */
  async function imported(file: string, groupId: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([await readFile(file)], { type: 'application/zip' }), 'handbook.zip');
    const sent = new Response(form);
    const type = { 'content-type': sent.headers.get('content-type')! };
    const url = `/api/manuals/import?groupId=${groupId}&together=true`;
    const answer = await author.send('POST', url, Buffer.from(await sent.arrayBuffer()), type);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.created[0].manualId;
  }

  test('MAN-06 BEY-12 when a new version is released during confirmations, each receipt names the text that was shown', async () => {
    const { body: group } = await author.post('/api/manuals/groups', { name: { en: 'Handbook' } });
    const manual = { code: 'HB', groupId: group.id, title: 'Handbook', due: { kind: 'days', days: 14 } };
    const id = HANDBOOK ? await imported(HANDBOOK, group.id) : (await author.post('/api/manuals', manual)).body.id;
    const pages = HANDBOOK ? (await author.get(`/api/manuals/${id}/versions/1/texts/en`)).body.html : '';
    const put = (path: string, body: object) =>
      author.send('PUT', `/api/manuals/${id}${path}`, JSON.stringify(body), { 'content-type': 'application/json' });
    await put('/audience', { rules: [{ kind: 'group', ref: 'crew' }] });
    const write = async (number: number, payload: string) => {
      for (const language of LANGUAGES) {
        const chapters = Array.from(
          { length: CHAPTERS },
          (_, index) => `<h1>${language} ${index}</h1><p>${index === 7 ? payload : 'as ever'}</p>`,
        ).join('');
        const text = { title: language, html: pages + chapters };
        assert.equal((await put(`/versions/${number}/texts/${language}`, text)).status, 200);
      }
    };
    const release = async (number: number, asks: string) =>
      assert.equal((await author.post(`/api/manuals/${id}/versions/${number}/release`, { asks })).status, 200);
    await write(1, 'first');
    await release(1, 'full');

    const readingOf = async (who: Person): Promise<string | undefined> => {
      const { rows } = await tenant.transaction((tx) =>
        sql<{
          id: string;
        }>`SELECT id FROM manual_reading WHERE user_id = ${who.userId}::uuid AND state = 'pending'`.execute(tx),
      );
      return rows[0]?.id;
    };
    const shown = new Map<string, object>();
    /** Reads and confirms all open readings, including those that a newer version adds meanwhile. */
    const readAll = async (who: Person, language: string) => {
      for (;;) {
        const reading = await readingOf(who);
        if (!reading) return;
        const { body: text } = await who.get(`/api/manuals/${id}/text?language=${language}`);
        await who.post(`/api/manuals/readings/${reading}/progress`, { scrolled: true });
        const payload = { languageId: text.languageId, sha256: text.sha256 };
        const { status, body } = await who.post(`/api/manuals/readings/${reading}/confirmReadManual`, payload);
        if (status !== 200) {
          assert.ok(['reading.superseded', 'reading.text_changed'].includes(body.code), JSON.stringify(body));
          continue;
        }
        shown.set(body.receipt.id, { manualVersion: text.number, language: text.languageId, textSha256: text.sha256 });
      }
    };
    const all = (some: readonly Person[]) =>
      Promise.all(
        Array.from({ length: 5 }, async (_, lane) => {
          for (let at = lane; at < some.length; at += 5) {
            await readAll(some[at]!, LANGUAGES[readers.indexOf(some[at]!) % LANGUAGES.length]!);
          }
        }),
      );
    const half = Math.floor(READERS / 2);
    await all(readers.slice(0, half));
    await author.post(`/api/manuals/${id}/versions`);
    await write(2, 'second');
    await Promise.all([all(readers.slice(half)), release(2, 'changes')]);
    await all(readers);

    const rows = await tenant.transaction((tx) => tx.selectFrom('manual_receipt').select(['id', 'payload']).execute());
    assert.equal(rows.length, shown.size);
    for (const { id: receipt, payload } of rows) {
      const { manualVersion, language, textSha256 } = JSON.parse(payload);
      assert.deepEqual({ manualVersion, language, textSha256 }, shown.get(receipt));
    }
    const { rows: states } = await tenant.transaction((tx) =>
      sql<{
        number: number;
        state: string;
        asks: string;
        count: number;
      }>`SELECT v.number, r.state, r.asks, count(*)::int AS count
        FROM manual_reading r JOIN manual_version v ON v.id = r.version_id GROUP BY 1, 2, 3`.execute(tx),
    );
    const sum = (is: (row: (typeof states)[number]) => boolean) =>
      states.filter(is).reduce((total, { count }) => total + count, 0);
    const first = sum(({ number, state }) => number === 1 && state === 'read');
    assert.ok(first >= half);
    // Readers who confirmed the first version read only the changes of the second; all others read all of it.
    assert.equal(
      sum(({ number, state, asks }) => number === 2 && state === 'read' && asks === 'changes'),
      first,
    );
    assert.equal(
      sum(({ number, state }) => number === 2 && state === 'read'),
      READERS,
    );
    assert.equal(rows.length, first + READERS);
    const { total } = (await author.get(`/api/manuals/report?by=manual&manualId=${id}`)).body;
    assert.deepEqual([total.people, total.read, total.notDue, total.overdue], [READERS, READERS, 0, 0]);
    const chain = await verifyChain(db(), tenant.tenantId);
    assert.deepEqual([chain.receipts, chain.faults], [rows.length, []]);
  });
});
