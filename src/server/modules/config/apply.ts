import { AppError } from '../../platform/errors.ts';
import type { OuterCall } from '../../platform/http/call-within.ts';
import { announceConfiguration } from '../../platform/outbox.ts';
import type { CompileResult } from '../processes/index.ts';
import {
  type ChangeRow,
  isExpired,
  lockConfiguration,
  markApplied,
  markRolledBack,
  type NamedContent,
  readBase,
  readChange,
  type StoredStep,
  writeBase,
} from './changes.store.ts';
import { auditChange } from './config.store.ts';
import { readConfiguration } from './configuration.query.ts';
import { type Choice, resultOf } from './plan.rules.ts';
import { objectsNamed, stateDigest } from './plan.ts';
import { applyTargets, lockObjects, type Target } from './run-steps.ts';

export type Choices = readonly { readonly kind: string; readonly key: string; readonly take: Choice }[];

/** Returns what a plan applies. Throws config.conflict for conflicts without a choice. */
function chosenTargets(steps: readonly StoredStep[], choices: Choices): Target[] {
  const chosen = new Map(choices.map(({ kind, key, take }) => [`${kind}\n${key}`, take]));
  const open: StoredStep[] = [];
  const targets = steps.flatMap((step): Target[] => {
    const result = resultOf(step, chosen.get(`${step.kind}\n${step.key}`));
    if (result === null) open.push(step);
    return result ? [{ kind: step.kind, key: step.key, content: result.content }] : [];
  });
  if (open.length > 0) {
    const conflicts = open.map(({ kind, key }) => ({ kind, key }));
    throw new AppError('config.conflict', { count: open.length }, { conflicts });
  }
  return targets;
}

/** Applies a plan in the transaction of the request. */
export async function applyPlan(
  call: OuterCall,
  id: string,
  choices: Choices,
  compiled: ReadonlyMap<string, CompileResult>,
): Promise<void> {
  const { tx, session, now } = call;
  await lockConfiguration(tx);
  const change = await readChange(tx, id, true);
  if (!change) throw new AppError('config.not_found');
  if (change.state !== 'planned' || isExpired(change, now)) throw new AppError('config.not_planned');
  await lockObjects(tx);
  const present = await readConfiguration(tx);
  if (stateDigest(present) !== change.currentSha256) throw new AppError('config.changed_since_plan');
  const targets = chosenTargets(change.steps, choices);
  const before = objectsNamed(present, targets);
  await announceConfiguration(tx);
  await applyTargets(call, targets, compiled);
  const after = objectsNamed(await readConfiguration(tx), targets);
  const baseBefore = await moveBase(call, change);
  const { userId } = session;
  await markApplied(tx, { id, before, after, baseBefore, at: now, userId });
  const { line, fileSha256: sha256 } = change;
  await auditChange(tx, {
    verb: change.rollbackOf ? 'config-rolled-back' : 'config-applied',
    line,
    sha256,
    userId,
    change: id,
  });
}

/** Makes the file the common ancestor of the next one of its line, and returns the objects that differed in the one before. */
async function moveBase({ tx }: OuterCall, change: ChangeRow): Promise<NamedContent[]> {
  if (change.rollbackOf !== null) {
    const original = await readChange(tx, change.rollbackOf, true);
    if (original?.state !== 'applied') throw new AppError('config.not_applied');
    await markRolledBack(tx, original.id);
    await writeBase(tx, original.line, original.baseBefore ?? []);
    return [];
  }
  const known = new Map((await readBase(tx, change.line))?.map((one) => [`${one.kind}\n${one.key}`, one]));
  const file = new Map((change.content ?? []).map((one) => [`${one.kind}\n${one.key}`, one]));
  const removed = change.steps.filter(({ action }) => action === 'remove');
  const moved = [...file.values(), ...removed.map(({ kind, key }) => ({ kind, key, content: null }))];
  await writeBase(tx, change.line, moved);
  return moved.map(({ kind, key }) => ({ kind, key, content: known.get(`${kind}\n${key}`)?.content ?? null }));
}
