import { sql } from 'kysely';
import { json, type Tx } from '../../../platform/database.ts';
import { announceInbox, projectInbox } from '../../inbox/index.ts';
import type { FourEyesFacts } from '../engine/four-eyes.rules.ts';
import { saveIncidents } from './changes.store.ts';
import { type DecisionRow, readFourEyes } from './four-eyes.store.ts';
import { historyRow } from './history.ts';
import { addHistory } from './instances.store.ts';
import type { StepScope } from './scope.ts';

/** The incident of a decision that is left to nobody; it is over once somebody else has the task. */
export const NO_DECIDER = {
  code: 'task.decider_unknown',
  text: 'Four eyes keeps this decision from all who have it, and no line manager can take it. Assign it to another person.',
} as const;

/** An open decision that four eyes keeps from everybody who has it. */
export interface Undecidable {
  readonly taskId: string;
  readonly instanceId: string;
  readonly token: string;
  readonly nodeId: string;
}

interface Decision extends DecisionRow {
  readonly instance_id: string;
  readonly node_id: string;
  readonly token: string;
  readonly assignee_id: string | null;
  readonly confidential: string | null;
}

/**
 * Looks after open decisions that four eyes keeps from everybody who has them: the line manager of the requester gets
 * them, else that manager's manager. Returns those for which there is neither; inboxes are the caller's next step.
 */
export async function findDeciders(
  tx: Tx,
  scope: StepScope,
  taskIds: readonly string[],
): Promise<{ readonly moved: readonly string[]; readonly without: readonly Undecidable[] }> {
  const moved: string[] = [];
  const without: Undecidable[] = [];
  const tasks = await readDecisions(tx, taskIds);
  const facts = await readFourEyes(tx, scope, tasks);
  const blocked = await blockedOf(tx, tasks, facts);
  for (const task of tasks.filter(({ id }) => blocked.has(id))) {
    const { requesters, deciders } = facts.get(task.id)!;
    // Health and pay go to nobody whom the process did not name.
    const manager = task.confidential === null ? await managerOf(tx, requesters, deciders) : undefined;
    if (manager === undefined) {
      const { id: taskId, instance_id: instanceId, token, node_id: nodeId } = task;
      without.push({ taskId, instanceId, token, nodeId });
    } else {
      await giveTo(tx, scope, task, manager);
      moved.push(task.id);
    }
  }
  return { moved, without };
}

/** Says of instances that have an open incident that they do. */
export async function markStopped(tx: Tx, instanceIds: readonly string[]): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`UPDATE process_instance SET status = 'incident' WHERE id = ANY(${[...instanceIds]}::uuid[]) AND status = 'active'`.execute(
    tx,
  );
}

/** Says of instances whose last incident is over that they go on. */
export async function markGoing(tx: Tx, instanceIds: readonly string[]): Promise<void> {
  if (instanceIds.length === 0) return;
  await sql`
    UPDATE process_instance i SET status = 'active' WHERE i.id = ANY(${[...instanceIds]}::uuid[]) AND i.status = 'incident'
      AND NOT EXISTS (SELECT 1 FROM process_incident x WHERE x.instance_id = i.id AND x.resolved_at IS NULL)`.execute(
    tx,
  );
}

/**
 * Called when the people whom four eyes keeps from the decisions of a case changed, by a decision or by another
 * requester. Each open decision that is now kept from all who have it goes to a manager or becomes an incident; the
 * incident of one that is not is over.
 */
export async function settleDeciders(tx: Tx, scope: StepScope, instanceId: string): Promise<void> {
  const taskIds = await openTasksOfCase(tx, instanceId);
  const { moved, without } = await findDeciders(tx, scope, taskIds);
  const { rows: known } = await sql<{ instance_id: string; token: string }>`
    SELECT instance_id, token FROM process_incident
    WHERE instance_id = ANY(${without.map((one) => one.instanceId)}::uuid[]) AND resolved_at IS NULL`.execute(tx);
  const isKnown = ({ instanceId: id, token }: Undecidable) =>
    known.some((row) => row.instance_id === id && row.token === token);
  const incidents = without.filter((one) => !isKnown(one)).map((one) => ({ ...one, ...NO_DECIDER }));
  await saveIncidents(tx, incidents, scope.now, scope.userId);
  await markStopped(
    tx,
    incidents.map((one) => one.instanceId),
  );
  const settled = taskIds.filter((id) => !without.some(({ taskId }) => taskId === id));
  const { rows: over } = await sql<{ instance_id: string }>`
    UPDATE process_incident i SET resolved_at = ${scope.now}, resolved_by = ${scope.userId}::uuid FROM task t
    WHERE t.id = ANY(${settled}::uuid[]) AND i.instance_id = t.instance_id AND i.token = t.token
      AND i.kind = ${NO_DECIDER.code} AND i.resolved_at IS NULL RETURNING i.instance_id`.execute(tx);
  await markGoing(
    tx,
    over.map((row) => row.instance_id),
  );
  await announceInbox(tx, { principals: await projectInbox(tx, moved), changed: moved });
}

/** The open tasks of the case that an instance belongs to. */
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

async function readDecisions(tx: Tx, taskIds: readonly string[]): Promise<Decision[]> {
  if (taskIds.length === 0) return [];
  const { rows } = await sql<Decision>`
    SELECT t.id, t.instance_id, t.process_key, t.process_number, t.node_id, t.form_id, t.form_number, t.token,
      t.assignee_id, t.confidential, p.four_eyes
    FROM task t JOIN process p ON p.key = t.process_key
    WHERE t.id = ANY(${[...taskIds]}::uuid[]) AND t.status = 'open' AND p.four_eyes <> 'none' ORDER BY t.id`.execute(
    tx,
  );
  return rows;
}

/** Those that somebody has or could take, and all of these are refused. */
async function blockedOf(
  tx: Tx,
  tasks: readonly Decision[],
  facts: ReadonlyMap<string, FourEyesFacts>,
): Promise<ReadonlySet<string>> {
  const wanted = tasks.flatMap(({ id }) => {
    const one = facts.get(id);
    const refused = one ? [...new Set([...one.requesters, ...one.deciders])] : [];
    return refused.length > 0 ? [{ id, refused }] : [];
  });
  if (wanted.length === 0) return new Set();
  // Who answers for a delegated task is its owner; a colleague who completes it in the end answers besides.
  const { rows } = await sql<{ id: string }>`
    WITH asked AS (SELECT x.id, x.refused FROM jsonb_to_recordset(${json(wanted)}::jsonb) AS x(id uuid, refused uuid[])),
    tied AS (
      SELECT a.id, a.refused, l.principal,
        CASE WHEN l.principal LIKE 'u:%' THEN (SELECT u.id FROM app_user u
          WHERE 'u:' || u.id = l.principal AND u.id = substr(l.principal, 3)::uuid AND u.status IN ('active', 'invited')) END AS user_id
      FROM asked a JOIN task t ON t.id = a.id JOIN task_identity_link l ON l.task_id = t.id
      WHERE l.principal NOT LIKE 'u:?%' AND CASE WHEN t.delegated IS NOT NULL THEN l.kind = 'owner' OR (l.kind = 'assignee' AND t.delegated = 'final')
        WHEN t.assignee_id IS NOT NULL THEN l.kind = 'assignee' ELSE l.kind = 'candidate' END),
    judged AS (
      SELECT id,
        CASE WHEN principal LIKE 'g:%' THEN EXISTS (SELECT 1 FROM group_member m JOIN app_user u ON u.id = m.user_id
            WHERE m.group_id = substr(tied.principal, 3) AND u.status IN ('active', 'invited') AND u.id <> ALL(tied.refused))
          ELSE user_id IS NOT NULL AND user_id <> ALL(refused) END AS free,
        CASE WHEN principal LIKE 'g:%' THEN EXISTS (SELECT 1 FROM group_member m
            WHERE m.group_id = substr(tied.principal, 3) AND m.user_id = ANY(tied.refused))
          ELSE substr(principal, 3)::uuid = ANY(refused) END AS hit
      FROM tied)
    SELECT j.id FROM judged j JOIN task t ON t.id = j.id GROUP BY j.id, t.delegated
    HAVING bool_or(j.hit) AND NOT CASE WHEN t.delegated = 'final' THEN bool_and(j.free) ELSE bool_or(j.free) END`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** The line manager of a requester, else that manager's, who is active and may decide. */
async function managerOf(
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

/** What one person had is assigned; what was offered to several is offered to the manager besides. */
async function giveTo(tx: Tx, scope: StepScope, task: Decision, userId: string): Promise<void> {
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
