import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { pino } from 'pino';
import { forEachDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import type { AuditReport } from '../../../shared/contracts/audit.contract.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { sealAudit, verifyAudit } from './index.ts';

const NO_FAULTS = { changed: 0, missing: 0, unsealed: 0, broken: 0 };

/** Does what only the owner of the tables could do, around triggers and policies. */
function tamper(db: DatabaseHandle, ...statements: readonly RawBuilder<unknown>[]): Promise<void> {
  const alter = async (tx: Tx, what: readonly string[]) => {
    for (const table of ['audit_log', 'audit_seal', 'audit_pending']) {
      for (const one of what) await sql.raw(`ALTER TABLE ${table} ${one}`).execute(tx);
    }
  };
  return db.ownerTransaction(async (tx) => {
    await alter(tx, ['DISABLE TRIGGER USER', 'NO FORCE ROW LEVEL SECURITY']);
    for (const statement of statements) await statement.execute(tx);
    await alter(tx, ['ENABLE TRIGGER USER', 'FORCE ROW LEVEL SECURITY']);
  });
}

forEachDatabase('seals of the audit log', (db) => {
  let yard: TestTenant;
  let other: TestTenant;
  let boss: Person;
  let count = 0;
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const seal = () => sealAudit({ db: db(), log });
  const verify = (tenant = yard) => verifyAudit(db(), tenant.tenantId);
  const faultsOf = ({ changed, missing, unsealed, broken }: AuditReport) => ({ changed, missing, unsealed, broken });

  before(async () => {
    yard = await createTestTenant(db(), 'yard', { boss: ['admin'], mart: ['crew'] });
    other = await createTestTenant(db(), 'strangers', { eva: ['admin'] }, yard);
    boss = yard.people.boss!;
    await seal();
  });

  /** Writes one audit row of the yard and returns its id. */
  const write = async (): Promise<string> => {
    count += 1;
    const code = `c${count}`;
    return yard.transaction(async (tx) => {
      const { rows } = await sql<{
        id: string;
      }>`INSERT INTO company (code, name) VALUES (${code}, ${code}) RETURNING id`.execute(tx);
      const { rows: found } = await sql<{
        id: string;
      }>`SELECT id FROM audit_log WHERE entity_id = ${rows[0]!.id}`.execute(tx);
      return found[0]!.id;
    });
  };
  /** Restores the row that a test tampered with, so that the next one begins without a fault. */
  const untouched = async () => assert.deepEqual(faultsOf(await verify()), NO_FAULTS);

  test('AUD-02 each row is pending until it is sealed, each seal follows the one before, and its head is logged', async () => {
    await write();
    await write();
    const waiting = await verify();
    assert.equal(waiting.pending, 2);
    assert.deepEqual(faultsOf(waiting), NO_FAULTS);
    lines.length = 0;
    await seal();
    const { seq, rows, hash, tenant, msg } = lines.find(({ tenant: slug }) => slug === 'yard')!;
    assert.deepEqual([tenant, rows, msg], ['yard', 2, 'head of the audit log']);
    assert.match(String(hash), /^[0-9a-f]{64}$/);
    assert.equal(seq, '2');
    const report = await verify();
    assert.deepEqual([report.pending, report.before, report.sealed], [0, 0, waiting.sealed + 2]);
    assert.ok(report.since && report.sealedAt && report.since <= report.sealedAt);
    lines.length = 0;
    await seal();
    assert.deepEqual(lines, []);
  });

  test('AUD-02 two servers that seal at once seal each row once', async () => {
    for (let n = 0; n < 5; n += 1) await write();
    await Promise.all([seal(), seal(), seal()]);
    await seal();
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        n: number;
      }>`SELECT count(*)::int AS n FROM (SELECT unnest(ids) AS id FROM audit_seal WHERE tenant_id = ${yard.tenantId}) s
        GROUP BY id HAVING count(*) > 1`.execute(tx),
    );
    assert.deepEqual(rows, []);
    await untouched();
  });

  test('AUD-02 a changed content is found, with the row and its seal', async () => {
    const id = await write();
    await seal();
    await tamper(db(), sql`UPDATE audit_log SET after = after || '{"name": "Forged"}' WHERE id = ${id}::uuid`);
    const report = await verify();
    assert.deepEqual(faultsOf(report), { ...NO_FAULTS, changed: 1 });
    assert.deepEqual([report.faults[0]!.kind, report.faults[0]!.id], ['changed', id]);
    await tamper(
      db(),
      sql`UPDATE audit_log SET after = after || jsonb_build_object('name', ${`c${count}`}::text) WHERE id = ${id}::uuid`,
    );
    await untouched();
  });

  test('AUD-02 another actor, time or kind is found, even with a digest that fits', async () => {
    const id = await write();
    await seal();
    for (const change of [
      sql`actor_id = ${boss.userId}::uuid`,
      sql`at = at - interval '1 day'`,
      sql`verb = 'delete'`,
      sql`on_behalf_of = ${boss.userId}::uuid`,
      sql`content = sha256('forged')`,
    ]) {
      await tamper(
        db(),
        sql`CREATE TABLE public.kept_row AS SELECT * FROM audit_log WHERE id = ${id}::uuid`,
        sql`UPDATE audit_log SET ${change} WHERE id = ${id}::uuid`,
      );
      const report = await verify();
      assert.equal(report.changed, 1);
      assert.equal(report.missing + report.unsealed + report.broken, 0);
      await tamper(
        db(),
        sql`UPDATE audit_log a SET actor_id = k.actor_id, at = k.at, verb = k.verb, on_behalf_of = k.on_behalf_of,
        content = k.content FROM public.kept_row k WHERE a.id = k.id`,
        sql`DROP TABLE public.kept_row`,
      );
    }
    await untouched();
  });

  test('AUD-02 a removed row is found, before and after its seal', async () => {
    const sealed = await write();
    await seal();
    const pending = await write();
    const keep = sql`CREATE TABLE public.kept_row AS SELECT * FROM audit_log WHERE id IN (${sealed}::uuid, ${pending}::uuid)`;
    await tamper(db(), keep, sql`DELETE FROM audit_log WHERE id IN (SELECT id FROM public.kept_row)`);
    const report = await verify();
    assert.deepEqual(faultsOf(report), { ...NO_FAULTS, missing: 2 });
    assert.deepEqual(new Set(report.faults.map(({ id }) => id)), new Set([sealed, pending]));
    await tamper(db(), sql`INSERT INTO audit_log SELECT * FROM public.kept_row`, sql`DROP TABLE public.kept_row`);
    await untouched();
  });

  test('AUD-02 a row added around the trigger has no seal, whatever time it claims', async () => {
    const id = crypto.randomUUID();
    await tamper(
      db(),
      sql`INSERT INTO audit_log (tenant_id, id, at, verb, entity, entity_id) VALUES (${yard.tenantId}, ${id}::uuid, '2020-01-01', 'update', 'x', 'x')`,
    );
    await seal();
    const report = await verify();
    assert.deepEqual(faultsOf(report), { ...NO_FAULTS, unsealed: 1 });
    assert.equal(report.faults[0]!.id, id);
    await tamper(db(), sql`DELETE FROM audit_log WHERE id = ${id}::uuid`);
    await untouched();
  });

  test('AUD-02 a removed or rewritten seal breaks the chain', async () => {
    await write();
    await seal();
    await write();
    await seal();
    const own = sql`tenant_id = ${yard.tenantId}`;
    const keep = sql`CREATE TABLE public.kept_seal AS SELECT * FROM audit_seal WHERE ${own} AND seq = 2`;
    await tamper(db(), keep, sql`DELETE FROM audit_seal WHERE ${own} AND seq = 2`);
    const gone = await verify();
    assert.ok(gone.broken >= 1 && gone.unsealed >= 1, JSON.stringify(gone));
    await tamper(db(), sql`INSERT INTO audit_seal SELECT * FROM public.kept_seal`);
    await untouched();
    await tamper(db(), sql`UPDATE audit_seal SET hash = sha256('forged') WHERE ${own} AND seq = 2`);
    const rewritten = await verify();
    assert.ok(rewritten.broken === 1 && rewritten.changed === 1, JSON.stringify(rewritten));
    await tamper(
      db(),
      sql`UPDATE audit_seal s SET hash = k.hash FROM public.kept_seal k WHERE s.tenant_id = k.tenant_id AND s.seq = k.seq`,
      sql`DROP TABLE public.kept_seal`,
    );
    await untouched();
  });

  test('AUD-02 an erased content is counted, and that it existed stays proven', async () => {
    const id = await write();
    await seal();
    await db().systemTransaction((tx) =>
      sql`UPDATE audit_log SET before = NULL, after = NULL, note = NULL, salt = NULL WHERE id = ${id}::uuid`.execute(
        tx,
      ),
    );
    const report = await verify();
    assert.deepEqual(faultsOf(report), NO_FAULTS);
    assert.equal(report.erased, 1);
    const forge = db().systemTransaction((tx) =>
      sql`UPDATE audit_log SET content = NULL WHERE id = ${id}::uuid`.execute(tx),
    );
    await assert.rejects(forge, (error: { code?: string }) => error.code === '42501');
  });

  test('AUD-02 rows from before the seals are counted as not sealed, and are no fault', async () => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        tenantId: number;
      }>`SELECT tenant_id AS "tenantId" FROM audit_seal WHERE tenant_id = ${other.tenantId} LIMIT 1`.execute(tx),
    );
    assert.equal(rows[0]!.tenantId, other.tenantId);
    await tamper(
      db(),
      sql`DELETE FROM audit_seal WHERE tenant_id = ${other.tenantId}`,
      sql`UPDATE audit_log SET content = NULL, salt = NULL WHERE tenant_id = ${other.tenantId}`,
      sql`INSERT INTO audit_seal (tenant_id, seq, ids, prev, hash) VALUES (${other.tenantId}, 0, '{}', '\\x00', sha256('strangers'))`,
    );
    await other.transaction((tx) => sql`INSERT INTO company (code, name) VALUES ('new', 'New')`.execute(tx));
    await seal();
    const report = await verify(other);
    assert.deepEqual(faultsOf(report), NO_FAULTS);
    assert.ok(report.before > 0);
    assert.equal(report.sealed, 1);
  });

  test('AUD-02 SEC-01 the tenant role can neither read nor change seals and pending rows', async () => {
    for (const statement of [
      'SELECT 1 FROM audit_pending',
      'SELECT 1 FROM audit_seal',
      'DELETE FROM audit_pending',
      'DELETE FROM audit_seal',
      'UPDATE audit_pending SET id = gen_random_uuid()',
      "UPDATE audit_seal SET hash = ''",
      "INSERT INTO audit_seal (seq, ids, prev, hash) VALUES (99, '{}', '', '')",
      'UPDATE audit_log SET salt = NULL',
      'DELETE FROM audit_log',
    ]) {
      const attempt = yard.transaction((tx) => sql.raw(statement).execute(tx));
      await assert.rejects(attempt, (error: { code?: string }) => error.code === '42501', statement);
    }
    const foreign = yard.transaction((tx) =>
      sql`INSERT INTO audit_pending (tenant_id, id) VALUES (${other.tenantId}, gen_random_uuid())`.execute(tx),
    );
    await assert.rejects(foreign, (error: { code?: string }) => error.code === '42501');
  });

  test('AUD-02 ROLE-02 an administrator verifies the log of the own organisation', async () => {
    const { status, body } = await boss.get('/api/audit/verify');
    assert.equal(status, 200);
    assert.deepEqual(body, await verify());
    assert.equal((await yard.people.mart!.get('/api/audit/verify')).status, 403);
    assert.deepEqual((await other.people.eva!.get('/api/audit/verify')).body.before > 0, true);
  });
});
