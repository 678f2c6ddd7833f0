import { type Block, textOf } from './model.ts';
import { printBlock } from './print-html.ts';
import type { Split } from './word-changes.ts';

/** How two sequences of blocks correspond: for each later block, its earlier index, if any, and whether it moved. */
export interface Alignment {
  readonly was: readonly (number | undefined)[];
  readonly moved: readonly boolean[];
}

/** Blocks further apart than this in a gap are not treated as the same rewritten block. */
const LOOKAHEAD = 8;
const ALIKE = 0.4;

/** Returns the content of a block without its ids: equal for blocks with the same content. */
export const contentOf = (block: Block): string => printBlock(block, false);

/** Matches blocks by id, then by content, then, between matched blocks, by the similarity of their words. */
export function align(before: readonly Block[], after: readonly Block[], split: Split): Alignment {
  const was: (number | undefined)[] = after.map(() => undefined);
  const used = new Set<number>();
  const pair = (index: number, earlier: number | undefined) => {
    if (earlier === undefined || used.has(earlier)) return;
    was[index] = earlier;
    used.add(earlier);
  };
  const byId = new Map(before.flatMap((block, index) => (block.attributes.id ? [[block.attributes.id, index]] : [])));
  after.forEach(({ attributes }, index) => {
    if (attributes.id) pair(index, byId.get(attributes.id));
  });
  const byContent = Map.groupBy(
    [...before.keys()].filter((index) => !used.has(index)),
    (index) => contentOf(before[index]!),
  );
  after.forEach((block, index) => {
    if (was[index] === undefined) pair(index, byContent.get(contentOf(block))?.shift());
  });
  const stays = longestInOrder(was);
  pairAlike(before, after, was, used, stays, split);
  return { was, moved: was.map((earlier, index) => earlier !== undefined && !stays.has(index)) };
}

/** Returns the blocks that kept their relative order; all others have moved. */
function longestInOrder(was: readonly (number | undefined)[]): Set<number> {
  const tails: number[] = [];
  const previous = new Map<number, number | undefined>();
  was.forEach((earlier, index) => {
    if (earlier === undefined) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (was[tails[middle]!]! < earlier) low = middle + 1;
      else high = middle;
    }
    previous.set(index, tails[low - 1]);
    tails[low] = index;
  });
  const stays = new Set<number>();
  for (let index = tails.at(-1); index !== undefined; index = previous.get(index)) stays.add(index);
  return stays;
}

/** Matches the remaining blocks between two blocks that stayed; those pairs stay too. */
function pairAlike(
  before: readonly Block[],
  after: readonly Block[],
  was: (number | undefined)[],
  used: Set<number>,
  stays: Set<number>,
  split: Split,
): void {
  const stayed = new Set([...stays].map((index) => was[index]!));
  let next = 0;
  after.forEach((block, index) => {
    const earlier = was[index];
    if (earlier !== undefined) {
      if (stays.has(index)) next = earlier + 1;
      return;
    }
    let looked = 0;
    for (let at = next; at < before.length && looked < LOOKAHEAD; at += 1) {
      if (used.has(at)) {
        // A block that stayed ends the gap; one that moved away does not.
        if (stayed.has(at)) break;
        continue;
      }
      looked += 1;
      if (!areAlike(before[at]!, block, split)) continue;
      was[index] = at;
      used.add(at);
      stays.add(index);
      stayed.add(at);
      next = at + 1;
      return;
    }
  });
}

const isLine = ({ name }: Block) => /^(|p|h[1-4]|figcaption)$/.test(name);

function areAlike(one: Block, other: Block, split: Split): boolean {
  if (one.name !== other.name && !(isLine(one) && isLine(other))) return false;
  const bag = new Map<string, number>();
  let total = 0;
  let shared = 0;
  for (const word of wordsOf(one, split)) {
    bag.set(word, (bag.get(word) ?? 0) + 1);
    total += 1;
  }
  for (const word of wordsOf(other, split)) {
    total += 1;
    const left = bag.get(word) ?? 0;
    if (left === 0) continue;
    bag.set(word, left - 1);
    shared += 2;
  }
  return total > 0 && shared / total >= ALIKE;
}

const wordsOf = (block: Block, split: Split) => split(textOf(block)).filter((word) => word.trim() !== '');
