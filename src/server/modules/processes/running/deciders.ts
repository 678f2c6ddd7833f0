import type { Tx } from '../../../platform/database.ts';
import { announceInbox, projectInbox } from '../../inbox/index.ts';
import type { StepScope } from '../definitions/scope.ts';
import { assignDecision, findManager, openTasksOfCase, readBlocked, readOpenDecisions } from './deciders.store.ts';
import { readFourEyes } from './four-eyes.store.ts';
import {
  clearIncidentStatus,
  closeIncidentsOfTasks,
  markIncident,
  readTokensWithIncident,
  saveIncidents,
} from './incidents.store.ts';

/** The incident of a decision that its rule leaves to no one. It closes when the task is assigned to another user. */
export const NO_DECIDER = {
  code: 'task.decider_unknown',
  text: 'The four-eyes rule excludes every assignee and candidate of this decision, and no line manager can take it. Assign it to another person.',
} as const;

/** An open decision whose rule excludes every assignee and candidate. */
export interface Undecidable {
  readonly taskId: string;
  readonly instanceId: string;
  readonly token: string;
  readonly nodeId: string;
}

/**
 * Reassigns open decisions whose rule excludes every assignee and candidate to the line manager of the requester, else
 * to that manager's manager. `undecidable` are the decisions without such a manager. The caller updates the inboxes.
 */
export async function reassignDecisions(
  tx: Tx,
  scope: StepScope,
  taskIds: readonly string[],
): Promise<{ readonly reassigned: readonly string[]; readonly undecidable: readonly Undecidable[] }> {
  const reassigned: string[] = [];
  const undecidable: Undecidable[] = [];
  const tasks = await readOpenDecisions(tx, taskIds);
  const facts = await readFourEyes(tx, scope, tasks);
  const blocked = await readBlocked(tx, tasks, facts);
  for (const task of tasks.filter(({ id }) => blocked.has(id))) {
    const { requesters, deciders } = facts.get(task.id)!;
    // Confidential tasks go only to users whom the process names.
    const manager = task.confidential === null ? await findManager(tx, requesters, deciders) : undefined;
    if (manager === undefined) {
      const { id: taskId, instance_id: instanceId, token, node_id: nodeId } = task;
      undecidable.push({ taskId, instanceId, token, nodeId });
    } else {
      await assignDecision(tx, scope, task, manager);
      reassigned.push(task.id);
    }
  }
  return { reassigned, undecidable };
}

/**
 * Called when the users who may not decide in a case have changed, by a decision or by another requester. Reassigns the
 * decisions that no assignee or candidate may make now, or opens an incident for them. Closes the incidents of the others.
 */
export async function reassignDecisionsOfCase(tx: Tx, scope: StepScope, instanceId: string): Promise<void> {
  const taskIds = await openTasksOfCase(tx, instanceId);
  const { reassigned, undecidable } = await reassignDecisions(tx, scope, taskIds);
  const stopped = await readTokensWithIncident(
    tx,
    undecidable.map((one) => one.instanceId),
  );
  const incidents = undecidable
    .filter((one) => !stopped.has(`${one.instanceId}/${one.token}`))
    .map((one) => ({ ...one, ...NO_DECIDER }));
  await saveIncidents(tx, incidents, scope.now, scope.userId);
  await markIncident(
    tx,
    incidents.map((one) => one.instanceId),
  );
  const decidable = taskIds.filter((id) => !undecidable.some(({ taskId }) => taskId === id));
  await clearIncidentStatus(tx, await closeIncidentsOfTasks(tx, decidable, NO_DECIDER.code, scope.now, scope.userId));
  await announceInbox(tx, { principals: await projectInbox(tx, reassigned), changed: reassigned });
}
