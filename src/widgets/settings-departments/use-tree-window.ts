import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useMobile } from '../../shared/ui/use-media.ts';
import type { TreeRow } from './tree.rules.ts';

const ROW_PX = 34;
/** For fingers. */
const TALL_ROW_PX = 44;
/** Lines above and below the visible ones. */
const MARGIN = 6;

interface Options {
  readonly rows: readonly TreeRow[];
  readonly focused: number;
  /** Changes when the focused line shall get the focus of the browser. */
  readonly request: number;
}

interface TreeWindow {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly rowHeight: number;
  /** Indexes of the lines to render, in order. */
  readonly shown: readonly number[];
  readonly onScroll: () => void;
}

/** Which lines of the tree are in view. The focused one is always rendered, so that the tree can be reached by Tab. */
export function useTreeWindow({ rows, focused, request }: Options): TreeWindow {
  const frame = useRef<HTMLDivElement>(null);
  const rowHeight = useMobile() ? TALL_ROW_PX : ROW_PX;
  const [view, setView] = useState({ first: 0, last: 0 });
  const answered = useRef(request);

  const measure = () => {
    const { current } = frame;
    if (!current) return;
    const first = Math.floor(current.scrollTop / rowHeight);
    const last = Math.ceil((current.scrollTop + current.clientHeight) / rowHeight);
    setView((now) => (now.first === first && now.last === last ? now : { first, last }));
  };
  const latest = useRef(measure);
  latest.current = measure;

  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(() => latest.current());
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines can be in view
  useLayoutEffect(() => latest.current(), [rows.length, rowHeight]);
  const focusedId = rows[focused]?.node.department.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another focused line, and for a request
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || focused < 0) return;
    const top = focused * rowHeight;
    if (top < current.scrollTop) current.scrollTop = top;
    const end = top + rowHeight;
    if (end > current.scrollTop + current.clientHeight) current.scrollTop = end - current.clientHeight;
    latest.current();
    if (answered.current === request) return;
    answered.current = request;
    current.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  }, [focusedId, request, rowHeight]);

  const from = Math.max(0, view.first - MARGIN);
  const to = Math.min(rows.length, view.last + MARGIN);
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  if (focused >= 0 && focused < from) shown.unshift(focused);
  if (focused >= to && focused < rows.length) shown.push(focused);
  return { frame, rowHeight, shown, onScroll: measure };
}
