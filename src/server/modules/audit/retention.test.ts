import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { expireAudit, sealAudit, verifyAudit } from './index.ts';

const log = pino({ level: 'silent' });

onDatabase('retention of the audit log', (db) => {
  let yard: TestTenant;
  /** Organisations without users, so that their first seals have old rows only. */
  let quay: number;
  let dock: number;
  const seal = () => sealAudit({ db: db(), log });
  const expire = () => expireAudit({ db: db(), log });
  const verify = (tenantId: number) => verifyAudit(db(), tenantId);
  const faultsOf = async (tenantId: number) => {
    const { changed, missing, unsealed, broken } = await verify(tenantId);
    return changed + missing + unsealed + broken;
  };
  const addOrganisation = async (slug: string): Promise<number> => {
    const { id } = await db().systemTransaction((tx) =>
      tx.insertInto('tenant').values({ slug, name: slug }).returning('id').executeTakeFirstOrThrow(),
    );
    return id;
  };
  const inTenant = (tenantId: number, statement: ReturnType<typeof sql>) =>
    db().tenantTransaction({ tenantId, userId: null }, (tx) => statement.execute(tx));
  const write = (tenantId: number, months: number) =>
    inTenant(
      tenantId,
      sql`INSERT INTO audit_log (id, at, verb, entity, entity_id)
        VALUES (uuid_floor(now() - make_interval(months => ${months}::int)), now() - make_interval(months => ${months}::int),
          'update', 'company', ${`aged ${months}`})`,
    );
  const keep = (tenantId: number, value: string) =>
    inTenant(
      tenantId,
      sql`INSERT INTO tenant_setting (key, value) VALUES ('auditMonths', ${value}::jsonb)
        ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`,
    );
  const aged = async (tenantId: number): Promise<string[]> => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ entity_id: string }>`SELECT entity_id FROM audit_log WHERE tenant_id = ${tenantId} AND entity = 'company'
        AND entity_id LIKE 'aged %' ORDER BY id`.execute(tx),
    );
    return rows.map(({ entity_id }) => entity_id);
  };

  before(async () => {
    yard = await createTestTenant(db(), 'yard', { boss: ['admin'], mart: [] });
    quay = await addOrganisation('quay');
    dock = await addOrganisation('dock');
    for (const tenantId of [quay, dock]) {
      for (const months of [60, 40, 16]) {
        await write(tenantId, months);
        await seal();
      }
      await write(tenantId, 1);
      await seal();
    }
    await keep(dock, '120');
    await seal();
  });

  test('AUD-01 AUD-02 rows older than the organisation keeps are deleted, the log says so, and what remains is proven', async () => {
    await expire();
    assert.deepEqual(await aged(quay), ['aged 16', 'aged 1']);
    assert.deepEqual(await aged(dock), ['aged 60', 'aged 40', 'aged 16', 'aged 1']);
    const { expired, pending } = await verify(quay);
    assert.deepEqual([expired, pending, await faultsOf(quay)], [2, 1, 0]);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ rows: number }>`SELECT (after->>'rows')::int AS rows FROM audit_log
        WHERE tenant_id = ${quay} AND verb = 'expire'`.execute(tx),
    );
    assert.deepEqual(rows, [{ rows: 2 }]);
    await seal();
    await expire();
    assert.equal((await verify(quay)).expired, 2);
    assert.deepEqual([(await verify(dock)).expired, await faultsOf(dock)], [0, 0]);
  });

  test('AUD-01 a shorter time deletes more, and never the last twelve months', async () => {
    await keep(quay, '1');
    await expire();
    assert.deepEqual(await aged(quay), ['aged 1']);
    assert.equal(await faultsOf(quay), 0);
    await keep(quay, '"for ever"');
    await expire();
    assert.deepEqual(await aged(quay), ['aged 1']);
    await keep(quay, '120');
    assert.equal(await faultsOf(quay), 0);
  });

  test('AUD-02 a seal loses all of its rows or none', async () => {
    const pier = await addOrganisation('pier');
    await write(pier, 50);
    await write(pier, 2);
    await seal();
    await expire();
    assert.deepEqual(await aged(pier), ['aged 50', 'aged 2']);
    assert.deepEqual([(await verify(pier)).expired, await faultsOf(pier)], [0, 0]);
  });

  test('AUD-02 rows from before the seals expire too', async () => {
    const pier = await addOrganisation('old-pier');
    await write(pier, 50);
    await db().ownerTransaction(async (tx) => {
      const both = async (what: string) => {
        for (const table of ['audit_log', 'audit_pending']) await sql.raw(`ALTER TABLE ${table} ${what}`).execute(tx);
      };
      await both('DISABLE TRIGGER USER');
      await both('NO FORCE ROW LEVEL SECURITY');
      await sql`UPDATE audit_log SET content = NULL, salt = NULL WHERE tenant_id = ${pier}`.execute(tx);
      await sql`DELETE FROM audit_pending WHERE tenant_id = ${pier}`.execute(tx);
      await both('ENABLE TRIGGER USER');
      await both('FORCE ROW LEVEL SECURITY');
    });
    await expire();
    assert.deepEqual(await aged(pier), []);
    assert.equal(await faultsOf(pier), 0);
  });

  test('AUD-02 SEC-01 the service role deletes no row that is kept, and the note of deletions only grows', async () => {
    const { numAffectedRows } = await db().systemTransaction((tx) =>
      sql`DELETE FROM audit_log WHERE tenant_id = ${dock}`.execute(tx),
    );
    assert.equal(Number(numAffectedRows), 0);
    for (const statement of [
      `UPDATE audit_expiry SET seal = -1 WHERE tenant_id = ${quay}`,
      `INSERT INTO audit_log (tenant_id, verb, entity, entity_id) VALUES (${quay}, 'update', 'company', 'x')`,
    ]) {
      const attempt = db().systemTransaction((tx) => sql.raw(statement).execute(tx));
      await assert.rejects(attempt, (error: { code?: string }) => ['VA001', '42501'].includes(error.code!), statement);
    }
    const read = inTenant(quay, sql`SELECT 1 FROM audit_expiry`);
    await assert.rejects(read, (error: { code?: string }) => error.code === '42501');
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ key: string }>`SELECT DISTINCT key FROM tenant_setting`.execute(tx),
    );
    assert.deepEqual(rows, [{ key: 'auditMonths' }]);
  });

  test('AUD-02 a row of the last twelve months counts as missing, whatever the note of deletions says', async () => {
    const pier = await addOrganisation('young-pier');
    await write(pier, 3);
    await seal();
    await db().ownerTransaction(async (tx) => {
      await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`.execute(tx);
      await sql`ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY`.execute(tx);
      await sql`DELETE FROM audit_log WHERE tenant_id = ${pier}`.execute(tx);
      await sql`ALTER TABLE audit_log ENABLE TRIGGER USER`.execute(tx);
      await sql`ALTER TABLE audit_log FORCE ROW LEVEL SECURITY`.execute(tx);
    });
    await db().systemTransaction((tx) =>
      sql`INSERT INTO audit_expiry (tenant_id, seal, kept_from, rows) VALUES (${pier}, 99, uuid_floor(now()), 1)`.execute(
        tx,
      ),
    );
    const { missing, expired } = await verify(pier);
    assert.deepEqual([missing, expired], [1, 0]);
  });

  test('AUD-01 ROLE-02 administrators set how long the log is kept, which the log names', async () => {
    const { boss, mart } = yard.people as Record<'boss' | 'mart', NonNullable<TestTenant['people'][string]>>;
    const put = (body: object, who = boss) =>
      who.send('PUT', '/api/audit/settings', JSON.stringify(body), { 'content-type': 'application/json' });
    assert.deepEqual((await boss.get('/api/audit/settings')).body, { months: 36 });
    assert.equal((await put({ months: 24 })).status, 200);
    assert.deepEqual((await boss.get('/api/audit/settings')).body, { months: 24 });
    for (const months of [11, 121, 12.5, '24', null])
      assert.equal((await put({ months })).body.code, 'request.invalid', String(months));
    assert.equal((await put({ months: 24 }, mart)).status, 403);
    assert.equal((await mart.get('/api/audit/settings')).status, 403);
    const { body } = await boss.get('/api/records/audit?entity=eq:tenant_setting&entityId=eq:auditMonths');
    assert.equal(body.items.length, 1);
  });
});
