import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { readArchive, sha256Of } from '../../../../test/support/archive.ts';
import { addTenant, forEachDatabase, testOn } from '../../../../test/support/databases.ts';
import { folderOf } from '../../../../test/support/files.ts';
import { pngOf } from '../../../../test/support/pictures.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import { fillTenant, readCatalogue, type Table } from '../../../../test/tenancy/catalogue.ts';
import { claimDue, finishExport, LostClaimError, saveProgress } from './export.store.ts';
import { expireExports, workOnExports } from './export.work.ts';
import { SECRET_COLUMNS } from './tables.query.ts';

/** Columns that sound like a secret and are none, with the reason. */
const NO_SECRETS: Readonly<Record<string, string>> = {
  'process_instance.parent_token': 'a place in a process',
  'process_incident.token': 'a place in a process',
  'process_job.token': 'a place in a process',
  'process_message_subscription.token': 'a place in a process',
  'process_timer.token': 'a place in a process',
  'process_token.token': 'a place in a process',
  'task.token': 'a place in a process',
  'audit_log.salt': 'proves the sealed content of a row, which is exported',
  'receipt_salt.salt': 'proves who confirmed, which is exported',
  'process_event.reply': 'what a step of a process returned',
};

forEachDatabase('exports of organisations', (db, kind) => {
  const once = testOn(kind);
  let verva: TestTenant;
  let acme: TestTenant;
  let grete: Person;
  let otto: Person;
  let ann: Person;

  before(async () => {
    verva = await createTestTenant(db(), 'verva', { grete: ['admin', 'verva.admin'] });
    acme = await createTestTenant(db(), 'acme', { otto: ['admin'], ann: [] }, verva);
    grete = verva.people.grete!;
    ({ otto, ann } = acme.people as Record<'otto' | 'ann', Person>);
    for (const { transaction } of [verva, acme]) {
      await transaction((tx) => sql`UPDATE app_user SET email = username || '@x.test', language_id = 'en'`.execute(tx));
    }
  });

  const start = (who: Person, slug: string) => who.post(`/api/tenants/${slug}/export`);
  const stateOf = async (who: Person, slug: string) => (await who.get(`/api/tenants/${slug}/export`)).body;
  const address = (who: Person, slug: string) => who.post(`/api/tenants/${slug}/export/address`);
  const fetch = (url: string, accept = 'application/json') => verva.app.inject({ url, headers: { accept } });
  const finish = async () => {
    while (await workOnExports(verva.context));
  };
  const download = async (who: Person, slug: string) => {
    assert.equal((await start(who, slug)).status, 202);
    await finish();
    const { body } = await address(who, slug);
    const reply = await fetch(body.url);
    assert.equal(reply.statusCode, 200, reply.payload.slice(0, 300));
    return { url: body.url as string, reply, archive: readArchive(reply.rawPayload) };
  };

  test('ORG-02 every table and column that an organisation can read is exported, without secrets and rows of others', async () => {
    const tables = await readCatalogue(db());
    const filled = await addTenant(db(), 'filled');
    // HR exports these itself, with a reason.
    const exports = /^(tenant_export|hr_(pay|health_check|document)$)/;
    const written = await fillTenant(
      db(),
      tables.filter(({ name }) => !exports.test(name)),
      filled,
    );
    // Own rows of a second user.
    const second = { tenantId: filled.tenantId, userId: crypto.randomUUID() };
    await db().tenantTransaction(second, async (tx) => {
      await sql`INSERT INTO app_user (id, username) VALUES (${second.userId}::uuid, 'second')`.execute(tx);
      await sql`INSERT INTO ui_setting (user_id, key, value) VALUES (${second.userId}::uuid, 'theme', '"dark"')`.execute(
        tx,
      );
      await sql`INSERT INTO saved_view (resource, name, audience, owner_id, definition)
        VALUES ('inbox', 'Mine', 'private', ${second.userId}::uuid, '{}')`.execute(tx);
      await sql`INSERT INTO hr_access_log (subject_id, kind, as_group) VALUES (${filled.userId}::uuid, 'user', 'manager')`.execute(
        tx,
      );
    });
    const { archive } = await download(grete, 'filled');
    const readable = tables.filter(({ verbs, name }) => verbs.select && !exports.test(name));
    const { manifest } = archive;
    assert.deepEqual(
      manifest.tables.map(({ name }: Table) => name),
      readable.map(({ name }) => name),
    );
    for (const { name, path, rows, size, sha256 } of manifest.tables) {
      const content = archive.files.get(path)!;
      assert.deepEqual([content.length, sha256Of(content)], [size, sha256], name);
      const lines = archive.rows(name);
      assert.equal(lines.length, rows, name);
      assert.ok(lines.length > 0 || !written.has(name), `${name} has the row of the organisation`);
      const { columns } = readable.find((one) => one.name === name)!;
      const secrets = SECRET_COLUMNS[name] ?? [];
      const expected = columns.map((column) => column.name).filter((column) => !secrets.includes(column));
      for (const line of lines) {
        assert.deepEqual(
          Object.keys(line)
            .filter((key) => expected.includes(key))
            .sort(),
          expected.toSorted(),
          name,
        );
        assert.deepEqual(
          secrets.filter((column) => column in line),
          [],
          name,
        );
        assert.equal(line[name === 'tenant' ? 'id' : 'tenant_id'], filled.tenantId, name);
      }
    }
    assert.deepEqual(
      archive
        .rows('ui_setting')
        .map(({ user_id: user }) => user)
        .sort(),
      [filled.userId, second.userId].sort(),
    );
    assert.deepEqual(
      archive
        .rows('saved_view')
        .map(({ name }) => name)
        .sort(),
      ['Mine', 'text value'],
    );
    assert.deepEqual(manifest.leftOut, SECRET_COLUMNS);
    const suspects = readable.flatMap(({ name, columns }) =>
      columns
        .map((column) => `${name}.${column.name}`)
        .filter((column) => /secret|token|password|hmac|salt|reply$|request_sha256|private/.test(column.split('.')[1]!))
        .filter((column) => !SECRET_COLUMNS[name]?.includes(column.split('.')[1]!)),
    );
    assert.deepEqual(
      suspects.filter((one) => !(one in NO_SECRETS)),
      [],
      'left out, or named with a reason',
    );
  });

  test('ORG-02 a change during an export is in none of its tables and files', async () => {
    const snap = await createTestTenant(db(), 'snapshot', { ida: ['admin'] }, verva);
    const ida = snap.people.ida!;
    const setLogo = async (picture: Buffer) => {
      const { status } = await ida.send('PUT', '/api/tenants/snapshot/logo', picture, { 'content-type': 'image/png' });
      assert.equal(status, 204);
    };
    const [early, late] = [pngOf(4, 4), pngOf(5, 5)];
    await setLogo(early);
    // More than one part, so that parts are stored before the later tables are read.
    await snap.transaction((tx) =>
      sql`INSERT INTO app_group (id, name, description) SELECT 'many' || n, 'Many', repeat('x', 5000) FROM generate_series(1, 1000) n`.execute(
        tx,
      ),
    );
    const stored = Promise.withResolvers<void>();
    const changed = stored.promise.then(async () => {
      await db().tenantTransaction({ tenantId: snap.tenantId, userId: ida.userId }, async (tx) => {
        await sql`UPDATE app_group SET name = 'Late' WHERE id = 'many1'`.execute(tx);
        await sql`INSERT INTO tag (name) VALUES ('Late')`.execute(tx);
        await sql`INSERT INTO ui_setting (user_id, key, value) VALUES (${ida.userId}::uuid, 'theme', '"dark"')`.execute(
          tx,
        );
      });
      await setLogo(late);
    });
    const { contents } = verva.context;
    const watched = Object.create(contents) as typeof contents;
    watched.put = async (...content) => {
      stored.resolve();
      // The embedded database has one connection: the change waits for the end of the snapshot.
      if (kind === 'postgres') await changed;
      return contents.put(...content);
    };
    const archiveOf = async () => {
      const { body } = await address(ida, 'snapshot');
      return readArchive((await fetch(body.url)).rawPayload);
    };
    const lateRows = ({ rows, manifest }: ReturnType<typeof readArchive>) => ({
      groups: rows('app_group').filter(({ name }) => name === 'Late').length,
      tags: rows('tag').filter(({ name }) => name === 'Late').length,
      settings: rows('ui_setting').length,
      // The row, and the content that it names.
      files: [...new Set(rows('file').map(({ size }) => size))],
      contents: manifest.files.map(({ size }: { size: number }) => size),
    });
    await start(ida, 'snapshot');
    assert.equal(await workOnExports({ ...verva.context, contents: watched }), true);
    await changed;
    const nothing = { groups: 0, tags: 0, settings: 0, files: [early.length], contents: [early.length] };
    assert.deepEqual(lateRows(await archiveOf()), nothing);
    await start(ida, 'snapshot');
    await finish();
    const { files, contents: last, ...all } = lateRows(await archiveOf());
    assert.deepEqual(all, { groups: 1, tags: 1, settings: 1 });
    assert.deepEqual([files.includes(late.length), last.includes(late.length)], [true, true]);
  });

  test('ORG-02 a server that stops leaves its export at once, and one that another has overtaken writes nothing more', async () => {
    const left = await createTestTenant(db(), 'left', { kai: ['admin'] }, verva);
    const kai = left.people.kai!;
    const { body } = await start(kai, 'left');
    assert.equal(await workOnExports(verva.context, { stopping: AbortSignal.abort() }), false);
    const claim = (by: string) => db().systemTransaction((tx) => claimDue(tx, by, body.id));
    const first = (await claim(crypto.randomUUID()))!;
    assert.equal(await claim(crypto.randomUUID()), undefined, 'the first server works on it');
    await left.transaction((tx) =>
      sql`UPDATE tenant_export SET retry_at = clock_timestamp() - interval '1 second'`.execute(tx),
    );
    const second = (await claim(crypto.randomUUID()))!;
    const progress = { tableCount: 9, tablesDone: 1, rows: 1, files: 0, bytes: 9 };
    const ready = { now: new Date(), expiresAt: new Date() };
    await assert.rejects(() => left.transaction((tx) => saveProgress(tx, first, progress)), LostClaimError);
    await assert.rejects(() => left.transaction((tx) => finishExport(tx, first, ready)), LostClaimError);
    await left.transaction((tx) => saveProgress(tx, second, progress));
    assert.deepEqual((await stateOf(kai, 'left')).tables, { done: 1, total: 9 });
    await left.transaction((tx) =>
      sql`UPDATE tenant_export SET retry_at = clock_timestamp() - interval '1 second'`.execute(tx),
    );
    await finish();
    assert.equal((await stateOf(kai, 'left')).state, 'ready');
  });

  once('ORG-02 the archive has the files, is downloaded once, and nothing of it remains on the server', async () => {
    const png = pngOf(4, 4);
    const picture = await otto.send('PUT', '/api/tenants/acme/logo', png, { 'content-type': 'image/png' });
    assert.equal(picture.status, 204);
    const contents = () => readdirSync(join(folderOf(verva.context.contents), String(acme.tenantId))).sort();
    const kept = contents();
    const { url, reply, archive } = await download(otto, 'acme');
    assert.match(String(reply.headers['content-disposition']), /filename="acme-\d{4}-\d\d-\d\d\.tar\.gz"/);
    assert.deepEqual(archive.manifest.files, [{ path: `files/${sha256Of(png)}`, size: png.length }]);
    assert.deepEqual(archive.files.get(`files/${sha256Of(png)}`), png);
    const { state, files, rows, fetchedAt } = await stateOf(otto, 'acme');
    assert.deepEqual([state, files, rows > 0, typeof fetchedAt], ['fetched', 1, true, 'string']);
    assert.deepEqual([(await fetch(url)).statusCode, (await fetch(url)).json().code], [410, 'download.used']);
    assert.match((await fetch(url, 'text/html')).payload, /<h1>This download link was already used/);
    assert.equal((await address(otto, 'acme')).body.code, 'export.fetched');
    // Removed when the response has ended.
    await waitFor(contents, kept);
    const { rows: left } = await acme.transaction((tx) => sql`SELECT 1 FROM tenant_export_part`.execute(tx));
    assert.deepEqual(left, []);
    assert.equal(existsSync(join(folderOf(verva.context.contents), String(acme.tenantId), sha256Of(png))), true);
  });

  once(
    'ORG-02 the user who started an export gets an e-mail when it is ready, and both audit logs name who',
    async () => {
      await download(grete, 'acme');
      const { rows: mails } = await db().systemTransaction((tx) =>
        sql<{ payload: { to: string; subject: string; text: string } }>`SELECT payload FROM outbox
        WHERE tenant_id = ${verva.tenantId} AND topic = 'mail' AND payload->>'template' = 'export-ready' ORDER BY id`.execute(
          tx,
        ),
      );
      const mail = mails.at(-1)!.payload;
      assert.deepEqual([mail.to, mail.subject], [`${grete.username}@x.test`, 'Export ready: acme']);
      assert.match(mail.text, /\/settings\/organisations\/acme/);
      const read = async (tenant: TestTenant) =>
        (
          await tenant.transaction((tx) =>
            sql<{
              actor_id: string;
              via: string;
              note: string;
            }>`SELECT actor_id, via, after->>'export' AS note FROM audit_log
            WHERE verb = 'export' AND entity = 'tenant' AND entity_id = 'acme' AND actor_id = ${grete.userId}::uuid ORDER BY id`.execute(
              tx,
            ),
          )
        ).rows;
      assert.deepEqual(
        (await read(acme)).map(({ via, note }) => [via, note]),
        [
          ['provider', 'started'],
          ['provider', 'downloaded'],
        ],
      );
      assert.deepEqual((await read(verva)).length, 2);
    },
  );

  once('ORG-02 SEC-01 only administrators export, and only their own organisation', async () => {
    assert.equal((await start(ann, 'acme')).status, 403);
    assert.equal((await start(otto, 'verva')).body.code, 'tenant.not_found');
    assert.equal((await otto.get('/api/tenants/verva/export')).body.code, 'tenant.not_found');
    assert.equal((await address(otto, 'verva')).body.code, 'tenant.not_found');
    assert.equal((await fetch('/api/organisation-exports/none')).json().code, 'download.not_found');
    assert.equal((await fetch(`/api/organisation-exports/${'a'.repeat(43)}`)).statusCode, 404);
  });

  test('ORG-02 a running export is continued and not repeated; one that is not downloaded in time expires', async () => {
    const fresh = await createTestTenant(db(), 'fresh', { eve: ['admin'] }, verva);
    const eve = fresh.people.eve!;
    assert.equal(await stateOf(eve, 'fresh'), null);
    assert.equal((await address(eve, 'fresh')).body.code, 'export.not_found');
    const { body: first } = await start(eve, 'fresh');
    assert.deepEqual([first.state, (await start(grete, 'fresh')).body.id], ['running', first.id]);
    assert.equal((await address(eve, 'fresh')).body.code, 'export.not_ready');
    await finish();
    const { body: made } = await address(eve, 'fresh');
    const now = verva.clock.now;
    verva.clock.now = new Date(now.getTime() + 2 * 60_000);
    assert.equal((await fetch(made.url)).json().code, 'download.expired');
    verva.clock.now = new Date(now.getTime() + 25 * 3_600_000);
    assert.equal(await expireExports(verva.context), true);
    assert.equal((await stateOf(grete, 'fresh')).state, 'expired');
    assert.equal(await expireExports(verva.context), false);
    verva.clock.now = now;
    assert.equal((await address(eve, 'fresh')).body.code, 'export.expired');
    const { rows } = await fresh.transaction((tx) => sql`SELECT 1 FROM file`.execute(tx));
    assert.deepEqual(rows, []);
    assert.notEqual((await start(eve, 'fresh')).body.id, first.id);
  });

  once('ORG-02 an administrator who lost the group since the address was made gets nothing', async () => {
    const lost = await createTestTenant(db(), 'lost', { max: ['admin'] }, verva);
    const max = lost.people.max!;
    await start(max, 'lost');
    await finish();
    const { body } = await address(max, 'lost');
    await lost.transaction((tx) => sql`DELETE FROM group_member`.execute(tx));
    assert.deepEqual([(await fetch(body.url)).statusCode, (await stateOf(grete, 'lost')).state], [403, 'fetched']);
  });
});
