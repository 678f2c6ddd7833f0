import { sql } from 'kysely';
import type { UserRef } from '../../../../shared/contracts/shapes.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { COMMENT_COUNT, HAS_DRAFT, type TaskRow, type Viewer } from '../../inbox/index.ts';
import type { LockedInstance, State } from '../../processes/index.ts';
import { personRef } from '../../users/index.ts';
import type { ActiveDelegation, Caller, LinkRow, TaskRights } from './tasks.rules.ts';

interface OwnColumns {
  readonly confidential: string | null;
  readonly token: string;
  readonly instance_id: string;
  readonly process_key: string;
  readonly process_number: number;
  readonly node_id: string;
  readonly variables: Record<string, unknown>;
  readonly held_id: string | null;
  readonly held_by: string | null;
  readonly held_until: Date | null;
  /** Until when the clock is stopped; null while it runs. */
  readonly clock_until: Date | null;
  readonly clock_since: Date | null;
  readonly clock_by: string | null;
}

/** A task with everything for a decision about it: its links, its process instance, and the caller's rights today. */
export interface LoadedTask {
  readonly row: TaskRow & OwnColumns;
  readonly rights: TaskRights;
  readonly caller: Caller;
  readonly people: ReadonlyMap<string, UserRef>;
  readonly instance: LockedInstance;
}

interface LoadedRow extends TaskRow, OwnColumns {
  readonly instance_id: string;
  readonly process_key: string;
  readonly process_number: number;
  readonly node_id: string;
  readonly links: LinkRow[] | null;
  readonly people: PersonRow[] | null;
  readonly groups: string[];
  readonly delegations: ActiveDelegation[] | null;
  readonly i_state: State;
  readonly i_status: string;
  readonly i_parent: string | null;
  readonly i_case_type: string | null;
  readonly i_record: string | null;
  readonly i_parent_token: string | null;
  readonly i_business_key: string | null;
  readonly i_starter: string | null;
}

/**
 * Reads one task. With `lock`, locks the process instance first, whose state is current then. The task itself can be older
 * than the lock, so updates must check `status = 'open'` again.
 */
export async function loadTask(tx: Tx, id: string, viewer: Viewer, lock = false): Promise<LoadedTask | undefined> {
  const me = sql`${viewer.userId}::uuid`;
  const { rows } = await sql<LoadedRow>`
    SELECT t.id, t.name, t.description, t.status, t.process_key, p.name AS process_name, p.four_eyes, t.process_number, t.node_id, t.token,
      t.instance_id, t.business_key, t.form_id, t.form_number, t.priority, t.created_at, t.due_at, t.due_is_day, t.escalate_at,
      t.follow_up_at, t.ended_at, t.outcome, t.assignee_id, t.owner_id, t.ended_by, t.on_behalf_of, t.delegated, t.rev, t.variables, t.confidential, t.held_id, t.held_by, t.held_until,
      z.until AS snoozed_until, ${COMMENT_COUNT} AS comments, y.until AS clock_until, y.since AS clock_since, y.user_id AS clock_by,
      i.state AS i_state, i.status AS i_status, i.parent_id AS i_parent, i.parent_token AS i_parent_token, i.case_type_id AS i_case_type, i.case_type_id, i.record_id AS i_record,
      i.business_key AS i_business_key, i.starter_id AS i_starter,
      EXISTS (SELECT 1 FROM task_read r WHERE r.task_id = t.id AND r.user_id = ${me} OFFSET 0) AS is_read, ${HAS_DRAFT} AS has_draft,
      (SELECT jsonb_agg(jsonb_build_object('kind', l.kind, 'principal', l.principal, 'rule', l.rule, 'since', l.since, 'groupName', g.name) ORDER BY l.since, l.principal, l.kind)
         FROM task_identity_link l LEFT JOIN app_group g ON l.principal LIKE 'g:%' AND g.id = substr(l.principal, 3) WHERE l.task_id = t.id) AS links,
      (SELECT jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id)) FROM app_user u
         WHERE u.id = ANY(ARRAY[t.assignee_id, t.owner_id, t.ended_by, t.on_behalf_of, t.held_by, y.user_id, ${me}]
           || ARRAY(SELECT substr(l.principal, 3)::uuid FROM task_identity_link l WHERE l.task_id = t.id AND l.principal ~ '^u:[0-9a-f]')
           || ARRAY(SELECT (l.rule->>'by')::uuid FROM task_identity_link l WHERE l.task_id = t.id AND l.rule ? 'by'))) AS people,
      ARRAY(SELECT m.group_id FROM group_member m WHERE m.user_id = ${me}) AS groups,
      (SELECT jsonb_agg(jsonb_build_object('userId', d.user_id, 'floor', CASE WHEN d.move_open_tasks THEN NULL
           ELSE uuid_floor(d.start_date::timestamp AT TIME ZONE ${viewer.timeZone}) END)) FROM delegation d
         WHERE d.delegate_user_id = ${me} AND d.removed_at IS NULL AND d.replace_verva AND ${viewer.today}::date BETWEEN d.start_date AND d.end_date) AS delegations
    FROM task t JOIN process_instance i ON i.id = t.instance_id LEFT JOIN process p ON p.key = t.process_key
      LEFT JOIN task_snooze z ON z.task_id = t.id AND z.user_id = ${me}
      LEFT JOIN task_snooze y ON y.task_id = t.id AND y.stops_clock AND y.until > ${viewer.now}
    WHERE t.id = ${id}::uuid AND t.status <> 'reading' ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(tx);
  const row = rows[0];
  return row && toLoadedTask(row, viewer);
}

function toLoadedTask(row: LoadedRow, viewer: Viewer): LoadedTask {
  return {
    row,
    rights: {
      id: row.id,
      assigneeId: row.assignee_id,
      ownerId: row.owner_id,
      endedBy: row.ended_by,
      confidential: row.confidential,
      delegated: row.delegated,
      links: row.links ?? [],
    },
    caller: { userId: viewer.userId, groups: row.groups, activeDelegations: row.delegations ?? [] },
    people: new Map((row.people ?? []).map((u) => [u.id, personRef(u)])),
    instance: {
      id: row.instance_id,
      processKey: row.process_key,
      number: row.process_number,
      status: row.i_status,
      state: row.i_state,
      businessKey: row.i_business_key,
      starterId: row.i_starter,
      parentId: row.i_parent,
      parentToken: row.i_parent_token,
      caseTypeId: row.i_case_type,
      recordId: row.i_record,
    },
  };
}

/** A user in queries of tasks; `avatar` is the file ID of the picture. */
interface PersonRow {
  readonly id: string;
  readonly username: string;
  readonly name: string | null;
  readonly avatar?: string | null;
}

/** Whether the user has acted on this task (claimed, assigned, saved, completed on behalf of another). */
export async function hasActed(tx: Tx, taskId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM process_history WHERE task_id = ${taskId}::uuid AND actor_id = ${userId}::uuid AND kind <> 'created' LIMIT 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** The columns of a task that actions change. */
export type TaskChange = Pick<
  LoadedTask['row'],
  | 'status'
  | 'form_number'
  | 'priority'
  | 'due_at'
  | 'due_is_day'
  | 'escalate_at'
  | 'follow_up_at'
  | 'ended_at'
  | 'outcome'
  | 'assignee_id'
  | 'owner_id'
  | 'ended_by'
  | 'on_behalf_of'
  | 'delegated'
  | 'rev'
  | 'variables'
  | 'confidential'
  | 'held_id'
  | 'held_by'
  | 'held_until'
>;

const CHANGE = sql`status, form_number, priority, due_at, due_is_day, escalate_at, follow_up_at, ended_at, outcome, assignee_id, owner_id,
  ended_by, on_behalf_of, delegated, rev, variables, confidential, held_id, held_by, held_until`;

export async function markRead(tx: Tx, taskId: string, userId: string): Promise<void> {
  await sql`INSERT INTO task_read (user_id, task_id) VALUES (${userId}::uuid, ${taskId}::uuid) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
}

/** Ends an open task; false when another user ended or claimed it meanwhile. */
export async function endTask(
  tx: Tx,
  task: LoadedTask,
  end: { by: string; onBehalfOf: string | null; at: Date; outcome: string; variables: Record<string, unknown> },
): Promise<TaskChange | undefined> {
  const { rows } = await sql<TaskChange>`
    UPDATE task SET status = 'completed', ended_at = ${end.at}, ended_by = ${end.by}::uuid, on_behalf_of = ${end.onBehalfOf}::uuid,
      outcome = ${end.outcome}, variables = ${json(end.variables)}::jsonb, rev = rev + 1
    WHERE id = ${task.row.id}::uuid AND status = 'open' AND assignee_id IS NOT DISTINCT FROM ${task.row.assignee_id}::uuid
    RETURNING ${CHANGE}`.execute(tx);
  return rows[0];
}

/** Reserves an open task until its deferred completion is executed or undone; false when it is no longer open. */
export async function reserveTask(
  tx: Tx,
  task: LoadedTask,
  reservation: { id: string; by: string; until: Date },
): Promise<TaskChange | undefined> {
  const { rows } = await sql<TaskChange>`
    UPDATE task SET status = 'held', held_id = ${reservation.id}::uuid, held_by = ${reservation.by}::uuid, held_until = ${reservation.until}, rev = rev + 1
    WHERE id = ${task.row.id}::uuid AND status = 'open' AND assignee_id IS NOT DISTINCT FROM ${task.row.assignee_id}::uuid
    RETURNING ${CHANGE}`.execute(tx);
  return rows[0];
}

/** Reopens a task with a deferred completion; false when this deferred completion no longer reserves it. */
export async function reopenTask(tx: Tx, taskId: string, deferredActionId: string): Promise<boolean> {
  const { rows } = await sql`
    UPDATE task SET status = 'open', held_id = NULL, held_by = NULL, held_until = NULL, rev = rev + 1
    WHERE id = ${taskId}::uuid AND status = 'held' AND held_id = ${deferredActionId}::uuid RETURNING id`.execute(tx);
  return rows.length > 0;
}

export async function saveVariables(
  tx: Tx,
  taskId: string,
  variables: Record<string, unknown>,
): Promise<TaskChange | undefined> {
  const { rows } = await sql<TaskChange>`
    UPDATE task SET variables = variables || ${json(variables)}::jsonb, rev = rev + 1
    WHERE id = ${taskId}::uuid AND status = 'open' RETURNING ${CHANGE}`.execute(tx);
  return rows[0];
}

export interface Assignment {
  readonly taskId: string;
  /** The new assignee; null removes the assignee. */
  readonly to: string | null;
  /** The expected current assignee; undefined: any. */
  readonly from?: string | null;
  readonly rule: LinkRow['rule'];
  readonly at: Date;
  /** Delegates the task: the owner stays responsible. Without it, the new assignee owns the task. */
  readonly delegated?: { readonly as: 'returns' | 'final'; readonly ownerId: string };
}

/** Changes the assignee; false when the task is no longer open or its assignee is not `from`. */
export async function assignTask(tx: Tx, assignment: Assignment): Promise<TaskChange | undefined> {
  const { taskId, to, from, rule, at, delegated } = assignment;
  const expected = from === undefined ? sql`` : sql`AND assignee_id IS NOT DISTINCT FROM ${from}::uuid`;
  const { rows } = await sql<TaskChange>`
    WITH changed AS (
      UPDATE task SET assignee_id = ${to}::uuid, delegated = ${delegated?.as ?? null},
        owner_id = coalesce(${delegated?.ownerId ?? null}::uuid, owner_id), rev = rev + 1 WHERE id = ${taskId}::uuid AND status = 'open' ${expected} RETURNING id, ${CHANGE}),
    old AS (
      DELETE FROM task_identity_link l USING changed WHERE l.task_id = changed.id AND l.kind = 'assignee'
        AND l.principal IS DISTINCT FROM 'u:' || ${to}::text),
    new AS (
      INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
      SELECT id, 'assignee', 'u:' || ${to}::text, ${json(rule)}::jsonb, ${at} FROM changed WHERE ${to}::text IS NOT NULL
      ON CONFLICT (tenant_id, task_id, kind, principal) DO UPDATE SET rule = excluded.rule, since = excluded.since)
    SELECT ${CHANGE} FROM changed`.execute(tx);
  return rows[0];
}

/** Links a user or a group to the task; an existing link stays unchanged. */
export async function addLink(
  tx: Tx,
  taskId: string,
  link: Pick<LinkRow, 'kind' | 'principal' | 'rule'> & { readonly at: Date },
): Promise<void> {
  await sql`
    INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
    VALUES (${taskId}::uuid, ${link.kind}, ${link.principal}, ${json(link.rule)}::jsonb, ${link.at}) ON CONFLICT DO NOTHING`.execute(
    tx,
  );
}

export async function removeCandidate(tx: Tx, taskId: string, principal: string): Promise<void> {
  await sql`DELETE FROM task_identity_link WHERE task_id = ${taskId}::uuid AND kind = 'candidate' AND principal = ${principal}`.execute(
    tx,
  );
}

/** Increments the version of a task whose links changed. */
export async function touchTask(tx: Tx, taskId: string): Promise<void> {
  await sql`UPDATE task SET rev = rev + 1 WHERE id = ${taskId}::uuid`.execute(tx);
}

/** Finds a user by username, key or `me`. Excludes readers from partner organisations, who cannot have tasks. */
export async function findPerson(tx: Tx, who: string, me: string) {
  const key = who === 'me' ? me : isUuid(who) ? who : null;
  const { rows } = await sql<{ id: string; username: string; name: string | null; status: string }>`
    SELECT id, username, name, status FROM app_user WHERE source <> 'partner' AND ${key === null ? sql`username = lower(${who})` : sql`id = ${key}::uuid`}`.execute(
    tx,
  );
  return rows[0];
}

export async function groupExists(tx: Tx, id: string): Promise<boolean> {
  return (await sql`SELECT 1 FROM app_group WHERE id = ${id}`.execute(tx)).rows.length > 0;
}
