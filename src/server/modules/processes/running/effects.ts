import { storableInstant } from '../../../platform/instants.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { StepScope } from '../definitions/scope.ts';
import type { Effect, StepResult } from '../engine/model.ts';
import { Changes, type TokenRef } from './changes.ts';
import { eventRow, historyRow } from './history.ts';
import type { CallOutcome, InstanceStep } from './instance-step.ts';
import type { LockedInstance } from './instances.store.ts';

type CallEffect = Extract<Effect, { kind: 'startInstance' | 'cancelInstance' }>;
type CompleteEffect = Extract<Effect, { kind: 'complete' }>;
type TaskEffect = Extract<Effect, { kind: 'createTask' }>;

/** Returns the rows that these steps, and the steps of the instances they called, ask to write. */
export function changesOf(scope: StepScope, steps: readonly InstanceStep[]): Changes {
  const changes = new Changes();
  for (const one of steps) addStep(scope, changes, one);
  return changes;
}

function addStep(scope: StepScope, changes: Changes, step: InstanceStep): void {
  const { instance, result } = step;
  changes.history.push(eventRow(scope, step));
  for (const effect of result.effects) {
    const call = step.calls.get(effect);
    if (call) addCall(scope, changes, call);
    else addEffect(scope, changes, step, effect as Exclude<Effect, CallEffect>);
  }
  const isEnded = result.state.status !== 'running' && result.state.status !== 'new';
  changes.addInstance({
    instance,
    isNew: step.isNew,
    state: result.state,
    status: statusOf(result),
    at: scope.now,
    endedAt: isEnded ? scope.now : null,
    eventId: step.options.eventId,
    reply: { kind: step.event.kind },
    ...(step.rootId === undefined ? {} : { rootId: step.rootId }),
  });
}

function statusOf({ state }: StepResult): 'active' | 'incident' | 'completed' | 'cancelled' | 'error' {
  if (state.status === 'completed' || state.status === 'cancelled' || state.status === 'error') return state.status;
  return state.items.some((item) => item.incident) ? 'incident' : 'active';
}

function addCall(scope: StepScope, changes: Changes, call: CallOutcome): void {
  if (call.kind === 'stepped') addStep(scope, changes, call.step);
  if (call.kind !== 'queued') return;
  if (call.created) changes.addInstance(call.created);
  changes.addJob(call.job);
}

function addEffect(scope: StepScope, changes: Changes, step: InstanceStep, effect: Exclude<Effect, CallEffect>): void {
  const { instance } = step;
  switch (effect.kind) {
    case 'createTask':
      addTask(scope, changes, instance, effect);
      return;
    case 'cancelTask':
      changes.cancelTask(refOf(instance, effect));
      changes.history.push(
        historyRow(scope, instance, 'cancelled', { node: effect.node, data: { item: effect.item } }),
      );
      return;
    case 'scheduleTimer': {
      const timer = { fireAt: storableInstant(effect.due), left: effect.left ?? null };
      changes.setTimer({ ...refOf(instance, effect), ...timer });
      return;
    }
    case 'cancelTimer':
      changes.setTimer(refOf(instance, effect));
      return;
    case 'subscribe': {
      const { sub: kind, name, key = '' } = effect;
      changes.setSubscription({ ...refOf(instance, effect), processKey: instance.processKey, kind, name, key });
      // A message may have been published before. It is looked up after the commit, when the subscription is visible.
      if (kind === 'message') changes.addJob({ kind: 'correlate', name, key });
      return;
    }
    case 'unsubscribe':
      changes.setSubscription(refOf(instance, effect));
      return;
    case 'runAction': {
      const { item, node, action, input } = effect;
      changes.addJob({ kind: 'action', instanceId: instance.id, item, node, action, input, try: effect.try });
      return;
    }
    case 'cancelAction':
      // The job still runs. Its result names an older item or try, and the engine ignores it.
      return;
    case 'continueLoop': {
      const { item, next } = effect;
      changes.addJob({ kind: 'turns', id: uuid7(), instanceId: instance.id, item, next });
      return;
    }
    case 'sendMessage':
      changes.addJob({ kind: 'message', id: uuid7(), name: effect.name, key: effect.key, vars: effect.vars });
      return;
    case 'broadcast':
      changes.addJob({ kind: 'broadcast', id: uuid7(), name: effect.name, vars: effect.vars });
      return;
    case 'incident': {
      const { node, code, text } = effect;
      changes.setIncident({ ...refOf(instance, effect), code, text });
      changes.history.push(historyRow(scope, instance, 'incident', { node, bySystem: true, data: { code, text } }));
      return;
    }
    case 'incidentGone':
      changes.setIncident(refOf(instance, effect));
      return;
    case 'complete':
      addEnd(scope, changes, step, effect);
      return;
  }
}

function addTask(scope: StepScope, changes: Changes, instance: LockedInstance, effect: TaskEffect): void {
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
  changes.history.push(
    historyRow(scope, instance, 'created', {
      node: effect.node,
      taskId: id,
      bySystem: true,
      data: { name: effect.name },
    }),
  );
}

/** The end of an instance. The calling activity of a called one gets its variables or its error. */
function addEnd(scope: StepScope, changes: Changes, step: InstanceStep, effect: CompleteEffect): void {
  const { instance, options } = step;
  const { status, error, reason } = effect;
  const data = { status, ...(error ? { error } : {}), ...(reason ? { reason } : {}) };
  changes.history.push(historyRow(scope, instance, 'ended', { bySystem: true, data }));
  // The calling activity itself cancelled the instance and waits no longer.
  if (instance.parentId === null || options.eventId === 'cancel:parent') return;
  changes.addJob({
    kind: 'callEnded',
    childId: instance.id,
    instanceId: instance.parentId,
    item: Number(instance.parentToken),
    ...(status === 'completed' ? { vars: effect.vars } : { error: errorOf(effect) }),
  });
}

function errorOf({ status, error, reason }: CompleteEffect): { code: string; text?: string } {
  return status === 'cancelled' ? { code: 'call.cancelled', text: reason ?? '' } : (error ?? { code: 'error' });
}

function refOf(instance: LockedInstance, { item, node }: { item: number; node: string }): TokenRef {
  return { instanceId: instance.id, token: String(item), nodeId: node };
}
