import { useSignals } from '@preact/signals-react/runtime';
import { Download, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { getRecordCounts, type RecordListRow } from '../../shared/contracts/registries.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { createRecordsStore } from '../../shared/records/index.ts';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { useListAddress } from '../list-address.ts';
import { ListPage } from '../list-page.tsx';
import { useLoaded } from '../use-loaded.ts';
import { ColumnChooser } from './column-chooser.tsx';
import { tableColumns } from './record-cells.tsx';
import { registryPageMessages } from './registry.messages.ts';
import { registryAddress } from './registry-address.ts';
import { StatusChips } from './status-chips.tsx';

interface Props {
  readonly send: typeof call;
  readonly registry: string;
  readonly title: string;
  /** Id or number of the record that is open beside the list. */
  readonly opened: string | null;
  readonly onOpen: (record: string) => void;
  readonly onAdd: () => void;
}

/** The records of a registry: statuses with counts, search, filters, columns and files. */
export function RecordList({ send, registry, title, opened, onOpen, onAdd }: Props): ReactNode {
  useSignals();
  const t = useMessages(registryPageMessages);
  const search = useSearch();
  const [first] = useState(() => registryAddress.read(search));
  const [columns, setColumns] = useState(first.columns);
  const store = useMemo(
    () => createRecordsStore<RecordListRow>({ send, resource: registry, asked: first.question }),
    [send, registry, first],
  );
  const [counts, recount] = useLoaded(registry, (signal) =>
    send(getRecordCounts, { params: { resource: registry }, signal }),
  );
  useListAddress(registryAddress, { question: store.asked.value, columns }, (shown) => {
    setColumns(shown.columns);
    store.askFrom(shown.question);
  });
  useEffect(() => {
    void store.load();
    const stop = onLive(['record.changed', 'resync'], ({ type, data }) => {
      if (type !== 'resync' && data.resource !== registry) return;
      // Later pages stay as they are: their rows would move.
      const now = store.list.peek();
      if (now.status !== 'ready' || now.from === 0) void store.load();
      recount();
    });
    return () => {
      stop();
      store.close();
    };
  }, [store, registry, recount]);

  const list = store.list.value;
  const known = counts.status === 'ready' ? counts.value : null;
  const described = store.columns.value?.columns ?? [];
  const standard = described.filter(({ listed }) => listed !== false).map(({ field }) => field);
  const chosen = columns?.filter((field) => described.some((one) => one.field === field)) ?? standard;
  const shown = chosen.length === 0 ? standard : chosen;
  const { q } = store.asked.value;
  if (list.status === 'failed' && list.code === 'registry.not_found') {
    return <EmptyState mark="failed" title={t('missing')} />;
  }
  const open = (row: RecordListRow) => onOpen(row.number ?? row.id);
  const add = known?.mayWrite && (
    <Button kind="primary" icon={Plus} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  const download = () => void store.fileAddress(shown).then((address) => location.assign(address), showProblem);
  return (
    <ListPage
      views={known && <StatusChips counts={known} store={store} t={t} />}
      search={{ label: t('search', { title }), q, onSearch: (q) => void store.ask({ q }) }}
      actions={
        <>
          <ColumnChooser columns={described} chosen={shown} onChoose={setColumns} t={t} />
          <IconButton icon={Download} label={t('download')} onClick={download} />
          {add}
        </>
      }
    >
      {list.status === 'failed' && list.code === 'registry.indexing' ? (
        <EmptyState mark="failed" title={t('indexing')} text={t('indexing.more')}>
          <Button onClick={() => void store.ask({ filters: [], sort: '' })}>{t('clear')}</Button>
        </EmptyState>
      ) : (
        <RecordTable
          wide
          store={store}
          label={title}
          columns={tableColumns(described, shown, { counts: known, open, t })}
          opened={openedRow(list, opened)}
          onOpen={open}
          empty={
            <EmptyState title={t('empty')} text={known?.mayWrite ? t('empty.add') : undefined}>
              {add}
            </EmptyState>
          }
        />
      )}
    </ListPage>
  );
}

/** Returns the id of the row that is open, by its id or number. */
function openedRow(
  list: ReturnType<typeof createRecordsStore<RecordListRow>>['list']['value'],
  opened: string | null,
): string | null {
  const rows = list.status === 'ready' ? list.rows : [];
  return rows.find(({ id, number }) => id === opened || (number !== null && number === opened))?.id ?? null;
}
