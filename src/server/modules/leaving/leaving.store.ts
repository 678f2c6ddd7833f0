import { type RawBuilder, sql } from 'kysely';
import {
  type CountedTasks,
  PREVIEW_TASKS,
  type TaskReceivers,
  type UserDependents,
} from '../../../shared/contracts/leaving.contract.ts';
import type { Tx } from '../../platform/database.ts';
import type { NewItem } from '../runs/index.ts';
import { entitledGroups, hasOtherCandidate } from '../tasks/index.ts';

/**
 * The open tasks `x` that users leave behind: assigned to the user, offered only to users who leave, or delegated by the user.
 * Confidential tasks have no name here, because any administrator reads the preview and the results.
 */
const leftTasks = (userIds: readonly string[]): RawBuilder<unknown> => sql`(
  SELECT k.leaver_id, t.id, t.due_at, t.confidential, t.delegated, t.assignee_id, t.owner_id, ${hasOtherCandidate(userIds)} AS has_candidate,
    CASE WHEN t.confidential IS NULL THEN t.name END AS name, CASE WHEN t.confidential IS NULL THEN t.business_key END AS business_key
  FROM (SELECT substr(i.principal, 3)::uuid AS leaver_id, i.task_id FROM task_inbox i
      WHERE i.principal = ANY(${principalsOf(userIds, ['u', 'c'])}::text[]) AND NOT (i.process_key = '' AND i.node_id = 'manual')
    UNION SELECT substr(l.principal, 3)::uuid, l.task_id FROM task_identity_link l
      WHERE l.principal = ANY(${principalsOf(userIds, ['u'])}::text[]) AND l.kind = 'owner') k
  JOIN LATERAL (SELECT * FROM task WHERE id = k.task_id OFFSET 0) t ON t.status = 'open' AND t.instance_id IS NOT NULL
  WHERE CASE WHEN t.assignee_id = k.leaver_id THEN true
    WHEN t.assignee_id IS NOT NULL THEN t.owner_id = k.leaver_id AND t.delegated IS NOT NULL
    ELSE NOT ${hasOtherCandidate(userIds)} END) x`;

const principalsOf = (userIds: readonly string[], kinds: readonly ('u' | 'c')[]): string[] =>
  userIds.flatMap((id) => kinds.map((kind) => `${kind}:${id}`));

/** Reads the open tasks that users leave behind, by user and due date. */
export async function readLeftTasks(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, NewItem[]>> {
  const { rows } = await sql<NewItem & { leaver: string }>`
    SELECT leaver_id AS leaver, id, name, business_key AS "businessKey" FROM ${leftTasks(userIds)} ORDER BY due_at, id`.execute(
    tx,
  );
  return Map.groupBy(rows, ({ leaver }) => leaver);
}

/** Counts the open tasks that users leave behind; one that two of them leave counts twice. */
export async function countLeftTasks(tx: Tx, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${leftTasks(userIds)}`.execute(tx);
  return rows[0]!.count;
}

/** Counts the open tasks by who receives them, with the first of each. `hasManager`: a line manager can receive tasks. */
export async function readReceivers(tx: Tx, userId: string, hasManager: boolean): Promise<TaskReceivers> {
  const isStaffed = (kind: 'health' | 'pay') => sql`x.confidential = ${kind} AND EXISTS (SELECT 1 FROM group_member m
    JOIN app_user u ON u.id = m.user_id WHERE m.group_id = ANY(${[...entitledGroups(kind)]}::text[])
      AND u.status = 'active' AND u.id <> ${userId}::uuid)`;
  const { rows } = await sql<{ receiver: keyof TaskReceivers } & CountedTasks>`
    SELECT receiver, max(n)::int AS count, jsonb_agg(jsonb_build_object('id', id, 'name', name, 'businessKey', business_key) ORDER BY n) AS tasks
    FROM (SELECT y.*, row_number() OVER (PARTITION BY receiver ORDER BY due_at, id) AS n, count(*) OVER (PARTITION BY receiver) AS total
      FROM (SELECT x.*, CASE
          WHEN x.assignee_id = ${userId}::uuid AND x.delegated IS NOT NULL AND x.owner_id <> ${userId}::uuid
            AND EXISTS (SELECT 1 FROM app_user o WHERE o.id = x.owner_id AND o.status = 'active') THEN 'owner'
          WHEN x.assignee_id = ${userId}::uuid AND x.has_candidate THEN 'candidates'
          WHEN x.confidential IS NOT NULL THEN CASE WHEN ${isStaffed('health')} OR ${isStaffed('pay')} THEN 'entitled' ELSE 'none' END
          WHEN ${hasManager} THEN 'manager' ELSE 'none' END AS receiver FROM ${leftTasks([userId])}) y) z
    WHERE n <= ${sql.lit(PREVIEW_TASKS)} OR n = total GROUP BY receiver`.execute(tx);
  const of = (receiver: keyof TaskReceivers): CountedTasks => {
    const row = rows.find((one) => one.receiver === receiver);
    return row ? { count: row.count, tasks: row.tasks.slice(0, PREVIEW_TASKS) } : { count: 0, tasks: [] };
  };
  return {
    owner: of('owner'),
    candidates: of('candidates'),
    manager: of('manager'),
    entitled: of('entitled'),
    none: of('none'),
  };
}

type Counts = Omit<UserDependents, 'receivers' | 'manager' | 'delegators'>;

/** Counts what depends on a user. */
export async function countDependents(tx: Tx, key: string, today: string): Promise<Counts> {
  const id = sql`${key}::uuid`;
  const { rows } = await sql<Counts>`SELECT
      (SELECT count(*)::int FROM task WHERE assignee_id = ${id} AND status IN ('open', 'held')) AS tasks,
      (SELECT count(*)::int FROM task WHERE assignee_id = ${id} AND status IN ('open', 'held') AND delegated IS NOT NULL
        AND owner_id <> ${id}) AS "delegatedTo",
      (SELECT count(*)::int FROM ${leftTasks([key])} WHERE x.assignee_id <> ${id}) AS "delegatedBy",
      (SELECT count(*)::int FROM ${leftTasks([key])} WHERE x.assignee_id IS NULL) AS offered,
      (SELECT count(*)::int FROM delegation WHERE (user_id = ${id} OR delegate_user_id = ${id})
        AND removed_at IS NULL AND end_date >= ${today}::date) AS delegations,
      (SELECT count(DISTINCT m.user_id)::int FROM user_manager m JOIN app_user u ON u.id = m.user_id
        WHERE m.manager_id = ${id} AND u.status = 'active') AS managed,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY lower(name), id) FROM department
        WHERE manager_id = ${id} AND active), '[]') AS departments,
      (SELECT count(*)::int FROM manual WHERE owner_id = ${id} AND status = '1_active') AS manuals`.execute(tx);
  return rows[0]!;
}

/** Reads the names of users (`u:<id>`) and groups (`g:<id>`). */
export async function readNames(tx: Tx, principals: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: 'u:' | 'g:') =>
    principals.filter((one) => one.startsWith(kind)).map((principal) => principal.slice(2));
  const { rows } = await sql<{ principal: string; name: string }>`
    SELECT 'u:' || id AS principal, coalesce(name, username) AS name FROM app_user WHERE id = ANY(${idsOf('u:')}::uuid[])
    UNION ALL SELECT 'g:' || id, name FROM app_group WHERE id = ANY(${idsOf('g:')}::text[])`.execute(tx);
  return new Map(rows.map(({ principal, name }) => [principal, name]));
}
