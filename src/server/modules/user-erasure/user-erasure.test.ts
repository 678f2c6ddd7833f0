import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { withAllRows } from '../../../../test/support/all-rows.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { folderOf } from '../../../../test/support/files.ts';
import { pngOf } from '../../../../test/support/pictures.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { storeFile } from '../../platform/files.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { sealAudit, verifyAudit } from '../audit/index.ts';
import { verifyChain } from '../manuals/index.ts';
import { workOnErasures } from './erase.work.ts';
import { KEPT_TABLES } from './kept.query.ts';
import { listErasures, readErasures, replayErasures } from './replay.ts';

const USERS = '/api/identity/users';
/** Values that must not be found after erasing, wherever the product has written them. */
const PLANTED = {
  ...{ username: 'planted.zebra', name: 'Zebediah Plantedname', email: 'zebediah@planted.example' },
  ...{ phone: '+37255509876', externalId: 'EXT-PLANTED-77', subject: 'subject-planted-42', job: 'Planted Jobtitle' },
} as const;
const REASON = `Asked by ${PLANTED.name}`;

/** Every table in which a row has one of the values, with the values found. Of all schemas, without policies. */
const findPlanted = (db: DatabaseHandle): Promise<Map<string, string[]>> => withAllRows(db, search);

async function search(db: DatabaseHandle): Promise<Map<string, string[]>> {
  return db.ownerTransaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx);
    const { rows: tables } = await sql<{
      schema: string;
      name: string;
    }>`SELECT n.nspname AS schema, c.relname AS name FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND n.nspname IN ('public', 'pgboss')`.execute(tx);
    const found = new Map<string, string[]>();
    for (const { schema, name } of tables) {
      for (const value of Object.values(PLANTED)) {
        const { rows } =
          await sql`SELECT 1 FROM ${sql.id(schema, name)} t WHERE to_jsonb(t)::text ILIKE ${`%${value}%`} LIMIT 1`.execute(
            tx,
          );
        if (rows.length > 0) found.set(name, [...(found.get(name) ?? []), value]);
      }
    }
    return found;
  });
}

onDatabase('erasing users', (db) => {
  let tenant: TestTenant;
  let ann: Person;
  let bob: Person;
  let eve: Person;
  let taskId: string;

  before(async () => {
    tenant = await createTestTenant(db(), 'acme', { ann: ['admin'], bob: ['admin'], cid: [] });
    const other = await createTestTenant(db(), 'beta', { eve: ['admin'] }, tenant);
    ann = tenant.people.ann!;
    bob = tenant.people.bob!;
    eve = other.people.eve!;
    taskId = uuid7();
    await tenant.transaction((tx) =>
      tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
    );
  });

  const finish = async () => {
    while (await workOnErasures(tenant.context));
  };
  const json = { 'content-type': 'application/json' };
  const put = (who: Person, path: string, body: unknown) => who.send('PUT', path, JSON.stringify(body), json);

  /** A user who has left traces wherever the product writes about users. */
  async function plant(): Promise<string> {
    const { username, name, email, phone, externalId, subject, job } = PLANTED;
    const made = await ann.post(USERS, { id: username, name, email, languageId: 'en', groups: [], invite: true });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const { key } = made.body;
    assert.equal((await put(ann, `${USERS}/${username}/managers`, { line: [ann.userId], functional: [] })).status, 200);
    await db().signinTransaction(async (tx) => {
      await sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, subject_claim)
        VALUES ('https://idp.example', 'planted-idp', ${tenant.tenantId}, 'x', 'https://idp.example/keys', '{RS256}', 'sub')
        ON CONFLICT DO NOTHING`.execute(tx);
      await sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
        VALUES ('https://idp.example', ${subject}, ${tenant.tenantId}, ${key}::uuid)`.execute(tx);
    });
    await db().tenantTransaction({ tenantId: tenant.tenantId, userId: key }, async (tx) => {
      await sql`INSERT INTO ui_setting (user_id, key, value) VALUES (${key}::uuid, 'x', ${`"${name}"`}::jsonb)`.execute(
        tx,
      );
      await sql`INSERT INTO form_draft (user_id, owner_kind, owner_id, form_id, form_number, base, "values")
        VALUES (${key}::uuid, 'task', 'x', 'x', 1, '{}', ${JSON.stringify({ a: name })}::jsonb)`.execute(tx);
      await sql`INSERT INTO saved_view (resource, name, audience, owner_id, definition)
        VALUES ('inbox', ${name}, 'private', ${key}::uuid, '{}')`.execute(tx);
      await sql`INSERT INTO notification_setting (user_id, choices) VALUES (${key}::uuid, '{}')`.execute(tx);
    });
    await tenant.transaction(async (tx) => {
      const picture = { content: pngOf(7, 7), mediaType: 'image/png', scan: 'clean' } as const;
      const avatarId = await storeFile(tx, tenant.context.contents, tenant.tenantId, picture);
      await sql`UPDATE app_user SET avatar_file_id = ${avatarId}::uuid WHERE id = ${key}::uuid`.execute(tx);
      await sql`UPDATE app_user SET phone_number = ${phone}, external_id = ${externalId}, job_title = ${job} WHERE id = ${key}::uuid`.execute(
        tx,
      );
      await sql`INSERT INTO delegation (user_id, delegate_user_id, start_date, end_date, comment)
        VALUES (${ann.userId}::uuid, ${key}::uuid, '2026-01-01', '2026-01-02', ${`To ${name}`})`.execute(tx);
      await sql`INSERT INTO scim_resource (kind, user_id, key, external_id, body)
        VALUES ('User', ${key}::uuid, ${username}, ${externalId}, ${JSON.stringify({ displayName: name })}::jsonb)`.execute(
        tx,
      );
      await sql`WITH client AS (INSERT INTO scim_client (name, secret_sha256, expires_at)
          VALUES ('Entra', sha256('planted'), now() + interval '1 day') RETURNING id)
        INSERT INTO scim_log (client_id, method, kind, subject, status, outcome, notes)
        SELECT id, 'POST', 'User', ${username}, 201, 'created', ${JSON.stringify([{ code: 'x', value: phone }])}::jsonb FROM client`.execute(
        tx,
      );
      await sql`WITH run AS (INSERT INTO import_run (resource, mode) VALUES ('people', 'run') RETURNING id)
        INSERT INTO import_item (run_id, row, position, key, name, subject_id, verb, cells, after)
        SELECT id, 1, 1, ${username}, ${name}, ${key}, 'add', ${JSON.stringify({ email })}::jsonb, ${JSON.stringify({ email })}::jsonb FROM run`.execute(
        tx,
      );
      await sql`INSERT INTO receipt_salt (receipt_id, user_id, name_shown, salt) VALUES (${uuid7()}::uuid, ${key}::uuid, ${name}, sha256('x'))`.execute(
        tx,
      );
      // What users typed stays.
      await sql`INSERT INTO comment (owner_kind, owner_id, author_id, text) VALUES ('task', ${taskId}::uuid, ${ann.userId}::uuid, ${`Ask ${name}`})`.execute(
        tx,
      );
      await sql`INSERT INTO audit_log (verb, entity, entity_id, after) VALUES ('export', 'people', '/api/records/people', ${JSON.stringify({ query: `q=${email}` })}::jsonb)`.execute(
        tx,
      );
      await sql`INSERT INTO audit_log (verb, entity, entity_id, note) VALUES ('update', 'company', 'x', ${REASON})`.execute(
        tx,
      );
    });
    await tenant.transaction((tx) =>
      sql`INSERT INTO outbox (topic, payload, sent_at)
        VALUES ('mail', ${JSON.stringify({ to: 'ann@x.example', text: `About ${name}` })}::jsonb, now())`.execute(tx),
    );
    await db().systemTransaction(async (tx) => {
      await sql`INSERT INTO live_event (tenant_id, principal, type, data)
        VALUES (${tenant.tenantId}, 'g:admin', 'x', ${JSON.stringify({ name })}::jsonb)`.execute(tx);
    });
    assert.equal(
      (await ann.send('DELETE', `${USERS}/${username}?reassign=keep&reason=${encodeURIComponent(REASON)}`)).status,
      204,
    );
    return key;
  }

  test('ADM-01 SEC-01 a deactivated user is erased after a second administrator approved, in every table and file', async () => {
    const key = await plant();
    const path = `${USERS}/${PLANTED.username}`;
    const folder = join(folderOf(tenant.context.contents), String(tenant.tenantId));
    const avatar = pngOf(7, 7);
    const hasAvatar = () => readdirSync(folder).some((name) => readFileSync(join(folder, name)).equals(avatar));
    assert.equal(hasAvatar(), true);
    await sealAudit(tenant.context);
    const planted = await findPlanted(db());
    for (const table of [
      'app_user',
      'audit_log',
      'form_draft',
      'idn_user',
      'scim_resource',
      'user_identity',
      'outbox',
    ]) {
      assert.ok(planted.has(table), `${table} has a planted value`);
    }

    assert.deepEqual((await ann.post(`${path}/erase`, { reason: ' ' })).status, 400);
    const asked = await ann.post(`${path}/erase`, { reason: REASON });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    assert.deepEqual(
      [asked.body.state, asked.body.reason, asked.body.isOwn, asked.body.askedBy.key],
      ['asked', REASON, true, ann.userId],
    );
    assert.equal((await bob.post(`${path}/erase`, { reason: 'Again' })).body.code, 'erasure.requested');
    assert.deepEqual(
      [(await ann.post(`${path}/erase/approve`)).status, (await ann.post(`${path}/erase/approve`)).body.code],
      [409, 'erasure.needs_second_person'],
    );
    assert.equal((await eve.post(`${path}/erase/approve`)).body.code, 'user.not_found');
    assert.equal((await bob.get(`${path}/erasure`)).body.isOwn, false);
    const approved = await bob.post(`${path}/erase/approve`);
    assert.deepEqual([approved.status, approved.body.state], [200, 'approved']);
    await finish();

    assert.equal((await ann.get(path)).status, 404);
    assert.equal(hasAvatar(), false);
    const allowed = Object.values(KEPT_TABLES).flat();
    const left = await findPlanted(db());
    assert.deepEqual(
      [...left.keys()].filter((table) => !allowed.includes(table)),
      [],
    );
    // Only the number at the identity provider is left in the audit log, and only what was typed elsewhere.
    assert.deepEqual(left.get('audit_log'), [PLANTED.subject]);
    assert.deepEqual(left.get('comment'), [PLANTED.name]);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ status: string; username: string; kept: { kind: string; count: number }[]; actor: string }>`
        SELECT u.status, u.username, e.kept, (SELECT actor_id FROM audit_log WHERE verb = 'erased' AND subject_id = u.id) AS actor
        FROM app_user u JOIN erasure e ON e.user_id = u.id WHERE u.id = ${key}::uuid`.execute(tx),
    );
    assert.deepEqual([rows[0]!.status, rows[0]!.actor], ['erased', bob.userId]);
    assert.match(rows[0]!.username, /^erased-[0-9a-f]{12}$/);
    assert.deepEqual(
      rows[0]!.kept.find(({ kind }) => kind === 'receipts'),
      { kind: 'receipts', count: 1 },
    );
    assert.deepEqual((await verifyChain(db(), tenant.tenantId)).faults, []);
    await sealAudit(tenant.context);
    const report = await verifyAudit(db(), tenant.tenantId);
    assert.deepEqual(report.faults, []);
    assert.ok(report.erased > 0);
  });

  test('ADM-01 a user whom a restored backup brought back is erased again from the log of the server', async () => {
    const list = await listErasures(tenant.context);
    assert.equal(list.length, 1);
    const [{ userId }] = list as [(typeof list)[0]];
    await tenant.transaction((tx) =>
      sql`UPDATE app_user SET username = ${PLANTED.username}, name = ${PLANTED.name}, email = ${PLANTED.email}, status = 'active'
        WHERE id = ${userId}::uuid`.execute(tx),
    );
    const log = `{"level":30,"msg":"started"}\nnot JSON\n{"level":30,"erasure":${JSON.stringify(list[0])},"msg":"user erased"}\n{"erasure":{"tenant":"acme"`;
    assert.deepEqual(readErasures(log), list);
    assert.deepEqual(await replayErasures(tenant.context, readErasures(log)), { erased: 1, unchanged: 0, unknown: 0 });
    const left = await findPlanted(db());
    assert.deepEqual([left.has('app_user'), left.get('audit_log')], [false, [PLANTED.subject]]);
    const nowhere = { ...list[0]!, tenant: 'nowhere' };
    assert.deepEqual(await replayErasures(tenant.context, [list[0]!, nowhere]), {
      erased: 0,
      unchanged: 1,
      unknown: 1,
    });
  });

  test('ADM-01 an active user is deactivated first, and a request can be withdrawn', async () => {
    const path = `${USERS}/cid.acme`;
    assert.equal((await ann.post(`${path}/erase`, { reason: 'Left' })).body.code, 'erasure.active_user');
    assert.equal((await ann.post(`${USERS}/ann.acme/erase`, { reason: 'Me' })).body.code, 'user.own_account');
    assert.equal((await ann.send('DELETE', `${path}?reassign=keep`)).status, 204);
    assert.equal((await ann.send('DELETE', `${path}/erase`)).body.code, 'erasure.not_found');
    assert.equal((await ann.post(`${path}/erase`, { reason: 'Left' })).status, 201);
    assert.equal((await bob.send('DELETE', `${path}/erase`)).status, 204);
    assert.equal((await bob.post(`${path}/erase/approve`)).body.code, 'erasure.not_found');
    assert.deepEqual((await ann.get(`${path}/erasure`)).body.state, null);
    await finish();
    assert.equal((await ann.get(path)).body.status, 'disabled');
  });
});
