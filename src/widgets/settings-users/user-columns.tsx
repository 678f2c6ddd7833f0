import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Person } from '../../shared/contracts/people.contract.ts';
import type { TableColumn } from '../../shared/records/record-table.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { IconButton } from '../../shared/ui/button.tsx';
import { Menu, type MenuProps } from '../../shared/ui/menu.tsx';
import { UserStatus } from './user-status.tsx';
import { accountOf } from './users.store.ts';
import type { UsersText } from './users-text.ts';

/** Groups shown by name; the others are counted. */
const GROUPS_SHOWN = 1;

interface Options {
  readonly onOpen: (username: string) => void;
  readonly menuOf: (person: Person) => MenuProps['items'];
  readonly t: UsersText;
}

/** Columns of the list of users. */
export function userColumns({ onOpen, menuOf, t }: Options): readonly TableColumn<Person>[] {
  return [
    {
      field: 'name',
      draw: ({ user }) => (
        <span className="row person">
          <Avatar name={user.name} picture={user.avatar} size={32} />
          <span className="stack">
            <button type="button" className="link cut" onClick={() => onOpen(user.id)}>
              {user.name}
            </button>
            <span className="xs muted cut">{user.id}</span>
          </span>
        </span>
      ),
    },
    { field: 'email', className: 'col-email', draw: ({ email }) => <Text>{email}</Text> },
    { field: 'department', className: 'col-department', draw: ({ department }) => <Text>{department?.name}</Text> },
    {
      field: 'manager',
      className: 'col-manager',
      needsTitle: true,
      draw: ({ managers }) => <Text>{managers.map(({ name }) => name).join(', ')}</Text>,
    },
    { field: 'groups', className: 'col-groups', draw: ({ groups }) => <GroupNames groups={groups} t={t} /> },
    { field: 'status', className: 'col-status', draw: ({ status }) => <UserStatus status={status} t={t} /> },
    {
      field: 'actions',
      title: t('actions'),
      className: 'col-actions',
      isActions: true,
      draw: (person) => {
        const label = t('actionsOf', { name: accountOf(person).name });
        return (
          <Menu
            label={label}
            align="end"
            items={menuOf(person)}
            trigger={(button) => <IconButton {...button} small icon={Ellipsis} label={label} />}
          />
        );
      },
    },
  ];
}

function Text({ children }: { readonly children: string | null | undefined }): ReactNode {
  return children ? <span className="cut">{children}</span> : <span className="muted none">–</span>;
}

function GroupNames({ groups, t }: { readonly groups: readonly string[]; readonly t: UsersText }): ReactNode {
  const more = groups.length - GROUPS_SHOWN;
  if (more <= 0) return <Text>{groups[0]}</Text>;
  return (
    <span className="row row-6 group-names">
      <span className="cut">{groups.slice(0, GROUPS_SHOWN).join(', ')}</span>
      <span className="muted" title={groups.slice(GROUPS_SHOWN).join(', ')}>
        {t('groups.more', { count: more })}
      </span>
    </span>
  );
}
