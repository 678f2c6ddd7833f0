import { uuid7 } from '../../../platform/uuid.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { EventBody } from '../engine/model.ts';
import type { InstanceStep } from './instance-step.ts';
import type { HistoryRow, LockedInstance } from './instances.store.ts';

const EVENT_KINDS: Record<EventBody['kind'], string> = {
  start: 'started',
  cancel: 'cancel',
  setVars: 'corrected',
  taskCompleted: 'completed',
  jobResult: 'action',
  jobFailed: 'action.failed',
  callEnded: 'call',
  loopContinued: 'turns',
  timerFired: 'timer',
  timersMoved: 'timers.moved',
  messageReceived: 'message',
  signal: 'signal',
  retry: 'retried',
  activate: 'activated',
  finish: 'finished',
};

interface HistoryParts {
  readonly node?: string | undefined;
  readonly taskId?: string | undefined;
  /** A consequence of an event: the row of the event names the user, this one names none. */
  readonly bySystem?: boolean;
  readonly data?: Record<string, unknown>;
}

/** Returns a history row at the time of the scope, by the user of the scope. */
export function historyRow(
  scope: StepScope,
  instance: Pick<LockedInstance, 'id'>,
  kind: string,
  parts: HistoryParts = {},
): HistoryRow {
  return {
    id: uuid7(),
    at: scope.now.toISOString(),
    instance_id: instance.id,
    task_id: parts.taskId ?? null,
    kind,
    node_id: parts.node ?? null,
    actor_id: parts.bySystem ? null : scope.userId,
    on_behalf_of: parts.bySystem ? null : (scope.onBehalfOf ?? null),
    data: parts.data ?? {},
  };
}

/** Returns the row of the event itself: the user, the delegator, the nodes passed and the variables written. */
export function eventRow(scope: StepScope, { instance, event, result, options }: InstanceStep): HistoryRow {
  const { task } = options;
  const path = result.log.map((entry) => [entry.what, entry.node, ...(entry.item === undefined ? [] : [entry.item])]);
  return historyRow(scope, instance, EVENT_KINDS[event.kind], {
    node: task?.nodeId ?? ('node' in event ? event.node : undefined),
    taskId: task?.id,
    data: {
      event: options.eventId,
      ...(task ? { outcome: task.outcome } : {}),
      ...(task?.comment ? { comment: task.comment } : {}),
      ...(task?.via ? { via: task.via } : {}),
      ...(event.kind === 'cancel' && event.reason ? { reason: event.reason } : {}),
      ...(result.changed.length > 0 ? { changed: result.changed } : {}),
      ...(path.length > 0 ? { path } : {}),
      ...options.data,
    },
  });
}
