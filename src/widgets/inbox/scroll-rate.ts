const FRAME_MS = 1000 / 60;
/** A frame later than this shows that the device cannot keep up. */
const LATE_MS = 20;
/** Scrolling slower than one row per frame for this long counts as calm. */
const CALM_MS = 100;

/**
 * Detects whether a list scrolls faster than the device can render rows: more than one row per frame, which is
 * unreadable, after a late frame. Calls `onCalm` when that ends.
 */
export function createScrollRate(onCalm: () => void) {
  let isFast = false;
  /** The requested animation frame; undefined while the list rests. */
  let waiting: number | undefined;
  let before: { readonly time: number; readonly top: number } | undefined;
  let now = { top: 0, row: 0 };
  let fastAt = 0;

  function look(time: number): void {
    const { top, row } = now;
    const passed = before ? time - before.time : 0;
    const moved = before ? Math.abs(top - before.top) * FRAME_MS : 0;
    const isFrameFast = moved > row * passed;
    if (isFrameFast || !before) fastAt = time;
    if (passed > LATE_MS) isFast ||= isFrameFast;
    if (time - fastAt < CALM_MS) {
      before = { time, top };
      waiting = requestAnimationFrame(look);
      return;
    }
    stop();
    if (isFast) onCalm();
  }

  function stop(): void {
    if (waiting !== undefined) cancelAnimationFrame(waiting);
    waiting = undefined;
    before = undefined;
  }

  return {
    isFast: () => isFast,
    /** Records the scroll offset `top`; `row` is the row height. Both in pixels. */
    note(top: number, row: number): void {
      now = { top, row };
      waiting ??= requestAnimationFrame(look);
    },
    /** Resets the rate after the rows were rendered in full. */
    calm: () => {
      isFast = false;
    },
    stop,
  };
}
