import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  Ellipsis,
  GripVertical,
  type LucideIcon,
  Pencil,
  Plus,
  RotateCcw,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { MENU_DEPTH_MAX } from '../../shared/contracts/menu.rules.ts';
import type { EditedMenuItem } from '../../shared/contracts/menus.contract.ts';
import { textOf } from '../../shared/forms/definition.ts';
import { useLanguage } from '../../shared/locale/index.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { namedIcon } from '../../shared/ui/named-icon.ts';
import type { EntryActions } from './entry-actions.ts';
import type { MenuItemsText } from './menu-items-text.ts';
import { FIRST_PATH, placeBeside } from './move.rules.ts';
import type { Drop, useRowDrag } from './use-row-drag.ts';

interface Props extends EntryActions {
  readonly entry: EditedMenuItem;
  readonly items: readonly EditedMenuItem[];
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly isCurrent: boolean;
  readonly drop: Drop['side'] | undefined;
  readonly dragProps: ReturnType<ReturnType<typeof useRowDrag>['propsOf']>;
  readonly onFocus: () => void;
  readonly children: ReactNode;
  readonly t: MenuItemsText;
}

/** An entry, with those below it. */
export function MenuTreeRow(props: Props): ReactNode {
  const { entry, level, place, siblings, isCurrent, drop, dragProps, onFocus, children, t } = props;
  const id = useId();
  const language = useLanguage();
  const name = textOf(entry.title, language) || entry.path;
  const { hidden, desktopOnly } = entry.meta;
  return (
    <>
      <div
        role="treeitem"
        aria-level={level}
        aria-posinset={place}
        aria-setsize={siblings}
        aria-expanded={children ? true : undefined}
        aria-selected={isCurrent}
        aria-labelledby={id}
        tabIndex={isCurrent ? 0 : -1}
        data-id={entry.id}
        className={`row menu-row level-${level} ${drop ? `drop-${drop}` : ''}`}
        onFocus={onFocus}
        onDoubleClick={() => props.onChange(entry)}
        {...dragProps}
      >
        <span className={entry.path === FIRST_PATH ? 'menu-grip none' : 'menu-grip'}>
          <Icon of={GripVertical} size="s" />
        </span>
        {entry.icon ? <Icon of={namedIcon(entry.icon)} /> : <span className="menu-no-icon" />}
        <span className="row grow menu-text" id={id}>
          <span className="cut grow">{name}</span>
          {entry.path === FIRST_PATH && <Badge>{t('first')}</Badge>}
          {hidden && <Badge>{t('hidden')}</Badge>}
          {desktopOnly && <Badge>{t('noPhone')}</Badge>}
          {entry.origin === 'changed' && <Badge tone="amber">{t('origin.changed')}</Badge>}
          <span className="mono xs muted cut menu-path">{entry.path}</span>
        </span>
        <RowMenu {...props} name={name} />
      </div>
      {children}
    </>
  );
}

const MOVES: readonly (readonly ['up' | 'down' | 'in' | 'out', LucideIcon])[] = [
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['in', ArrowRight],
  ['out', ArrowLeft],
];

function RowMenu({ entry, items, level, name, t, ...actions }: Props & { readonly name: string }): ReactNode {
  return (
    <Menu
      label={t('more', { name })}
      align="end"
      items={[
        { id: 'change', label: t('change'), icon: Pencil, onSelect: () => actions.onChange(entry) },
        ...(level < MENU_DEPTH_MAX
          ? [{ id: 'add', label: t('add.below'), icon: Plus, onSelect: () => actions.onAddBelow(entry) }]
          : []),
        ...MOVES.map(([direction, icon]) => {
          const place = placeBeside(items, entry, direction);
          return {
            ...{ id: direction, label: t(direction), icon, blocked: place === undefined, begins: direction === 'up' },
            onSelect: () => place && actions.onMove(entry, place),
          };
        }),
        ...(entry.origin === 'changed'
          ? [{ id: 'reset', label: t('reset'), icon: RotateCcw, begins: true, onSelect: () => actions.onReset(entry) }]
          : []),
        {
          id: 'remove',
          label: t('remove'),
          icon: Trash2,
          danger: true,
          begins: true,
          onSelect: () => actions.onRemove(entry),
        },
      ]}
      trigger={(button) => <IconButton {...button} small tabIndex={-1} icon={Ellipsis} label={t('more', { name })} />}
    />
  );
}
