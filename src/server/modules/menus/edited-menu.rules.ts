import type { EditedMenuItem } from '../../../shared/contracts/menus.contract.ts';
import type { MenuItemRow } from './menus.store.ts';
import type { AddedEntries } from './product-menu.rules.ts';

/** Product entries that the organisation has received. */
export type Given = AddedEntries;

/** Whether an entry comes with the product, and still follows it. */
export function originOf({ id, version }: Pick<MenuItemRow, 'id' | 'version'>, given: Given): EditedMenuItem['origin'] {
  const known = Object.values(given).find((one) => one.id === id);
  if (!known) return 'own';
  return known.version === version ? 'product' : 'changed';
}

/** All entries as a tree, by priority. An entry without its parent is at the top. */
export function editedTree(rows: readonly MenuItemRow[], given: Given): EditedMenuItem[] {
  const ids = new Set(rows.map(({ id }) => id));
  const sorted = rows.toSorted((a, b) => a.priority - b.priority || (a.path < b.path ? -1 : 1));
  const under = (parentId: string | null): EditedMenuItem[] =>
    sorted
      .filter((row) => (row.parentId !== null && ids.has(row.parentId) ? row.parentId : null) === parentId)
      .map((row) => ({
        ...{ id: row.id, path: row.path, icon: row.icon, title: row.title },
        meta: {
          ...row.meta,
          ...(row.groups.length > 0 && { groups: [...row.groups] }),
          ...(row.hidden && { hidden: true }),
        },
        ...{ parentId: row.parentId, priority: row.priority, version: row.version },
        origin: originOf(row, given),
        children: under(row.id),
      }));
  return under(null);
}
