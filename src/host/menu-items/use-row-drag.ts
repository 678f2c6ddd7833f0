import { type DragEvent, useState } from 'react';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import { canBeBelow, entryOf, FIRST_PATH, type Place } from './move.rules.ts';

/** Where the dragged entry would go: beside or below the entry under the pointer. */
export interface Drop {
  readonly id: string;
  readonly side: 'before' | 'after' | 'into';
}

/** Parts of a row's height that lead beside the entry. */
const EDGE = 0.28;

/** Dragging entries by mouse onto others, or between them. The keys and the menu of a row do the same. */
export function useRowDrag(items: readonly EditedMenuItem[], onMove: (entry: EditedMenuItem, place: Place) => void) {
  const [dragged, setDragged] = useState<EditedMenuItem | null>(null);
  const [drop, setDrop] = useState<Drop | null>(null);
  const end = () => {
    setDragged(null);
    setDrop(null);
  };

  /** The place of a drop, if the entry may go there. */
  function placeOf(entry: EditedMenuItem, { id, side }: Drop): Place | undefined {
    const target = entryOf(items, id);
    if (!target || target.id === entry.id) return undefined;
    const parentId = side === 'into' ? target.id : target.parentId;
    if (!canBeBelow(items, entry, parentId)) return undefined;
    if (target.path === FIRST_PATH && side !== 'after') return undefined;
    if (side === 'into') return { parentId, index: target.children.filter((child) => child.id !== entry.id).length };
    const siblings = (parentId === null ? items : entryOf(items, parentId)!.children).filter(
      (one) => one.id !== entry.id,
    );
    const at = siblings.findIndex((one) => one.id === target.id);
    return { parentId, index: side === 'before' ? at : at + 1 };
  }

  function over(event: DragEvent, target: EditedMenuItem): void {
    if (!dragged) return;
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const part = (event.clientY - top) / height;
    const side = part < EDGE ? 'before' : part > 1 - EDGE ? 'after' : 'into';
    const next: Drop = { id: target.id, side };
    const isAllowed = placeOf(dragged, next) !== undefined;
    if (isAllowed) event.preventDefault();
    setDrop((now) => (!isAllowed ? null : now?.id === next.id && now.side === side ? now : next));
  }

  return {
    drop,
    propsOf: (entry: EditedMenuItem) => ({
      draggable: entry.path !== FIRST_PATH,
      onDragStart: (event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.path);
        setDragged(entry);
      },
      onDragOver: (event: DragEvent) => over(event, entry),
      onDragLeave: () => setDrop((now) => (now?.id === entry.id ? null : now)),
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        const place = dragged && drop && placeOf(dragged, drop);
        if (dragged && place) onMove(dragged, place);
        end();
      },
      onDragEnd: end,
    }),
  };
}
