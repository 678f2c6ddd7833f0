interface WaitingTimer {
  readonly run: () => void;
  readonly ms: number;
}

/**
 * Prevents timers of `from` to `to` milliseconds from firing by themselves, so that tests do not depend on the
 * machine's speed. `pass` runs those that are pending at that moment; `release` restores the page's timers and drops
 * pending ones.
 */
export function holdTimers(from: number, to = from) {
  const waitingTimers = new Map<number, WaitingTimer>();
  const { setTimeout: set, clearTimeout: clear } = window;
  let next = -1;
  window.setTimeout = ((run: () => void, ms = 0, ...more: unknown[]) => {
    if (ms < from || ms > to) return set(run, ms, ...more);
    next -= 1;
    waitingTimers.set(next, { run, ms });
    return next;
  }) as typeof window.setTimeout;
  window.clearTimeout = ((id?: number) =>
    void (waitingTimers.delete(id ?? 0) || clear(id))) as typeof window.clearTimeout;
  return {
    /** Delays of the pending timers. */
    waiting: (): readonly number[] => [...waitingTimers.values()].map(({ ms }) => ms),
    pass: () => {
      const due = [...waitingTimers.values()];
      waitingTimers.clear();
      for (const { run } of due) run();
    },
    release: () => {
      Object.assign(window, { setTimeout: set, clearTimeout: clear });
    },
  };
}
