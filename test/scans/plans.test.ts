import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { addTenant } from '../support/databases.ts';
import { administrator, dropDatabase, freshDatabase, hasPostgres } from '../support/postgres.ts';
import { type Reads, watchReads } from '../support/reads.ts';
import { readCatalogue, type Table, valuesOf } from '../tenancy/catalogue.ts';
import { asSuperuser } from './fill.ts';

interface Scope {
  tenantId: number;
  userId: string;
}

/** Tables whose rows are looked up by keys, as lists do. */
const LOOKUPS = ['app_user', 'task', 'file'];
const MANY = 20_000;

describe('a statement that a small organisation planned reads no more for a large one', {
  skip: !hasPostgres,
}, () => {
  let url: string;
  let db: DatabaseHandle;
  let small: Scope;
  let large: Scope;
  let reads: Reads[] = [];

  before(async () => {
    url = await freshDatabase();
    // One connection: a plan made for one tenant is used for the other.
    db = watchReads(await openDatabase({ databaseUrl: url, poolSize: 1 }), (seen) => reads.push(...seen));
    small = await addTenant(db, 'small');
    large = await addTenant(db, 'large');
    const admin = new URL(await administrator());
    admin.pathname = new URL(url).pathname;
    const owner = await openDatabase({ databaseUrl: admin.href, poolSize: 1 });
    const tables = await readCatalogue(owner);
    await asSuperuser(owner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      for (const name of LOOKUPS) {
        const table = tables.find((one) => one.name === name)!;
        await sql`${rowsOf(table, small, 15)}`.execute(tx);
        await sql`${rowsOf(table, large, MANY)}`.execute(tx);
      }
      await sql`ANALYZE`.execute(tx);
    });
    await owner.close();
  });
  after(async () => {
    await db?.close();
    if (url) await dropDatabase(url);
  });

  for (const name of LOOKUPS) {
    test(name, async () => {
      const lookUp = async (scope: Scope, wanted: readonly string[]): Promise<{ rows: number; read: number }> => {
        reads = [];
        const { rows } = await db.tenantTransaction(scope, (tx) =>
          sql`SELECT * FROM ${sql.table(name)} WHERE id = ANY(${wanted})`.execute(tx),
        );
        const read = reads.filter(({ table }) => table === name);
        return { rows: rows.length, read: read.reduce((sum, { sequential, found }) => sum + sequential + found, 0) };
      };
      const idsOf = async (scope: Scope) => {
        const { rows } = await db.tenantTransaction(scope, (tx) =>
          sql<{ id: string }>`SELECT id FROM ${sql.table(name)} LIMIT 2`.execute(tx),
        );
        return rows.map(({ id }) => id);
      };
      const wanted = await idsOf(small);
      // The statement is named, and planned, from its second use on.
      for (let time = 0; time < 3; time += 1) assert.equal((await lookUp(small, wanted)).rows, 2);
      const { rows, read } = await lookUp(large, await idsOf(large));
      assert.equal(rows, 2);
      assert.ok(read <= 20, `${read} rows of ${name} were read for two`);
    });
  }
});

/** Writes rows that differ only in their keys. */
function rowsOf(table: Table, scope: Scope, count: number) {
  const values = valuesOf(table, scope, new Map());
  const own: Readonly<Record<string, unknown>> = {
    id: sql`uuid7()`,
    username: sql`'person' || n`,
    sha256: sql`sha256(n::text::bytea)`,
  };
  const names = Object.keys(values);
  return sql`INSERT INTO ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
    SELECT ${sql.join(names.map((name) => own[name] ?? sql`${values[name]}`))} FROM generate_series(1, ${sql.lit(count)}) n ON CONFLICT DO NOTHING`;
}
