import { signal } from '@preact/signals-core';
import { type ApiErrorCode, codeOf } from '../api/api-error.ts';

export type Loaded<Value extends object> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | ({ readonly status: 'ready' } & Value);

/** State of data loaded as a whole: the previous value stays during a reload, and only the last request counts. */
export function createLoaded<Value extends object>(read: (stop: AbortSignal) => Promise<Value>) {
  const state = signal<Loaded<Value>>({ status: 'loading' });
  let reading = new AbortController();

  /** Never throws: a failure is a state. */
  async function load(): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal: stop } = reading;
    try {
      const value = await read(stop);
      if (!stop.aborted) state.value = { status: 'ready', ...value };
    } catch (error) {
      if (!stop.aborted) state.value = { status: 'failed', code: codeOf(error) };
    }
  }

  return {
    state,
    load,
    /** Aborts what is running, including work that uses `current`. */
    stop: () => reading.abort(),
    /** Aborted by the next load. */
    current: () => reading.signal,
  };
}
