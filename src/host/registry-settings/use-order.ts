import { type DragEvent, type KeyboardEvent, useState } from 'react';

/** Ordering the rows of a list by mouse; the arrow keys on the handle of a row do the same. */
export function useOrder(count: number, onMove: (from: number, to: number) => void) {
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  return {
    rowProps: (index: number) => ({
      draggable: true,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', String(index));
        setDragged(index);
      },
      onDragEnd: end,
      'data-drop': sideOf(dragged, over, index),
      onDragOver: (event: DragEvent) => {
        if (dragged === null) return;
        event.preventDefault();
        setOver(index);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        if (dragged !== null && dragged !== index) onMove(dragged, index);
        end();
      },
    }),
    handleProps: (index: number) => ({
      onKeyDown: (event: KeyboardEvent) => {
        const to = index + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
        if (to === index || to < 0 || to >= count) return;
        event.preventDefault();
        onMove(index, to);
      },
    }),
  };
}

/** Where the dragged row would go beside this one. */
function sideOf(dragged: number | null, over: number | null, index: number): 'before' | 'after' | undefined {
  if (over !== index || dragged === null || dragged === index) return undefined;
  return dragged < index ? 'after' : 'before';
}
