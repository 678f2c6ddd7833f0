import { Temporal } from 'temporal-polyfill';
import type { Tx } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { Definition, EventBody, IgnoredReason, StepResult, Vars } from '../engine/model.ts';
import { newState, step } from '../engine/step.ts';
import { Changes, EVENT_JOB, type ProcessJob } from './changes.ts';
import { loadDefinition } from './definitions.store.ts';
import { collect } from './effects.ts';
import { firstReply, type LockedInstance, lockInstance, type SavedInstance } from './instances.store.ts';
import { writeChanges } from './persist.ts';
import type { StepScope } from './scope.ts';
import type { How } from './stepped.ts';

export interface OpenedTask {
  readonly id: string;
  readonly instanceId: string;
  readonly token: string;
}

export type Delivered =
  | {
      readonly outcome: 'done';
      readonly instanceId: string;
      readonly result: StepResult;
      readonly tasks: readonly OpenedTask[];
      readonly ended: boolean;
    }
  | { readonly outcome: 'repeated'; readonly reply: unknown }
  | { readonly outcome: 'ignored'; readonly reason: IgnoredReason }
  | { readonly outcome: 'rejected'; readonly code: string; readonly text: string }
  | { readonly outcome: 'unknown' };

/**
 * Delivers one event to one instance, inside the caller's transaction: locks it (unless it comes locked), asks whether
 * the event was here before, steps, and writes state, tasks, inboxes, timers, subscriptions, incidents, history and
 * outbox. Nothing of it happens unless the transaction commits.
 */
export async function deliver(
  tx: Tx,
  scope: StepScope,
  instance: string | LockedInstance,
  event: EventBody,
  how: How,
): Promise<Delivered> {
  const locked = typeof instance === 'string' ? await lockInstance(tx, instance) : instance;
  if (!locked) return { outcome: 'unknown' };
  // A task's completion is told apart by its item: a second one is `gone`.
  if (event.kind !== 'taskCompleted') {
    const reply = await firstReply(tx, locked.id, how.eventId);
    if (reply !== undefined) return { outcome: 'repeated', reply };
  }
  const definition = (await loadDefinition(tx, scope, locked.processKey, locked.number))!;
  return advance(tx, scope, locked, definition, event, how, false);
}

/**
 * Begins an instance that was called in a transaction that had started enough. One that does not come to rest never
 * was: it is cancelled, and the calling activity gets the error.
 */
export async function beginCalled(tx: Tx, scope: StepScope, instanceId: string): Promise<void> {
  const child = await lockInstance(tx, instanceId);
  if (child?.state.begin === undefined || child.parentId === null) return;
  const event: EventBody = { kind: 'start', vars: child.state.begin };
  const begun = await deliver(tx, scope, child, event, { eventId: 'start' });
  if (begun.outcome !== 'rejected') return;
  await giveUp(tx, scope, child, { error: { code: `call.${begun.code}`, text: begun.text } });
}

/** After the last try to begin a called instance: an incident at the calling activity, whose retry calls anew. */
export async function giveUpCalled(tx: Tx, scope: StepScope, instanceId: string, error: string): Promise<void> {
  const child = await lockInstance(tx, instanceId);
  if (child?.state.begin === undefined) return;
  await giveUp(tx, scope, child, { refused: { code: 'call.failed', text: error } });
}

type Failure = Pick<Extract<ProcessJob, { kind: 'callEnded' }>, 'error' | 'refused'>;

async function giveUp(tx: Tx, scope: StepScope, child: LockedInstance, failure: Failure): Promise<void> {
  const reason = (failure.error ?? failure.refused)?.text ?? '';
  await deliver(tx, scope, child, { kind: 'cancel', reason }, { eventId: 'cancel:parent' });
  const item = Number(child.parentToken);
  const job: ProcessJob = { kind: 'callEnded', childId: child.id, instanceId: child.parentId!, item, ...failure };
  await enqueue(tx, 'job', { job: EVENT_JOB, ...job });
}

export interface NewInstance {
  readonly key: string;
  readonly number: number;
  readonly definition: Definition;
  readonly businessKey?: string | null;
  readonly vars?: Vars;
  /** The start event that was triggered; none: the plain start. */
  readonly node?: string;
  readonly data?: Record<string, unknown>;
}

/** Starts an instance of one version. `rejected` when it does not come to rest; then nothing was written. */
export async function begin(tx: Tx, scope: StepScope, wanted: NewInstance): Promise<Delivered> {
  const id = uuid7();
  const instance: LockedInstance = {
    id,
    processKey: wanted.key,
    number: wanted.number,
    status: 'active',
    state: newState(),
    businessKey: wanted.businessKey ?? null,
    starterId: scope.userId,
    parentId: null,
    parentToken: null,
  };
  const event: EventBody = {
    kind: 'start',
    ...(wanted.node === undefined ? {} : { node: wanted.node }),
    ...(wanted.vars === undefined ? {} : { vars: wanted.vars }),
  };
  return advance(
    tx,
    scope,
    instance,
    wanted.definition,
    event,
    { eventId: 'start', ...(wanted.data ? { data: wanted.data } : {}) },
    true,
  );
}

async function advance(
  tx: Tx,
  scope: StepScope,
  instance: LockedInstance,
  definition: Definition,
  event: EventBody,
  how: How,
  isNew: boolean,
): Promise<Delivered> {
  const result = step(definition, instance.state, {
    ...event,
    id: how.eventId,
    at: scope.now.toISOString(),
    zone: scope.timeZone,
  });
  if (result.ignored) return { outcome: 'ignored', reason: result.ignored };
  if (result.rejected && !how.keepRejection) return { outcome: 'rejected', ...result.rejected };
  const changes = new Changes();
  await collect(tx, scope, changes, { instance, definition, event, result, how, isNew });
  await writeChanges(tx, scope, changes, how.task?.id);
  if (result.rejected) return { outcome: 'rejected', ...result.rejected };
  return {
    outcome: 'done',
    instanceId: instance.id,
    result,
    tasks: changes.tasks.map(({ id, instanceId, token }) => ({ id, instanceId, token })),
    ended: isEnded(changes.instances.find((saved) => saved.instance.id === instance.id)),
  };
}

function isEnded(saved: SavedInstance | undefined): boolean {
  return saved?.endedAt !== null && saved !== undefined;
}

/** The tenant's calendar day at a moment. */
export function todayIn(timeZone: string, now: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}
