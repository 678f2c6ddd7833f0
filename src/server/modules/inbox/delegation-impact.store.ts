import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type InboxRow, TASK_COLUMNS, type Viewer } from './inbox.store.ts';

/** The delegator whose tasks a delegate would see. Tasks with an ID below `floor` are not transferred. */
interface Delegator {
  readonly userId: string;
  readonly floor: { readonly day: string } | null;
}

/** Number of tasks, and the first of them by due date. */
export interface CountedTasks {
  readonly count: number;
  readonly rows: InboxRow[];
}

/** Counts the delegator's open tasks that a delegate would see and returns the first by due date. Excludes confidential tasks. */
export async function readTransferred(
  tx: Tx,
  viewer: Viewer,
  delegator: Delegator,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<CountedTasks> {
  const from = sql`task_inbox i JOIN task t ON t.id = i.task_id
    WHERE i.principal = 'u:' || ${delegator.userId}::text AND ${fromFloor(delegator, viewer)} AND ${condition}`;
  return readFirst(tx, from, sql`2 AS rank, ${delegator.userId}::uuid AS via_user, NULL::text AS via_group`, limit);
}

/** Of processes with a four-eyes rule; a condition for `readTransferred`. */
export const withFourEyes = sql`EXISTS (SELECT 1 FROM process p WHERE p.key = t.process_key AND p.four_eyes <> 'none')`;

/** The delegator's open tasks in groups without the delegate. */
export async function readOfGroups(
  tx: Tx,
  userId: string,
  delegateUserId: string,
  limit: number,
): Promise<CountedTasks> {
  const from = sql`(SELECT DISTINCT ON (i.task_id) i.task_id, i.due_at, m.group_id
      FROM group_member m CROSS JOIN LATERAL
        (SELECT n.task_id, n.due_at FROM task_inbox n WHERE n.principal = 'g:' || m.group_id OFFSET 0) i
      WHERE m.user_id = ${userId}::uuid
        AND NOT EXISTS (SELECT 1 FROM (SELECT n.principal FROM task_inbox n WHERE n.task_id = i.task_id OFFSET 0) o WHERE (
          o.principal IN ('u:' || ${userId}::text, 'u:' || ${delegateUserId}::text, 'c:' || ${delegateUserId}::text)
          OR o.principal IN (SELECT 'g:' || d.group_id FROM group_member d WHERE d.user_id = ${delegateUserId}::uuid)))
      ORDER BY i.task_id, m.group_id) i`;
  return readFirst(tx, from, sql`1 AS rank, NULL::uuid AS via_user, i.group_id AS via_group`, limit);
}

/** The delegator's open confidential tasks. Manuals to read are not counted: they are never transferred either. */
export async function readConfidential(tx: Tx, userId: string, limit: number): Promise<CountedTasks> {
  const from = sql`task_inbox i
    WHERE i.principal = 'c:' || ${userId}::text AND NOT (i.process_key = '' AND i.node_id = 'manual')`;
  return readFirst(tx, from, sql`0 AS rank, NULL::uuid AS via_user, NULL::text AS via_group`, limit);
}

/** Counts the rows `i` of `from` and returns the first of their tasks; `via` are the columns of the right to them. */
async function readFirst(
  tx: Tx,
  from: RawBuilder<unknown>,
  via: RawBuilder<unknown>,
  limit: number,
): Promise<CountedTasks> {
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${from}`.execute(tx);
  const { count } = counted.rows[0]!;
  if (count === 0 || limit === 0) return { count, rows: [] };
  const { rows } = await sql<InboxRow>`
    WITH k AS (SELECT i.task_id, i.due_at, ${via} FROM ${from} ORDER BY i.due_at, i.task_id LIMIT ${sql.lit(limit)})
    SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group
    FROM k JOIN task t ON t.id = k.task_id LEFT JOIN process pr ON pr.key = t.process_key ORDER BY k.due_at, k.task_id`.execute(
    tx,
  );
  return { count, rows };
}

function fromFloor({ floor }: Delegator, { timeZone }: Viewer): RawBuilder<unknown> {
  return floor === null
    ? sql`true`
    : sql`i.task_id >= uuid_floor(${floor.day}::date::timestamp AT TIME ZONE ${timeZone})`;
}
