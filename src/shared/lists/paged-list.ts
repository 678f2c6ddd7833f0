import { signal } from '@preact/signals-core';
import { createLoaded } from './loaded.ts';

interface Part {
  readonly items: readonly unknown[];
  /** Where the next page begins; null at the end. */
  readonly next: string | null;
}

/**
 * A list that can be narrowed and grows page by page. `read` asks for the page that begins `after` a place, or for the
 * first one.
 */
export function createPagedList<Filter extends object, Page extends Part>(
  first: Filter,
  read: (filter: Filter, after: string | null, stop: AbortSignal) => Promise<Page>,
) {
  const filter = signal(first);
  const { state: list, load, stop, current } = createLoaded((ended) => read(filter.peek(), null, ended));

  /** Adds the next page. What the server refuses is thrown, unless another list was asked for meanwhile. */
  async function more(): Promise<void> {
    const before = list.peek();
    if (before.status !== 'ready' || before.next === null) return;
    const ended = current();
    try {
      const { items, next } = await read(filter.peek(), before.next, ended);
      const now = list.peek();
      // Pressed twice, the same page comes twice; and a line may have been changed where it stands.
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
