import type { ManualChange } from '../../../../shared/contracts/manuals.contract.ts';
import { countWords } from '../../../../shared/manual-html/words.ts';
import { align, contentOf } from './align.ts';
import { blocksOf } from './blocks.ts';
import { changedBlock } from './changed-block.ts';
import { type Block, textOf } from './model.ts';
import { parseHtml } from './parse.ts';
import { printBlock } from './print-html.ts';
import { splitterOf } from './word-changes.ts';

const read = (html: string): Block[] => blocksOf(parseHtml(html), { removed: new Set(), depth: 0 });

/**
 * Returns the differences between two sanitised texts, block by block in the order of the later one; a removed block is at
 * its former position. Words in a changed block are marked with `ins` and `del`; items, rows and blocks within it with
 * `data-change` (added, removed). `before` is the earlier block, if it differs. A moved block is listed twice with the same
 * id: as removed at its old position, and as moved at the new one.
 */
export function differenceOfManuals(before: string, after: string, languageId: string): ManualChange[] {
  const split = splitterOf(languageId);
  const earlier = read(before);
  const later = read(after);
  const { was, moved } = align(earlier, later, split);
  const changes: ManualChange[] = [];
  let next = 0;
  const movers = new Map(was.flatMap((from, index) => (from !== undefined && moved[index] ? [[from, index]] : [])));
  const removeUpTo = (end: number) => {
    for (; next < end; next += 1) {
      const block = earlier[next]!;
      const { id = '' } = later[movers.get(next) ?? -1]?.attributes ?? block.attributes;
      changes.push({ kind: 'removed', id, html: printBlock(block) });
    }
  };
  later.forEach((block, index) => {
    const from = was[index];
    const id = block.attributes.id ?? '';
    const html = printBlock(block);
    if (from === undefined) {
      changes.push({ kind: 'added', id, html });
      return;
    }
    const old = earlier[from]!;
    const printed = printBlock(old);
    const isSame = contentOf(old) === contentOf(block);
    const overlaid = isSame ? block : changedBlock(old, block, split);
    if (!moved[index]) {
      removeUpTo(overlaid ? from : from + 1);
      next = from + 1;
    }
    if (!overlaid) changes.push({ kind: 'added', id, html });
    else {
      const kind = moved[index] ? 'moved' : isSame ? 'same' : 'changed';
      changes.push({
        kind,
        id,
        html: printBlock(overlaid),
        ...((kind === 'moved' || printed !== html) && { before: printed }),
      });
    }
  });
  removeUpTo(earlier.length);
  return changes;
}

/** Returns the number of changes, and the number of words in new and changed text. */
export function sumOfDifference(changes: readonly ManualChange[]): { changes: number; words: number } {
  const moved = new Set(changes.flatMap(({ kind, id }) => (kind === 'moved' ? [id] : [])));
  const counted = changes.filter(({ kind, id }) => kind !== 'same' && !(kind === 'removed' && moved.has(id)));
  const fresh = counted.filter(({ kind }) => kind === 'added' || kind === 'changed');
  const words = fresh.map(({ html }) =>
    countWords(
      read(html.replace(/<del>.*?<\/del>/gs, ''))
        .map(textOf)
        .join('\n'),
    ),
  );
  return { changes: counted.length, words: words.reduce((sum, one) => sum + one, 0) };
}
