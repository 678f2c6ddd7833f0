import type { Tx } from '../../../platform/database.ts';
import { enqueueAll } from '../../../platform/outbox.ts';
import { announceInbox, cancelTasks, openTasks, projectInbox } from '../../inbox/index.ts';
import { closeIncidents, saveIncidents, saveSubscriptions, saveTimers } from './changes.store.ts';
import { ACTION_JOB, type Changes, EVENT_JOB } from './changes.ts';
import { findDeciders, markStopped, NO_DECIDER } from './deciders.ts';
import { saveEscalations } from './escalations.ts';
import { type SavedInstance, saveInstance } from './instances.store.ts';
import type { StepScope } from './scope.ts';

/**
 * Writes what the steps of one transaction asked for, few statements for any number of effects. Tasks come first,
 * because a name that nobody has makes an incident of the instance. `endedTask` is the task whose completion it was.
 */
export async function writeChanges(tx: Tx, scope: StepScope, changes: Changes, endedTask?: string): Promise<void> {
  const { unknown, restricted } = await openTasks(tx, changes.tasks, scope.timeZone, scope.now);
  for (const { taskId, what, name } of unknown) {
    const task = changes.tasks.find(({ id }) => id === taskId)!;
    const at = { instanceId: task.instanceId, token: task.token, nodeId: task.nodeId };
    changes.incident({
      ...at,
      code: `task.${what}_unknown`,
      text: what === 'candidate' ? 'The model names nobody for this task.' : `There is no ${what} ${name}.`,
    });
  }
  const cancelled = await cancelTasks(tx, changes.cancelledTasks, scope.now);
  const touched = [...changes.tasks.map(({ id }) => id), ...cancelled, ...(endedTask === undefined ? [] : [endedTask])];
  const stopped = new Set(unknown.map(({ taskId }) => changes.tasks.find(({ id }) => id === taskId)!.instanceId));
  for (const saved of changes.instances) {
    await settleIncidents(tx, scope, saved);
    const status = saved.status === 'active' && stopped.has(saved.instance.id) ? 'incident' : saved.status;
    await saveInstance(
      tx,
      { ...saved, status },
      changes.history.filter((row) => row.instance_id === saved.instance.id),
    );
  }
  await giveDecisionsAway(tx, scope, changes, restricted);
  const principals = await projectInbox(tx, touched);
  await saveTimers(tx, [...changes.timers.values()]);
  await saveEscalations(tx, changes);
  await saveSubscriptions(tx, [...changes.subscriptions.values()], scope.now);
  await saveIncidents(tx, [...changes.incidents.values()], scope.now, scope.userId);
  await enqueueAll(
    tx,
    'job',
    changes.jobs.map((job) => ({ job: job.kind === 'action' ? ACTION_JOB : EVENT_JOB, ...job })),
  );
  await announceInbox(tx, {
    principals,
    opened: changes.tasks.map(({ id }) => id),
    ended: [...cancelled, ...(endedTask === undefined ? [] : [endedTask])],
  });
}

/** Decisions that four eyes keeps from all who have them go to a manager, or are an incident. The instances must be saved. */
async function giveDecisionsAway(
  tx: Tx,
  scope: StepScope,
  changes: Changes,
  taskIds: readonly string[],
): Promise<void> {
  if (taskIds.length === 0) return;
  const { without } = await findDeciders(tx, scope, taskIds);
  for (const { instanceId, token, nodeId } of without) {
    changes.incident({ instanceId, token, nodeId, code: NO_DECIDER.code, text: NO_DECIDER.text });
  }
  await markStopped(
    tx,
    without.map(({ instanceId }) => instanceId),
  );
}

/** An incident of an instance that had one: what stood at a place that is gone is over. */
async function settleIncidents(tx: Tx, scope: StepScope, saved: SavedInstance): Promise<void> {
  if (saved.instance.status !== 'incident') return;
  await closeIncidents(
    tx,
    saved.instance.id,
    saved.state.items.map((item) => String(item.id)),
    scope.now,
  );
}
