import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { Definition, Effect, EventBody } from '../engine/model.ts';
import { newState, step } from '../engine/step.ts';
import type { Changes } from './changes.ts';
import { findProcess, loadDefinition } from './definitions.store.ts';
import {
  type Ancestry,
  ancestryOf,
  countFamily,
  type LockedInstance,
  lockChildren,
  lockFamily,
  type SavedInstance,
} from './instances.store.ts';
import type { StepScope } from './scope.ts';
import type { Stepped } from './stepped.ts';

/** A called process may call another, this deep; deeper is an error that the calling activity gets. */
const MAX_CALL_DEPTH = 10;
/** How many instances one instance may call in all, directly and through those it called. */
const MAX_FAMILY = 10_000;
/** How many children one transaction steps; those beyond begin, or are cancelled, by jobs. */
export const CHILDREN_PER_TRANSACTION = 20;

type StartEffect = Extract<Effect, { kind: 'startInstance' }>;
type CancelEffect = Extract<Effect, { kind: 'cancelInstance' }>;

/** The started child of a call, to be collected; none when its start is left to a job, because the transaction has started enough. */
export async function startCall(
  tx: Tx,
  scope: StepScope,
  changes: Changes,
  { instance, isNew }: Stepped,
  effect: StartEffect,
): Promise<Stepped | undefined> {
  const tell = (why: { error: { code: string; text: string } } | { refused: { code: string; text: string } }) =>
    changes.jobs.push({ kind: 'callEnded', childId: uuid7(), instanceId: instance.id, item: effect.item, ...why });
  const process = await findProcess(tx, effect.process);
  const number = effect.version === 'latest' ? process?.active_number : effect.version;
  const definition = number == null ? undefined : await loadDefinition(tx, scope, effect.process, number);
  if (!definition || number == null) {
    tell({ error: { code: 'call.process', text: `There is no process ${effect.process}.` } });
    return undefined;
  }
  const above = await ancestry(tx, changes, instance.id, isNew);
  if (above.depth >= MAX_CALL_DEPTH) {
    tell({ error: { code: 'call.depth', text: `Processes call each other more than ${MAX_CALL_DEPTH} deep.` } });
    return undefined;
  }
  const { rootId } = above;
  const family = changes.families.get(rootId) ?? (await lockAndCount(tx, rootId));
  if (family >= MAX_FAMILY) {
    tell({ refused: FAMILY_FULL });
    return undefined;
  }
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
  };
  changes.families.set(rootId, family + 1);
  if (changes.started >= CHILDREN_PER_TRANSACTION) {
    changes.instances.push(waitingToBegin(child, effect, rootId, scope));
    changes.jobs.push({ kind: 'begin', instanceId: child.id });
    return undefined;
  }
  const event: EventBody = { kind: 'start', vars: effect.vars };
  const result = step(definition, child.state, { ...event, id: 'start', ...clockOf(scope) });
  if (result.rejected) {
    tell({ error: { code: `call.${result.rejected.code}`, text: result.rejected.text } });
    return undefined;
  }
  changes.started += 1;
  changes.ancestries.set(child.id, { rootId, depth: above.depth + 1 });
  return { instance: child, definition, event, result, how: { eventId: 'start' }, isNew: true, rootId };
}

/** Two transactions that counted at once would both start as many as are left. */
async function lockAndCount(tx: Tx, rootId: string): Promise<number> {
  await lockFamily(tx, rootId);
  return countFamily(tx, rootId, MAX_FAMILY);
}

export const FAMILY_FULL = {
  code: 'call.total',
  text: `One process may call ${MAX_FAMILY} others in all, through those it called too; no more are started.`,
} as const;

/** Whether the turns of a loop may go on: a process that calls others does not when its family is full. */
export async function mayGoOn(tx: Tx, definition: Definition, instanceId: string): Promise<boolean> {
  if (!Object.values(definition.nodes).some(({ kind }) => kind === 'call')) return true;
  const { rootId } = await ancestryOf(tx, instanceId);
  return (await countFamily(tx, rootId, MAX_FAMILY)) < MAX_FAMILY;
}

async function ancestry(tx: Tx, changes: Changes, id: string, isNew: boolean): Promise<Ancestry> {
  const known = changes.ancestries.get(id) ?? (isNew ? { rootId: id, depth: 1 } : await ancestryOf(tx, id));
  changes.ancestries.set(id, known);
  return known;
}

function waitingToBegin(child: LockedInstance, effect: StartEffect, rootId: string, scope: StepScope): SavedInstance {
  return {
    instance: child,
    isNew: true,
    state: { ...child.state, begin: effect.vars },
    status: 'active',
    at: scope.now,
    endedAt: null,
    // Its `start` is still to come and has an id of its own.
    eventId: 'called',
    reply: {},
    rootId,
  };
}

/** The cancelled child of a call that was left, to be collected; none when it is left to a job, because the transaction has cancelled enough. */
export async function cancelCall(
  tx: Tx,
  scope: StepScope,
  changes: Changes,
  parent: LockedInstance,
  effect: CancelEffect,
): Promise<Stepped | undefined> {
  const token = String(effect.item);
  const started = changes.takeChild(parent.id, token);
  if (started) {
    const child = { ...started.instance, state: started.state };
    return cancelChild(tx, scope, changes, child, started.rootId ?? parent.id);
  }
  if (changes.cancelled >= CHILDREN_PER_TRANSACTION) {
    changes.cancelLater(parent.id, token);
    return undefined;
  }
  const [child] = await lockChildren(tx, parent.id, [token], 1);
  return child && cancelChild(tx, scope, changes, child);
}

/** `rootId` only of a child that the same transaction has started. */
export async function cancelChild(
  tx: Tx,
  scope: StepScope,
  changes: Changes,
  child: LockedInstance,
  rootId?: string,
): Promise<Stepped | undefined> {
  const definition = await loadDefinition(tx, scope, child.processKey, child.number);
  if (!definition) return undefined;
  const event: EventBody = { kind: 'cancel', reason: 'The calling process left the activity.' };
  const result = step(definition, child.state, { ...event, id: 'cancel:parent', ...clockOf(scope) });
  if (result.ignored) return undefined;
  changes.cancelled += 1;
  const how = { eventId: 'cancel:parent' };
  const isNew = rootId !== undefined;
  return { instance: child, definition, event, result, how, isNew, ...(isNew ? { rootId } : {}) };
}

function clockOf(scope: StepScope): { at: string; zone: string } {
  return { at: scope.now.toISOString(), zone: scope.timeZone };
}
