import { sql } from 'kysely';
import { migrations, partitionedTables } from '../migrations/index.ts';
import type { DatabaseHandle, Tx } from './database-handle.ts';

/** The database was migrated by a newer version of the product. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

// An arbitrary number that must be the same in every version.
const LOCK = 7_236_451_902;

/**
 * Brings the database to this version, forward only, and returns the names of the migrations that ran now. Several
 * servers may call it at once: each migration runs in one, the others wait for it. Throws NewerDatabaseError, with
 * nothing changed, when the database knows migrations that this code does not.
 */
export async function migrate(db: DatabaseHandle, report: (line: string) => void = () => undefined): Promise<string[]> {
  const applied = await db.ownerTransaction(appliedNames);
  refuseNewer(applied);
  const pending = migrations.filter(({ name }) => !applied.has(name));
  const done: string[] = [];
  for (const { name, sql: text } of pending) {
    const since = performance.now();
    const ran = await db.ownerTransaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
      const now = await appliedNames(tx);
      refuseNewer(now);
      if (now.has(name)) return false;
      await sql.raw(text).execute(tx);
      await sql`INSERT INTO schema_migration (name) VALUES (${name})`.execute(tx);
      return true;
    });
    if (!ran) continue;
    done.push(name);
    report(`Database: ${name} (${done.length} of ${pending.length}, ${Math.round(performance.now() - since)} ms)`);
  }
  if (done.length === 0 && pending.length === 0) await extendPartitions(db);
  return done;
}

/** Creates missing partitions of the next two years. Does nothing when the login does not own the tables. */
export async function extendPartitions(db: DatabaseHandle): Promise<void> {
  await db.ownerTransaction(async (tx) => {
    const { rows } = await sql<{ mine: boolean }>`
      SELECT pg_has_role(current_user, relowner, 'usage') AS mine FROM pg_class WHERE oid = 'task'::regclass`.execute(
      tx,
    );
    if (!rows[0]?.mine) return;
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    for (const table of partitionedTables) await sql`SELECT quarters(${sql.lit(table)})`.execute(tx);
  });
}

const checked = new WeakMap<DatabaseHandle, readonly string[]>();

/**
 * Returns faults in tenant isolation, one per line; with any, a tenant may see another's rows and a production server must
 * not start. Reads them once for each open database: policies change only in a migration, before the first call.
 */
export async function tenancyViolations(db: DatabaseHandle): Promise<readonly string[]> {
  const known = checked.get(db);
  if (known) return known;
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ relname: string; offence: string }>`SELECT relname, offence FROM tenancy_offence`.execute(tx),
  );
  const violations = rows.map(({ relname, offence }) => `${relname}: ${offence}`);
  checked.set(db, violations);
  return violations;
}

async function appliedNames(tx: Tx): Promise<Set<string>> {
  const { rows: found } = await sql<{ exists: boolean; mine: boolean }>`
    SELECT to_regclass('schema_migration') IS NOT NULL AS exists,
      coalesce((SELECT pg_has_role(current_user, relowner, 'usage') FROM pg_class WHERE oid = to_regclass('schema_migration')), true) AS mine
  `.execute(tx);
  if (!found[0]?.exists) return new Set();
  // A login that does not own the tables reads them as the service role.
  if (!found[0].mine) await sql`SET LOCAL ROLE verva_system`.execute(tx);
  const { rows } = await sql<{ name: string }>`SELECT name FROM schema_migration`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

function refuseNewer(applied: ReadonlySet<string>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name)).sort();
  if (unknown.length === 0) return;
  throw new NewerDatabaseError(
    `The database is newer than this version: it has ${unknown.join(', ')}. Start the version that made it, or a later one.`,
  );
}
