/** Milliseconds from a fixed point; nobody can set it. Every duration is measured with it. */
export type Elapsed = () => number;

/** The monotonic clock of this process. */
export const elapsed: Elapsed = () => performance.now();

/** A wall clock that is set back by more than this was wrong before, and is followed at once. */
const SET_BACK_MAX_MS = 3_600_000;
/** While ahead of a wall clock that was set back, the clock runs at this speed, so that the two meet again. */
const CATCHING_UP = 0.9;

/**
 * Returns a clock that follows the wall clock but never runs backwards for less than an hour: what has expired stays expired,
 * and what was signed a moment ago is not from the future.
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

/** Returns a clock for windows of time that are stored: it starts at the wall clock and ignores every later change of it. */
export function createSteadyClock(clock: () => Date, monotonic: Elapsed): () => Date {
  const start = clock().getTime() - monotonic();
  return () => new Date(start + monotonic());
}
