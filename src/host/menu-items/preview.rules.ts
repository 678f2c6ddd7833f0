import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import type { MenuItem } from '../../shared/contracts/session.contract.ts';

interface HiddenEntry {
  readonly entry: EditedMenuItem;
  /** The entry is hidden, needs groups that the user is not in, or is below one that is not shown. */
  readonly why: 'hidden' | 'needs' | 'parent';
}

/** Entries that a user does not see in the menu, with the reason. */
export function hiddenFrom(entries: readonly EditedMenuItem[], seen: readonly MenuItem[]): readonly HiddenEntry[] {
  const shown = new Map<string, boolean>();
  const add = (items: readonly MenuItem[]) => {
    for (const { id, meta, children } of items) {
      shown.set(id, meta.hidden !== true);
      add(children);
    }
  };
  add(seen);
  return entries.flatMap((entry): HiddenEntry[] => {
    if (shown.get(entry.id)) return [];
    if (shown.has(entry.id)) return [{ entry, why: 'hidden' }];
    const isParentShown = entry.parentId === null || shown.has(entry.parentId);
    return [{ entry, why: isParentShown ? 'needs' : 'parent' }];
  });
}
