import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, Check, Ellipsis, ExternalLink, History, Import, Pencil, Trash2, UserMinus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { applicationMessages } from '../../shared/administration/application.messages.ts';
import { call } from '../../shared/api/index.ts';
import { aboutMembers, aboutThing } from '../../shared/contracts/audit.rules.ts';
import type { GroupMember, PeopleGroup } from '../../shared/contracts/groups.contract.ts';
import type { UserRef } from '../../shared/contracts/shapes.contract.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { formatDayAndTime, useMessages } from '../../shared/locale/index.ts';
import { createRecordsStore } from '../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { hasRole, session } from '../../shared/session/index.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { PersonField } from '../../shared/ui/person-field.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import groupStyles from '../../shared/ui/styles/groups.css?inline';
import type { GroupsStore } from './groups.store.ts';
import type { GroupsText } from './groups-text.ts';

const GroupDialog = containedPart(() => import('./group-dialog.tsx'), 'GroupDialog');
const ImportDialog = containedPart(() => import('./import-dialog.tsx'), 'ImportDialog');
const RemoveDialog = containedPart(() => import('./remove-dialog.tsx'), 'RemoveDialog');

const SHAPES: Readonly<Record<GroupMember['status'], Status>> = {
  active: 'active',
  invited: 'notdue',
  disabled: 'inactive',
};

interface Props {
  readonly group: PeopleGroup;
  readonly store: GroupsStore;
  readonly mayEdit: boolean;
  /** Opens a page of the application, for what an element does not do; null with a full token. */
  readonly leave: ((path: string) => void) | null;
  readonly onClose: () => void;
  /** Opens the audit log with a query; null where the page has none. */
  readonly onAudit: ((query: string) => void) | null;
  readonly t: GroupsText;
}

/** One group: its name, and its members, who are added by name or from a list. */
export function GroupEditor({ group, store, mayEdit, leave, onClose, onAudit, t }: Props): ReactNode {
  useStyles(groupStyles);
  useSignals();
  const { id, name, description, kind } = group;
  const application = useMessages(applicationMessages);
  const [over, setOver] = useState<'rename' | 'remove' | 'import' | null>(null);
  const members = useMemo(
    () =>
      createRecordsStore<GroupMember>({
        send: call,
        resource: 'group_members',
        asked: { filters: [{ column: 'group', operation: 'eq', value: id }], sort: '', q: '' },
      }),
    [id],
  );
  useEffect(() => {
    void members.load();
    return members.close;
  }, [members]);
  const { value: signedIn } = session;
  // The provider manages its own right.
  const isOpen =
    id !== 'verva.admin' || (signedIn.status === 'signed-in' && hasRole(signedIn.session.user, 'verva.admin'));
  // An element changes the organisation's own groups only.
  const mayManage = mayEdit && (leave === null || kind === 'custom');
  const mayChange = isOpen && mayManage;
  const close = () => setOver(null);
  const auditItems = (open: (query: string) => void) => [
    {
      id: 'audit',
      label: t('audit.group'),
      icon: History,
      begins: true,
      onSelect: () => open(aboutThing('app_group', id)),
    },
    { id: 'auditMembers', label: t('audit.members'), icon: History, onSelect: () => open(aboutMembers(id)) },
  ];

  async function carryOut(change: Promise<void>, done: string): Promise<void> {
    try {
      await change;
      showSnack({ text: done, icon: Check });
    } catch (error) {
      showProblem(error);
    }
    await members.load();
  }

  const add = (person: UserRef | null) =>
    person && void carryOut(store.addMember(id, person.key), t('added', { name: person.name }));
  const remove = ({ user }: GroupMember) =>
    void carryOut(store.removeMember(id, user.key), t('removedMember', { name: user.name }));

  const items = [
    ...(mayManage ? [{ id: 'rename', label: t('rename'), icon: Pencil, onSelect: () => setOver('rename') }] : []),
    ...(onAudit ? auditItems(onAudit) : []),
    ...(leave
      ? [
          {
            id: 'application',
            label: application('open'),
            icon: ExternalLink,
            onSelect: () => leave(`/settings/groups?id=${encodeURIComponent(id)}`),
          },
        ]
      : []),
    ...(kind === 'custom' && mayEdit
      ? [
          {
            id: 'remove',
            label: t('remove'),
            icon: Trash2,
            danger: true,
            onSelect: () => setOver('remove'),
          },
        ]
      : []),
  ];
  return (
    <div className="detail">
      <header className="detail-head">
        <div className="row head">
          <IconButton className="only-mobile" icon={ArrowLeft} label={t('back')} onClick={onClose} />
          <div className="stack grow">
            <h2 className="t1 cut">{name}</h2>
            <p className="s muted row wrap">
              <span className="mono">{id}</span>
              {description && <span>{description}</span>}
            </p>
          </div>
          {items.length > 0 && (
            <Menu
              label={t('actionsOf', { name })}
              align="end"
              items={items}
              trigger={(button) => <IconButton icon={Ellipsis} label={t('actionsOf', { name })} {...button} />}
            />
          )}
        </div>
        {kind === 'product' && (
          <p className="s second">{leave ? application('rights') : t(isOpen ? 'product' : 'providerOnly')}</p>
        )}
        <div className="row wrap tools">
          {mayChange && <PersonField label={t('add')} value={null} onChange={add} className="adding" />}
          <span className="grow" />
          <search>
            <SearchBox
              label={t('searchMembers')}
              value={members.asked.value.q}
              onSearch={(q) => void members.ask({ q })}
            />
          </search>
          {mayChange && (
            <Button icon={Import} onClick={() => setOver('import')}>
              {t('import.title')}
            </Button>
          )}
        </div>
      </header>
      <RecordTable
        wide
        store={members}
        label={t('members')}
        fixed={['group']}
        columns={columnsOf(t, mayChange ? remove : null)}
        empty={<EmptyState title={t('noMembers')} text={mayChange ? t('noMembers.more') : undefined} />}
      />
      <Suspense>
        {over === 'rename' && <GroupDialog group={group} store={store} onClose={close} t={t} />}
        {over === 'import' && (
          <ImportDialog
            groupId={id}
            store={store}
            onClose={() => {
              close();
              void members.load();
            }}
            t={t}
          />
        )}
        {over === 'remove' && (
          <RemoveDialog
            group={group}
            store={store}
            onClose={(isDone) => {
              close();
              if (isDone) onClose();
            }}
            t={t}
          />
        )}
      </Suspense>
    </div>
  );
}

function columnsOf(
  t: GroupsText,
  onRemove: ((member: GroupMember) => void) | null,
): readonly TableColumn<GroupMember>[] {
  const columns: TableColumn<GroupMember>[] = [
    {
      field: 'name',
      draw: ({ user }) => (
        <span className="row member">
          <Avatar name={user.name} picture={user.avatar} size={24} />
          <span className="stack">
            <span className="strong cut">{user.name}</span>
            <span className="xs muted cut">{user.id}</span>
          </span>
        </span>
      ),
    },
    {
      field: 'status',
      className: 'col-status',
      draw: ({ status }) => <StatusText status={SHAPES[status]}>{t(`status.${status}`)}</StatusText>,
    },
    {
      field: 'source',
      className: 'col-source',
      draw: ({ source, addedBy }) => (
        <span className="cut">{source === 'manual' && addedBy ? addedBy.name : t(`source.${source}`)}</span>
      ),
    },
    { field: 'addedAt', className: 'col-moment', draw: ({ addedAt }) => formatDayAndTime(addedAt) },
  ];
  if (!onRemove) return columns;
  const actions: TableColumn<GroupMember> = {
    field: 'actions',
    title: t('actions'),
    className: 'col-actions',
    isActions: true,
    draw: (member) => (
      <Menu
        label={t('actionsOf', { name: member.user.name })}
        align="end"
        items={[
          {
            id: 'remove',
            label: t('removeMember'),
            icon: UserMinus,
            danger: true,
            blocked: member.source === 'idp' || member.source === 'scim',
            onSelect: () => onRemove(member),
          },
        ]}
        trigger={(button) => (
          <IconButton {...button} small icon={Ellipsis} label={t('actionsOf', { name: member.user.name })} />
        )}
      />
    ),
  };
  return [...columns, actions];
}
