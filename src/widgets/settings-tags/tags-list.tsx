import { useSignals } from '@preact/signals-react/runtime';
import { Ellipsis, Merge, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type AuditItem, useAuditItem } from '../../shared/administration/audit-item.ts';
import { useMayEdit } from '../../shared/administration/editing.tsx';
import type { Tag } from '../../shared/contracts/tags.contract.ts';
import { useWidget } from '../../shared/element/index.ts';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { formatNumber } from '../../shared/locale/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { isDenied, LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { knownColor, TagChip } from './tag-chip.tsx';
import type { TagsStore } from './tags.store.ts';
import type { TagsText } from './tags-text.ts';

const TagDialog = containedPart(() => import('./tag-dialog.tsx'), 'TagDialog');
const MergeDialog = containedPart(() => import('./merge-dialog.tsx'), 'MergeDialog');
const RemoveDialog = containedPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

interface Props {
  readonly store: TagsStore;
  readonly onImport: () => void;
  /** Opens the users with a tag; null where the page has no list of users. */
  readonly onUsers: ((tagId: string) => void) | null;
  readonly t: TagsText;
}

/** The dialog above the list; without a tag a new one is created. */
type Over =
  | { readonly kind: 'edit'; readonly tag: Tag | null }
  | { readonly kind: 'merge' | 'remove'; readonly tag: Tag };

/** All tags of the organisation with the number of their users. */
export function TagsList({ store, onImport, onUsers, t }: Props): ReactNode {
  useSignals();
  const { records } = store;
  const [over, setOver] = useState<Over | null>(null);
  const mayEdit = useMayEdit();
  const widget = useWidget();
  const auditItem = useAuditItem('tag', (query) => widget.ask('verva-audit-opened', { query }));
  const list = records.list.value;
  if (list.status === 'failed' && isDenied(list.code)) {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const create = mayEdit && (
    <Button kind="primary" icon={Plus} onClick={() => setOver({ kind: 'edit', tag: null })}>
      {t('create')}
    </Button>
  );
  const dialog = { store, t, onClose: () => setOver(null) };
  return (
    <div className="settings-table">
      <div className="settings-bar">
        <search>
          <SearchBox label={t('search')} value={records.asked.value.q} onSearch={(q) => void records.ask({ q })} />
        </search>
        <ImportButton onClick={onImport} />
        {create}
      </div>
      <RecordTable
        wide
        store={records}
        label={t('title')}
        columns={columnsOf(mayEdit ? setOver : null, onUsers, auditItem, t)}
        empty={
          <EmptyState title={t('empty')} text={mayEdit ? t('empty.more') : undefined}>
            {create}
          </EmptyState>
        }
      />
      <Suspense>
        {over?.kind === 'edit' && <TagDialog tag={over.tag} {...dialog} />}
        {over?.kind === 'merge' && <MergeDialog tag={over.tag} {...dialog} />}
        {over?.kind === 'remove' && (
          <RemoveDialog tag={over.tag} onMerge={() => setOver({ kind: 'merge', tag: over.tag })} {...dialog} />
        )}
      </Suspense>
    </div>
  );
}

/** `onOver`: opens a dialog; null where tags cannot be changed. */
function columnsOf(
  onOver: ((over: Over) => void) | null,
  onUsers: Props['onUsers'],
  auditItem: AuditItem,
  t: TagsText,
): readonly TableColumn<Tag>[] {
  return [
    {
      field: 'name',
      draw: (tag) =>
        !onOver ? (
          <span className="tag-name cut">
            <TagChip name={tag.name} color={tag.color} />
          </span>
        ) : (
          <button type="button" className="tag-name cut" onClick={() => onOver({ kind: 'edit', tag })}>
            <TagChip name={tag.name} color={tag.color} />
          </button>
        ),
    },
    {
      field: 'color',
      className: 'col-color',
      draw: ({ color }) => {
        const known = knownColor(color);
        return known ? t(`color.${known}`) : <span className="muted none">–</span>;
      },
    },
    {
      field: 'people',
      className: 'col-number',
      needsTitle: true,
      draw: ({ id, name, people }) =>
        onUsers && people > 0 ? (
          <button
            type="button"
            className="link"
            aria-label={t('usersOf', { name, count: formatNumber(people) })}
            onClick={() => onUsers(id)}
          >
            {formatNumber(people)}
          </button>
        ) : (
          <span>{formatNumber(people)}</span>
        ),
    },
    ...(onOver ? [actionsOf(onOver, onUsers, auditItem, t)] : []),
  ];
}

function actionsOf(
  onOver: (over: Over) => void,
  onUsers: Props['onUsers'],
  auditItem: AuditItem,
  t: TagsText,
): TableColumn<Tag> {
  return {
    field: 'actions',
    title: t('actions'),
    className: 'col-actions',
    isActions: true,
    draw: (tag) => {
      const label = t('actionsOf', { name: tag.name });
      return (
        <Menu
          label={label}
          align="end"
          items={[
            { id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onOver({ kind: 'edit', tag }) },
            ...(onUsers ? [{ id: 'users', label: t('users'), icon: Users, onSelect: () => onUsers(tag.id) }] : []),
            { id: 'merge', label: t('merge.ask'), icon: Merge, onSelect: () => onOver({ kind: 'merge', tag }) },
            ...auditItem(tag.id),
            {
              id: 'remove',
              label: t('remove.ask'),
              icon: Trash2,
              danger: true,
              begins: true,
              onSelect: () => onOver({ kind: 'remove', tag }),
            },
          ]}
          trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={label} />}
        />
      );
    },
  };
}
