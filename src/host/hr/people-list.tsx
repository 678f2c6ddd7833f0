import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { call } from '../../shared/api/index.ts';
import type { HrUser } from '../../shared/contracts/hr-users.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import {
  createRecordsStore,
  printQuestion,
  type Question,
  type RecordsStore,
  readQuestion,
} from '../../shared/records/index.ts';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { isDenied, LoadFailed } from '../../shared/ui/load-failed.tsx';
import { type ListAddress, useListAddress } from '../list-address.ts';
import { hrMessages } from './hr.messages.ts';
import { peopleColumns } from './people-columns.tsx';

const ADDRESS: ListAddress<Question> = { read: readQuestion, print: printQuestion };

const former = (value: 'true' | 'false') => ({ column: 'former', operation: 'eq', value }) as const;

/** Former employees are listed only where the question says so. */
function createPeople(send: typeof call, asked: Question) {
  const within = () => (store.asked.peek().filters.some(({ column }) => column === 'former') ? [] : [former('false')]);
  const store: RecordsStore<HrUser> = createRecordsStore<HrUser>({ send, resource: 'users', asked, within });
  return store;
}

interface Props {
  readonly send: typeof call;
  readonly onOpen: (userId: string) => void;
}

/** The employees that the user may see: all for HR, reports for managers. */
export function PeopleList({ send, onOpen }: Props): ReactNode {
  useSignals();
  const t = useMessages(hrMessages);
  const search = useSearch();
  const [first] = useState(() => readQuestion(search));
  const store = useMemo(() => createPeople(send, first), [send, first]);
  useListAddress(ADDRESS, store.asked.value, store.askFrom);
  useEffect(() => {
    void store.load();
    return store.close;
  }, [store]);
  const list = store.list.value;
  if (list.status === 'failed' && isDenied(list.code)) {
    return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  }
  const { filters, q } = store.asked.value;
  const others = filters.filter(({ column }) => column !== 'former');
  const isFormer = others.length < filters.length;
  return (
    <ListPage
      views={
        <button
          type="button"
          className="chip"
          aria-pressed={isFormer}
          onClick={() => void store.setFilters(isFormer ? others : [...others, former('true')])}
        >
          {t('former')}
        </button>
      }
      search={{ label: t('search'), q, onSearch: (text) => void store.ask({ q: text }) }}
      actions={null}
    >
      <RecordTable
        wide
        store={store}
        label={t('people')}
        columns={peopleColumns({ described: store.columns.value?.columns ?? [], onOpen, t })}
        onOpen={({ id }) => onOpen(id)}
        empty={<EmptyState title={t('none')} text={t('none.more')} />}
      />
    </ListPage>
  );
}
