import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase, type Tx } from '../../src/server/platform/database.ts';
import type { Kind } from '../support/databases.ts';

/** Manifest of a fixture written by scripts/release-fixture.ts. */
export interface ReleaseManifest {
  readonly release: string;
  /** Time of its creation, at which its tokens are valid. */
  readonly at: string;
  readonly publicUrl: string;
  readonly masterKey: string;
  readonly username: string;
  readonly idToken: string;
  readonly refreshToken: string;
  /** Rows of each table. */
  readonly tables: Readonly<Record<string, number>>;
}

const FOLDER = join(import.meta.dirname, '../fixtures/releases');

/** A database of a release, with its folder of files. */
export interface ReleaseFixture {
  readonly release: string;
  readonly manifest: ReleaseManifest;
  /** The database: a dump of pg_dump, or a compressed archive of PGlite. */
  readonly database: string;
  readonly files: string;
}

export function releaseFixtures(kind: Kind): readonly ReleaseFixture[] {
  return readdirSync(FOLDER)
    .sort()
    .map((release) => join(FOLDER, release, kind))
    .filter((folder) => existsSync(folder))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ReleaseManifest;
      const database = join(folder, kind === 'postgres' ? 'database.dump' : 'database.tar.zst');
      return { release: manifest.release, manifest, database, files: join(folder, 'files') };
    });
}

/** Counts the rows of every table of the product as a superuser, without policies. */
export async function countRows(
  config: Parameters<typeof openDatabase>[0] | DatabaseHandle,
): Promise<Record<string, number>> {
  if ('ownerTransaction' in config) return asSuperuser(config, countAll);
  const db = await openDatabase(config);
  try {
    return await asSuperuser(db, countAll);
  } finally {
    await db.close();
  }
}

/** Reads the rows of all organisations; only for tests. */
export function asSuperuser<T>(db: DatabaseHandle, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.ownerTransaction(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx);
    return work(tx);
  });
}

async function countAll(tx: Tx): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
      AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`.execute(tx);
  const counted: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM ${sql.table(name)}`.execute(tx);
    counted[name] = rows[0]!.n;
  }
  return counted;
}
