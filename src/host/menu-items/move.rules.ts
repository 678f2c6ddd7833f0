import { MENU_DEPTH_MAX } from '../../shared/contracts/menu.rules.ts';

/** An entry as moving needs it. */
export interface Movable {
  readonly id: string;
  readonly path: string;
  readonly parentId: string | null;
  readonly priority: number;
  readonly version: number;
  readonly children: readonly Movable[];
}

/** A place: the number of entries before it, without the moved one. */
export interface Place {
  readonly parentId: string | null;
  readonly index: number;
}

/** What the server is asked to store. */
export interface Moved {
  readonly id: string;
  readonly parentId: string | null;
  readonly priority: number;
  readonly version: number;
}

/** The inbox is always the first entry. */
export const FIRST_PATH = '/inbox';
const STEP = 10;

/** Finds an entry. */
export function entryOf<Entry extends Movable>(items: readonly Entry[], id: string | null): Entry | undefined {
  for (const item of items) {
    const found = item.id === id ? item : entryOf(item.children as readonly Entry[], id);
    if (found) return found;
  }
  return undefined;
}

/** Entries with this parent, in their order. */
const childrenOf = (items: readonly Movable[], parentId: string | null): readonly Movable[] =>
  parentId === null ? items : (entryOf(items, parentId)?.children ?? []);

const heightOf = ({ children }: Movable): number => 1 + Math.max(0, ...children.map(heightOf));

function levelOf(items: readonly Movable[], id: string | null): number {
  const entry = entryOf(items, id);
  return entry ? 1 + levelOf(items, entry.parentId) : 0;
}

/** Whether the entry can be below `parentId`: not below itself, nor deeper than the menu allows. */
export function canBeBelow(items: readonly Movable[], entry: Movable, parentId: string | null): boolean {
  if (entry.path === FIRST_PATH) return false;
  if (parentId !== null && entryOf([entry], parentId)) return false;
  return levelOf(items, parentId) + heightOf(entry) <= MENU_DEPTH_MAX;
}

/** Where the keys Alt+arrow lead; undefined where they lead nowhere. */
export function placeBeside(
  items: readonly Movable[],
  entry: Movable,
  direction: 'up' | 'down' | 'in' | 'out',
): Place | undefined {
  const siblings = childrenOf(items, entry.parentId);
  const index = siblings.findIndex(({ id }) => id === entry.id);
  const place = placeFor(items, entry, direction, siblings, index);
  if (!place || !canBeBelow(items, entry, place.parentId)) return undefined;
  const isBeforeFirst = place.parentId === null && place.index === 0 && items[0]?.path === FIRST_PATH;
  return isBeforeFirst ? undefined : place;
}

function placeFor(
  items: readonly Movable[],
  entry: Movable,
  direction: 'up' | 'down' | 'in' | 'out',
  siblings: readonly Movable[],
  index: number,
): Place | undefined {
  const { parentId } = entry;
  switch (direction) {
    case 'up':
      return index > 0 ? { parentId, index: index - 1 } : undefined;
    case 'down':
      return index < siblings.length - 1 ? { parentId, index: index + 1 } : undefined;
    case 'in': {
      const before = siblings[index - 1];
      return before && before.path !== FIRST_PATH ? { parentId: before.id, index: before.children.length } : undefined;
    }
    case 'out': {
      const parent = entryOf(items, parentId);
      if (!parent) return undefined;
      const around = childrenOf(items, parent.parentId);
      return { parentId: parent.parentId, index: around.findIndex(({ id }) => id === parent.id) + 1 };
    }
  }
}

/** The fewest changes that bring an entry to a place: its own, unless no number is free between its neighbours. */
export function movesTo(items: readonly Movable[], entry: Movable, { parentId, index }: Place): readonly Moved[] {
  const others = childrenOf(items, parentId).filter(({ id }) => id !== entry.id);
  const [before, after] = [others[index - 1], others[index]];
  const low = before?.priority ?? 0;
  const high = after?.priority ?? low + 2 * STEP;
  const middle = Math.floor((low + high) / 2);
  const { id, version } = entry;
  if (middle > low && middle < high) return [{ id, parentId, priority: middle, version }];
  const order = others.toSpliced(index, 0, entry);
  return order.flatMap((one, place): Moved[] => {
    const priority = (place + 1) * STEP;
    const isSame = one.priority === priority && one.parentId === parentId;
    return isSame ? [] : [{ id: one.id, parentId, priority, version: one.version }];
  });
}
