import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { folderOf } from '../../../../test/support/files.ts';
import { PDF, PNG, SVG_WITH_SCRIPT } from '../../../../test/support/small-files.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { FormBody } from '../../../shared/forms/index.ts';
import { sweepContents } from '../../platform/files.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { saveAndPublishForm } from '../forms/index.ts';
import { removeLooseUploads } from './index.ts';

const PROCESS = bpmn(
  'buy',
  sequence(
    start,
    userTask('request', 'camunda:candidateGroups="buyers" camunda:formKey="request"'),
    userTask('approve', 'camunda:candidateGroups="bosses" camunda:formKey="request"'),
    end,
  ),
);

const FORM: FormBody = {
  formatVersion: 1,
  id: 'request',
  title: { en: 'Request' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      {
        type: 'attachment',
        key: 'contract',
        label: { en: 'Contract' },
        required: true,
        maxFiles: 2,
        accept: ['pdf', 'jpg'],
      },
      {
        type: 'table',
        key: 'lines',
        label: { en: 'Lines' },
        columns: [
          { type: 'text', key: 'item', label: { en: 'Item' } },
          { type: 'attachment', key: 'quote', label: { en: 'Quote' }, maxSize: 1 },
        ],
      },
    ],
  },
};

/** Timeout of waits; durations are not what is tested. */
const LONG = { timeout: 20_000 };

type Part = { readonly name: string; readonly content: string | Buffer; readonly fileName?: string };

/** A multipart body as a browser encodes it. */
function multipart(parts: readonly Part[]) {
  const boundary = 'verva-test-boundary';
  const payload = Buffer.concat([
    ...parts.flatMap(({ name, content, fileName }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${fileName === undefined ? '' : 'Content-Type: application/octet-stream\r\n'}\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

onDatabase('attachments', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let ann: Person;
  let bob: Person;
  let boss: Person;
  let carl: Person;
  let adam: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', {
      ann: ['buyers'],
      bob: ['buyers'],
      boss: ['bosses'],
      carl: ['visitors'],
      adam: ['admin'],
    });
    ({ ann, bob, boss, carl, adam } = tenant.people as Record<string, Person> as never);
    other = await createTestTenant(db(), 'other', { eve: ['admin', 'buyers'] }, tenant);
    await tenant.transaction((tx) =>
      saveAndPublishForm(tx, { id: 'request', kind: 'task', title: FORM.title, body: FORM }),
    );
    await tenant.deploy(PROCESS);
  });

  const open = async () => (await tenant.startInstance({ key: 'buy' })).tasks[0]!.id;
  const upload = (
    who: Person,
    task: string,
    content: Buffer,
    fileName: string,
    fields: Record<string, string> = {},
  ) => {
    const { payload, headers } = multipart([
      ...Object.entries(fields).map(([name, value]) => ({ name, content: value })),
      { name: 'file', content, fileName },
    ]);
    return who.send('POST', `/api/attachments/${task}`, payload, headers);
  };
  const onDisk = () =>
    readdirSync(folderOf(tenant.context.contents), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
  const arriving = () => onDisk().filter(({ parentPath }) => parentPath.endsWith('.incoming'));

  test('FRM-05 downloads a file unchanged, uploaded as JSON and as multipart', async () => {
    const task = await open();
    const added = await upload(ann, task, PDF, 'leping Õ.pdf', { fieldName: 'contract' });
    assert.equal(added.status, 201);
    const { id } = added.body;
    assert.deepEqual(
      { ...added.body, id: '', created: '', by: added.body.by.id },
      {
        id: '',
        fieldName: 'contract',
        arrayName: '',
        arrayIndex: null,
        fileName: 'leping Õ.pdf',
        path: `/api/attachments/${id}/content`,
        size: PDF.length,
        mediaType: 'application/pdf',
        scan: 'clean',
        created: '',
        by: ann.username,
        mayRemove: true,
      },
    );
    const asJson = await ann.post(`/api/attachments/${task}`, {
      filename: 'pilt.png',
      arrayName: 'lines',
      arrayIndex: 0,
      fieldName: 'quote',
      data: PNG.toString('base64'),
    });
    assert.equal(asJson.status, 201);
    assert.deepEqual((await ann.get(`/api/attachments/${id}`)).body, added.body);
    const listed = await ann.get(`/api/attachments/${task}?arrayName=lines&arrayIndex=0`);
    assert.deepEqual(
      listed.body.map((one: { fileName: string }) => one.fileName),
      ['pilt.png'],
    );
    const content = await ann.send('GET', `/api/attachments/${asJson.body.id}/content`);
    assert.equal(Number(content.headers['content-length']), PNG.length);
    assert.equal(content.headers['content-type'], 'image/png');
  });

  test('FRM-05 serves no file in a way that it can act as a page of the application', async () => {
    const task = await open();
    const safe = (headers: Record<string, unknown>) => {
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal(headers['cache-control'], 'private, no-cache');
    };
    const svg = (await upload(ann, task, SVG_WITH_SCRIPT, 'logo.svg')).body.id;
    const asSvg = await ann.get(`/api/attachments/${svg}/content`);
    safe(asSvg.headers);
    assert.match(String(asSvg.headers['content-disposition']), /^attachment; filename="logo\.svg"/);
    const text = (await upload(ann, task, Buffer.from('a <script>alert(1)</script>'), 'notes.txt')).body.id;
    const asText = await ann.get(`/api/attachments/${text}/content`);
    safe(asText.headers);
    assert.match(String(asText.headers['content-disposition']), /^attachment/);
    const pdf = (await upload(ann, task, PDF, 'a.pdf')).body.id;
    const asPdf = await ann.get(`/api/attachments/${pdf}/content`);
    safe(asPdf.headers);
    assert.match(String(asPdf.headers['content-disposition']), /^inline/);
    const saved = await ann.get(`/api/attachments/${pdf}/content?download`);
    assert.match(String(saved.headers['content-disposition']), /^attachment/);
    assert.equal((await upload(ann, task, Buffer.from('<html>'), 'page.html')).body.code, 'file.type_refused');
    assert.equal((await upload(ann, task, PNG, 'picture.pdf')).body.code, 'file.content_mismatch');
    assert.equal((await upload(ann, task, Buffer.alloc(0), 'empty.txt')).body.code, 'file.empty');
  });

  test('FRM-05 serves ranges of a file, and the whole file for an invalid range', async () => {
    const task = await open();
    const { id } = (await upload(ann, task, Buffer.from('0123456789'), 'a.txt')).body;
    const get = (range: string, more: Record<string, string> = {}) =>
      ann.send('GET', `/api/attachments/${id}/content`, undefined, { range, ...more });
    const part = await get('bytes=2-4');
    assert.equal(part.status, 206);
    assert.equal(part.body, '234');
    assert.equal(part.headers['content-range'], 'bytes 2-4/10');
    assert.equal((await get('bytes=-3')).body, '789');
    const beyond = await get('bytes=10-');
    assert.equal(beyond.status, 416);
    assert.equal(beyond.body.code, 'file.range');
    assert.equal(beyond.headers['content-range'], 'bytes */10');
    for (const nonsense of ['bytes=5-2', 'lines=1-2', 'bytes=0-1,3-4', '-', 'bytes=-9e9']) {
      assert.equal((await get(nonsense)).body, '0123456789', nonsense);
    }
    const whole = await ann.get(`/api/attachments/${id}/content`);
    const etag = String(whole.headers.etag);
    assert.equal((await get('bytes=2-4', { 'if-range': etag })).status, 206);
    assert.equal((await get('bytes=2-4', { 'if-range': '"another"' })).body, '0123456789');
    assert.equal(
      (await ann.send('GET', `/api/attachments/${id}/content`, undefined, { 'if-none-match': etag })).status,
      304,
    );
  });

  test('FRM-05 refuses a file above the limit during the upload and leaves nothing of it', async () => {
    await tenant.transaction((tx) =>
      sql`INSERT INTO tenant_setting (key, value) VALUES ('attachmentMaxMb', '1')`.execute(tx),
    );
    const before = onDisk().length;
    const large = Buffer.concat([PDF, Buffer.alloc(1_048_577 - PDF.length, 32)]);
    const refused = await upload(ann, await open(), large, 'large.pdf');
    assert.equal(refused.status, 413);
    assert.equal(refused.body.code, 'file.too_large');
    assert.equal(refused.body.params.limit, '1 MB');
    const asJson = await ann.post(`/api/attachments/${await open()}`, {
      name: 'large.pdf',
      data: large.toString('base64'),
    });
    assert.equal(asJson.body.code, 'file.too_large');
    assert.equal(onDisk().length, before);
    assert.equal((await upload(ann, await open(), large.subarray(0, 1_048_576), 'just.pdf')).status, 201);
    await tenant.transaction((tx) => sql`DELETE FROM tenant_setting WHERE key = 'attachmentMaxMb'`.execute(tx));
  });

  test('FRM-05 leaves nothing of an upload that is cancelled', async (t) => {
    const task = await open();
    await tenant.app.listen({ port: 0, host: '127.0.0.1' });
    t.after(() => tenant.app.server.close());
    const { port } = tenant.app.server.address() as { port: number };
    const authorization = await ann.authorization();
    const { payload, headers } = multipart([
      { name: 'file', content: Buffer.concat([PDF, Buffer.alloc(500_000)]), fileName: 'a.pdf' },
    ]);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST /api/attachments/${task} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
    );
    socket.write(payload.subarray(0, 200_000));
    await t.waitFor(() => assert.equal(arriving().length, 1), LONG);
    socket.destroy();
    await t.waitFor(() => assert.equal(arriving().length, 0), LONG);
    assert.deepEqual((await ann.get(`/api/attachments/${task}`)).body, []);
  });

  test('FRM-05 stores the same content once for each organisation', async () => {
    const content = Buffer.from('the very same words');
    const before = onDisk().length;
    const one = await upload(ann, await open(), content, 'one.txt');
    const two = await upload(bob, await open(), content, 'two.txt');
    assert.equal(onDisk().length, before + 1);
    assert.notEqual(one.body.id, two.body.id);
    await ann.send('DELETE', `/api/attachments/${one.body.id}`);
    assert.equal((await bob.get(`/api/attachments/${two.body.id}/content`)).body, String(content));
  });

  test('FRM-05 API-05 hides attachments from users who may not see the task, and from other organisations', async () => {
    const task = await open();
    const { id } = (await upload(ann, task, PDF, 'secret.pdf')).body;
    for (const stranger of [carl, other.people.eve!]) {
      for (const [method, url] of [
        ['GET', `/api/attachments/${id}`],
        ['GET', `/api/attachments/${id}?task=${task}`],
        ['GET', `/api/attachments/${id}/content`],
        ['GET', `/api/attachments/${task}`],
        ['DELETE', `/api/attachments/${id}`],
      ] as const) {
        const refused = await stranger.send(method, url);
        assert.equal(refused.status, 404, url);
        assert.equal(refused.body.code, 'attachment.not_found');
      }
      assert.equal((await upload(stranger, task, PDF, 'mine.pdf')).body.code, 'attachment.not_found');
    }
    for (const nothing of ['nonsense', '..%2f..%2fetc', crypto.randomUUID()]) {
      assert.equal((await ann.get(`/api/attachments/${nothing}/content`)).status, 404, nothing);
    }
    assert.equal((await bob.get(`/api/attachments/${id}`)).status, 200);
    assert.equal((await bob.send('DELETE', `/api/attachments/${id}`)).body.code, 'access.denied');
    assert.equal((await ann.send('DELETE', `/api/attachments/${id}`)).status, 204);
    assert.equal((await ann.get(`/api/attachments/${id}`)).status, 404);
  });

  test('TSK-08 FRM-05 stores files of a completion at their fields and rows', async () => {
    const task = await open();
    const early = (await upload(ann, task, PDF, 'early.pdf', { fieldName: 'quote', arrayName: 'lines', rowKey: 'r2' }))
      .body;
    const unused = (await upload(ann, task, PDF, 'unused.pdf', { fieldName: 'contract' })).body;
    const { payload, headers } = multipart([
      { name: 'part1', content: PDF, fileName: 'contract.pdf' },
      {
        name: 'action',
        content: JSON.stringify({
          action: 'complete',
          variables: {
            lines: [
              { rowId: 'r2', item: 'Rope', quote: [{ id: early.id }] },
              { rowId: 'r3', item: 'Hook' },
            ],
          },
        }),
      },
      {
        name: 'attachments',
        content: JSON.stringify([
          { fieldName: 'contract', file: 'part1', fileName: 'leping.pdf' },
          { fieldName: 'quote', arrayName: 'lines', arrayIndex: 1, name: 'hook.png', data: PNG.toString('base64') },
        ]),
      },
    ]);
    const done = await ann.send('POST', `/api/tasks/${task}`, payload, headers);
    assert.equal(done.status, 200, JSON.stringify(done.body));
    const { contract, lines } = done.body.task.variables;
    assert.equal(contract[0].fileName, 'leping.pdf');
    assert.equal(lines[0].quote[0].fileName, 'early.pdf');
    assert.equal(lines[1].quote[0].mediaType, 'image/png');
    const places = done.body.task.attachments.map((one: Record<string, unknown>) => [
      one.fileName,
      one.fieldName,
      one.arrayName,
      one.arrayIndex,
      one.rowKey,
    ]);
    assert.deepEqual(places.sort(), [
      ['early.pdf', 'quote', 'lines', 0, 'r2'],
      ['hook.png', 'quote', 'lines', 1, 'r3'],
      ['leping.pdf', 'contract', '', null, undefined],
    ]);
    assert.equal((await ann.get(`/api/attachments/${unused.id}`)).status, 404);
    assert.deepEqual(arriving(), []);

    // The assignee of the next task sees the files in its form, and only through it.
    const [next] = (await boss.get('/api/tasks?sort=created:desc')).body.items;
    const mine = contract[0].id;
    assert.equal((await boss.get(`/api/attachments/${mine}/content`)).status, 404);
    assert.equal((await boss.get(`/api/attachments/${mine}/content?task=${next.id}`)).body, String(PDF));
    assert.equal((await carl.get(`/api/attachments/${mine}/content?task=${next.id}`)).status, 404);
    const approved = await boss.post(`/api/tasks/${next.id}`, { action: 'complete', variables: { contract, lines } });
    assert.equal(approved.status, 200, JSON.stringify(approved.body));

    // The task is completed: its files can be read, but none added or removed.
    assert.equal((await ann.get(`/api/attachments/${mine}/content`)).status, 200);
    assert.equal((await upload(ann, task, PDF, 'late.pdf')).body.code, 'task.already_completed');
    assert.equal((await ann.send('DELETE', `/api/attachments/${mine}`)).body.code, 'task.already_completed');
    assert.equal((await adam.send('DELETE', `/api/attachments/${mine}`)).status, 204);
  });

  test('FRM-05 API-05 refuses values that name a file of another case', async () => {
    const theirs = (await upload(bob, await open(), PDF, 'theirs.pdf', { fieldName: 'contract' })).body;
    const task = await open();
    const refused = await ann.post(`/api/tasks/${task}`, {
      action: 'complete',
      variables: { contract: [{ id: theirs.id }] },
    });
    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.body.errors.map((one: { code: string; pointer: string }) => [one.code, one.pointer]),
      [['attachment.not_found', '/variables/contract']],
    );
    // Nor through a process that was started with it.
    const started = await tenant.startInstance({
      key: 'buy',
      variables: { contract: [{ id: theirs.id, fileName: 'x.pdf', size: 1, mediaType: '' }] } as never,
    });
    const other = started.tasks[0]!.id;
    await tenant.transaction((tx) =>
      sql`UPDATE task SET status = 'cancelled', ended_at = now() WHERE id = ${theirs.id}::uuid`.execute(tx),
    );
    const asked = await boss.get(`/api/attachments/${theirs.id}/content?task=${other}`);
    assert.equal(asked.status, 404);
  });

  test('TSK-08 leaves no file when a multipart action is refused or unreadable', async () => {
    const task = await open();
    const send = (parts: readonly Part[]) => {
      const { payload, headers } = multipart(parts);
      return ann.send('POST', `/api/tasks/${task}`, payload, headers);
    };
    const action = { name: 'action', content: '{"action":"save"}' };
    const file = { name: 'f', content: PDF, fileName: 'a.pdf' };
    const invalid: readonly (readonly Part[])[] = [
      [file],
      [action, file],
      [action, file, { name: 'attachments', content: '[{"file":"g"}]' }],
      [action, file, { name: 'attachments', content: '{"file":"f"}' }],
      [
        action,
        file,
        { name: 'attachments', content: '[{"file":"f","fieldName":"quote","arrayName":"lines","arrayIndex":7}]' },
      ],
      [action, file, file],
      [action, { name: 'attachments', content: '[{"id":"nonsense"}]' }],
      [action, { name: 'attachments', content: '[{"data":"%%%","name":"a.pdf"}]' }],
      [{ name: 'action', content: '{"action":"explode"}' }],
    ];
    for (const parts of invalid) {
      const { status } = await send(parts);
      assert.ok(status === 400 || status === 404, `${status}`);
    }
    const eleven = Array.from({ length: 11 }, (_, index) => ({ ...file, name: `f${index}` }));
    assert.equal((await send([action, ...eleven])).body.code, 'file.too_many');
    const named = { name: 'attachments', content: '[{"file":"f","fieldName":"contract"}]' };
    assert.equal((await send([action, { ...file, content: PNG }, named])).body.code, 'file.content_mismatch');
    const png = await send([action, { ...file, content: PNG, fileName: 'a.png' }, named]);
    assert.equal(png.body.code, 'file.type_refused');
    assert.deepEqual(arriving(), []);
    assert.deepEqual((await ann.get(`/api/attachments/${task}`)).body, []);
  });

  test('FRM-05 enforces type, number and size of files by field, with a code for each error', async () => {
    const task = await open();
    assert.equal((await upload(ann, task, PNG, 'a.png', { fieldName: 'contract' })).body.code, 'file.type_refused');
    const large = Buffer.concat([PDF, Buffer.alloc(1_048_577)]);
    assert.equal(
      (await upload(ann, task, large, 'a.pdf', { fieldName: 'quote', arrayName: 'lines' })).body.params.limit,
      '1 MB',
    );
    const complete = (variables: object) => ann.post(`/api/tasks/${task}`, { action: 'complete', variables });
    assert.equal((await complete({})).body.errors[0].code, 'field.required');
    const files = await Promise.all(
      ['1', '2', '3'].map(async (name) => ({
        id: (await upload(ann, task, PDF, `${name}.pdf`, { fieldName: 'contract' })).body.id,
      })),
    );
    assert.equal((await complete({ contract: files })).body.errors[0].code, 'file.too_many');
    for (const bad of ['x', [7], [{ id: 'x' }], { id: files[0]!.id }]) {
      assert.equal((await complete({ contract: bad })).status, 422, JSON.stringify(bad));
    }
    // Only the id of a file counts; other properties from the sender are ignored.
    const saved = await ann.post(`/api/tasks/${task}`, {
      action: 'save',
      variables: { contract: [{ ...files[0], fileName: 'fake.exe', size: 1 }] },
    });
    assert.equal(saved.body.task.variables.contract[0].fileName, '1.pdf');
  });

  test('FRM-05 accepts at most fifty files for a task', async () => {
    const task = await open();
    await upload(ann, task, PDF, 'first.pdf');
    await tenant.transaction((tx) =>
      sql`INSERT INTO attachment (file_id, owner_kind, owner_id, file_name) SELECT file_id, 'task', owner_id, 'copy' FROM attachment, generate_series(1, 48)
        WHERE owner_id = ${task}::uuid`.execute(tx),
    );
    const both = await Promise.all([upload(ann, task, PDF, 'a.pdf'), upload(bob, task, PDF, 'b.pdf')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
    assert.equal(both.find(({ status }) => status === 422)?.body.code, 'file.too_many');
  });

  test('FRM-05 hides uploads that were not submitted from other users, and removes them after the task', async () => {
    const task = await open();
    const { id } = (await upload(ann, task, PDF, 'draft.pdf', { fieldName: 'contract' })).body;
    assert.deepEqual((await bob.get(`/api/attachments/${task}`)).body, []);
    assert.equal((await ann.get(`/api/tasks/${task}`)).body.attachments.length, 1);
    assert.equal((await bob.get(`/api/tasks/${task}`)).body.attachments.length, 0);
    assert.equal(await removeLooseUploads(db(), tenant.clock.now), 0);
    await tenant.transaction((tx) =>
      sql`UPDATE task SET status = 'cancelled', ended_at = now() - interval '2 days' WHERE id = ${task}::uuid`.execute(
        tx,
      ),
    );
    assert.equal(await removeLooseUploads(db(), tenant.clock.now), 1);
    assert.equal((await ann.get(`/api/attachments/${id}`)).status, 404);
  });

  test('FRM-05 deletes a removed file after thirty days, and its content with the last reference', async () => {
    const content = Buffer.from(`${PDF}% of its own`);
    const { id } = (await upload(ann, await open(), content, 'a.pdf')).body;
    await ann.send('DELETE', `/api/attachments/${id}`);
    const ago = sql`now() - interval '31 days'`;
    await tenant.transaction((tx) =>
      sql`UPDATE attachment SET removed_at = ${ago} WHERE removed_at IS NOT NULL`.execute(tx),
    );
    await tenant.transaction((tx) => sql`UPDATE file SET removed_at = ${ago} WHERE removed_at IS NOT NULL`.execute(tx));
    const purged = await purgeExpired(db());
    assert.ok(purged.attachment! >= 1 && purged.file! >= 1);
    const before = onDisk().length;
    const tomorrow = new Date(Date.now() + 86_400_000);
    assert.ok((await sweepContents(db(), tenant.context.contents, tomorrow)) >= 1);
    assert.ok(onDisk().length < before);
  });

  test('FRM-05 stores one file for the same upload sent twice with its key', async () => {
    const task = await open();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const { payload, headers } = multipart([{ name: 'file', content: PDF, fileName: 'a.pdf' }]);
    const first = await ann.send('POST', `/api/attachments/${task}`, payload, { ...headers, ...key });
    const again = await ann.send('POST', `/api/attachments/${task}`, payload, { ...headers, ...key });
    assert.deepEqual(again.body, first.body);
    assert.equal((await ann.get(`/api/attachments/${task}`)).body.length, 1);
  });

  test('FRM-05 does not serve a file that is waiting for its check or was refused', async () => {
    const { id } = (await upload(ann, await open(), PDF, 'a.pdf')).body;
    const mark = (scan: string) =>
      tenant.transaction((tx) =>
        sql`UPDATE file SET scan = ${scan} WHERE id = (SELECT file_id FROM attachment WHERE id = ${id}::uuid)`.execute(
          tx,
        ),
      );
    await mark('pending');
    assert.equal((await ann.get(`/api/attachments/${id}/content`)).body.code, 'file.scan_pending');
    await mark('refused');
    assert.equal((await ann.get(`/api/attachments/${id}/content`)).body.code, 'file.refused');
  });
});
