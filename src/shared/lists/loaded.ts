import { signal } from '@preact/signals-core';
import { type ApiErrorCode, codeOf } from '../api/api-error.ts';

export type Loaded<Value extends object> =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | ({ readonly status: 'ready' } & Value);

/** What is read from the server as a whole: what is shown stays while it is read anew, and only the last asking counts. */
export function createLoaded<Value extends object>(read: (stop: AbortSignal) => Promise<Value>) {
  const state = signal<Loaded<Value>>({ status: 'loading' });
  let reading = new AbortController();

  /** Never throws: a failure is the state. */
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
    /** Ends what is under way, also what was asked for with `current`. */
    stop: () => reading.abort(),
    /** Aborted as soon as it is read anew. */
    current: () => reading.signal,
  };
}
