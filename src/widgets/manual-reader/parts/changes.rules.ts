import type { ManualChange } from '../../../shared/contracts/manuals.contract.ts';

/** Item of the list when only changes are shown. */
export type Item =
  /** Heading above the next change. */
  | { readonly kind: 'heading'; readonly key: string; readonly block: ManualChange }
  /** Collapsed content that is unchanged since the confirmation. */
  | { readonly kind: 'same'; readonly key: string; readonly blocks: readonly ManualChange[] }
  | { readonly kind: 'change'; readonly key: string; readonly block: ManualChange; readonly index: number };

/** Blocks of a difference: changes, collapsed unchanged content, and the headings above them. */
export function itemsOf(blocks: readonly ManualChange[], headings: ReadonlySet<string>): readonly Item[] {
  const items: Item[] = [];
  let same: ManualChange[] = [];
  let index = 0;
  const fold = (end: boolean) => {
    const at = same.findLastIndex(({ id }) => headings.has(id));
    const before = at < 0 ? same : same.slice(0, at);
    const after = at < 0 ? [] : same.slice(at + 1);
    const add = (some: readonly ManualChange[]) => {
      if (some.length > 0) items.push({ kind: 'same', key: `same-${some[0]?.id}`, blocks: some });
    };
    if (end) add(same);
    else {
      add(before);
      const heading = same[at];
      if (heading) items.push({ kind: 'heading', key: heading.id, block: heading });
      add(after);
    }
    same = [];
  };
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'same') {
      same.push(block);
      continue;
    }
    fold(false);
    items.push({ kind: 'change', key: `${block.id}-${at}`, block, index });
    index += 1;
  }
  fold(true);
  return items;
}
