import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { lit, principals, type Viewer } from './inbox.store.ts';
import type { PartitionColumn } from './inbox-partitions.ts';
import {
  behindInbox,
  behindStream,
  type InboxPosition,
  keysOf,
  type Ordered,
  streamKeys,
  streamOrder,
} from './orders.ts';

type Sql = RawBuilder<unknown>;

/** An inbox that the caller reads, as `p` has it. */
export interface Inbox {
  readonly principal: string;
  readonly rank: number;
  readonly via_user: string | null;
  readonly via_group: string | null;
  readonly floor: string | null;
}

/** Of more inboxes at once the planning would take longer than the reading. */
export const MERGED_MOST = 48;

/** The inboxes the caller reads, each once. */
export async function readInboxes(tx: Tx, viewer: Viewer): Promise<Inbox[]> {
  const { rows } = await sql<Inbox>`
    WITH ${principals(viewer)}
    SELECT DISTINCT ON (principal) * FROM p ORDER BY principal, rank, floor NULLS FIRST`.execute(tx);
  return rows;
}

export interface Merge extends Ordered {
  readonly after?: InboxPosition;
  readonly inboxes: readonly Inbox[];
  /** From where to where of each inbox is read; of its rows `i`. */
  readonly range: readonly Sql[];
  /** So many rows are looked at. */
  readonly run: number;
  /** Tasks `task_id` of which alone can fit, where an index knew them. */
  readonly among?: Sql;
  /** It gives their `process_key` too. */
  readonly knowsProcess?: boolean | undefined;
  /** Whether a row `i` of an inbox `s` fits. */
  readonly fits: Sql;
}

/**
 * The table `name`: the first `most` tasks that fit of all inboxes together, in the order of the
 * list, as the keys of the order with `fits` and `is_end`. The latter marks the last row that was looked at, when that was
 * the last of `run`. The inboxes are merged row by row along one index, no farther than to the last task that is wanted.
 * Needs the table `p`.
 */
export function merged(merge: Merge, name: string, most: number): Sql {
  const { order, run, among, fits } = merge;
  // A task stands in several inboxes: it is taken where the caller's best right to it is.
  const isBest = sql`i.principal = (SELECT s.principal FROM (SELECT * FROM task_inbox o WHERE o.task_id = i.task_id OFFSET 0) i
      JOIN p s ON s.principal = i.principal WHERE ${fits} ORDER BY s.rank, s.principal LIMIT 1)`;
  const isWanted = among
    ? sql`(i.task_id IN (SELECT f.task_id FROM (${among}) f)) IS TRUE AND ${isBest}`
    : sql`(SELECT ${fits} FROM (SELECT i.principal, i.rank, i.via_user, i.floor) s) AND ${isBest}`;
  // With OFFSET it is asked once of each row, not once for the condition and once for the column.
  return sql`${sql.raw(name)} AS MATERIALIZED (
    SELECT * FROM (SELECT ${keysOf(order, sql`i.`)}, (${isWanted}) AS fits, i.is_end
      FROM (SELECT i.*, row_number() OVER () = ${lit(run)} AS is_end
        FROM (SELECT * FROM (${inOrder(merge)}) i LIMIT ${lit(run)}) i) i OFFSET 0) i
    WHERE i.fits OR i.is_end LIMIT ${lit(most)})`;
}

/** All rows of the inboxes in the order of the list; by process only those of processes of which an index knew tasks. */
function inOrder(merge: Merge): Sql {
  const { order, inboxes, range, among, after } = merge;
  const by: readonly PartitionColumn[] = among && order === 'process' && merge.knowsProcess ? ['process_key'] : [];
  const isOfProcess = by.length > 0;
  const places = !after ? [sql`true`] : isOfProcess ? [behindStream(merge, by, after)] : behindInbox(merge, after);
  const sorted = streamOrder(merge, by);
  // Whoever is in a group more has mostly the same statement, planned already.
  const some = Array.from({ length: Math.ceil(inboxes.length / 4) * 4 }, (_, index) => inboxes[index]);
  // Each says its own order: else the planner may read all rows of an inbox and sort them.
  const each = some.flatMap((inbox) =>
    places.map((place) => {
      const columns = among
        ? sql`${streamKeys(order, by)}, i.principal`
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
  const all = sql`SELECT * FROM (${sql.join(each, sql` UNION ALL `)}) i ${sorted}`;
  // One process after the other, no farther than is wanted: sorted together, all rows of each would be read.
  return isOfProcess
    ? sql`SELECT i.* FROM (SELECT f.process_key FROM (${among}) f GROUP BY f.process_key
        ORDER BY f.process_key ${merge.backwards ? sql`DESC` : sql`ASC`}) s CROSS JOIN LATERAL (${all}) i`
    : all;
}
