import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { TreeNode, TreeRow } from './tree.rules.ts';

/** Movement of the pointer that begins dragging. */
const START_PX = 6;
/** Near the edge of the list, it scrolls. */
const EDGE_PX = 28;
const SCROLL_PX = 8;
/** A collapsed department below the pointer expands after this time. */
const EXPAND_MS = 700;

export interface Drag {
  readonly node: TreeNode;
  /** The department below which it would move; null: the top; undefined: none. */
  readonly to: TreeNode | null | undefined;
}

interface Options {
  readonly frame: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
  readonly rowHeight: number;
  readonly canDrop: (node: TreeNode, to: TreeNode | null) => boolean;
  readonly onToggle: (id: string) => void;
  readonly onDrag: (drag: Drag | null) => void;
  readonly onDrop: (node: TreeNode, to: TreeNode | null) => void;
}

/** Dragging departments with a mouse or pen onto another one, or above the list to the top. */
export function useTreeDrag(options: Options) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef(options);
  latest.current = options;
  const start = useRef<{ readonly node: TreeNode; readonly x: number; readonly y: number } | null>(null);
  const current = useRef<Drag | null>(null);
  const pointerY = useRef(0);

  const change = (next: Drag | null) => {
    const before = current.current;
    if (before?.node === next?.node && before?.to === next?.to) return;
    current.current = next;
    setDrag(next);
    latest.current.onDrag(next);
  };
  const update = () => {
    const { frame, rows, rowHeight, canDrop } = latest.current;
    const now = current.current;
    if (!now || !frame.current) return;
    const { top, bottom } = frame.current.getBoundingClientRect();
    const y = pointerY.current;
    const row = y < bottom ? rows[Math.floor((y - top + frame.current.scrollTop) / rowHeight)] : undefined;
    const to = y < top ? null : row?.node;
    change({ node: now.node, to: to !== undefined && canDrop(now.node, to) ? to : undefined });
  };
  const stop = () => {
    start.current = null;
    change(null);
  };

  const isDragging = drag !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the latest values while it runs
  useEffect(() => {
    if (!isDragging) return;
    let frameId = requestAnimationFrame(function scroll() {
      const list = latest.current.frame.current;
      if (list) {
        const { top, bottom } = list.getBoundingClientRect();
        const y = pointerY.current;
        if (y >= top && y < top + EDGE_PX) list.scrollTop -= SCROLL_PX;
        if (y > bottom - EDGE_PX && y <= bottom) list.scrollTop += SCROLL_PX;
        update();
      }
      frameId = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frameId);
  }, [isDragging]);

  const over = drag?.to?.department.id;
  useEffect(() => {
    const isCollapsed = latest.current.rows.some((row) => row.node.department.id === over && row.isExpanded === false);
    if (over === undefined || !isCollapsed) return;
    const timer = setTimeout(() => latest.current.onToggle(over), EXPAND_MS);
    return () => clearTimeout(timer);
  }, [over]);

  return {
    drag,
    cancel: stop,
    begin(event: PointerEvent, node: TreeNode): void {
      // Touch scrolls the list; the button Move does the same.
      if (event.button !== 0 || event.pointerType === 'touch') return;
      start.current = { node, x: event.clientX, y: event.clientY };
    },
    onPointerMove(event: PointerEvent): void {
      const from = start.current;
      if (!from) return;
      pointerY.current = event.clientY;
      if (!current.current) {
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < START_PX) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        change({ node: from.node, to: undefined });
      }
      update();
    },
    onPointerUp(): void {
      const done = current.current;
      stop();
      if (done && done.to !== undefined) latest.current.onDrop(done.node, done.to);
    },
    onPointerCancel: stop,
  };
}
