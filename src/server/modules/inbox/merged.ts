import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { lit, principals, type Viewer } from './inbox.store.ts';
import type { PartitionColumn } from './inbox-partitions.ts';
import {
  type InboxPosition,
  inboxRowsAfter,
  keysOf,
  type Ordered,
  partitionKeys,
  partitionOrder,
  partitionRowsAfter,
} from './orders.ts';

type Sql = RawBuilder<unknown>;

/** One inbox the caller can read (SQL alias `p`). */
export interface Inbox {
  readonly principal: string;
  readonly rank: number;
  readonly via_user: string | null;
  readonly via_group: string | null;
  readonly floor: string | null;
}

/** With more inboxes, planning the statement takes longer than reading. */
export const MAX_MERGED = 48;

/** Returns the inboxes the caller reads, each once. */
export async function readInboxes(tx: Tx, viewer: Viewer): Promise<Inbox[]> {
  const { rows } = await sql<Inbox>`
    WITH ${principals(viewer)}
    SELECT DISTINCT ON (principal) * FROM p ORDER BY principal, rank, floor NULLS FIRST`.execute(tx);
  return rows;
}

export interface Merge extends Ordered {
  readonly after?: InboxPosition;
  readonly inboxes: readonly Inbox[];
  /** Conditions on the rows `i` that bound the range of each inbox. */
  readonly range: readonly Sql[];
  /** Maximum number of rows to read. */
  readonly mergeLimit: number;
  /** Selects the `task_id` of all tasks that can match, if an index knows them. */
  readonly prefilter?: Sql;
  /** Whether the prefilter selects `process_key`, too. */
  readonly hasProcess?: boolean | undefined;
  /** Whether a row `i` of an inbox `s` matches. */
  readonly fits: Sql;
}

/**
 * Returns the common table expression `name`: the first `limit` matching tasks of all inboxes in the order of the list,
 * with the keys of the order, `fits` and `is_end`. `is_end` marks the last row that was read when `mergeLimit` was
 * reached. The inboxes are merged row by row along one index, only up to the last requested task. Needs the table `p`.
 */
export function merged(merge: Merge, name: string, limit: number): Sql {
  const { order, mergeLimit, prefilter, fits } = merge;
  // A task can be in several inboxes: only the row with the caller's best right counts.
  const isBest = sql`i.principal = (SELECT s.principal FROM (SELECT * FROM task_inbox o WHERE o.task_id = i.task_id OFFSET 0) i
      JOIN p s ON s.principal = i.principal WHERE ${fits} ORDER BY s.rank, s.principal LIMIT 1)`;
  const isMatch = prefilter
    ? sql`(i.task_id IN (SELECT f.task_id FROM (${prefilter}) f)) IS TRUE AND ${isBest}`
    : sql`(SELECT ${fits} FROM (SELECT i.principal, i.rank, i.via_user, i.floor) s) AND ${isBest}`;
  // OFFSET makes the database evaluate it once per row, not once for the condition and once for the column.
  return sql`${sql.raw(name)} AS MATERIALIZED (
    SELECT * FROM (SELECT ${keysOf(order, sql`i.`)}, (${isMatch}) AS fits, i.is_end
      FROM (SELECT i.*, row_number() OVER () = ${lit(mergeLimit)} AS is_end
        FROM (SELECT * FROM (${inOrder(merge)}) i LIMIT ${lit(mergeLimit)}) i) i OFFSET 0) i
    WHERE i.fits OR i.is_end LIMIT ${lit(limit)})`;
}

/** Selects all rows of the inboxes in the order of the list; by process, only those of processes that the prefilter found. */
function inOrder(merge: Merge): Sql {
  const { order, inboxes, range, prefilter, after } = merge;
  const by: readonly PartitionColumn[] = prefilter && order === 'process' && merge.hasProcess ? ['process_key'] : [];
  const isOfProcess = by.length > 0;
  const places = !after
    ? [sql`true`]
    : isOfProcess
      ? [partitionRowsAfter(merge, by, after)]
      : inboxRowsAfter(merge, after);
  const sorted = partitionOrder(merge, by);
  // Rounded up to a multiple of four, so that users with a few more groups share a prepared statement.
  const padded = Array.from({ length: Math.ceil(inboxes.length / 4) * 4 }, (_, index) => inboxes[index]);
  // Each has its own ORDER BY: otherwise the planner may read all rows of an inbox and sort them.
  const selects = padded.flatMap((inbox) =>
    places.map((place) => {
      const columns = prefilter
        ? sql`${partitionKeys(order, by)}, i.principal`
        : sql`i.*, ${inbox?.rank ?? null}::int AS rank, ${inbox?.via_user ?? null}::uuid AS via_user, ${inbox?.floor ?? null}::uuid AS floor`;
      const one = [
        sql`i.principal = ${inbox?.principal ?? null}::text`,
        ...(isOfProcess ? [sql`i.process_key = s.process_key`] : []),
        place,
        ...range,
      ];
      return sql`(SELECT ${columns} FROM task_inbox i WHERE ${sql.join(one, sql` AND `)} ${sorted})`;
    }),
  );
  const all = sql`SELECT * FROM (${sql.join(selects, sql` UNION ALL `)}) i ${sorted}`;
  // One process after the other, only as far as needed: sorted together, all rows of each would be read.
  return isOfProcess
    ? sql`SELECT i.* FROM (SELECT f.process_key FROM (${prefilter}) f GROUP BY f.process_key
        ORDER BY f.process_key ${merge.backwards ? sql`DESC` : sql`ASC`}) s CROSS JOIN LATERAL (${all}) i`
    : all;
}
