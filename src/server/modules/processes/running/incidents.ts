import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { announceInbox, projectInbox, resolveTasks } from '../../inbox/index.ts';
import type { StepScope } from '../definitions/scope.ts';
import { openTasksOfInstance } from './deciders.store.ts';
import { reassignDecisions } from './deciders.ts';
import { deliver } from './deliver.ts';
import { clearIncidentStatus, closeTaskIncidents } from './incidents.store.ts';
import type { LockedInstance } from './instances.store.ts';

/** Retries the incident of one item, or all incidents of the instance. Returns how many were tried. */
export async function retryIncidents(
  tx: Tx,
  scope: StepScope,
  instance: LockedInstance,
  item?: number,
): Promise<number> {
  const stopped = instance.state.items.filter((one) => one.incident && (item === undefined || one.id === item));
  for (const { id } of stopped) {
    const options = { eventId: `retry:${uuid7()}`, keepRejection: true };
    await deliver(tx, scope, instance.id, { kind: 'retry', item: id }, options);
  }
  return stopped.length + (await recheckTaskIncidents(tx, scope, instance.id));
}

/** Closes the incidents of tasks whose users, groups and forms exist by now. Returns how many were closed. */
export async function recheckTaskIncidents(tx: Tx, scope: StepScope, instanceId: string): Promise<number> {
  const taskIds = await openTasksOfInstance(tx, instanceId);
  const unknown = await resolveTasks(tx, instanceId);
  const { undecidable } = await reassignDecisions(tx, scope, taskIds);
  const unsettled = [...unknown, ...undecidable].map(({ taskId }) => taskId);
  const closed = await closeTaskIncidents(tx, instanceId, unsettled, scope.now, scope.userId);
  await announceInbox(tx, { principals: await projectInbox(tx, taskIds), changed: closed > 0 ? taskIds : [] });
  await clearIncidentStatus(tx, [instanceId]);
  return closed;
}
