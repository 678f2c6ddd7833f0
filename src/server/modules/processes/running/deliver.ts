import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { loadDefinition } from '../definitions/definitions.store.ts';
import { clockOf, type StepScope } from '../definitions/scope.ts';
import type { Definition, EventBody, IgnoredReason, StepResult, Vars } from '../engine/model.ts';
import { newState, step } from '../engine/step.ts';
import { Calls } from './calls.ts';
import { EVENT_JOB, type ProcessJob } from './changes.ts';
import { changesOf } from './effects.ts';
import type { DeliveryOptions } from './instance-step.ts';
import { type CaseDetails, firstReply, type LockedInstance, lockInstance } from './instances.store.ts';
import { persist } from './persist.ts';

export interface OpenedTask {
  readonly id: string;
  readonly instanceId: string;
  readonly token: string;
}

export type DeliveryResult =
  | {
      readonly outcome: 'done';
      readonly instanceId: string;
      /** The instance as it is stored now. */
      readonly instance: LockedInstance;
      readonly result: StepResult;
      readonly tasks: readonly OpenedTask[];
      readonly ended: boolean;
    }
  | { readonly outcome: 'repeated'; readonly reply: unknown }
  | { readonly outcome: 'ignored'; readonly reason: IgnoredReason }
  | { readonly outcome: 'rejected'; readonly code: string; readonly text: string }
  | { readonly outcome: 'unknown' };

/**
 * Delivers one event to one instance, in the caller's transaction. It locks the instance (unless the caller has), checks
 * whether the event was delivered before, steps the instance and those it calls, and stores all changes: state, tasks,
 * inboxes, timers, subscriptions, incidents, history and outbox.
 */
export async function deliver(
  tx: Tx,
  scope: StepScope,
  instance: string | LockedInstance,
  event: EventBody,
  options: DeliveryOptions,
): Promise<DeliveryResult> {
  const locked = typeof instance === 'string' ? await lockInstance(tx, instance) : instance;
  if (!locked) return { outcome: 'unknown' };
  // The item identifies the completion of a task: the engine ignores a second one as `gone`.
  if (event.kind !== 'taskCompleted') {
    const reply = await firstReply(tx, locked.id, options.eventId);
    if (reply !== undefined) return { outcome: 'repeated', reply };
  }
  const definition = (await loadDefinition(tx, scope, locked.processKey, locked.number))!;
  return advance(tx, scope, { instance: locked, definition, event, options, isNew: false });
}

/**
 * Begins a called instance that the calling transaction left to a job. If its start is rejected, the instance is
 * cancelled and the calling activity gets the error.
 */
export async function beginCalled(tx: Tx, scope: StepScope, instanceId: string): Promise<void> {
  const child = await lockInstance(tx, instanceId);
  if (child?.state.begin === undefined || child.parentId === null) return;
  const event: EventBody = { kind: 'start', vars: child.state.begin };
  const begun = await deliver(tx, scope, child, event, { eventId: 'start' });
  if (begun.outcome !== 'rejected') return;
  await abandonCalled(tx, scope, child, { error: { code: `call.${begun.code}`, text: begun.text } });
}

/** After the last try to begin a called instance: an incident at the calling activity. Its retry calls a new instance. */
export async function failCalled(tx: Tx, scope: StepScope, instanceId: string, error: string): Promise<void> {
  const child = await lockInstance(tx, instanceId);
  if (child?.state.begin === undefined) return;
  await abandonCalled(tx, scope, child, { refused: { code: 'call.failed', text: error } });
}

type CallFailure = Pick<Extract<ProcessJob, { kind: 'callEnded' }>, 'error' | 'refused'>;

async function abandonCalled(tx: Tx, scope: StepScope, child: LockedInstance, failure: CallFailure): Promise<void> {
  const reason = (failure.error ?? failure.refused)?.text ?? '';
  await deliver(tx, scope, child, { kind: 'cancel', reason }, { eventId: 'cancel:parent' });
  const item = Number(child.parentToken);
  const job: ProcessJob = { kind: 'callEnded', childId: child.id, instanceId: child.parentId!, item, ...failure };
  await enqueue(tx, 'job', { job: EVENT_JOB, ...job });
}

/** Cancels running children of the items `tokens`, up to the limit of one transaction. Returns whether there may be more. */
export async function cancelCalled(
  tx: Tx,
  scope: StepScope,
  parentId: string,
  tokens: readonly string[],
): Promise<boolean> {
  const { steps, hasMore } = await new Calls(tx, scope).cancelChildren(parentId, tokens);
  await persist(tx, scope, changesOf(scope, steps));
  return hasMore;
}

export interface NewInstance {
  readonly key: string;
  readonly number: number;
  readonly definition: Definition;
  readonly businessKey?: string | null;
  readonly vars?: Vars;
  /** The start event that was triggered. Without it, the none start event. */
  readonly node?: string;
  readonly data?: Record<string, unknown>;
  /** By default the starter is the requester. */
  readonly details?: CaseDetails;
}

/** Starts an instance of one version. Nothing is stored when the result is `rejected`. */
export async function begin(tx: Tx, scope: StepScope, wanted: NewInstance): Promise<DeliveryResult> {
  const { key, number, definition, businessKey, vars, node, data, details } = wanted;
  const instance: LockedInstance = {
    id: uuid7(),
    processKey: key,
    number,
    status: 'active',
    state: newState(),
    businessKey: businessKey ?? null,
    starterId: scope.userId,
    parentId: null,
    parentToken: null,
    caseTypeId: details?.caseTypeId ?? null,
    recordId: details?.recordId ?? null,
    details: details ?? { itemId: null, requesterId: scope.userId, title: '', form: null },
  };
  const event: EventBody = {
    kind: 'start',
    ...(node === undefined ? {} : { node }),
    ...initialVariables(definition, scope, vars),
  };
  const options = { eventId: 'start', ...(data ? { data } : {}) };
  return advance(tx, scope, { instance, definition, event, options, isNew: true });
}

function initialVariables({ initiator }: Definition, { userId }: StepScope, vars?: Vars): { vars?: Vars } {
  if (initiator === undefined || userId === null) return vars === undefined ? {} : { vars };
  return { vars: { ...vars, [initiator]: userId } };
}

interface Delivery {
  readonly instance: LockedInstance;
  readonly definition: Definition;
  readonly event: EventBody;
  readonly options: DeliveryOptions;
  readonly isNew: boolean;
}

/** Steps the instance, then those it calls; turns all effects into rows; stores the rows. Each stage ends before the next. */
async function advance(tx: Tx, scope: StepScope, delivery: Delivery): Promise<DeliveryResult> {
  const { instance, definition, event, options } = delivery;
  const result = step(definition, instance.state, { ...event, id: options.eventId, ...clockOf(scope) });
  if (result.ignored) return { outcome: 'ignored', reason: result.ignored };
  if (result.rejected && !options.keepRejection) return { outcome: 'rejected', ...result.rejected };
  const followed = await new Calls(tx, scope).follow({ ...delivery, result });
  const changes = changesOf(scope, [followed]);
  await persist(tx, scope, changes, options.task?.id);
  if (result.rejected) return { outcome: 'rejected', ...result.rejected };
  const saved = changes.instances.get(instance.id);
  return {
    outcome: 'done',
    instanceId: instance.id,
    instance: saved ? { ...instance, state: saved.state, status: saved.status } : instance,
    result,
    tasks: changes.tasks.map(({ id, instanceId, token }) => ({ id, instanceId, token })),
    ended: saved?.endedAt != null,
  };
}
