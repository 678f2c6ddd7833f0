import { useSignals } from '@preact/signals-react/runtime';
import {
  ChevronDown,
  ChevronRight,
  Ellipsis,
  Eye,
  EyeOff,
  FoldVertical,
  Plus,
  UnfoldVertical,
  Upload,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import { importActionMessages } from '../../shared/imports/import-action.messages.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { StatusText } from '../../shared/ui/status-shape.tsx';
import type { DepartmentsText } from './departments-text.ts';
import { before, canMove, outOf, type TreeNode, type TreeRow } from './tree.rules.ts';
import type { TreeView } from './tree.store.ts';
import { useTreeDrag } from './use-tree-drag.ts';
import { useTreeWindow } from './use-tree-window.ts';

interface Props {
  readonly view: TreeView;
  readonly isEmpty: boolean;
  readonly onOpen: (id: string) => void;
  /** Asks for confirmation; `to` null: to the top. */
  readonly onMove: (node: TreeNode, to: TreeNode | null) => void;
  readonly onCreate: () => void;
  readonly onImport: () => void;
  /** The search or the display has changed. */
  readonly onShow: () => void;
  readonly t: DepartmentsText;
}

/** The tree of departments, with search. */
export function DepartmentTree({ view, isEmpty, onOpen, onMove, onCreate, onImport, onShow, t }: Props): ReactNode {
  useSignals();
  const mayEdit = useMayEdit();
  const importText = useMessages(importActionMessages);
  const { q, showsInactive } = view.shown.value;
  const rows = view.rows.value;
  const show = (change: Parameters<TreeView['show']>[0]) => {
    view.show(change);
    onShow();
  };
  return (
    <section className="list-pane" aria-label={t('title')}>
      <div className="list-tools">
        <search className="grow">
          <SearchBox label={t('search')} value={q} onSearch={(text) => show({ q: text })} />
        </search>
        <Menu
          label={t('display')}
          align="end"
          items={[
            {
              id: 'inactive',
              label: t(showsInactive ? 'hideInactive' : 'showInactive'),
              icon: showsInactive ? EyeOff : Eye,
              onSelect: () => show({ showsInactive: !showsInactive }),
            },
            { id: 'expand', label: t('expandAll'), icon: UnfoldVertical, begins: true, onSelect: view.expandAll },
            { id: 'collapse', label: t('collapseAll'), icon: FoldVertical, onSelect: view.collapseAll },
            ...(mayEdit
              ? [{ id: 'import', label: importText('import'), icon: Upload, begins: true, onSelect: onImport }]
              : []),
          ]}
          trigger={(button) => <IconButton kind="default" icon={Ellipsis} label={t('display')} {...button} />}
        />
        {mayEdit && <IconButton kind="default" icon={Plus} label={t('create')} onClick={onCreate} />}
      </div>
      <p className="sr" role="status">
        {q ? t('found', { count: rows.filter(({ isMatch }) => isMatch).length }) : ''}
      </p>
      {rows.length === 0 && !isEmpty && <EmptyState title={t('nothingFound')} />}
      {isEmpty && (
        <EmptyState title={t('empty')} text={mayEdit ? t('empty.more') : undefined}>
          {mayEdit && (
            <Button icon={Plus} onClick={onCreate}>
              {t('create')}
            </Button>
          )}
        </EmptyState>
      )}
      {rows.length > 0 && <Rows view={view} rows={rows} onOpen={onOpen} onMove={onMove} t={t} />}
    </section>
  );
}

type RowsProps = Pick<Props, 'view' | 'onOpen' | 'onMove' | 't'> & { readonly rows: readonly TreeRow[] };

/** The lines in view, with keyboard and dragging; the others are only height. */
function Rows({ view, rows, onOpen, onMove, t }: RowsProps): ReactNode {
  useSignals();
  const mayEdit = useMayEdit();
  const focused = view.focused.value;
  const [cut, setCut] = useState<TreeNode | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const lines = useTreeWindow({ rows, focused, request: view.focusRequest.value });
  const nameOf = (node: TreeNode | null) => node?.department.name ?? t('top');

  const moveTo = (node: TreeNode, to: TreeNode | null) => {
    if (canMove(node, to)) {
      setAnnouncement('');
      setCut(null);
      onMove(node, to);
    } else setAnnouncement(t('move.refused', { name: nameOf(node), above: nameOf(to) }));
  };
  const dragging = useTreeDrag({
    frame: lines.frame,
    rows,
    rowHeight: lines.rowHeight,
    canDrop: canMove,
    onToggle: view.toggle,
    onDrag: (drag) => {
      if (drag?.to !== undefined) setAnnouncement(t('drag.over', { name: nameOf(drag.node), above: nameOf(drag.to) }));
    },
    onDrop: moveTo,
  });
  const { drag } = dragging;

  /** Moving by keyboard. Returns whether the key belongs to it. */
  const pressMove = (event: KeyboardEvent, row: TreeRow): boolean => {
    const key = event.key.toLowerCase();
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (event.altKey && (key === 'arrowleft' || key === 'arrowright')) {
      const to = key === 'arrowleft' ? outOf(row) : before(rows, row);
      if (to === undefined)
        setAnnouncement(t(key === 'arrowleft' ? 'move.atTop' : 'move.isFirst', { name: nameOf(row.node) }));
      else moveTo(row.node, to);
    } else if (isCommand && key === 'x') {
      setCut(row.node);
      setAnnouncement(t('cut', { name: nameOf(row.node) }));
    } else if (isCommand && key === 'v' && cut) {
      moveTo(cut, row.node);
    } else if (key === 'escape' && (cut || drag)) {
      dragging.cancel();
      setCut(null);
      setAnnouncement(t('move.cancelled'));
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focused];
    if (!row) return;
    const { id } = row.node.department;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    let isHandled = mayEdit && pressMove(event, row);
    if (!isHandled && isPlain) {
      isHandled = true;
      if (event.key === 'Enter' || (event.key === ' ' && !view.isTyping())) onOpen(id);
      else if (event.key.length === 1) view.type(event.key);
      else isHandled = view.press(event.key);
    }
    if (isHandled) event.preventDefault();
  };
  const idAt = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-id]')?.dataset.id;
  return (
    <>
      {drag && (
        <div className={`drop-top ${drag.to === null ? 'target' : ''}`} aria-hidden="true">
          {t('top')}
        </div>
      )}
      <div
        ref={lines.frame}
        role="tree"
        tabIndex={-1}
        className={`list tree ${drag ? 'dragging' : ''}`}
        aria-label={t('title')}
        onKeyDown={onKeyDown}
        onScroll={lines.onScroll}
        onPointerDown={(event) => {
          const row = rows.find(({ node }) => node.department.id === idAt(event.target));
          if (row && mayEdit) dragging.begin(event, row.node);
        }}
        onPointerMove={dragging.onPointerMove}
        onPointerUp={dragging.onPointerUp}
        onPointerCancel={dragging.onPointerCancel}
        onFocus={({ target }) => {
          const id = idAt(target);
          if (id !== undefined) view.focus(id);
        }}
        onClick={({ target }) => {
          const id = idAt(target);
          if (id === undefined) return;
          if ((target as Element).closest('.fold')) view.toggle(id);
          else onOpen(id);
        }}
      >
        <div className="rows" style={{ height: rows.length * lines.rowHeight }}>
          {lines.shown.map((index) => {
            const row = rows[index];
            if (!row) return null;
            const { node } = row;
            const state = `${drag?.to === node ? 'target' : ''} ${drag?.node === node || cut === node ? 'cut-out' : ''}`;
            return (
              <Row
                key={node.department.id}
                row={row}
                style={{ top: index * lines.rowHeight, height: lines.rowHeight }}
                isFocused={index === focused}
                isOpened={view.opened.value === node.department.id}
                state={state}
                t={t}
              />
            );
          })}
        </div>
      </div>
      <p className="sr" role="status">
        {announcement}
      </p>
    </>
  );
}

interface RowProps {
  readonly row: TreeRow;
  readonly style: { readonly top: number; readonly height: number };
  readonly isFocused: boolean;
  readonly isOpened: boolean;
  readonly state: string;
  readonly t: DepartmentsText;
}

/** Levels that are indented fully; deeper ones would leave no room for names. */
const INDENTED_LEVELS = 8;
const INDENT_PX = 18;

function Row({ row, style, isFocused, isOpened, state, t }: RowProps): ReactNode {
  const { node, place, siblings, isExpanded, isMatch } = row;
  const { id, name, active, manager } = node.department;
  const level = Math.min(node.level, INDENTED_LEVELS) + Math.max(0, node.level - INDENTED_LEVELS) / 4;
  return (
    <div
      role="treeitem"
      data-id={id}
      tabIndex={isFocused ? 0 : -1}
      aria-level={node.level}
      aria-setsize={siblings}
      aria-posinset={place}
      aria-expanded={isExpanded}
      aria-selected={isOpened}
      className={`branch ${isMatch ? '' : 'second'} ${state}`}
      style={{ ...style, paddingInlineStart: 8 + (level - 1) * INDENT_PX }}
    >
      <span className="fold" aria-hidden="true">
        {isExpanded !== undefined && <Icon of={isExpanded ? ChevronDown : ChevronRight} size="s" />}
      </span>
      <span className="name cut" title={name}>
        {name}
      </span>
      {!active && <StatusText status="inactive">{t('inactive')}</StatusText>}
      {active && !manager && <StatusText status="notdue">{t('noHead')}</StatusText>}
      <span className="number" aria-hidden="true">
        {node.people}
      </span>
      <span className="sr">{t('people', { count: node.people })}</span>
    </div>
  );
}
