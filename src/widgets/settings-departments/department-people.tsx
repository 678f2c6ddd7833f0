import { type ReactNode, useEffect, useMemo } from 'react';
import { call } from '../../shared/api/index.ts';
import type { Person } from '../../shared/contracts/people.contract.ts';
import { createRecordsStore } from '../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import type { DepartmentsText } from './departments-text.ts';

const SHAPES: Readonly<Record<Person['status'], Status>> = {
  active: 'active',
  invited: 'notdue',
  disabled: 'inactive',
};

interface Props {
  readonly departmentId: string;
  /** Opens a user, by username. */
  readonly onOpenUser: (username: string) => void;
  readonly t: DepartmentsText;
}

/** Users of a department and of those below it. */
export function DepartmentPeople({ departmentId, onOpenUser, t }: Props): ReactNode {
  const people = useMemo(
    () =>
      createRecordsStore<Person>({
        send: call,
        resource: 'people',
        asked: { filters: [{ column: 'department', operation: 'eq', value: departmentId }], sort: '', q: '' },
      }),
    [departmentId],
  );
  useEffect(() => {
    void people.load();
    return people.close;
  }, [people]);
  const columns: readonly TableColumn<Person>[] = [
    {
      field: 'name',
      draw: ({ user }) => (
        <span className="row member">
          <Avatar name={user.name} picture={user.avatar} size={24} />
          <span className="stack">
            <button type="button" className="link cut" onClick={() => onOpenUser(user.id)}>
              {user.name}
            </button>
            <span className="xs muted cut">{user.id}</span>
          </span>
        </span>
      ),
    },
    { field: 'jobTitle', className: 'col-job', draw: ({ jobTitle }) => <Text>{jobTitle}</Text> },
    { field: 'department', className: 'col-department', draw: ({ department }) => <Text>{department?.name}</Text> },
    {
      field: 'status',
      className: 'col-status',
      draw: ({ status }) => <StatusText status={SHAPES[status]}>{t(`status.${status}`)}</StatusText>,
    },
  ];
  return (
    <div className="stack department-people">
      <h3 className="t3">{t('users')}</h3>
      <RecordTable
        store={people}
        label={t('users')}
        fixed={['department']}
        columns={columns}
        empty={<EmptyState title={t('noUsers')} text={t('noUsers.more')} />}
      />
    </div>
  );
}

function Text({ children }: { readonly children: string | null | undefined }): ReactNode {
  return children ? <span className="cut">{children}</span> : <span className="muted none">–</span>;
}
