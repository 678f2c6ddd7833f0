import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';

/** Rows that one transaction read from a table: by sequential scans, and by indexes. */
export interface Reads {
  readonly table: string;
  readonly sequential: number;
  readonly found: number;
}

/** Returns the database with reporting of what each successful transaction read. */
export function watchReads(db: DatabaseHandle, seen: (reads: readonly Reads[]) => void): DatabaseHandle {
  const watched =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx) => {
      const before = new Map((await readsOf(tx)).map((one) => [one.table, one]));
      const result = await work(tx);
      const reads = (await readsOf(tx)).map(({ table, sequential, found }) => ({
        table,
        sequential: sequential - (before.get(table)?.sequential ?? 0),
        found: found - (before.get(table)?.found ?? 0),
      }));
      seen(reads.filter(({ sequential, found }) => sequential > 0 || found > 0));
      return result;
    };
  return {
    ...db,
    tenantTransaction: (scope, work) => db.tenantTransaction(scope, watched(work)),
    signinTransaction: (work) => db.signinTransaction(watched(work)),
    systemTransaction: (work) => db.systemTransaction(watched(work)),
  };
}

/**
 * Counts since this connection last reported its statistics; the difference of two counts in one transaction is what
 * was read in between.
 */
async function readsOf(tx: Tx): Promise<Reads[]> {
  const { rows } = await sql<Reads>`
    SELECT regexp_replace(relname, '_(\\d{4}_q\\d|other)$', '') AS "table", sum(seq_tup_read)::int AS sequential,
      sum(coalesce(idx_tup_fetch, 0))::int AS found
    FROM pg_stat_xact_user_tables WHERE schemaname = 'public' AND (seq_tup_read > 0 OR idx_tup_fetch > 0) GROUP BY 1`.execute(
    tx,
  );
  return rows;
}
