import { useEffect, useRef, useState } from 'react';

/** A search: synchronous for local items, otherwise asynchronous. Throws if there is no answer. */
export type Find<Item> = (q: string, signal: AbortSignal) => readonly Item[] | Promise<readonly Item[]>;

/** The previous `items` stay while the next ones load. */
export interface Found<Item> {
  readonly status: 'loading' | 'ready' | 'failed';
  readonly items: readonly Item[];
}

const TYPING_PAUSE_MS = 200;
const NOTHING = { status: 'loading', items: [] } as const;

/**
 * Searches while the user types: after a pause, and only the last query counts. No search while `q` is null; another
 * `about` or `turn` searches again.
 */
export function useFound<Item>(find: Find<Item>, q: string | null, about = '', turn = 0): Found<Item> {
  const [found, setFound] = useState<Found<Item>>(NOTHING);
  const latest = useRef(find);
  latest.current = find;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both request the same query again
  useEffect(() => {
    if (q === null) {
      setFound(NOTHING);
      return;
    }
    const stop = new AbortController();
    const take = (items: readonly Item[]) => !stop.signal.aborted && setFound({ status: 'ready', items });
    const ask = async () => {
      try {
        const answer = latest.current(q.trim(), stop.signal);
        if (!(answer instanceof Promise)) {
          take(answer);
          return;
        }
        setFound((before) => ({ status: 'loading', items: before.items }));
        take(await answer);
      } catch {
        if (!stop.signal.aborted) setFound({ status: 'failed', items: [] });
      }
    };
    const timer = q === '' ? undefined : setTimeout(() => void ask(), TYPING_PAUSE_MS);
    if (q === '') void ask();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, about, turn]);
  return found;
}
