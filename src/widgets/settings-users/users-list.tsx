import { useSignals } from '@preact/signals-react/runtime';
import { Plus, User, UserPen } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { ImportButton } from '../../shared/imports/import-button.tsx';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { isDenied, LoadFailed } from '../../shared/ui/load-failed.tsx';
import { SearchBox } from '../../shared/ui/search-box.tsx';
import { useAccountActions } from './account-actions.tsx';
import { userColumns } from './user-columns.tsx';
import { accountOf, type UsersStore } from './users.store.ts';
import type { UsersAccess } from './users-access.ts';
import type { UsersText } from './users-text.ts';

const NewUserDialog = containedPart(() => import('./new-user-dialog.tsx'), 'NewUserDialog');

interface Props {
  readonly store: UsersStore;
  readonly access: UsersAccess;
  readonly onOpen: (username: string) => void;
  readonly onImport: () => void;
  /** Opens the audit log with a query; null where the page has none. */
  readonly onAudit: ((query: string) => void) | null;
  readonly t: UsersText;
}

/** All users of the organisation, with search and filters. */
export function UsersList({ store, access, onOpen, onImport, onAudit, t }: Props): ReactNode {
  useSignals();
  const { records } = store;
  const [creates, setCreates] = useState(false);
  const actions = useAccountActions({ store, access, onAudit, onChanged: records.load, t });
  const list = records.list.value;
  if (list.status === 'failed' && isDenied(list.code)) {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const create = access.mayEdit && (
    <Button kind="primary" icon={Plus} onClick={() => setCreates(true)}>
      {t('create')}
    </Button>
  );
  const columns = userColumns({
    onOpen,
    menuOf: (person) => [
      { id: 'open', label: t('open'), icon: access.mayEdit ? UserPen : User, onSelect: () => onOpen(person.user.id) },
      ...actions.menuOf(accountOf(person)),
    ],
    t,
  });
  return (
    <div className="users settings-table">
      <div className="settings-bar">
        <search>
          <SearchBox label={t('search')} value={records.asked.value.q} onSearch={(q) => void records.ask({ q })} />
        </search>
        {access.mayEdit && <ImportButton onClick={onImport} />}
        {create}
      </div>
      <RecordTable
        wide
        store={records}
        label={t('title')}
        columns={columns}
        empty={
          <EmptyState title={t('empty')} text={access.mayEdit ? t('empty.more') : undefined}>
            {create}
          </EmptyState>
        }
      />
      {actions.dialog}
      {creates && (
        <Suspense>
          <NewUserDialog
            store={store}
            onClose={(username?: string) => {
              setCreates(false);
              if (username) onOpen(username);
            }}
            t={t}
          />
        </Suspense>
      )}
    </div>
  );
}
