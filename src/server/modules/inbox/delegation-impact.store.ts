import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type InboxRow, TASK_COLUMNS, type Viewer } from './inbox.store.ts';

/** The delegator whose tasks a delegate would see. Tasks with an ID below `floor` are not transferred. */
interface Delegator {
  readonly userId: string;
  readonly floor: { readonly day: string } | null;
}

/** Counts the delegator's open tasks that a delegate would see and returns the first by due date. Excludes confidential tasks. */
export async function readTransferred(
  tx: Tx,
  viewer: Viewer,
  delegator: Delegator,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<{ count: number; rows: InboxRow[] }> {
  const rows = sql`FROM task_inbox i JOIN task t ON t.id = i.task_id
    WHERE i.principal = 'u:' || ${delegator.userId}::text AND ${fromFloor(delegator, viewer)} AND ${condition}`;
  const counted = await sql<{ count: number }>`SELECT count(*)::int AS count ${rows}`.execute(tx);
  const first = await sql<InboxRow>`
    WITH k AS (SELECT i.task_id, i.due_at, 2 AS rank, ${delegator.userId}::uuid AS via_user, NULL::text AS via_group ${rows}
      ORDER BY i.due_at, i.task_id LIMIT ${sql.lit(limit)})
    SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group
    FROM k JOIN task t ON t.id = k.task_id LEFT JOIN process pr ON pr.key = t.process_key ORDER BY k.due_at, k.task_id`.execute(
    tx,
  );
  return { count: counted.rows[0]!.count, rows: first.rows };
}

/** Counts the transferred tasks of cases that the delegate started or is the `requester` of, with the name of the one due first. */
export async function readOwnRequests(
  tx: Tx,
  viewer: Viewer,
  delegator: Delegator,
  delegateUserId: string,
): Promise<{ count: number; task: string | null }> {
  const { rows } = await sql<{ count: number; task: string | null }>`
    SELECT count(*)::int AS count, (array_agg(t.name ORDER BY i.due_at, i.task_id))[1] AS task
    FROM task_inbox i JOIN task t ON t.id = i.task_id JOIN process_instance c ON c.id = t.instance_id
    WHERE i.principal = 'u:' || ${delegator.userId}::text AND ${fromFloor(delegator, viewer)}
      AND (c.starter_id = ${delegateUserId}::uuid OR c.state #>> '{items,0,vars,requester}' IN (SELECT unnest(ARRAY[u.username, u.id::text])
        FROM app_user u WHERE u.id = ${delegateUserId}::uuid))`.execute(tx);
  return rows[0]!;
}

/** Counts the delegator's open tasks that a delegate does not get: confidential ones and those of groups without the delegate. Manuals to read are never transferred. */
export async function countNotTransferred(
  tx: Tx,
  userId: string,
  delegateUserId: string,
): Promise<{ unseen: number; confidential: number }> {
  const { rows } = await sql<{ unseen: number; confidential: number }>`
    SELECT (SELECT count(DISTINCT i.task_id)::int
        FROM group_member m CROSS JOIN LATERAL (SELECT n.task_id FROM task_inbox n WHERE n.principal = 'g:' || m.group_id OFFSET 0) i
        WHERE m.user_id = ${userId}::uuid
          AND NOT EXISTS (SELECT 1 FROM (SELECT n.principal FROM task_inbox n WHERE n.task_id = i.task_id OFFSET 0) o WHERE (
            o.principal IN ('u:' || ${userId}::text, 'u:' || ${delegateUserId}::text, 'c:' || ${delegateUserId}::text)
            OR o.principal IN (SELECT 'g:' || d.group_id FROM group_member d WHERE d.user_id = ${delegateUserId}::uuid)))) AS unseen,
      (SELECT count(*)::int FROM task_inbox WHERE principal = 'c:' || ${userId}::text AND NOT (process_key = '' AND node_id = 'manual')) AS confidential`.execute(
    tx,
  );
  return rows[0]!;
}

function fromFloor({ floor }: Delegator, { timeZone }: Viewer): RawBuilder<unknown> {
  return floor === null
    ? sql`true`
    : sql`i.task_id >= uuid_floor(${floor.day}::date::timestamp AT TIME ZONE ${timeZone})`;
}
