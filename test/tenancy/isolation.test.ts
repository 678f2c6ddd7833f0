import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { type DatabaseHandle, type Tx, tenancyViolations } from '../../src/server/platform/database.ts';
import { addTenant, forEachDatabase } from '../support/databases.ts';
import { fillTenant, insertRow, readCatalogue, type Table, valuesOf, writeRow } from './catalogue.ts';
import { FORGOTTEN } from './forgotten.ts';

interface Scope {
  tenantId: number;
  userId: string;
}

/** Tables of sign-in and of the service, in which the tenant role has no rights. */
const OTHERS = /^(idn_|tenant_issuers$|user_identity$|schema_migration$)/;

forEachDatabase('tenants', (db) => {
  let tables: Table[];
  let ann: Scope;
  let bob: Scope;
  let annsRows: Map<string, Record<string, unknown>>;

  before(async () => {
    tables = await readCatalogue(db());
    ann = await addTenant(db(), 'ann-tenant');
    bob = await addTenant(db(), 'bob-tenant');
    annsRows = await fillTenant(db(), tables, ann);
  });

  const reachable = () => tables.filter(({ verbs }) => verbs.select || verbs.insert || verbs.update || verbs.delete);
  const withTenant = () => reachable().filter(({ hasTenant }) => hasTenant);

  test('the catalogue has no table, view or function without a tenant check', async () => {
    assert.deepEqual(await tenancyViolations(db()), []);
  });

  test('every table and every partition has forced row-level security', async () => {
    const { rows } = await db().ownerTransaction((tx) =>
      sql`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
        AND NOT (relrowsecurity AND relforcerowsecurity)`.execute(tx),
    );
    assert.deepEqual(rows, []);
    assert.ok(tables.length >= 45);
  });

  test('every table has a row written for one tenant, and that tenant sees it', async () => {
    for (const { name, verbs } of withTenant().filter(({ verbs }) => verbs.select)) {
      assert.ok(verbs.select && (await countAs(db(), ann, name)) >= 1, name);
    }
  });

  test('another tenant reads none of it', async () => {
    for (const { name, verbs } of withTenant()) {
      if (!verbs.select) continue;
      const rows = await db().tenantTransaction(bob, (tx) =>
        sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)} WHERE tenant_id = ${ann.tenantId}`.execute(tx),
      );
      assert.equal(rows.rows[0]!.n, 0, name);
    }
    const tenants = await db().tenantTransaction(bob, (tx) => tx.selectFrom('tenant').select('id').execute());
    assert.deepEqual(tenants, [{ id: bob.tenantId }]);
  });

  test('another tenant changes and deletes none of it', async () => {
    for (const { name, verbs } of withTenant()) {
      const where = sql`WHERE ${verbs.select ? sql`tenant_id = ${ann.tenantId}` : sql`true`}`;
      // Amounts of pay are never changed: only some columns of it are.
      const column = sql.ref(name === 'hr_pay' ? 'version' : 'tenant_id');
      const change = (tx: Tx) => sql`UPDATE ${sql.table(name)} SET ${column} = ${column} ${where}`.execute(tx);
      const remove = (tx: Tx) => sql`DELETE FROM ${sql.table(name)} ${where}`.execute(tx);
      await touchesNothing(db(), bob, name, verbs.update, change);
      await touchesNothing(db(), bob, name, verbs.delete, remove);
    }
    for (const [name, row] of annsRows) assert.equal(await exists(db(), ann, tables, name, row), true, name);
  });

  test('another tenant cannot write a row for this one', async () => {
    for (const table of withTenant()) {
      const row = valuesOf(table, { tenantId: ann.tenantId, userId: bob.userId }, annsRows);
      const attempt = db().tenantTransaction(bob, (tx) => insertRow(tx, table.name, row));
      await assert.rejects(attempt, (error: { code?: string }) => error.code === '42501', table.name);
    }
  });

  test('another tenant cannot move its own row to this one', async () => {
    const code = 'movable';
    await db().tenantTransaction(bob, (tx) => tx.insertInto('company').values({ code, name: code }).execute());
    const move = db().tenantTransaction(bob, (tx) =>
      sql`UPDATE company SET tenant_id = ${ann.tenantId} WHERE code = ${code}`.execute(tx),
    );
    await assert.rejects(move, (error: { code?: string }) => error.code === '42501');
  });

  test('a foreign key cannot point into another tenant', async () => {
    for (const table of withTenant().filter(({ verbs }) => verbs.insert)) {
      for (const { table: parent, from, to } of table.parents) {
        const column = from.find((name) => name !== 'tenant_id')!;
        const target = annsRows.get(parent);
        const value = target?.[to[from.indexOf(column)]!];
        // Text keys (form, group, process) may be equal in two tenants; ids may not.
        if (typeof value !== 'string' || !/^[0-9a-f-]{36}$/.test(value) || column === 'user_id') continue;
        const row = {
          ...valuesOf(table, bob, new Map()),
          ...(table.columns.some(({ name }) => name === 'token') ? { token: 't' } : {}),
          [column]: value,
        };
        if (column === 'instance_id') delete (row as Record<string, unknown>).process_key;
        if ('id' in row) row.id = crypto.randomUUID();
        const attempt = writeRow(db(), bob, table.name, row);
        await assert.rejects(attempt, (error: { code?: string }) => error.code === '23503', `${table.name}.${column}`);
      }
    }
  });

  test('without a tenant nothing is visible and nothing can be written', async () => {
    for (const { name, verbs } of withTenant()) {
      if (!verbs.select) continue;
      const { rows } = await db().ownerTransaction(async (tx) => {
        await sql`SET LOCAL ROLE verva_tenant`.execute(tx);
        return sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(name)}`.execute(tx);
      });
      assert.equal(rows[0]!.n, 0, name);
    }
    const write = db().ownerTransaction(async (tx) => {
      await sql`SET LOCAL ROLE verva_tenant`.execute(tx);
      await tx.insertInto('company').values({ code: 'x', name: 'X' }).execute();
    });
    await assert.rejects(write);
  });

  test('sign-in tables, the job queue and the outbox cannot be read by a tenant', async () => {
    for (const { name } of tables.filter((table) => OTHERS.test(table.name))) {
      const read = db().tenantTransaction(ann, (tx) => sql`SELECT 1 FROM ${sql.table(name)}`.execute(tx));
      await assert.rejects(read, (error: { code?: string }) => error.code === '42501', name);
    }
    const outbox = db().tenantTransaction(ann, (tx) => sql`SELECT 1 FROM outbox`.execute(tx));
    await assert.rejects(outbox, (error: { code?: string }) => error.code === '42501');
    const queue = db().tenantTransaction(ann, (tx) => sql`CREATE TABLE pgboss.x (a int)`.execute(tx));
    await assert.rejects(queue, (error: { code?: string }) => error.code === '42501');
  });

  test('a colleague’s own rows are invisible too', async () => {
    const colleague = { tenantId: ann.tenantId, userId: crypto.randomUUID() };
    for (const name of ['ui_setting', 'task_read', 'idempotency_key']) {
      assert.equal(await countAs(db(), ann, name), 1, name);
      assert.equal(await countAs(db(), colleague, name), 0, name);
    }
  });

  test('the service roles access only their own tables', async () => {
    for (const name of ['app_user', 'task', 'comment', 'process_instance', 'delegation']) {
      // The loops may read the days of delegations, but not the users or the reason.
      const what = name === 'delegation' ? sql`user_id` : sql`1`;
      const asSystem = db().systemTransaction((tx) => sql`SELECT ${what} FROM ${sql.table(name)}`.execute(tx));
      await assert.rejects(asSystem, (error: { code?: string }) => error.code === '42501', name);
      const asSignin = db().signinTransaction((tx) => sql`SELECT 1 FROM ${sql.table(name)}`.execute(tx));
      await assert.rejects(asSignin, (error: { code?: string }) => error.code === '42501', name);
    }
  });

  test('search finds only the tenant’s own data', async () => {
    const find = (scope: Scope) =>
      db().tenantTransaction(scope, (tx) => sql`SELECT search_ids('text value', '%text%', 10)`.execute(tx));
    assert.equal((await find(ann)).rows.length, 1);
    assert.equal((await find(bob)).rows.length, 0);
  });

  test('the audit log and the history cannot be changed, not even by the owner', async () => {
    for (const name of ['audit_log', 'process_history', 'form_version', 'process_version']) {
      const remove = db().tenantTransaction(ann, (tx) => sql`DELETE FROM ${sql.table(name)}`.execute(tx));
      await assert.rejects(remove, (error: { code?: string }) => error.code === '42501', name);
    }
    const change = db().ownerTransaction(async (tx) => {
      await sql
        .raw(`CREATE POLICY everything ON audit_log TO PUBLIC USING (true); UPDATE audit_log SET verb = 'x'`)
        .execute(tx);
    });
    await assert.rejects(change, (error: { code?: string }) => error.code === 'VA001');
  });

  for (const [what, text, expected] of FORGOTTEN) {
    test(`a migration without a tenant check is detected: ${what}`, async () => {
      const rollback = new Error('rollback');
      let found: unknown[] = [];
      const attempt = db().ownerTransaction(async (tx) => {
        await sql.raw(text).execute(tx);
        found = (await sql`SELECT offence FROM tenancy_offence`.execute(tx)).rows;
        throw rollback;
      });
      await assert.rejects(attempt, rollback);
      assert.ok(JSON.stringify(found).includes(expected), `${JSON.stringify(found)} should name: ${expected}`);
    });
  }
});

async function countAs(db: DatabaseHandle, scope: Scope, table: string): Promise<number> {
  const { rows } = await db.tenantTransaction(scope, (tx) =>
    sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(tx),
  );
  return rows[0]!.n;
}

/** Asserts that the verb is granted and affects no row, or is refused by the database. */
async function touchesNothing(
  db: DatabaseHandle,
  scope: Scope,
  table: string,
  isGranted: boolean,
  work: (tx: Tx) => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  if (!isGranted) {
    await assert.rejects(
      db.tenantTransaction(scope, work),
      (error: { code?: string }) => error.code === '42501',
      table,
    );
    return;
  }
  const { numAffectedRows } = await db.tenantTransaction(scope, (tx) => work(tx));
  assert.equal(numAffectedRows, 0n, table);
}

async function exists(
  db: DatabaseHandle,
  scope: Scope,
  tables: readonly Table[],
  name: string,
  row: Record<string, unknown>,
): Promise<boolean> {
  const table = tables.find((each) => each.name === name)!;
  if (!table.verbs.select || row.id === undefined) return true;
  const { rows } = await db.tenantTransaction(scope, (tx) =>
    sql`SELECT 1 FROM ${sql.table(name)} WHERE id = ${row.id}`.execute(tx),
  );
  return rows.length === 1;
}
