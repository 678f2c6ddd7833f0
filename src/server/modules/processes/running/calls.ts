import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { findProcess, loadDefinition } from '../definitions/definitions.store.ts';
import { clockOf, type StepScope } from '../definitions/scope.ts';
import type { Definition, Effect, EventBody } from '../engine/model.ts';
import { newState, step } from '../engine/step.ts';
import type { ProcessJob } from './changes.ts';
import type { CallOutcome, InstanceStep } from './instance-step.ts';
import {
  type Ancestry,
  ancestryOf,
  countCalled,
  type LockedInstance,
  lockCalled,
  lockChildren,
  type SavedInstance,
} from './instances.store.ts';

/** Calls nested deeper end with an error at the calling activity. */
const MAX_CALL_DEPTH = 10;
/** How many instances one root instance may call in all, directly and through those it called. */
const MAX_CALLED = 10_000;
/** How many children one transaction starts, and how many it cancels. Jobs continue with the rest. */
const CHILDREN_PER_TRANSACTION = 20;

/** The incident of an instance that has called as many others as it may. */
export const CALL_LIMIT_REACHED = {
  code: 'call.total',
  text: `A process can call at most ${MAX_CALLED} others in total, including those that they call. No more are started.`,
} as const;

type StartEffect = Extract<Effect, { kind: 'startInstance' }>;
type CancelEffect = Extract<Effect, { kind: 'cancelInstance' }>;
type CallFailure = Pick<Extract<ProcessJob, { kind: 'callEnded' }>, 'error' | 'refused'>;
type NewStep = Omit<InstanceStep, 'calls'>;

/** Whether an instance may call more. An instance whose process has no call activity always may continue its loops. */
export async function mayCallMore(tx: Tx, definition: Definition, instanceId: string): Promise<boolean> {
  if (!Object.values(definition.nodes).some(({ kind }) => kind === 'call')) return true;
  const { rootId } = await ancestryOf(tx, instanceId);
  return (await countCalled(tx, rootId, MAX_CALLED)) < MAX_CALLED;
}

/** Steps the children that the steps of one transaction start and cancel. Create one for each transaction. */
export class Calls {
  readonly #tx: Tx;
  readonly #scope: StepScope;
  /** Children started in this transaction, by parent and token: they cannot be read from the database yet. */
  readonly #started = new Map<string, { child: LockedInstance; rootId: string }>();
  readonly #ancestries = new Map<string, Ancestry>();
  /** Number of instances below a root, including those started in this transaction. */
  readonly #called = new Map<string, number>();
  #startedCount = 0;
  #cancelledCount = 0;

  constructor(tx: Tx, scope: StepScope) {
    this.#tx = tx;
    this.#scope = scope;
  }

  /** Steps the children of a step, and their children, in the order of the effects. */
  async follow(parent: NewStep): Promise<InstanceStep> {
    const calls = new Map<Effect, CallOutcome>();
    for (const effect of parent.result.effects) {
      if (effect.kind === 'startInstance') calls.set(effect, await this.#start(parent, effect));
      if (effect.kind === 'cancelInstance') calls.set(effect, await this.#cancel(parent.instance, effect));
    }
    return { ...parent, calls };
  }

  /** Cancels the running children of the items `tokens`. `hasMore` when the limit of one transaction was reached. */
  async cancelChildren(
    parentId: string,
    tokens: readonly string[],
  ): Promise<{ readonly steps: readonly InstanceStep[]; readonly hasMore: boolean }> {
    const children = await lockChildren(this.#tx, parentId, tokens, CHILDREN_PER_TRANSACTION);
    const steps: InstanceStep[] = [];
    for (const child of children) {
      const cancelled = await this.#cancelChild(child);
      if (cancelled) steps.push(cancelled);
    }
    return { steps, hasMore: children.length === CHILDREN_PER_TRANSACTION && steps.length > 0 };
  }

  async #start({ instance, isNew }: NewStep, effect: StartEffect): Promise<CallOutcome> {
    const process = await findProcess(this.#tx, effect.process);
    const number = effect.version === 'latest' ? process?.active_number : effect.version;
    const definition = number == null ? undefined : await loadDefinition(this.#tx, this.#scope, effect.process, number);
    if (!definition || number == null) {
      return failed(instance, effect, {
        error: { code: 'call.process', text: `There is no process ${effect.process}.` },
      });
    }
    const { rootId, depth } = await this.#ancestryOf(instance.id, isNew);
    if (depth >= MAX_CALL_DEPTH) {
      return failed(instance, effect, {
        error: { code: 'call.depth', text: `Calls are nested deeper than ${MAX_CALL_DEPTH} levels.` },
      });
    }
    const called = this.#called.get(rootId) ?? (await this.#lockAndCount(rootId));
    if (called >= MAX_CALLED) return failed(instance, effect, { refused: CALL_LIMIT_REACHED });
    this.#called.set(rootId, called + 1);
    const child: LockedInstance = {
      id: uuid7(),
      processKey: effect.process,
      number,
      status: 'active',
      state: newState(),
      businessKey: instance.businessKey,
      starterId: instance.starterId,
      parentId: instance.id,
      parentToken: String(effect.item),
      caseTypeId: null,
      recordId: null,
    };
    if (this.#startedCount >= CHILDREN_PER_TRANSACTION) {
      const created = this.#notBegun(child, effect, rootId);
      this.#remember(created.instance, created.state, rootId);
      return { kind: 'queued', job: { kind: 'begin', instanceId: child.id }, created };
    }
    const event: EventBody = { kind: 'start', vars: effect.vars };
    const result = step(definition, child.state, { ...event, id: 'start', ...clockOf(this.#scope) });
    if (result.rejected) {
      const { code, text } = result.rejected;
      return failed(instance, effect, { error: { code: `call.${code}`, text } });
    }
    this.#startedCount += 1;
    this.#ancestries.set(child.id, { rootId, depth: depth + 1 });
    const options = { eventId: 'start' };
    const begun = await this.follow({ instance: child, definition, event, result, options, isNew: true, rootId });
    this.#remember(child, result.state, rootId);
    return { kind: 'stepped', step: begun };
  }

  async #cancel(parent: LockedInstance, effect: CancelEffect): Promise<CallOutcome> {
    const token = String(effect.item);
    const started = this.#started.get(`${parent.id}/${token}`);
    if (!started && this.#cancelledCount >= CHILDREN_PER_TRANSACTION) {
      return { kind: 'queued', job: { kind: 'cancelCalls', instanceId: parent.id, tokens: [token] } };
    }
    const child = started?.child ?? (await lockChildren(this.#tx, parent.id, [token], 1))[0];
    const cancelled = child && (await this.#cancelChild(child, started?.rootId));
    return cancelled ? { kind: 'stepped', step: cancelled } : { kind: 'none' };
  }

  /** `rootId` is given for a child that the same transaction has started. */
  async #cancelChild(child: LockedInstance, rootId?: string): Promise<InstanceStep | undefined> {
    const definition = await loadDefinition(this.#tx, this.#scope, child.processKey, child.number);
    if (!definition) return undefined;
    const options = { eventId: 'cancel:parent' };
    const event: EventBody = { kind: 'cancel', reason: 'The calling process left the activity.' };
    const result = step(definition, child.state, { ...event, id: options.eventId, ...clockOf(this.#scope) });
    if (result.ignored) return undefined;
    this.#cancelledCount += 1;
    const isNew = rootId !== undefined;
    return this.follow({ instance: child, definition, event, result, options, isNew, ...(isNew ? { rootId } : {}) });
  }

  #notBegun(child: LockedInstance, effect: StartEffect, rootId: string): SavedInstance {
    return {
      instance: child,
      isNew: true,
      state: { ...child.state, begin: effect.vars },
      status: 'active',
      at: this.#scope.now,
      endedAt: null,
      // Not `start`: that event is delivered later, and its id must be unused.
      eventId: 'called',
      reply: {},
      rootId,
    };
  }

  #remember(child: LockedInstance, state: LockedInstance['state'], rootId: string): void {
    this.#started.set(`${child.parentId}/${child.parentToken}`, { child: { ...child, state }, rootId });
  }

  async #ancestryOf(id: string, isNew: boolean): Promise<Ancestry> {
    const known = this.#ancestries.get(id) ?? (isNew ? { rootId: id, depth: 1 } : await ancestryOf(this.#tx, id));
    this.#ancestries.set(id, known);
    return known;
  }

  /** Without the lock, two transactions would each start as many children as are left. */
  async #lockAndCount(rootId: string): Promise<number> {
    await lockCalled(this.#tx, rootId);
    return countCalled(this.#tx, rootId, MAX_CALLED);
  }
}

/** A call that has no child: the calling activity gets the error or the incident after the commit. */
function failed(parent: LockedInstance, { item }: StartEffect, failure: CallFailure): CallOutcome {
  return { kind: 'queued', job: { kind: 'callEnded', childId: uuid7(), instanceId: parent.id, item, ...failure } };
}
