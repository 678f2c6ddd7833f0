import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { type Place, placeOf } from './orders.ts';
import type { ListedRow } from './task-row.ts';

/** The user whose inbox is read, and the current day of the tenant. */
export interface Viewer {
  readonly userId: string;
  readonly today: string;
  readonly timeZone: string;
  readonly now: Date;
}

/** Number of newest tasks that are searched for kinds. */
const READ_LIMIT = 20_000;

export interface InboxRow extends ListedRow {
  /** Only in rows of a list. */
  readonly place?: Place;
}

/**
 * The inboxes that the caller reads today: their own, those of their groups, and those of every user they are a delegate
 * of. A delegate does not inherit group tasks. A delegation without open tasks starts with tasks created from its first
 * day, and one that does not apply to Verva transfers nothing.
 */
export function principals(viewer: Viewer): RawBuilder<unknown> {
  return sql`p(principal, rank, via_user, via_group, floor) AS MATERIALIZED (
    SELECT 'u:' || ${viewer.userId}::text, 0, NULL::uuid, NULL::text, NULL::uuid
    UNION ALL SELECT 'c:' || ${viewer.userId}::text, 0, NULL, NULL, NULL
    UNION ALL SELECT 'g:' || m.group_id, 1, NULL, m.group_id, NULL FROM group_member m WHERE m.user_id = ${viewer.userId}::uuid
    UNION ALL SELECT 'u:' || d.user_id, 2, d.user_id, NULL,
      CASE WHEN d.move_open_tasks THEN NULL ELSE uuid_floor(d.start_date::timestamp AT TIME ZONE ${viewer.timeZone}) END
      FROM delegation d WHERE d.delegate_user_id = ${viewer.userId}::uuid AND d.removed_at IS NULL AND d.replace_verva
        AND d.end_date >= ${viewer.today}::date AND d.start_date <= ${viewer.today}::date)`;
}

/** IDs of the caller's snoozed tasks. They are few, so that the query plan of the list does not change. */
export function snoozed({ userId, now }: Viewer): RawBuilder<unknown> {
  return sql`ARRAY(SELECT s.task_id FROM task_snooze s WHERE s.user_id = ${userId}::uuid AND s.until > ${now})`;
}

export const isNotSnoozed = (viewer: Viewer) => sql`i.task_id <> ALL(${snoozed(viewer)})`;

/** Whether `i` is a task of a process or a personal task, and not a manual to read. */
const IS_TASK = sql`NOT (i.process_key = '' AND i.node_id = 'manual')`;

/** Row-level security hides the drafts of other users. */
export const HAS_DRAFT = sql`EXISTS (SELECT 1 FROM form_draft f WHERE f.owner_kind = 'task' AND f.owner_id = t.id::text OFFSET 0)`;
/** Whether the caller has read task `t`. OFFSET makes the database check each row: without it, it hashes everything the user has ever read. */
const isRead = sql`EXISTS (SELECT 1 FROM task_read r WHERE r.task_id = t.id OFFSET 0)`;

/** Number of comments of task `t`. */
export const COMMENT_COUNT = sql`(SELECT count(*)::int FROM comment c WHERE c.owner_kind = 'task' AND c.owner_id = t.id AND c.removed_at IS NULL)`;

export const TASK_COLUMNS = sql`t.id, t.name, t.description, CASE t.status WHEN 'reading' THEN 'open' ELSE t.status END AS status,
  CASE t.status WHEN 'reading' THEN t.record_id END AS manual_id, t.process_key, pr.name AS process_name, t.process_number, t.node_id,
  (SELECT n.case_type_id FROM process_instance n WHERE n.id = t.instance_id) AS case_type_id,
  t.instance_id, t.business_key, t.form_id, t.form_number, t.priority, t.created_at, t.due_at, t.due_is_day, t.escalate_at, t.follow_up_at,
  t.ended_at, t.outcome, t.assignee_id, t.owner_id, t.ended_by, t.on_behalf_of, t.delegated, t.rev, pr.four_eyes,
  ${isRead} AS is_read, ${HAS_DRAFT} AS has_draft,
  (SELECT s.until FROM task_snooze s WHERE s.task_id = t.id AND s.user_id = me()) AS snoozed_until,
  ${COMMENT_COUNT} AS comments,
  CASE WHEN coalesce(t.assignee_id, t.owner_id, k.via_user) IS NOT NULL THEN
    (SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id))
      FROM unnest(ARRAY[t.assignee_id, t.owner_id, k.via_user]) one(id)
      JOIN LATERAL (SELECT * FROM app_user WHERE id = one.id OFFSET 0) u ON true WHERE one.id IS NOT NULL) END AS people`;

/** Returns one task as a row of the list, or undefined when it is not in the caller's inbox. */
export async function readInboxTask(tx: Tx, viewer: Viewer, taskId: string): Promise<InboxRow | undefined> {
  const { rows } = await sql<InboxRow>`
    WITH ${principals(viewer)},
    k AS (SELECT i.task_id, p.rank, p.via_user, p.via_group FROM p JOIN task_inbox i ON i.principal = p.principal
      WHERE i.task_id = ${taskId}::uuid AND (p.floor IS NULL OR i.task_id >= p.floor) ORDER BY p.rank LIMIT 1)
    SELECT ${TASK_COLUMNS}, k.rank AS via_rank, k.via_user, k.via_group
    FROM k JOIN task t ON t.id = k.task_id LEFT JOIN process pr ON pr.key = t.process_key`.execute(tx);
  return rows[0];
}

export interface OwnTask {
  readonly id: string;
  readonly name: string;
  readonly business_key: string | null;
  readonly process_key: string;
  readonly node_id: string;
}

/** Returns those of the tasks that are in the caller's inbox. */
export async function readOwnTasks(tx: Tx, viewer: Viewer, taskIds: readonly string[]): Promise<OwnTask[]> {
  const { rows } = await sql<OwnTask>`
    WITH ${principals(viewer)}
    SELECT t.id, t.name, t.business_key, t.process_key, t.node_id FROM task t
    WHERE t.id = ANY(${[...taskIds]}::uuid[]) AND EXISTS (SELECT 1 FROM task_inbox i JOIN p ON p.principal = i.principal
      WHERE i.task_id = t.id AND (p.floor IS NULL OR i.task_id >= p.floor))`.execute(tx);
  return rows;
}

/** A kind of task in an inbox, with the newest version and form that its tasks have. */
export interface InboxKind {
  readonly process_key: string;
  readonly process_number: number;
  readonly node_id: string;
  readonly name: string;
  readonly form_id: string | null;
  readonly form_number: number | null;
  readonly count: number;
}

/** Returns the kinds of the open tasks in an inbox, most frequent first; of the READ_LIMIT newest when there are more (`isCut`). */
export async function readKinds(tx: Tx, viewer: Viewer): Promise<{ kinds: InboxKind[]; isCut: boolean }> {
  const { rows } = await sql<InboxKind & { read: number }>`
    WITH ${principals(viewer)},
    k AS (SELECT DISTINCT x.task_id FROM p CROSS JOIN LATERAL (SELECT i.task_id FROM task_inbox i
        WHERE i.principal = p.principal AND (p.floor IS NULL OR i.task_id >= p.floor) ORDER BY i.task_id DESC LIMIT ${lit(READ_LIMIT)}) x
      ORDER BY x.task_id DESC LIMIT ${lit(READ_LIMIT)}),
    t AS (SELECT t.id, t.process_key, t.process_number, t.node_id, t.name, t.form_id, t.form_number, count(*) OVER ()::int AS read
      FROM k JOIN LATERAL (SELECT * FROM task t WHERE t.id = k.task_id AND t.process_key IS NOT NULL OFFSET 0) t ON true)
    SELECT n.* FROM (
      SELECT DISTINCT ON (process_key, node_id) process_key, process_number, node_id, name, form_id, form_number, read,
        count(*) OVER (PARTITION BY process_key, node_id)::int AS count
      FROM t ORDER BY process_key, node_id, id DESC) n
    ORDER BY n.count DESC, n.process_key, n.node_id`.execute(tx);
  return { kinds: rows, isCut: (rows[0]?.read ?? 0) >= READ_LIMIT };
}

/**
 * Returns the task to show next: the caller's next one of the same instance, else the next in the default order, else the
 * first of the inbox. Never the task itself.
 */
export async function findNext(
  tx: Tx,
  viewer: Viewer,
  task: { id: string; instanceId: string },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH ${principals(viewer)}
    SELECT x.id FROM (
      (SELECT t.id FROM task t JOIN LATERAL (SELECT 1 FROM p JOIN task_inbox i ON i.principal = p.principal
          WHERE i.task_id = t.id AND (p.floor IS NULL OR i.task_id >= p.floor) AND ${isNotSnoozed(viewer)} LIMIT 1) mine ON true
        WHERE t.instance_id = ${task.instanceId}::uuid AND t.status = 'open' AND t.id <> ${task.id}::uuid ORDER BY t.due_at, t.id LIMIT 1)
      UNION ALL
      (SELECT n.task_id FROM p CROSS JOIN LATERAL (SELECT i.due_at, i.task_id FROM task_inbox i
          WHERE i.principal = p.principal AND (p.floor IS NULL OR i.task_id >= p.floor)
            AND ${IS_TASK} AND ${isNotSnoozed(viewer)} AND (i.due_at, i.task_id) > ((SELECT due_at FROM task WHERE id = ${task.id}::uuid), ${task.id}::uuid) ORDER BY i.due_at, i.task_id LIMIT 1) n
        ORDER BY n.due_at, n.task_id LIMIT 1)
      UNION ALL
      (SELECT f.task_id FROM p CROSS JOIN LATERAL (SELECT i.due_at, i.task_id FROM task_inbox i
          WHERE i.principal = p.principal AND (p.floor IS NULL OR i.task_id >= p.floor) AND i.task_id <> ${task.id}::uuid AND ${IS_TASK} AND ${isNotSnoozed(viewer)} ORDER BY i.due_at, i.task_id LIMIT 1) f
        ORDER BY f.due_at, f.task_id LIMIT 1)
    ) x LIMIT 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Returns the exact position of a task in each order, also of a task that is no longer in the inbox. */
export async function placeOfTask(tx: Tx, id: string): Promise<Place> {
  const { rows } = await sql<{ place: Place }>`
    SELECT ${placeOf('due', sql`t.`)} || ${placeOf('created', sql`t.`)} AS place FROM task t WHERE t.id = ${id}::uuid`.execute(
    tx,
  );
  return rows[0]?.place ?? {};
}

/** Returns the caller's first open task of an instance by due date, except one. */
export async function firstTaskOf(
  tx: Tx,
  viewer: Viewer,
  instanceId: string,
  excludedTaskId: string | null = null,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH ${principals(viewer)}
    SELECT t.id FROM task t JOIN LATERAL (SELECT 1 FROM p JOIN task_inbox i ON i.principal = p.principal
      WHERE i.task_id = t.id AND (p.floor IS NULL OR i.task_id >= p.floor) AND ${isNotSnoozed(viewer)} LIMIT 1) mine ON true
    WHERE t.instance_id = ${instanceId}::uuid AND t.status = 'open' AND t.id IS DISTINCT FROM ${excludedTaskId}::uuid ORDER BY t.due_at, t.id LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.id ?? null;
}

/** Counts the tasks of the badge up to `cap`, from the earliest due date, so that overdue tasks are always included. */
export async function countBadge(tx: Tx, viewer: Viewer, now: Date, endOfToday: Date, cap: number) {
  const { rows } = await sql<{ count: number; overdue: number; due_today: number }>`
    WITH ${principals(viewer)},
    k AS (SELECT DISTINCT x.task_id, x.due_at FROM p CROSS JOIN LATERAL (SELECT i.task_id, i.due_at FROM task_inbox i
        WHERE i.principal = p.principal AND (p.floor IS NULL OR i.task_id >= p.floor) AND ${isNotSnoozed(viewer)}
        ORDER BY i.due_at, i.task_id LIMIT ${lit(cap + 1)}) x
      ORDER BY x.due_at, x.task_id LIMIT ${lit(cap + 1)})
    SELECT count(*)::int AS count, count(*) FILTER (WHERE due_at < ${now})::int AS overdue,
      count(*) FILTER (WHERE due_at >= ${now} AND due_at < ${endOfToday})::int AS due_today FROM k`.execute(tx);
  return rows[0]!;
}

/** Writes a limit as a literal: a generic plan does not know a bound parameter and would read whole tables. */
export function lit(value: number): RawBuilder<unknown> {
  return sql.raw(String(Math.trunc(value)));
}
