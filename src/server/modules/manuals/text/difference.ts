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
 * What differs between two clean texts, block by block in the order of the later one; what is gone stands where it was.
 * Words in a changed block are marked by `ins` and `del`, items, rows and blocks within it by `data-change` (added, removed).
 * `before` is the block as it was, where it was otherwise. A block that moved is told twice: as removed where it stood, and
 * as moved, with the same id, where it stands.
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
    const said = printBlock(old);
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
        ...((kind === 'moved' || said !== html) && { before: said }),
      });
    }
  });
  removeUpTo(earlier.length);
  return changes;
}

/** How many places differ, and how many words somebody reads who reads only what is new or changed. */
export function sumOfDifference(changes: readonly ManualChange[]): { changes: number; words: number } {
  const moved = new Set(changes.flatMap(({ kind, id }) => (kind === 'moved' ? [id] : [])));
  const told = changes.filter(({ kind, id }) => kind !== 'same' && !(kind === 'removed' && moved.has(id)));
  const fresh = told.filter(({ kind }) => kind === 'added' || kind === 'changed');
  const words = fresh.map(({ html }) =>
    countWords(
      read(html.replace(/<del>.*?<\/del>/gs, ''))
        .map(textOf)
        .join('\n'),
    ),
  );
  return { changes: told.length, words: words.reduce((sum, one) => sum + one, 0) };
}
