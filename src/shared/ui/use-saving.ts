import { useRef, useState } from 'react';
import { type ApiErrorCode, codeOf } from '../api/api-error.ts';

type State = { readonly status: 'idle' | 'saving' } | { readonly status: 'refused'; readonly error: unknown };

export interface Saving {
  readonly isSaving: boolean;
  /** Why the last attempt failed; undefined when none did, or when it was forgotten. */
  readonly error: unknown;
  /** The code of `error`, by which a field knows that it is meant. */
  readonly code: ApiErrorCode | undefined;
  /** Whether somebody has tried to save: what is missing is told from then on. */
  readonly isTried: boolean;
  /**
   * Does the work and keeps what it throws; while it is under way, that is waited for instead. What is not `isWhole` is
   * only tried.
   */
  readonly save: (work: () => Promise<unknown>, isWhole?: boolean) => Promise<void>;
  /** Forgets a refusal, because what was refused is another now. */
  readonly clear: () => void;
  /** As new: for the next thing in the same form. */
  readonly reset: () => void;
}

/** How far the saving of one form is. */
export function useSaving(): Saving {
  const [state, setState] = useState<State>({ status: 'idle' });
  const [isTried, setTried] = useState(false);
  // Two presses may come before the first is drawn.
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
