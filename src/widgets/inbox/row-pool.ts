import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { GroupPlace } from './layout.rules.ts';
import { createRowElements, type RowContext, type RowElements } from './row-elements.ts';
import type { Row, Rows } from './rows.ts';

export interface Group {
  readonly key: string;
  readonly place: GroupPlace;
  /** No other follows, as far as the list is here. */
  readonly isLast: boolean;
}

interface Marked {
  readonly tabbable: string | undefined;
  /** The task that has the focus, or had it last. */
  readonly focused: string | null;
  readonly open: string | null;
}

/**
 * Rows that come get the elements of rows that went: nothing is drawn but their texts (TSK-20). What stands around
 * them is in `groups`, whose lists come by `hold`.
 */
export function createRowPool() {
  const groups = signal<readonly Group[]>([]);
  const lists = new Map<string, Element>();
  let slots = new Map<string, RowElements>();
  let madeOf: Element | undefined;

  /** Shows these rows and no others. */
  function show(rows: readonly Row[], { geometry }: Rows, marked: Marked, sample: Element, context: RowContext): void {
    if (sample !== madeOf) drop(slots.values());
    madeOf = sample;
    const before = slots;
    slots = new Map();
    for (const { task } of rows) {
      const own = before.get(task.id);
      if (own && before.delete(task.id)) slots.set(task.id, own);
    }
    // Those of the row that has the focus are for no other: the focus would be on a task nobody chose.
    const free = [...before.values()].filter((slot) => slot.taskId() !== marked.focused);
    const now = groupsOf(geometry.groups, rows);
    for (const { key, place, rows: some } of now) {
      const list = lists.get(key);
      for (const row of some) {
        const { id } = row.task;
        const slot = slots.get(id) ?? free.pop() ?? createRowElements(sample);
        before.delete(slot.taskId() ?? '');
        slots.set(id, slot);
        const top = row.top - place.top;
        slot.show({ row, top, isCurrent: id === marked.open, isTabbable: id === marked.tabbable }, context);
        if (slot.item.parentNode === (list ?? null)) continue;
        if (list) list.append(slot.item);
        else slot.item.remove();
      }
    }
    drop(before.values());
    tell(now);
  }

  /** Shows only what stands around these rows; those that are shown stay as they are. */
  function head(rows: readonly Row[], { geometry }: Rows): void {
    tell(groupsOf(geometry.groups, rows));
  }

  function tell(now: readonly Group[]): void {
    const known = groups.peek();
    if (now.length !== known.length || now.some((group, index) => !isAlike(group, known[index] as Group)))
      groups.value = now;
  }

  function drop(some: Iterable<RowElements>): void {
    for (const { item } of some) item.remove();
  }

  /** Where the rows of a group stand; null when it goes. */
  function hold(key: string, list: Element | null): void {
    if (list) lists.set(key, list);
    else lists.delete(key);
  }

  return {
    groups: groups as ReadonlySignal<readonly Group[]>,
    show,
    head,
    /** Whether a task is shown, wherever. */
    has: (taskId: string) => slots.has(taskId),
    hold,
    putInOrder: () => {
      for (const list of lists.values()) putInOrder(list);
    },
  };
}

function groupsOf(places: readonly GroupPlace[], rows: readonly Row[]): (Group & { readonly rows: readonly Row[] })[] {
  const times = new Map<string, number>();
  return places.flatMap((place) => {
    // A group is there twice for a moment when a task has moved and the list is read anew.
    const time = times.get(place.group) ?? 0;
    times.set(place.group, time + 1);
    const some = rows.filter(({ index }) => index >= place.first && index < place.first + place.rows);
    if (some.length === 0) return [];
    return [{ key: `${place.group} ${time}`, place, isLast: place === places.at(-1), rows: some }];
  });
}

function isAlike(one: Group, other: Group): boolean {
  const [a, b] = [one.place, other.place];
  return (
    one.key === other.key &&
    one.isLast === other.isLast &&
    a.top === b.top &&
    a.height === b.height &&
    a.rows === b.rows
  );
}

/** The elements of the rows in the order of the list, in which they are read out. */
function putInOrder(list: Element): void {
  const placeOf = (row: Element) => Number(row.ariaPosInSet);
  let next: Element | null = null;
  for (const row of [...list.children].sort((a, b) => placeOf(b) - placeOf(a))) {
    // The others go around the one that has the focus: moved, it would lose it.
    if (row.nextElementSibling !== next && !row.matches(':focus-within')) list.insertBefore(row, next);
    next = row;
  }
}
