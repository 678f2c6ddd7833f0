import { sql } from 'kysely';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { administrator } from './postgres.ts';

/** Runs work on the database as a superuser, who passes over all policies. */
export async function withAllRows<T>(db: DatabaseHandle, work: (db: DatabaseHandle) => Promise<T>): Promise<T> {
  // The login of tests on the embedded database is one.
  if (db.kind === 'pglite') return work(db);
  const { rows } = await db.ownerTransaction((tx) =>
    sql<{ name: string }>`SELECT current_database() AS name`.execute(tx),
  );
  const url = new URL(await administrator());
  url.pathname = `/${rows[0]!.name}`;
  const all = await openDatabase({ databaseUrl: url.href, poolSize: 1 });
  try {
    return await work(all);
  } finally {
    await all.close();
  }
}
