import { align, contentOf } from './align.ts';
import type { Block } from './model.ts';
import { changedLine, type Split } from './word-changes.ts';

/** Parts that occur once in a table. */
const PARTS = new Set(['thead', 'tbody']);

/**
 * Returns the current block with its changes marked; undefined when the two blocks cannot be merged, for example rows with
 * a different number of cells.
 */
export function changedBlock(before: Block, after: Block, split: Split): Block | undefined {
  if (contentOf(before) === contentOf(after)) return after;
  if (before.runs && after.runs) return { ...after, runs: changedLine(before.runs, after.runs, split) };
  if (!before.children || !after.children) return undefined;
  if (after.name === 'tr') return changedRow(before.children, after, split);
  return { ...after, children: changedChildren(before.children, after.children, split) };
}

function changedRow(before: readonly Block[], after: Block, split: Split): Block | undefined {
  const cells = after.children ?? [];
  if (cells.length !== before.length) return undefined;
  const children = cells.map((cell, index) => changedBlock(before[index]!, cell, split));
  return children.every((cell) => cell !== undefined) ? { ...after, children } : undefined;
}

/** A line that was added or removed has no element to mark, so its characters are marked. */
const asRemoved = (block: Block): Block =>
  block.name === '' ? { ...block, name: 'p', change: 'removed' } : { ...block, change: 'removed' };

const asAdded = (block: Block): Block =>
  block.name === ''
    ? { ...block, runs: (block.runs ?? []).map((run) => ({ ...run, change: 'ins' })) }
    : { ...block, change: 'added' };

function changedChildren(before: readonly Block[], after: readonly Block[], split: Split): Block[] {
  if (before.length === 1 && after.length === 1) {
    const only = changedBlock(before[0]!, after[0]!, split);
    if (only) return [only];
  }
  const { was, moved } = alignParts(before, after, split);
  const children: Block[] = [];
  let next = 0;
  const removeUpTo = (end: number) => {
    for (; next < end; next += 1) children.push(asRemoved(before[next]!));
  };
  after.forEach((block, index) => {
    const from = moved[index] ? undefined : was[index];
    if (from === undefined) {
      children.push(asAdded(block));
      return;
    }
    removeUpTo(from);
    next = from + 1;
    const changed = changedBlock(before[from]!, block, split);
    if (changed) children.push(changed);
    else children.push(asRemoved(before[from]!), asAdded(block));
  });
  removeUpTo(before.length);
  return children;
}

/** Matches head and body of a table whatever their content. */
function alignParts(before: readonly Block[], after: readonly Block[], split: Split) {
  if (!after.some(({ name }) => PARTS.has(name))) return align(before, after, split);
  const was = after.map(({ name }) => {
    const index = before.findIndex((one) => one.name === name);
    return index < 0 ? undefined : index;
  });
  return { was, moved: after.map(() => false) };
}
