/** Milliseconds from a fixed point; it cannot be adjusted. Every duration is measured with it. */
export type Elapsed = () => number;

/** The monotonic clock of this process. */
export const elapsed: Elapsed = () => performance.now();

/** A wall clock that is set back by more than this was wrong before, so the new time is used at once. */
const SET_BACK_MAX_MS = 3_600_000;
/** While ahead of a wall clock that was set back, the clock runs at this speed until the two agree. */
const CATCHING_UP = 0.9;

/**
 * Returns a clock that follows the wall clock but ignores steps back of less than an hour: what has expired stays expired,
 * and a token signed a moment ago is not from the future.
 */
export function createClock(wall: () => number = Date.now, monotonic: Elapsed = elapsed): () => Date {
  let last = wall();
  let at = monotonic();
  return () => {
    const now = monotonic();
    const real = wall();
    const steady = last + (now - at) * CATCHING_UP;
    last = real < steady && steady - real <= SET_BACK_MAX_MS ? steady : real;
    at = now;
    return new Date(last);
  };
}

/** Returns a clock for stored time windows: it starts at the wall clock and ignores later changes of it. */
export function createSteadyClock(clock: () => Date, monotonic: Elapsed): () => Date {
  const start = clock().getTime() - monotonic();
  return () => new Date(start + monotonic());
}
