import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { FourEyesFacts } from '../engine/four-eyes.rules.ts';
import type { DecisionRow } from './four-eyes.store.ts';
import { historyRow } from './history.ts';
import { addHistory } from './instances.store.ts';

/** An open task of a process with a four-eyes rule. */
export interface OpenDecision extends DecisionRow {
  readonly instance_id: string;
  readonly node_id: string;
  readonly token: string;
  readonly assignee_id: string | null;
  readonly confidential: string | null;
}

export async function openTasksOfInstance(tx: Tx, instanceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM task WHERE instance_id = ${instanceId}::uuid AND status = 'open'`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The open tasks of the root instance and of all instances below it. */
export async function openTasksOfCase(tx: Tx, instanceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE up AS (
      SELECT id, parent_id, 1 AS depth FROM process_instance WHERE id = ${instanceId}::uuid
      UNION ALL
      SELECT i.id, i.parent_id, up.depth + 1 FROM up JOIN process_instance i ON i.id = up.parent_id WHERE up.depth < 50),
    down AS (
      SELECT id, 1 AS depth FROM up WHERE parent_id IS NULL
      UNION ALL
      SELECT i.id, down.depth + 1 FROM down JOIN process_instance i ON i.parent_id = down.id WHERE down.depth < 50)
    SELECT t.id FROM down JOIN task t ON t.instance_id = down.id WHERE t.status = 'open' ORDER BY t.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Reads those of the tasks that are open and whose process has a four-eyes rule. */
export async function readOpenDecisions(tx: Tx, taskIds: readonly string[]): Promise<OpenDecision[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<OpenDecision>`
    SELECT t.id, t.instance_id, t.process_key, t.process_number, t.node_id, t.form_id, t.form_number, t.token,
      t.assignee_id, t.confidential, p.four_eyes
    FROM task t JOIN process p ON p.key = t.process_key
    WHERE t.id = ANY(${[...taskIds]}::uuid[]) AND t.status = 'open' AND p.four_eyes <> 'none' ORDER BY t.id`.execute(
    tx,
  );
  return rows;
}

/** Returns the tasks whose rule excludes every assignee or candidate. Tasks without assignee and candidates are not among them. */
export async function readBlocked(
  tx: Tx,
  tasks: readonly OpenDecision[],
  facts: ReadonlyMap<string, FourEyesFacts>,
): Promise<ReadonlySet<string>> {
  const wanted = tasks.flatMap(({ id }) => {
    const one = facts.get(id);
    const refused = one ? [...new Set([...one.requesters, ...one.deciders])] : [];
    return refused.length > 0 ? [{ id, refused }] : [];
  });
  if (wanted.length === 0) return new Set();
  // The owner decides a delegated task. A delegate who may complete it (`final`) decides as well.
  const { rows } = await sql<{ id: string }>`
    WITH asked AS (SELECT x.id, x.refused FROM jsonb_to_recordset(${json(wanted)}::jsonb) AS x(id uuid, refused uuid[])),
    linked AS (
      SELECT a.id, a.refused, l.principal,
        CASE WHEN l.principal LIKE 'u:%' THEN (SELECT u.id FROM app_user u
          WHERE 'u:' || u.id = l.principal AND u.id = substr(l.principal, 3)::uuid AND u.status IN ('active', 'invited')) END AS user_id
      FROM asked a JOIN task t ON t.id = a.id JOIN task_identity_link l ON l.task_id = t.id
      WHERE l.principal NOT LIKE 'u:?%' AND CASE WHEN t.delegated IS NOT NULL THEN l.kind = 'owner' OR (l.kind = 'assignee' AND t.delegated = 'final')
        WHEN t.assignee_id IS NOT NULL THEN l.kind = 'assignee' ELSE l.kind = 'candidate' END),
    checked AS (
      SELECT id,
        CASE WHEN principal LIKE 'g:%' THEN EXISTS (SELECT 1 FROM group_member m JOIN app_user u ON u.id = m.user_id
            WHERE m.group_id = substr(linked.principal, 3) AND u.status IN ('active', 'invited') AND u.id <> ALL(linked.refused))
          ELSE user_id IS NOT NULL AND user_id <> ALL(refused) END AS allowed,
        CASE WHEN principal LIKE 'g:%' THEN EXISTS (SELECT 1 FROM group_member m
            WHERE m.group_id = substr(linked.principal, 3) AND m.user_id = ANY(linked.refused))
          ELSE substr(principal, 3)::uuid = ANY(refused) END AS excluded
      FROM linked)
    SELECT c.id FROM checked c JOIN task t ON t.id = c.id GROUP BY c.id, t.delegated
    HAVING bool_or(c.excluded) AND NOT CASE WHEN t.delegated = 'final' THEN bool_and(c.allowed) ELSE bool_or(c.allowed) END`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds an active line manager of a requester who may decide, else the manager of a line manager. */
export async function findManager(
  tx: Tx,
  requesters: ReadonlySet<string>,
  deciders: ReadonlySet<string>,
): Promise<string | undefined> {
  const refused = [...requesters, ...deciders];
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE above AS (
      SELECT m.manager_id AS id, 1 AS level FROM user_manager m
      WHERE m.kind = 'line' AND m.user_id = ANY(${[...requesters]}::uuid[])
      UNION
      SELECT m.manager_id, above.level + 1 FROM above JOIN user_manager m ON m.user_id = above.id AND m.kind = 'line'
      WHERE above.level < 2)
    SELECT u.id FROM above JOIN app_user u ON u.id = above.id
    WHERE u.status IN ('active', 'invited') AND u.id <> ALL(${refused}::uuid[]) ORDER BY above.level, u.username LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

/** Assigns an assigned task to the user. For a task with candidates, adds the user as a candidate. */
export async function assignDecision(tx: Tx, scope: StepScope, task: OpenDecision, userId: string): Promise<void> {
  const kind = task.assignee_id === null ? 'candidate' : 'assignee';
  const principal = `u:${userId}`;
  await sql`
    WITH changed AS (
      UPDATE task SET assignee_id = CASE WHEN ${kind} = 'assignee' THEN ${userId}::uuid END, delegated = NULL, rev = rev + 1
      WHERE id = ${task.id}::uuid RETURNING id),
    old AS (
      DELETE FROM task_identity_link l USING changed
      WHERE l.task_id = changed.id AND l.kind = 'assignee' AND l.principal <> ${principal})
    INSERT INTO task_identity_link (task_id, kind, principal, rule, since)
    SELECT id, ${kind}, ${principal}, '{"source":"four_eyes"}'::jsonb, ${scope.now} FROM changed
    ON CONFLICT (tenant_id, task_id, kind, principal) DO NOTHING`.execute(tx);
  await addHistory(
    tx,
    historyRow(scope, { id: task.instance_id }, kind === 'assignee' ? 'assigned' : 'candidate.added', {
      taskId: task.id,
      node: task.node_id,
      bySystem: true,
      data: { principal, fourEyes: true },
    }),
  );
}
