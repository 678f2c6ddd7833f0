import type { ProductEntry } from './product-menu.ts';

/** An entry of an organisation's menu, possibly removed. */
export interface StoredEntry {
  readonly id: string;
  readonly path: string;
  readonly parentId: string | null;
  readonly icon: string | null;
  readonly title: unknown;
  readonly meta: unknown;
  readonly priority: number;
  readonly groups: readonly string[];
  readonly version: number;
  readonly isRemoved: boolean;
}

/**
 * Product entries that an organisation has received, by their path in the product, and with their version. An entry with
 * another version was changed by the organisation, and is no longer updated.
 */
export type AddedEntries = Readonly<Record<string, { readonly id: string; readonly version: number }>>;

type Wanted = Pick<StoredEntry, 'id' | 'parentId'> & ProductEntry;

export interface MenuPlan {
  readonly insert: readonly Wanted[];
  readonly update: readonly Wanted[];
  readonly given: AddedEntries;
}

/** Version of an entry that the product never updates: no row has it. */
const EDITED = 0;

/**
 * Plans the update of a menu to the product's. New entries are added if their parent still exists, unchanged ones follow
 * the product, and entries that the organisation changed, moved or removed stay as they are. `given` is null for a menu
 * created before this was recorded: entries at the product's paths then count as received.
 */
export function planMenu(
  product: readonly ProductEntry[],
  rows: readonly StoredEntry[],
  given: AddedEntries | null,
  newId: () => string,
): MenuPlan {
  const before = given ?? guess(product, rows);
  const now: Record<string, { id: string; version: number }> = { ...before };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const exists = (path: string) => now[path] !== undefined && byId.get(now[path].id)?.isRemoved !== true;
  const insert: Wanted[] = [];
  const update: Wanted[] = [];
  for (const entry of product) {
    const parent = entry.parent === undefined ? null : (now[entry.parent]?.id ?? null);
    const hasParent = entry.parent === undefined || exists(entry.parent);
    const known = now[entry.path];
    const row = known && byId.get(known.id);
    if (known && row && !row.isRemoved && row.version === known.version) {
      const wanted = { ...entry, id: row.id, parentId: hasParent ? parent : row.parentId };
      if (isSame(row, wanted)) continue;
      update.push(wanted);
      now[entry.path] = { id: row.id, version: row.version + 1 };
    }
    if (known) continue;
    const own = rows.find(({ path, isRemoved }) => path === entry.path && !isRemoved);
    if (own) now[entry.path] = { id: own.id, version: EDITED };
    else if (hasParent) {
      const id = newId();
      insert.push({ ...entry, id, parentId: parent });
      now[entry.path] = { id, version: 1 };
    }
  }
  return { insert, update, given: now };
}

function guess(product: readonly ProductEntry[], rows: readonly StoredEntry[]): AddedEntries {
  return Object.fromEntries(
    product.flatMap(({ path }) => {
      const at = rows.filter((row) => row.path === path);
      const row = at.find(({ isRemoved }) => !isRemoved) ?? at[0];
      return row ? [[path, { id: row.id, version: row.version === 1 ? 1 : EDITED }]] : [];
    }),
  );
}

function isSame(row: StoredEntry, wanted: Wanted): boolean {
  const comparable = (entry: Pick<StoredEntry, 'parentId' | 'icon' | 'title' | 'meta' | 'priority' | 'groups'>) =>
    JSON.stringify([
      entry.parentId,
      entry.icon,
      sorted(entry.title),
      sorted(entry.meta),
      entry.priority,
      [...entry.groups],
    ]);
  return comparable(row) === comparable(wanted);
}

/** The database does not keep the order of object keys. */
const sorted = (object: unknown) =>
  Object.entries(object as Record<string, unknown>).toSorted(([a], [b]) => (a < b ? -1 : 1));
