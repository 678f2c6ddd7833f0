import type { Seen } from '../manual.rules.ts';

export interface Watched {
  readonly seen: Seen;
  /** Index of the section at the top of the viewport. */
  readonly section: number;
  /** Block at the top. */
  readonly place: string | undefined;
}

/**
 * Reports the visible part of the text whenever it changes. `scroller` is a scrolling box or, in an element as high as
 * its content, an ordinary part of a page that scrolls.
 */
export function watchText(
  scroller: HTMLElement,
  parts: readonly HTMLElement[],
  words: readonly number[],
  report: (watched: Watched) => void,
): () => void {
  const before: number[] = [0];
  for (const count of words) before.push((before.at(-1) ?? 0) + Math.max(count, 1));
  const all = before.at(-1) || 1;
  let frame = 0;

  const look = () => {
    frame = 0;
    const box = scroller.getBoundingClientRect();
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (bottom <= top || parts.length === 0) return;
    const at = (y: number): { index: number; words: number } => {
      let low = 0;
      let high = parts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((parts[middle] as HTMLElement).getBoundingClientRect().top <= y) low = middle;
        else high = middle - 1;
      }
      const rect = (parts[low] as HTMLElement).getBoundingClientRect();
      const share = rect.height > 0 ? Math.min(1, Math.max(0, (y - rect.top) / rect.height)) : 1;
      return { index: low, words: (before[low] ?? 0) + share * ((before[low + 1] ?? all) - (before[low] ?? 0)) };
    };
    const first = at(top + 1);
    const last = at(bottom + 1);
    // After a jump, headings are slightly below the top.
    const section = at(top + 48).index;
    report({
      seen: { from: first.words / all, to: last.words / all },
      section,
      place: blockAt(parts[first.index], top + 8),
    });
  };
  const ask = () => {
    frame ||= requestAnimationFrame(look);
  };
  const options = { passive: true, capture: true } as const;
  scroller.addEventListener('scroll', ask, options);
  document.addEventListener('scroll', ask, options);
  const sizes = new ResizeObserver(ask);
  sizes.observe(scroller);
  ask();
  return () => {
    cancelAnimationFrame(frame);
    scroller.removeEventListener('scroll', ask, options);
    document.removeEventListener('scroll', ask, options);
    sizes.disconnect();
  };
}

/** The first block that ends below `y`. */
function blockAt(part: HTMLElement | undefined, y: number): string | undefined {
  for (const child of part?.children ?? []) {
    if (child.getBoundingClientRect().bottom <= y) continue;
    return child.id || blockAt(child as HTMLElement, y);
  }
  return undefined;
}
