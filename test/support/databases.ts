import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../src/server/migrations/index.ts';
import { type DatabaseHandle, dumpDatabase, migrate, openDatabase } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { freshDatabase, hasPostgres } from './postgres.ts';

export type Kind = DatabaseHandle['kind'];

/** Both kinds, or only the embedded one when the run has no PostgreSQL. */
export const kinds: readonly Kind[] = hasPostgres ? ['pglite', 'postgres'] : ['pglite'];

type Suite = (db: () => DatabaseHandle, kind: Kind) => void;

/** The kinds on which suites of `onDatabase` run. */
const chosen: readonly Kind[] = process.env.VERVA_TEST_DATABASES === 'all' ? kinds : kinds.slice(-1);

/**
 * Runs the suite on a migrated database of each kind, opened before it and closed after it. For drivers, locks,
 * isolation, exactly-once and migrations. The embedded kind is several times slower
 * than PostgreSQL, so everything else uses `onDatabase`.
 */
export function forEachDatabase(name: string, suite: Suite): void {
  onDatabases(kinds, name, suite);
}

/** Runs the suite on one kind, PostgreSQL if available. With VERVA_TEST_DATABASES=all on each kind. */
export function onDatabase(name: string, suite: Suite): void {
  onDatabases(chosen, name, suite);
}

/** `test` for single tests in a suite of `forEachDatabase` that need only one kind, as with `onDatabase`. */
export const testOn = (kind: Kind): typeof test | (() => void) => (chosen.includes(kind) ? test : () => undefined);

function onDatabases(wanted: readonly Kind[], name: string, suite: Suite): void {
  for (const kind of wanted) {
    describe(`${name} (${kind})`, () => {
      let db: DatabaseHandle;
      before(async () => {
        db = await openTestDatabase(kind);
      });
      after(() => db.close());
      suite(() => db, kind);
    });
  }
}

/** Opens a separate migrated database, on PostgreSQL if available; the caller closes it. */
export async function openTestDatabase(kind: Kind = kinds.at(-1)!): Promise<DatabaseHandle> {
  return kind === 'pglite'
    ? openDatabase({ dataDir: 'memory://', dump: await migratedDump() })
    : openDatabase({ databaseUrl: await freshDatabase() });
}

/**
 * Updates the planner's statistics, as autovacuum does in production. Without this, a connection keeps plans made for a
 * few rows, and reads thousands of rows for one.
 */
export async function analyze(db: DatabaseHandle): Promise<void> {
  await db.ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
}

/** Adds a tenant with one active user, the way the product creates them. */
export async function addTenant(
  db: DatabaseHandle,
  slug: string,
  username = `${slug}.person`,
): Promise<{ tenantId: number; userId: string }> {
  const { id: tenantId } = await db.systemTransaction((tx) =>
    tx.insertInto('tenant').values({ slug, name: slug }).returning('id').executeTakeFirstOrThrow(),
  );
  const userId = uuid7();
  await db.tenantTransaction({ tenantId, userId }, (tx) =>
    tx.insertInto('app_user').values({ id: userId, username, name: username }).execute(),
  );
  return { tenantId, userId };
}

let dump: Promise<Blob> | undefined;

/**
 * Returns a dump of a migrated database: migrating takes seconds, loading a dump tenths of a second. The dump is cached
 * for later test processes.
 */
export function migratedDump(): Promise<Blob> {
  dump ??= readOrMakeDump();
  return dump;
}

/** Creates a data folder for a server with a migrated embedded database, which a server needs seconds to create. */
export async function migratedFolder(folder: string): Promise<void> {
  const target = join(folder, 'postgres');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-x', '-C', target, '-f', '-'], {
    input: Buffer.from(await (await migratedDump()).arrayBuffer()),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
}

async function readOrMakeDump(): Promise<Blob> {
  const folder = new URL('../../.cache/test/', import.meta.url);
  const pglite = readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(JSON.stringify(migrations)).update(pglite).digest('hex').slice(0, 16);
  const file = new URL(`pglite-${hash}.tar`, folder);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const db = await openDatabase({ dataDir: 'memory://' });
  await migrate(db);
  // Without a checkpoint, every copy replays the migrations from the log when it is opened.
  await db.ownerTransaction((tx) => sql`CHECKPOINT`.execute(tx));
  const made = await dumpDatabase(db);
  await db.close();
  mkdirSync(folder, { recursive: true });
  const draft = new URL(`pglite-${hash}.${process.pid}.tmp`, folder);
  writeFileSync(draft, Buffer.from(await made.arrayBuffer()));
  renameSync(draft, file);
  return made;
}
