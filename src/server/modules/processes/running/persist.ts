import type { Tx } from '../../../platform/database.ts';
import { enqueueAll } from '../../../platform/outbox.ts';
import { announceInbox, cancelTasks, openTasks, projectInbox, type UnknownName } from '../../inbox/index.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { State } from '../engine/model.ts';
import { moveRecords } from './case-status.store.ts';
import { ACTION_JOB, type Changes, EVENT_JOB, type IncidentRow } from './changes.ts';
import { NO_DECIDER, reassignDecisions, reassignDecisionsOfCase } from './deciders.ts';
import { saveEscalations } from './escalations.store.ts';
import { closeIncidents, markIncident, saveIncidents } from './incidents.store.ts';
import { type SavedInstance, saveInstance } from './instances.store.ts';
import { saveSubscriptions } from './messages.store.ts';
import { saveTimers } from './timers.store.ts';

/**
 * Stores the changes of one transaction, with few statements for any number of them. Tasks come first, because a name
 * that cannot be resolved is an incident of the instance. `completedTask` is the task whose completion was the event.
 */
export async function persist(tx: Tx, scope: StepScope, changes: Changes, completedTask?: string): Promise<void> {
  const { tasks, history } = changes;
  const { unknown, restricted } = await openTasks(tx, tasks, scope.timeZone, scope.now);
  for (const { taskId, what, name } of unknown) {
    const { instanceId, token, nodeId } = tasks.find(({ id }) => id === taskId)!;
    const text = textOf(what, name);
    changes.setIncident({ instanceId, token, nodeId, code: `task.${what}_unknown`, text });
  }
  const opened = tasks.map(({ id }) => id);
  const ended = await cancelTasks(tx, changes.cancelledTasks, scope.now);
  if (completedTask !== undefined) ended.push(completedTask);
  const withUnknown = new Set(unknown.map(({ taskId }) => tasks.find(({ id }) => id === taskId)!.instanceId));
  for (const saved of changes.instances.values()) {
    await closeIncidentsOfEndedItems(tx, scope, saved);
    const status = saved.status === 'active' && withUnknown.has(saved.instance.id) ? 'incident' : saved.status;
    const rows = history.filter((row) => row.instance_id === saved.instance.id);
    await saveInstance(tx, { ...saved, status }, rows);
  }
  await moveRecords(tx, changes);
  for (const incident of await findDeciders(tx, scope, restricted)) changes.setIncident(incident);
  const principals = await projectInbox(tx, [...opened, ...ended]);
  await saveTimers(tx, [...changes.timers.values()]);
  await saveEscalations(tx, changes);
  await saveSubscriptions(tx, [...changes.subscriptions.values()], scope.now);
  await saveIncidents(tx, [...changes.incidents.values()], scope.now, scope.userId);
  for (const { instance } of [...changes.instances.values()].filter(hasOtherRequester)) {
    await reassignDecisionsOfCase(tx, scope, instance.id);
  }
  const jobs = changes.jobs.map((job) => ({ job: job.kind === 'action' ? ACTION_JOB : EVENT_JOB, ...job }));
  await enqueueAll(tx, 'job', jobs);
  await announceInbox(tx, { principals, opened, ended });
}

function textOf(what: UnknownName['what'], name: string): string {
  if (what === 'candidate') return 'The model names no candidate for this task.';
  if (what === 'receiver') return `${name} is not active and has no successor.`;
  return `There is no ${what} ${name}.`;
}

/** Whether a step changed the process variable `requester`, which the four-eyes rule depends on. */
function hasOtherRequester({ isNew, instance, state }: SavedInstance): boolean {
  const requester = ({ items }: State) => JSON.stringify(items[0]?.vars?.requester);
  return !isNew && state.status === 'running' && requester(instance.state) !== requester(state);
}

/** Reassigns decisions whose rule excludes every assignee and candidate. Returns incidents for the rest. The instances must be saved. */
async function findDeciders(tx: Tx, scope: StepScope, taskIds: readonly string[]): Promise<IncidentRow[]> {
  if (taskIds.length === 0) return [];
  const { undecidable } = await reassignDecisions(tx, scope, taskIds);
  await markIncident(
    tx,
    undecidable.map(({ instanceId }) => instanceId),
  );
  return undecidable.map(({ instanceId, token, nodeId }) => ({ instanceId, token, nodeId, ...NO_DECIDER }));
}

/** Closes the incidents of items that no longer exist. */
async function closeIncidentsOfEndedItems(tx: Tx, scope: StepScope, { instance, state }: SavedInstance): Promise<void> {
  if (instance.status !== 'incident') return;
  const tokens = state.items.map((item) => String(item.id));
  await closeIncidents(tx, instance.id, tokens, scope.now);
}
