import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { GroupPlace } from './layout.rules.ts';
import { createRowElements, type RowContext, type RowElements } from './row-elements.ts';
import type { Row, Rows } from './rows.ts';

export interface Group {
  readonly key: string;
  readonly place: GroupPlace;
  /** The last of the loaded rows. */
  readonly isLast: boolean;
}

interface Marked {
  readonly tabbable: string | undefined;
  /** Id of the task that has, or last had, the focus. */
  readonly focused: string | null;
  readonly open: string | null;
}

/**
 * New rows reuse the elements of removed ones: only their texts change (TSK-20). Their surroundings are in `groups`,
 * whose list elements are registered by `hold`.
 */
export function createRowPool() {
  const groups = signal<readonly Group[]>([]);
  const lists = new Map<string, Element>();
  let slots = new Map<string, RowElements>();
  let madeOf: Element | undefined;

  /** Shows exactly these rows. */
  function show(rows: readonly Row[], { geometry }: Rows, marked: Marked, sample: Element, context: RowContext): void {
    if (sample !== madeOf) drop(slots.values());
    madeOf = sample;
    const before = slots;
    slots = new Map();
    for (const { task } of rows) {
      const own = before.get(task.id);
      if (own && before.delete(task.id)) slots.set(task.id, own);
    }
    // The focused row's elements are not reused: the focus would move to a task that the user did not select.
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
    notify(now);
  }

  /** Updates only the groups around these rows; the rows stay as they are. */
  function head(rows: readonly Row[], { geometry }: Rows): void {
    notify(groupsOf(geometry.groups, rows));
  }

  function notify(now: readonly Group[]): void {
    const known = groups.peek();
    if (now.length !== known.length || now.some((group, index) => !isAlike(group, known[index] as Group)))
      groups.value = now;
  }

  function drop(some: Iterable<RowElements>): void {
    for (const { item } of some) item.remove();
  }

  /** Registers the list element of a group; null when it is removed. */
  function hold(key: string, list: Element | null): void {
    if (list) lists.set(key, list);
    else lists.delete(key);
  }

  return {
    groups: groups as ReadonlySignal<readonly Group[]>,
    show,
    head,
    /** Whether a task is rendered. */
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
    // A group can appear twice for a moment, when a task has moved and the list is reloading.
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

/** Puts the row elements into list order, the order in which they are read out. */
function putInOrder(list: Element): void {
  const placeOf = (row: Element) => Number(row.ariaPosInSet);
  let next: Element | null = null;
  for (const row of [...list.children].sort((a, b) => placeOf(b) - placeOf(a))) {
    // The others move around the focused one, which would lose the focus if moved.
    if (row.nextElementSibling !== next && !row.matches(':focus-within')) list.insertBefore(row, next);
    next = row;
  }
}
