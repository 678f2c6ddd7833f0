import { isSame, type JsonObject } from './canonical.rules.ts';
import { mergeValues } from './merge.rules.ts';

/** Content of an object; null: it does not exist. */
export type Content = JsonObject | null;

/** An object as it was applied last, as the file has it, and as it is now. */
export interface Versions {
  /** Undefined: no file of this line was applied. */
  readonly base: Content | undefined;
  readonly file: Content;
  readonly current: Content;
}

export type StepAction = 'add' | 'change' | 'remove' | 'keep' | 'merged' | 'conflict';

export interface Step {
  readonly action: StepAction;
  /** What applying makes of the object; for a conflict, what the file has. */
  readonly result: Content;
  /** Where both the file and the installation changed the object. */
  readonly conflicts: readonly string[];
}

export interface PlanOptions {
  /** Removes objects that the file no longer has. */
  readonly prune: boolean;
  /** Takes the file's version of objects that were changed here. */
  readonly overwrite: boolean;
}

/** Whether the object does not exist. The file names removed entries of the product's menu. */
export const isAbsent = (content: Content): boolean => content === null || content.removed === true;

/** Whether two versions are equal; all absent ones are. */
export const same = (a: Content, b: Content): boolean =>
  (isAbsent(a) && isAbsent(b)) || (!isAbsent(a) && !isAbsent(b) && isSame(a!, b!));

/** Decides what applying a file does with one object; null: nothing. */
export function stepOf({ base, file, current }: Versions, { prune, overwrite }: PlanOptions): Step | null {
  if (same(file, current)) return null;
  const take = (): Step => ({ action: actionOf(current, file), result: file, conflicts: [] });
  const keep: Step = { action: 'keep', result: current, conflicts: [] };
  const isMissing = file === null;
  if (base === undefined) {
    if (isMissing) return null;
    // An entry that the file names as removed was removed on purpose, and nothing else could be merged with that.
    return isAbsent(current) || isAbsent(file) || overwrite ? take() : conflict(file, ['']);
  }
  if (same(base, current)) return isMissing && !prune ? keep : take();
  if (same(base, file)) {
    if (isMissing && base === null) return null;
    return overwrite && (!isMissing || prune) ? take() : keep;
  }
  if (overwrite) return isMissing && !prune ? keep : take();
  if (isAbsent(base) || isAbsent(file) || isAbsent(current)) return conflict(file, ['']);
  const merged = mergeValues(base!, current!, file!);
  return merged.conflicts
    ? conflict(file, merged.conflicts)
    : { action: 'merged', result: merged.value as JsonObject, conflicts: [] };
}

const conflict = (file: Content, conflicts: readonly string[]): Step => ({
  action: 'conflict',
  result: file,
  conflicts,
});

function actionOf(before: Content, after: Content): StepAction {
  if (isAbsent(after)) return 'remove';
  return isAbsent(before) ? 'add' : 'change';
}

export type Choice = 'file' | 'here';

/** Returns what applying makes of an object after a choice; undefined: it stays as it is. Null for a conflict without one. */
export function resultOf(
  step: { readonly action: StepAction; readonly result: Content; readonly file: Content },
  choice: Choice | undefined,
): { readonly content: Content } | undefined | null {
  if (choice === 'here') return undefined;
  if (choice === 'file') return { content: step.file };
  if (step.action === 'conflict') return null;
  return step.action === 'keep' ? undefined : { content: step.result };
}
