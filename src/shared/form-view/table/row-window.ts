import { type FocusEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { RowState } from '../../forms/index.ts';

/** Number of rows from which a table renders only the visible ones. */
export const WINDOW_FROM = 50;
/** Overscan: rows near the visible ones are rendered. */
const OVERSCAN_PX = 120;
/** Scroll distance after which the rendered rows are updated. */
const STEP_PX = 160;
const GUESS_PX = 40;

/** A rendered row, or the height of rows that are not. */
type Drawn = { readonly row: RowState; readonly index: number } | { readonly gap: number; readonly key: string };

export interface RowWindow {
  readonly drawn: readonly Drawn[];
  /** Renders a row and scrolls to it. */
  show(rowId: string): void;
  /** Keeps the focused row rendered, however far away it is scrolled. */
  onFocus(event: FocusEvent): void;
}

/** The rendered rows of a table: all of them, or those visible in its frame. */
export function useRowWindow(
  rows: readonly RowState[],
  isOn: boolean,
  frame: RefObject<HTMLElement | null>,
): RowWindow {
  const heights = useRef(new Map<string, number>());
  const kept = useRef<string | null>(null);
  const [view, setView] = useState({ top: 0, height: 640 });

  useLayoutEffect(() => {
    const box = frame.current;
    if (!isOn || !box) return;
    const look = () => {
      measure(box, heights.current);
      const top = Math.floor(box.scrollTop / STEP_PX) * STEP_PX;
      const height = box.clientHeight;
      setView((before) => (before.top === top && before.height === height ? before : { top, height }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [isOn, frame]);

  if (!isOn) {
    return {
      drawn: rows.map((row, index) => ({ row, index })),
      show: () => undefined,
      onFocus: () => undefined,
    };
  }

  const usual = usualHeight(heights.current);
  const heightOf = ({ rowId }: RowState) => heights.current.get(rowId) ?? usual;
  const drawn: Drawn[] = [];
  let top = 0;
  let gap = 0;
  rows.forEach((row, index) => {
    const height = heightOf(row);
    const isSeen = top + height > view.top - OVERSCAN_PX && top < view.top + view.height + OVERSCAN_PX + STEP_PX;
    if (isSeen || row.rowId === kept.current) {
      if (gap > 0) drawn.push({ gap, key: `before ${row.rowId}` });
      gap = 0;
      drawn.push({ row, index });
    } else gap += height;
    top += height;
  });
  if (gap > 0) drawn.push({ gap, key: 'after' });

  return {
    drawn,
    show(rowId) {
      kept.current = rowId;
      const box = frame.current;
      const at = rows.findIndex((row) => row.rowId === rowId);
      const before = (at < 0 ? rows : rows.slice(0, at)).reduce((sum, row) => sum + heightOf(row), 0);
      setView(({ height }) => ({ top: Math.max(0, before - height / 2), height }));
      // After the rows above have their height.
      requestAnimationFrame(() => {
        if (box) box.scrollTop = Math.max(0, before - box.clientHeight / 2);
      });
    },
    onFocus(event) {
      const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
      if (row) kept.current = row.dataset.row ?? null;
    },
  };
}

function measure(box: HTMLElement, heights: Map<string, number>): void {
  for (const row of box.querySelectorAll<HTMLElement>('tr[data-row]')) {
    heights.set(row.dataset.row ?? '', row.offsetHeight);
  }
}

function usualHeight(heights: ReadonlyMap<string, number>): number {
  if (heights.size === 0) return GUESS_PX;
  const sorted = [...heights.values()].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? GUESS_PX;
}
