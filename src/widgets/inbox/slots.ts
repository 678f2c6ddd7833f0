import { type RefObject, useLayoutEffect } from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';

interface Row {
  readonly task: Pick<Task, 'id'>;
}

/** By task the number of the elements that show it. */
export type Slots = ReadonlyMap<string, number>;

const RESTS_AFTER_MS = 150;

/**
 * Gives rows that come the elements of those that went, which costs a fraction of making new ones; who stays keeps its
 * own. Those of the row that has the focus are for no other: the focus would be on a task nobody chose.
 */
export function slotsOf(before: Slots, rows: readonly Row[], focused: string | null): Slots {
  const slots = new Map<string, number>();
  for (const { task } of rows) {
    const own = before.get(task.id);
    if (own !== undefined) slots.set(task.id, own);
  }
  const taken = new Set(slots.values());
  if (focused !== null) taken.add(before.get(focused) ?? -1);
  let free = 0;
  for (const { task } of rows) {
    if (slots.has(task.id)) continue;
    while (taken.has(free)) free += 1;
    taken.add(free);
    slots.set(task.id, free);
  }
  return slots;
}

/** In the order of their elements, which React then leaves where they are. */
export function bySlot<R extends Row>(rows: readonly R[], slots: Slots): R[] {
  const sorted: R[] = [];
  for (const row of rows) sorted[slots.get(row.task.id) as number] = row;
  // Numbers that nobody has are holes, which are passed over.
  return sorted.filter(() => true);
}

/** Once scrolling rests, the elements stand in the order of the list again: that is the order in which it is read out. */
export function useOrder(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const timer = setTimeout(() => {
      for (const list of box.current?.querySelectorAll('.group:not(section), .group > ul') ?? []) putInOrder(list);
    }, RESTS_AFTER_MS);
    return () => clearTimeout(timer);
  });
}

function putInOrder(list: Element): void {
  const placeOf = (row: Element) => Number(row.ariaPosInSet);
  let next: Element | null = null;
  for (const row of [...list.children].sort((a, b) => placeOf(b) - placeOf(a))) {
    // The others go around the one that has the focus: moved, it would lose it.
    if (row.nextElementSibling !== next && !row.matches(':focus-within')) list.insertBefore(row, next);
    next = row;
  }
}
