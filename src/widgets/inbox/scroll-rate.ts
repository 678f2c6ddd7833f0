const FRAME_MS = 1000 / 60;
/** One frame later than this shows that the machine cannot keep up. */
const LATE_MS = 20;
/** Slower than a row in a frame for so long, scrolling is calm again. */
const CALM_MS = 100;

/**
 * Whether a list is scrolled faster than this machine draws its rows: by more than one in a frame, so that nobody can
 * read them, once a frame came late. Calls `onCalm` when it is no longer so.
 */
export function createScrollRate(onCalm: () => void) {
  let isFast = false;
  /** The frame that is waited for; none while the list rests. */
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
    /** It is scrolled to `top`; a row is `row` high. Both in pixels. */
    note(top: number, row: number): void {
      now = { top, row };
      waiting ??= requestAnimationFrame(look);
    },
    /** The rows are drawn whole, whatever the pace was. */
    calm: () => {
      isFast = false;
    },
    stop,
  };
}
