import { useSignals } from '@preact/signals-react/runtime';
import { Download, Plus, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { call } from '../../shared/api/index.ts';
import { onLive } from '../../shared/api/live.ts';
import { printFilters } from '../../shared/contracts/filters.rules.ts';
import { getRecordCounts, type RecordListRow } from '../../shared/contracts/registries.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { atMostEvery } from '../../shared/page/at-most-every.ts';
import { createRecordsStore } from '../../shared/records/index.ts';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { createSavedViews } from '../../shared/saved-views/index.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useListAddress } from '../list-address.ts';
import { ListPage } from '../list-page.tsx';
import { useLoaded } from '../use-loaded.ts';
import { BulkStatus } from './bulk-status.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { tableColumns } from './record-cells.tsx';
import { useRecordPicks } from './record-picks.tsx';
import { registryPageMessages } from './registry.messages.ts';
import { registryAddress } from './registry-address.ts';
import { RegistryViews } from './registry-views.tsx';
import { createSelection } from './selection.store.ts';
import { StatusChips } from './status-chips.tsx';

/** Interval in which the list follows changes of others. */
const REFRESH_MS = 1000;

interface Props {
  readonly send: typeof call;
  readonly registry: string;
  readonly title: string;
  /** Id or number of the record that is open beside the list. */
  readonly opened: string | null;
  readonly onOpen: (record: string) => void;
  readonly onAdd: () => void;
  readonly onImport: () => void;
}

/** The records of a registry: statuses with counts, search, filters, columns and files. */
export function RecordList({ send, registry, title, opened, onOpen, onAdd, onImport }: Props): ReactNode {
  useSignals();
  const t = useMessages(registryPageMessages);
  const search = useSearch();
  const [first] = useState(() => registryAddress.read(search));
  const [columns, setColumns] = useState(first.columns);
  const store = useMemo(
    () => createRecordsStore<RecordListRow>({ send, resource: registry, asked: first.question }),
    [send, registry, first],
  );
  const saved = useMemo(() => createSavedViews(send, `registry.${registry}`), [send, registry]);
  const selection = useMemo(createSelection, []);
  const picks = useRecordPicks(selection, store, t);
  const [counts, recount] = useLoaded(registry, (signal) =>
    send(getRecordCounts, { params: { resource: registry }, signal }),
  );
  const [views] = useLoaded(registry, saved.load);
  useListAddress(registryAddress, { question: store.asked.value, columns }, (shown) => {
    setColumns(shown.columns);
    store.askFrom(shown.question);
  });
  useEffect(() => {
    void store.load();
    // A run changes many records in a second.
    const refresh = atMostEvery(REFRESH_MS, () => {
      // Later pages stay as they are: their rows would move.
      const now = store.list.peek();
      if (now.status !== 'ready' || now.from === 0) void store.load();
      recount();
    });
    const stop = onLive(['record.changed', 'resync'], ({ type, data }) => {
      if (type !== 'resync' && data.resource !== registry) return;
      refresh.call();
    });
    return () => {
      stop();
      refresh.stop();
      store.close();
    };
  }, [store, registry, recount]);

  // What is selected belongs to what the list shows.
  const { filters, q: searched } = store.asked.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another question
  useEffect(() => selection.clear(), [selection, printFilters(filters), searched]);

  const list = store.list.value;
  const known = counts.status === 'ready' ? counts.value : null;
  const described = store.columns.value?.columns ?? [];
  const standard = described.filter(({ listed }) => listed !== false).map(({ field }) => field);
  const chosen = columns?.filter((field) => described.some((one) => one.field === field)) ?? standard;
  const shown = chosen.length === 0 ? standard : chosen;
  if (list.status === 'failed' && list.code === 'registry.not_found') {
    return <EmptyState mark="failed" title={t('missing')} />;
  }
  // Together: what appears later would move the rows.
  if (counts.status === 'loading' || views.status === 'loading') return <Skeleton rows={8} />;
  const open = (row: RecordListRow) => onOpen(row.number ?? row.id);
  const add = known?.mayWrite && (
    <Button kind="primary" icon={Plus} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  const download = () => void store.fileAddress(shown).then((address) => location.assign(address), showProblem);
  return (
    <ListPage
      views={
        <>
          {known && <StatusChips counts={known} store={store} t={t} />}
          <RegistryViews saved={saved} store={store} columns={columns} onColumns={setColumns} />
        </>
      }
      search={{ label: t('search', { title }), q: searched, onSearch: (q) => void store.ask({ q }) }}
      actions={
        <>
          <ColumnChooser columns={described} chosen={shown} onChoose={setColumns} t={t} />
          <IconButton icon={Download} label={t('download')} onClick={download} />
          {known?.mayWrite && <IconButton icon={Upload} label={t('import')} onClick={onImport} />}
          {add}
        </>
      }
    >
      {known?.mayMove && <BulkStatus {...{ send, registry, store, selection, t }} />}
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
          picks={known?.mayMove ? picks : undefined}
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
