import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { migrations } from '../../src/server/migrations/index.ts';
import { type DatabaseHandle, dumpDatabase, migrate, openDatabase } from '../../src/server/platform/database.ts';
import { uuid7 } from '../../src/server/platform/uuid.ts';
import { freshDatabase, hasPostgres } from './postgres.ts';

export type Kind = DatabaseHandle['kind'];

/** Both kinds, or only the embedded one when the run goes without PostgreSQL. */
export const kinds: readonly Kind[] = hasPostgres ? ['pglite', 'postgres'] : ['pglite'];

type Suite = (db: () => DatabaseHandle, kind: Kind) => void;

/** What runs on one kind runs on these. */
const chosen: readonly Kind[] = process.env.VERVA_TEST_DATABASES === 'all' ? kinds : kinds.slice(-1);

/**
 * Runs the suite on a migrated database of each kind, opened before it and closed after it. For drivers, locks,
 * isolation, exactly-once, migrations, and SQL that the kinds could answer differently; the embedded kind takes
 * several times the work of PostgreSQL, so everything else is for `onDatabase`.
 */
export function forEachDatabase(name: string, suite: Suite): void {
  onDatabases(kinds, name, suite);
}

/** Runs the suite on one kind, PostgreSQL where there is one. With VERVA_TEST_DATABASES=all on each kind. */
export function onDatabase(name: string, suite: Suite): void {
  onDatabases(chosen, name, suite);
}

/** `test` for a suite of `forEachDatabase` that has tests of both sorts: runs where `onDatabase` would. */
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

/** A migrated database of its own, on PostgreSQL where there is one; the caller closes it. */
export async function openTestDatabase(kind: Kind = kinds.at(-1)!): Promise<DatabaseHandle> {
  return kind === 'pglite'
    ? openDatabase({ dataDir: 'memory://', dump: await migratedDump() })
    : openDatabase({ databaseUrl: await freshDatabase() });
}

/**
 * Plans the statements for what is in the tables now, as autovacuum does in production: without it a connection goes on
 * with the plans that it made for a few rows, and reads thousands for one.
 */
export async function analyze(db: DatabaseHandle): Promise<void> {
  await db.ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
}

/** A tenant with one active person in it, made as the product makes them. */
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

/** Migrating takes seconds and a dump tenths of one; the dump of these migrations is kept for later test processes. */
export function migratedDump(): Promise<Blob> {
  dump ??= readOrMakeDump();
  return dump;
}

async function readOrMakeDump(): Promise<Blob> {
  const folder = new URL('../../.cache/test/', import.meta.url);
  const pglite = readFileSync(new URL('../../node_modules/@electric-sql/pglite/package.json', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(JSON.stringify(migrations)).update(pglite).digest('hex').slice(0, 16);
  const file = new URL(`pglite-${hash}.tar`, folder);
  if (existsSync(file)) return new Blob([readFileSync(file)]);
  const db = await openDatabase({ dataDir: 'memory://' });
  await migrate(db);
  // Without it everybody who opens the copy replays the migrations from the log.
  await db.ownerTransaction((tx) => sql`CHECKPOINT`.execute(tx));
  const made = await dumpDatabase(db);
  await db.close();
  mkdirSync(folder, { recursive: true });
  const draft = new URL(`pglite-${hash}.${process.pid}.tmp`, folder);
  writeFileSync(draft, Buffer.from(await made.arrayBuffer()));
  renameSync(draft, file);
  return made;
}
