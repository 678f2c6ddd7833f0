import { useRef, useState } from 'react';
import { type ApiErrorCode, codeOf } from '../api/api-error.ts';

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'refused'; readonly error: unknown };

export interface Saving {
  readonly isSaving: boolean;
  /** Error of the last attempt; undefined without one, or after it was cleared. */
  readonly error: unknown;
  /** The code of `error`, by which a field detects its own errors. */
  readonly code: ApiErrorCode | undefined;
  /** Whether the user has tried to save: missing values are reported from then on. */
  readonly isTried: boolean;
  /**
   * Runs the work and stores its error; if a save is in progress, waits for that instead. Does not run unless
   * `isWhole`, but sets `isTried`.
   */
  readonly save: (work: () => Promise<unknown>, isWhole?: boolean) => Promise<void>;
  /** Clears the error after the refused value has changed. */
  readonly clear: () => void;
  /** Resets everything, for the next item in the same form. */
  readonly reset: () => void;
}

/** Save state of a form. */
export function useSaving(): Saving {
  const [state, setState] = useState<State>({ status: 'idle' });
  const [isTried, setTried] = useState(false);
  // A second press can arrive before the first has rendered.
  const running = useRef<Promise<void> | null>(null);
  const error = state.status === 'refused' ? state.error : undefined;

  async function attempt(work: () => Promise<unknown>): Promise<void> {
    setState({ status: 'saving' });
    try {
      await work();
      setState({ status: 'idle' });
    } catch (refusal) {
      setState({ status: 'refused', error: refusal });
    } finally {
      running.current = null;
    }
  }

  async function save(work: () => Promise<unknown>, isWhole = true): Promise<void> {
    setTried(true);
    if (!isWhole) return;
    running.current ??= attempt(work);
    await running.current;
  }

  const clear = () => setState((now) => (now.status === 'refused' ? { status: 'idle' } : now));
  return {
    isSaving: state.status === 'saving',
    error,
    code: error === undefined ? undefined : codeOf(error),
    isTried,
    save,
    clear,
    reset: () => {
      clear();
      setTried(false);
    },
  };
}
