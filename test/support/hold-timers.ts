interface HeldTimer {
  readonly run: () => void;
  readonly ms: number;
}

/**
 * Prevents timers of `from` to `to` milliseconds from firing by themselves, so that tests do not depend on the
 * machine's speed. `pass` runs those that are pending at that moment; `release` restores the page's timers and drops
 * pending ones.
 */
export function holdTimers(from: number, to = from) {
  const held = new Map<number, HeldTimer>();
  const { setTimeout: set, clearTimeout: clear } = window;
  let next = -1;
  window.setTimeout = ((run: () => void, ms = 0, ...more: unknown[]) => {
    if (ms < from || ms > to) return set(run, ms, ...more);
    next -= 1;
    held.set(next, { run, ms });
    return next;
  }) as typeof window.setTimeout;
  window.clearTimeout = ((id?: number) => void (held.delete(id ?? 0) || clear(id))) as typeof window.clearTimeout;
  return {
    /** Delays of the pending timers. */
    waiting: (): readonly number[] => [...held.values()].map(({ ms }) => ms),
    pass: () => {
      const due = [...held.values()];
      held.clear();
      for (const { run } of due) run();
    },
    release: () => {
      Object.assign(window, { setTimeout: set, clearTimeout: clear });
    },
  };
}
