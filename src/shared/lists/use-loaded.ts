import { useCallback, useEffect, useRef, useState } from 'react';

export type Loaded<Value> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly value: Value };

/** Loads data by `key` and returns it with a reload function; data stays during a reload. Another key starts over. */
export function useLoaded<Value>(
  key: string,
  read: (signal: AbortSignal) => Promise<Value>,
): readonly [Loaded<Value>, () => void] {
  const [state, setState] = useState<Loaded<Value>>({ status: 'loading' });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const before = useRef(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: both values only trigger a reload
  useEffect(() => {
    const stop = new AbortController();
    const isSame = before.current === key;
    before.current = key;
    setState((now) => (now.status === 'ready' && isSame ? now : { status: 'loading' }));
    latest.current(stop.signal).then(
      (value) => !stop.signal.aborted && setState({ status: 'ready', value }),
      (error: unknown) => !stop.signal.aborted && setState({ status: 'failed', error }),
    );
    return () => stop.abort();
  }, [key, turn]);
  return [state, useCallback(() => setTurn((times) => times + 1), [])];
}
