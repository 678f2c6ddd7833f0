import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { Effect, EventBody, StepResult } from '../engine/model.ts';
import { cancelCall, startCall } from './calls.ts';
import type { At, Changes } from './changes.ts';
import type { HistoryRow, LockedInstance } from './instances.store.ts';
import type { StepScope } from './scope.ts';
import type { Stepped } from './stepped.ts';
import { storableInstant } from './timers.store.ts';

/** Turns what a step asks for into rows to write, and steps the children that it starts or cancels. */
export async function collect(tx: Tx, scope: StepScope, changes: Changes, stepped: Stepped): Promise<void> {
  const { instance, result } = stepped;
  addEventHistory(scope, changes, stepped);
  for (const effect of result.effects) {
    let child: Stepped | undefined;
    if (effect.kind === 'startInstance') child = await startCall(tx, scope, changes, stepped, effect);
    else if (effect.kind === 'cancelInstance') child = await cancelCall(tx, scope, changes, instance, effect);
    else addEffect(scope, changes, stepped, effect);
    if (child) await collect(tx, scope, changes, child);
  }
  const ended = result.state.status !== 'running' && result.state.status !== 'new';
  changes.instances.push({
    instance,
    isNew: stepped.isNew,
    state: result.state,
    status: statusOf(result),
    at: scope.now,
    endedAt: ended ? scope.now : null,
    eventId: stepped.how.eventId,
    reply: { kind: stepped.event.kind },
    ...(stepped.rootId === undefined ? {} : { rootId: stepped.rootId }),
  });
}

function statusOf({ state }: StepResult): 'active' | 'incident' | 'completed' | 'cancelled' | 'error' {
  if (state.status === 'completed' || state.status === 'cancelled' || state.status === 'error') return state.status;
  return state.items.some((item) => item.incident) ? 'incident' : 'active';
}

type PlainEffect = Exclude<Effect, { kind: 'startInstance' | 'cancelInstance' }>;

function addEffect(scope: StepScope, changes: Changes, { instance, how }: Stepped, effect: PlainEffect): void {
  const at = 'item' in effect ? place(instance, effect.item, effect.node) : undefined;
  switch (effect.kind) {
    case 'createTask': {
      const id = uuid7();
      changes.tasks.push({
        id,
        name: effect.name,
        nameIsOwn: effect.nameIsOwn ?? false,
        instanceId: instance.id,
        processKey: instance.processKey,
        processNumber: instance.number,
        nodeId: effect.node,
        token: String(effect.item),
        businessKey: instance.businessKey,
        users: effect.users,
        groups: effect.groups,
        ...(effect.assignee === undefined ? {} : { assignee: effect.assignee }),
        ...(effect.form === undefined ? {} : { form: effect.form }),
        ...(effect.due === undefined ? {} : { due: storableInstant(effect.due) }),
        ...(effect.followUp === undefined ? {} : { followUp: storableInstant(effect.followUp) }),
        ...(effect.priority === undefined ? {} : { priority: effect.priority }),
      });
      // Who caused it is in the row of the event; nobody "did" the creation.
      changes.history.push(
        row(scope, instance, 'created', { node: effect.node, taskId: id, nobody: true, data: { name: effect.name } }),
      );
      return;
    }
    case 'cancelTask':
      changes.cancelTask(at!);
      changes.history.push(row(scope, instance, 'cancelled', { node: effect.node, data: { item: effect.item } }));
      return;
    case 'scheduleTimer':
      changes.timer({ ...at!, fireAt: storableInstant(effect.due), left: effect.left ?? null });
      return;
    case 'cancelTimer':
      changes.timer(at!);
      return;
    case 'subscribe':
      changes.subscription({
        ...at!,
        processKey: instance.processKey,
        kind: effect.sub,
        name: effect.name,
        key: effect.key ?? '',
      });
      // A message that came earlier waits: looked for after this commit, when the subscription can be seen.
      if (effect.sub === 'message') changes.jobs.push({ kind: 'correlate', name: effect.name, key: effect.key ?? '' });
      return;
    case 'unsubscribe':
      changes.subscription(at!);
      return;
    case 'runAction': {
      const { item, node, action, input } = effect;
      changes.jobs.push({ kind: 'action', instanceId: instance.id, item, node, action, input, try: effect.try });
      return;
    }
    case 'cancelAction':
      // Its late result carries an older item or try and changes nothing.
      return;
    case 'continueLoop': {
      const { item, next } = effect;
      changes.jobs.push({ kind: 'turns', id: uuid7(), instanceId: instance.id, item, next });
      return;
    }
    case 'sendMessage':
      changes.jobs.push({ kind: 'message', id: uuid7(), name: effect.name, key: effect.key, vars: effect.vars });
      return;
    case 'broadcast':
      changes.jobs.push({ kind: 'broadcast', id: uuid7(), name: effect.name, vars: effect.vars });
      return;
    case 'incident':
      changes.incident({ ...at!, code: effect.code, text: effect.text });
      changes.history.push(
        row(scope, instance, 'incident', {
          node: effect.node,
          nobody: true,
          data: { code: effect.code, text: effect.text },
        }),
      );
      return;
    case 'incidentGone':
      changes.incident(at!);
      return;
    case 'complete':
      changes.history.push(
        row(scope, instance, 'ended', {
          nobody: true,
          data: {
            status: effect.status,
            ...(effect.error ? { error: effect.error } : {}),
            ...(effect.reason ? { reason: effect.reason } : {}),
          },
        }),
      );
      if (instance.parentId !== null && effect.status !== 'cancelled') {
        changes.jobs.push({
          kind: 'callEnded',
          childId: instance.id,
          instanceId: instance.parentId,
          item: Number(instance.parentToken),
          ...(effect.status === 'error' ? { error: effect.error ?? { code: 'error' } } : { vars: effect.vars }),
        });
      } else if (instance.parentId !== null && how.eventId !== 'cancel:parent') {
        // Cancelled by itself: the caller's activity must not wait for ever.
        const error = { code: 'call.cancelled', text: effect.reason ?? '' };
        changes.jobs.push({
          kind: 'callEnded',
          childId: instance.id,
          instanceId: instance.parentId,
          item: Number(instance.parentToken),
          error,
        });
      }
      return;
  }
}

/** The row of the event itself: who, what, on whose behalf, through which nodes it went and which variables it wrote. */
function addEventHistory(scope: StepScope, changes: Changes, { instance, event, result, how }: Stepped): void {
  const kind = EVENT_NAMES[event.kind];
  const path = result.log.map((entry) => [entry.what, entry.node, ...(entry.item === undefined ? [] : [entry.item])]);
  changes.history.push(
    row(scope, instance, kind, {
      node: how.task?.nodeId ?? ('node' in event ? event.node : undefined),
      taskId: how.task?.id,
      data: {
        event: how.eventId,
        ...(how.task ? { outcome: how.task.outcome } : {}),
        ...(how.task?.comment ? { comment: how.task.comment } : {}),
        ...(how.task?.via ? { via: how.task.via } : {}),
        ...(event.kind === 'cancel' && event.reason ? { reason: event.reason } : {}),
        ...(result.changed.length > 0 ? { changed: result.changed } : {}),
        ...(path.length > 0 ? { path } : {}),
        ...how.data,
      },
    }),
  );
}

const EVENT_NAMES: Record<EventBody['kind'], string> = {
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

interface RowParts {
  node?: string | undefined;
  taskId?: string | undefined;
  nobody?: boolean;
  data?: Record<string, unknown>;
}

/** One row of history, at the scope's moment and in its name. */
export function row(
  scope: StepScope,
  instance: Pick<LockedInstance, 'id'>,
  kind: string,
  parts: RowParts = {},
): HistoryRow {
  return {
    id: uuid7(),
    at: scope.now.toISOString(),
    instance_id: instance.id,
    task_id: parts.taskId ?? null,
    kind,
    node_id: parts.node ?? null,
    actor_id: parts.nobody ? null : scope.userId,
    on_behalf_of: parts.nobody ? null : (scope.onBehalfOf ?? null),
    data: parts.data ?? {},
  };
}

function place(instance: LockedInstance, item: number, node: string): At {
  return { instanceId: instance.id, token: String(item), nodeId: node };
}
