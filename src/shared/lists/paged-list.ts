import { signal } from '@preact/signals-core';
import { createLoaded } from './loaded.ts';

interface Part {
  readonly items: readonly unknown[];
  /** Cursor of the next page; null at the end. */
  readonly next: string | null;
}

/** A filterable list that grows page by page. `read` loads the page `after` a cursor, or the first one. */
export function createPagedList<Filter extends object, Page extends Part>(
  first: Filter,
  read: (filter: Filter, after: string | null, stop: AbortSignal) => Promise<Page>,
) {
  const filter = signal(first);
  const { state: list, load, stop, current } = createLoaded((ended) => read(filter.peek(), null, ended));

  /** Appends the next page. Throws the server's error, unless the list was reset meanwhile. */
  async function more(): Promise<void> {
    const before = list.peek();
    if (before.status !== 'ready' || before.next === null) return;
    const ended = current();
    try {
      const { items, next } = await read(filter.peek(), before.next, ended);
      const now = list.peek();
      // A second press loads the same page twice, and a row may have been changed in place.
      if (ended.aborted || now.status !== 'ready' || now.next !== before.next) return;
      list.value = { ...now, items: [...now.items, ...items], next };
    } catch (error) {
      if (!ended.aborted) throw error;
    }
  }

  function narrow(part: Partial<Filter>): void {
    filter.value = { ...filter.peek(), ...part };
    void load();
  }

  return { list, filter, load, more, narrow, stop };
}
