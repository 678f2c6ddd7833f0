import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns how many buttons of a row that wraps fit on its first line, at least one. The row contains that many buttons
 * and, if it is not all of them, one that leads to the rest. `labels` identifies what is measured; `bar` contains the row
 * and keeps its width.
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
  labels: readonly string[],
): number {
  const [fits, setFits] = useState(labels.length);
  const [width, setWidth] = useState(0);
  const [, measureAgain] = useState(0);
  const measured = useRef('');

  // Before the first paint, and again after each change of what is shown.
  useLayoutEffect(() => {
    const now = `${width} ${labels.join('\n')}`;
    const isNew = measured.current !== now;
    measured.current = now;
    if (isNew && fits !== labels.length) setFits(labels.length);
    else if (fits > 1 && wraps(row.current)) setFits(fits - 1);
  });

  useEffect(() => {
    if (!bar.current || !row.current) return;
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (target === bar.current) setWidth(Math.round(contentRect.width));
        // What is next to the row has taken its room.
        else measureAgain(Math.round(contentRect.height));
      }
    });
    observer.observe(bar.current);
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [bar, row]);
  return Math.min(fits, labels.length);
}

function wraps(row: HTMLElement | null): boolean {
  const [first, ...others] = row?.querySelectorAll<HTMLElement>(':scope > .btn') ?? [];
  return first !== undefined && others.some(({ offsetTop }) => offsetTop >= first.offsetTop + first.offsetHeight);
}
