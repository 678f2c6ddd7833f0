import { useSignals } from '@preact/signals-react/runtime';
import { ArrowLeft, History, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { ApiError, call } from '../../shared/api/index.ts';
import { aboutDelegations } from '../../shared/contracts/audit.rules.ts';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import { getUser } from '../../shared/contracts/session.contract.ts';
import { useLoaded } from '../../shared/lists/use-loaded.ts';
import { formatDay, type Messages, type Translate, useMessages } from '../../shared/locale/index.ts';
import { createRecordsStore, printQuestion, readQuestion } from '../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../shared/records/record-table.tsx';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { type Status, StatusText } from '../../shared/ui/status-shape.tsx';
import { DocumentWidget } from '../document-widget.tsx';
import { parameterOf, useListAddress } from '../list-address.ts';
import { allDelegationsMessages } from './all-delegations.messages.ts';
import './all-delegations.css';
import '../../widgets/delegation-editor/index.ts';

type DelegationsText = typeof allDelegationsMessages extends Messages<infer Key> ? Translate<Key> : never;

const ChooseUserDialog = containedPart(() => import('./choose-user-dialog.tsx'), 'ChooseUserDialog');

const ADDRESS = { read: readQuestion, print: printQuestion };
/** Parameter of the address with the filters, search and order of the list. */
const LIST = 'list';

const SHAPES: Readonly<Record<Delegation['state'], Status>> = {
  running: 'active',
  coming: 'notdue',
  ended: 'inactive',
};

/** The delegations of all users, and those of one user to edit, for administrators (ADM-07). */
export function AllDelegationsPage(): ReactNode {
  const user = parameterOf(useSearch(), 'user');
  return <DocumentWidget>{user ? <OfUser key={user} user={user} /> : <All />}</DocumentWidget>;
}

function All(): ReactNode {
  useSignals();
  const t = useMessages(allDelegationsMessages);
  const [path, navigate] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const records = useMemo(() => {
    const asked = ADDRESS.read(parameterOf(search, LIST));
    return createRecordsStore<Delegation>({ send: call, resource: 'delegations', asked });
  }, []);
  useListAddress(ADDRESS, records.asked.value, records.askFrom, LIST);
  const [creates, setCreates] = useState(false);
  useEffect(() => {
    void records.load();
    return records.close;
  }, [records]);
  const list = records.list.value;
  if (list.status === 'failed' && list.code === 'access.denied') {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const pathOf = (username: string) => {
    const query = new URLSearchParams(search);
    query.set('user', username);
    return `${path}?${query}`;
  };
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreates(true)}>
      {t('create')}
    </Button>
  );
  return (
    <ListPage
      search={{ label: t('search'), q: records.asked.value.q, onSearch: (q) => void records.ask({ q }) }}
      actions={create}
    >
      <RecordTable
        wide
        store={records}
        label={t('list')}
        columns={columnsOf(pathOf, t)}
        empty={
          <EmptyState title={t('empty')} text={t('empty.more')}>
            {create}
          </EmptyState>
        }
      />
      <Suspense>
        {creates && (
          <ChooseUserDialog onChoose={({ id }) => navigate(pathOf(id))} onClose={() => setCreates(false)} t={t} />
        )}
      </Suspense>
    </ListPage>
  );
}

/** The delegations of one user, as the user sees the own ones. */
function OfUser({ user }: { readonly user: string }): ReactNode {
  const t = useMessages(allDelegationsMessages);
  const [path, navigate] = useLocation();
  const [person] = useLoaded(user, (signal) => call(getUser, { params: { userId: user }, signal }));
  const isGone =
    person.status === 'failed' && person.error instanceof ApiError && person.error.code === 'user.not_found';
  const query = new URLSearchParams(useSearch());
  query.delete('user');
  return (
    <div className="list-page">
      <div className="list-bar">
        <span className="row">
          <IconButton
            icon={ArrowLeft}
            label={t('back')}
            onClick={() => navigate(query.size > 0 ? `${path}?${query}` : path)}
          />
          <h2 className="t2 cut">{t('open', { name: person.status === 'ready' ? person.value.name : user })}</h2>
        </span>
        <span className="grow" />
        {!isGone && (
          <Button icon={History} onClick={() => navigate(`/settings/audit?${aboutDelegations(user)}`)}>
            {t('audit')}
          </Button>
        )}
      </div>
      {isGone ? (
        <EmptyState mark="failed" title={t('gone')} />
      ) : (
        <verva-delegation-editor user-id={user} className="fill" />
      )}
    </div>
  );
}

function columnsOf(pathOf: (username: string) => string, t: DelegationsText): readonly TableColumn<Delegation>[] {
  return [
    {
      field: 'user',
      draw: ({ user }) => (
        <span className="row delegator">
          <Avatar name={user.name} picture={user.avatar} size={24} />
          <Link href={pathOf(user.id)} className="strong cut">
            {user.name}
          </Link>
        </span>
      ),
    },
    {
      field: 'delegate',
      className: 'delegation-delegate',
      needsTitle: true,
      draw: ({ delegate }) => <span className="cut">{delegate.name}</span>,
    },
    {
      field: 'startDate',
      className: 'delegation-day',
      needsTitle: true,
      draw: ({ startDate }) => formatDay(startDate),
    },
    { field: 'endDate', className: 'delegation-day', needsTitle: true, draw: ({ endDate }) => formatDay(endDate) },
    {
      field: 'state',
      className: 'delegation-state',
      draw: ({ state }) => <StatusText status={SHAPES[state]}>{t(`state.${state}`)}</StatusText>,
    },
    {
      field: 'replaceVerva',
      className: 'delegation-tasks',
      needsTitle: true,
      draw: ({ replaceVerva }) => t(`replaceVerva.${replaceVerva}`),
    },
    {
      field: 'comment',
      className: 'delegation-comment',
      draw: ({ comment }) => (comment ? <span className="cut">{comment}</span> : <span className="muted none">–</span>),
    },
  ];
}
