import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import type { EntryActions } from './entry-actions.ts';
import { flatEntries } from './menu-items.store.ts';
import type { MenuItemsText } from './menu-items-text.ts';
import { MenuTreeRow } from './menu-tree-row.tsx';
import { entryOf, placeBeside } from './move.rules.ts';
import { useRowDrag } from './use-row-drag.ts';

interface Props extends EntryActions {
  readonly items: readonly EditedMenuItem[];
  readonly t: MenuItemsText;
}

/** Directions of Alt and an arrow key. */
const DIRECTIONS = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'out', ArrowRight: 'in' } as const;

/** The entries as a tree that is read and ordered by keyboard, by dragging, and by the menu of each row. */
export function MenuTree({ items, t, ...actions }: Props): ReactNode {
  const tree = useRef<HTMLDivElement>(null);
  const rows = flatEntries(items);
  const [currentId, setCurrentId] = useState<string | null>(null);
  const current = entryOf(items, currentId) ?? rows[0];
  const drag = useRowDrag(items, actions.onMove);

  const focus = (entry: EditedMenuItem | undefined) => {
    if (!entry) return;
    setCurrentId(entry.id);
    tree.current?.querySelector<HTMLElement>(`[data-id="${entry.id}"]`)?.focus();
  };

  function onKeyDown(event: KeyboardEvent): void {
    // The buttons inside a row have their own keys.
    if (!current || (event.target as HTMLElement).role !== 'treeitem') return;
    const done = event.altKey ? moveByKey(event.key) : goByKey(event.key);
    if (done) event.preventDefault();
  }

  function moveByKey(key: string): boolean {
    if (!(key in DIRECTIONS)) return false;
    const place = placeBeside(items, current!, DIRECTIONS[key as keyof typeof DIRECTIONS]);
    if (place) actions.onMove(current!, place);
    return true;
  }

  function goByKey(key: string): boolean {
    const index = rows.indexOf(current!);
    switch (key) {
      case 'ArrowUp':
        focus(rows[index - 1]);
        return true;
      case 'ArrowDown':
        focus(rows[index + 1]);
        return true;
      case 'ArrowLeft':
        focus(entryOf(items, current!.parentId));
        return true;
      case 'ArrowRight':
        focus(current!.children[0]);
        return true;
      case 'Home':
        focus(rows[0]);
        return true;
      case 'End':
        focus(rows.at(-1));
        return true;
      case 'Enter':
      case 'F2':
        actions.onChange(current!);
        return true;
      case 'Delete':
        actions.onRemove(current!);
        return true;
      default:
        return false;
    }
  }

  const draw = (entries: readonly EditedMenuItem[], level: number): ReactNode =>
    entries.map((entry, index) => (
      <MenuTreeRow
        key={entry.id}
        entry={entry}
        items={items}
        level={level}
        place={index + 1}
        siblings={entries.length}
        isCurrent={entry === current}
        drop={drag.drop?.id === entry.id ? drag.drop.side : undefined}
        dragProps={drag.propsOf(entry)}
        onFocus={() => setCurrentId(entry.id)}
        {...actions}
        t={t}
      >
        {entry.children.length > 0 && draw(entry.children, level + 1)}
      </MenuTreeRow>
    ));

  return (
    <div role="tree" aria-label={t('entries')} className="card menu-tree" ref={tree} onKeyDown={onKeyDown}>
      {draw(items, 1)}
    </div>
  );
}
