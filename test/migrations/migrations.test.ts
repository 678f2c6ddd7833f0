import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { migrations } from '../../src/server/migrations/index.ts';
import {
  type DatabaseHandle,
  migrate,
  NewerDatabaseError,
  openDatabase,
  tenancyViolations,
} from '../../src/server/platform/database.ts';
import { addTenant, kinds, openTestDatabase } from '../support/databases.ts';
import { administrator, freshDatabase } from '../support/postgres.ts';

const names = migrations.map(({ name }) => name);

test('migrations are ordered by number', () => {
  assert.deepEqual([...names].sort(), names);
  assert.equal(new Set(names).size, names.length);
});

/** Statements of a migration, without comments and the bodies of functions. */
function statementsOf(text: string): string[] {
  const bare = text.replace(/--.*$/gm, '').replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");
  return bare.split(';').map((one) => one.replace(/\s+/g, ' ').trim());
}

/** Tables whose rows a migration reads or changes while their policies bind the owner, which then has no rows. */
function hiddenRows(text: string, tenantTables: ReadonlySet<string>): string[] {
  const shown = new Set<string>();
  const hidden: string[] = [];
  for (const statement of statementsOf(text)) {
    const policy = /^ALTER TABLE (\w+) (NO )?FORCE ROW LEVEL SECURITY$/.exec(statement);
    if (policy?.[2]) shown.add(policy[1]!);
    else if (policy) shown.delete(policy[1]!);
    else if (/^(WITH|INSERT|UPDATE|DELETE)\b/.test(statement)) {
      const tables = [...statement.matchAll(/\b(?:FROM|JOIN|UPDATE|INTO)\s+(\w+)/g)].map(([, table]) => table!);
      hidden.push(...tables.filter((table) => tenantTables.has(table) && !shown.has(table)));
    }
  }
  return [...new Set([...hidden, ...[...shown].map((table) => `${table} stays without FORCE`)])];
}

test('migrations that change rows of organisations see them: the policies bind the owner too', async () => {
  const db = await openTestDatabase('pglite');
  const { rows } = await db.ownerTransaction((tx) =>
    sql<{ name: string }>`SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relforcerowsecurity AND NOT relispartition`.execute(tx),
  );
  await db.close();
  const tenantTables = new Set(rows.map(({ name }) => name));
  const faults = migrations
    // Nothing was released before.
    .filter(({ name }) => name >= '0029')
    .flatMap(({ name, sql: text }) => hiddenRows(text, tenantTables).map((table) => `${name}: ${table}`));
  // 0049 does again what 0029 did not.
  assert.deepEqual(faults, ['0029-called-instances: process_instance']);
});

for (const kind of kinds) {
  describe(`migrating (${kind})`, () => {
    const openEmpty = async (url?: string): Promise<DatabaseHandle> =>
      kind === 'pglite'
        ? openDatabase({ dataDir: 'memory://' })
        : openDatabase({ databaseUrl: url ?? (await freshDatabase({ migrated: false })) });

    test('an empty database is migrated once, with a line of progress each, and a second time nothing runs', async () => {
      const db = await openEmpty();
      const lines: string[] = [];
      assert.deepEqual(await migrate(db, (line) => lines.push(line)), names);
      assert.equal(lines.length, names.length);
      for (const [index, name] of names.entries()) assert.ok(lines[index]!.includes(name));
      assert.deepEqual(await migrate(db, (line) => lines.push(line)), []);
      assert.equal(lines.length, names.length);
      await db.close();
    });

    test('two servers that start at the same moment migrate once', async () => {
      const url = kind === 'postgres' ? await freshDatabase({ migrated: false }) : undefined;
      const first = await openEmpty(url);
      const second = kind === 'postgres' ? await openEmpty(url) : first;
      const ran = (await Promise.all([migrate(first), migrate(second)])).flat();
      assert.deepEqual([...ran].sort(), names);
      await addTenant(first, 'after');
      await first.close();
      if (second !== first) await second.close();
    });

    test('a database of a newer version is refused by name and not changed', async () => {
      const db = await openTestDatabase(kind);
      await db.ownerTransaction((tx) => sql`INSERT INTO schema_migration (name) VALUES ('9999-tomorrow')`.execute(tx));
      await assert.rejects(migrate(db), (error: Error) => {
        assert.ok(error instanceof NewerDatabaseError);
        assert.match(error.message, /^The database is newer than this version: it has 9999-tomorrow\./);
        return true;
      });
      await db.close();
    });

    test('a failed migration leaves nothing behind', async () => {
      const db = await openEmpty();
      await db.ownerTransaction((tx) => sql`CREATE TABLE outbox (id int)`.execute(tx));
      await assert.rejects(migrate(db), /already exists/);
      const { rows } = await db.ownerTransaction((tx) =>
        sql<{ name: string }>`SELECT name FROM schema_migration ORDER BY name`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['0001-foundation'],
      );
      await db.ownerTransaction((tx) => sql`DROP TABLE outbox`.execute(tx));
      assert.deepEqual(await migrate(db), names.slice(1));
      await db.close();
    });

    test('TSK-17 the filter indexes have the process of each organisation’s open tasks, also of existing ones', async () => {
      const db = await openEmpty();
      const place = names.indexOf('0024-inbox-by-process');
      for (const { name, sql: text } of migrations.slice(0, place)) {
        await db.ownerTransaction(async (tx) => {
          await sql.raw(text).execute(tx);
          await sql`INSERT INTO schema_migration (name) VALUES (${name})`.execute(tx);
        });
      }
      const people = [await addTenant(db, 'first'), await addTenant(db, 'second')];
      const open = (person: (typeof people)[number], key: string) =>
        db.tenantTransaction(person, (tx) =>
          sql`WITH made AS (INSERT INTO task (id, name, name_is_own, process_key, business_key, status) VALUES
              (uuid7(), 'One', true, ${key}, 'B1', 'open'), (uuid7(), 'Two', false, NULL, 'B2', 'reading'), (uuid7(), 'Three', false, ${key}, 'B3', 'completed') RETURNING id)
            INSERT INTO task_read (user_id, task_id) SELECT me(), id FROM made`.execute(tx),
        );
      for (const [index, person] of people.entries()) await open(person, `early-${index}`);
      await migrate(db);
      for (const [index, person] of people.entries()) {
        await open(person, `late-${index}`);
        const [found, read] = await db.tenantTransaction(person, async (tx) => {
          const endings = await sql<{
            processKey: string;
          }>`SELECT DISTINCT e.ending || ' ' || e.process_key AS "processKey" FROM task_ending e
            WHERE e.ending LIKE '_^%' ORDER BY 1`.execute(tx);
          const marks = await sql<{
            processKey: string;
          }>`SELECT DISTINCT t.name || ' ' || r.process_key AS "processKey" FROM task_read r
            JOIN task t ON t.id = r.task_id ORDER BY 1`.execute(tx);
          return [endings.rows, marks.rows].map((rows) => rows.map(({ processKey }) => processKey));
        });
        const keys = [`early-${index}`, `late-${index}`];
        assert.deepEqual(found, [...keys.map((key) => `b^b1 ${key}`), 'b^b2 ', ...keys.map((key) => `n^one ${key}`)]);
        assert.deepEqual(read, [...keys.map((key) => `One ${key}`), ...keys.map((key) => `Three ${key}`), 'Two ']);
      }
      assert.deepEqual(await tenancyViolations(db), []);
      await db.close();
    });

    test('future quarters have partitions, and a later start adds the missing ones', async () => {
      const db = await openTestDatabase(kind);
      const partitions = async () => {
        const { rows } = await db.ownerTransaction((tx) =>
          sql<{
            name: string;
          }>`SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'task'::regclass ORDER BY 1`.execute(
            tx,
          ),
        );
        return rows.map(({ name }) => name);
      };
      const before = await partitions();
      assert.equal(before.length, 9);
      assert.equal(before.at(-1), 'task_other');
      await db.ownerTransaction((tx) => sql.raw(`DROP TABLE ${before.at(-2)}`).execute(tx));
      await migrate(db);
      assert.deepEqual(await partitions(), before);
      await db.close();
    });
  });
}

if (kinds.includes('postgres')) {
  test('an administrator login works too: the roles are taken by each transaction', async () => {
    const database = new URL(await freshDatabase({ migrated: false })).pathname;
    const url = new URL(await administrator());
    url.pathname = database;
    const db = await openDatabase({ databaseUrl: url.href });
    await migrate(db);
    const { tenantId, userId } = await addTenant(db, 'admin-login');
    const other = await addTenant(db, 'other-tenant');
    const seen = await db.tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('app_user').select('id').execute(),
    );
    assert.deepEqual(seen, [{ id: userId }]);
    assert.notEqual(other.tenantId, tenantId);
    await db.close();
  });

  test('a login that owns its database and may create roles works too', async () => {
    const admin = new pg.Client({ connectionString: await administrator() });
    await admin.connect();
    const name = `own_${process.pid}`;
    await admin.query(`CREATE ROLE ${name} LOGIN CREATEROLE NOSUPERUSER`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
    const url = new URL(await administrator());
    url.username = name;
    url.pathname = `/${name}`;
    const db = await openDatabase({ databaseUrl: url.href });
    assert.deepEqual(await migrate(db), names);
    assert.deepEqual(await tenancyViolations(db), []);
    const { tenantId, userId } = await addTenant(db, 'own-login');
    await addTenant(db, 'other-tenant');
    const seen = await db.tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('app_user').select('id').execute(),
    );
    assert.deepEqual(seen, [{ id: userId }]);
    const queue = await db.executor(
      'CREATE TABLE pgboss.mine (a int); DROP TABLE pgboss.mine; SELECT current_user AS role',
    );
    assert.deepEqual(queue.rows, [{ role: 'verva_system' }]);
    assert.deepEqual(await migrate(db), []);
    await db.close();
    await admin.query(`DROP DATABASE ${name}`);
    await admin.query(`DROP ROLE ${name}`);
    await admin.end();
  });
}
