import { useSignals } from '@preact/signals-react/runtime';
import { Download, Plus, Upload } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { call } from '../api/index.ts';
import { printFilters } from '../contracts/filters.rules.ts';
import { getRecordCounts, type RecordListRow } from '../contracts/registries.contract.ts';
import { useStyles } from '../element/use-styles.ts';
import { useLoaded } from '../lists/use-loaded.ts';
import { useMessages } from '../locale/index.ts';
import type { createRecordsStore } from '../records/index.ts';
import { RecordTable } from '../records/record-table.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { downloadFile } from '../ui/download-file.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPage } from '../ui/list-page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from '../ui/styles/registry.css?inline';
import { BulkStatus } from './bulk-status.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { tableColumns } from './record-cells.tsx';
import { useRecordPicks } from './record-picks.tsx';
import { registryPageMessages } from './registry.messages.ts';
import { RegistryViews } from './registry-views.tsx';
import { createSelection } from './selection.store.ts';
import { StatusChips } from './status-chips.tsx';
import { useRecordList } from './use-record-list.ts';

interface Props {
  readonly send: typeof call;
  readonly registry: string;
  /** By default the title of the registry. */
  readonly title?: string;
  /** What the list shows: filters, order, search and columns. */
  readonly query: string;
  /** Receives the query after the user has changed what the list shows. */
  readonly onQuery: (query: string) => void;
  /** A saved view that is shown first, by its id or slug. */
  readonly view?: string | undefined;
  /** Without ways to change records. */
  readonly readOnly?: boolean;
  /** The user may save what the list shows as a view. */
  readonly maySaveViews?: boolean;
  /** Id or number of the record that is open beside the list. */
  readonly opened: string | null;
  readonly onOpen: (record: Pick<RecordListRow, 'id' | 'number'>) => void;
  readonly onAdd: () => void;
  readonly onImport: (title: string) => void;
}

/** The records of a registry: statuses with counts, search, filters, columns and files. */
export function RecordList(props: Props): ReactNode {
  useSignals();
  useStyles(styles);
  const { send, registry, query, view, readOnly = false, opened, onOpen, onAdd, onImport } = props;
  const t = useMessages(registryPageMessages);
  const [counts, recount] = useLoaded(registry, (signal) =>
    send(getRecordCounts, { params: { resource: registry }, signal }),
  );
  const shownList = useRecordList({ send, registry, query, onQuery: props.onQuery, view, recount });
  const { store, saved, hasViews, columns, setColumns, showView, missesView } = shownList;
  const selection = useMemo(createSelection, []);
  const picks = useRecordPicks(selection, store, t);

  // What is selected belongs to what the list shows.
  const { filters, q: searched } = store.asked.value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another question
  useEffect(() => selection.clear(), [selection, printFilters(filters), searched]);

  const list = store.list.value;
  const known = counts.status === 'ready' ? counts.value : null;
  const title = props.title ?? known?.title ?? '';
  const mayWrite = known?.mayWrite === true && !readOnly;
  const mayMove = known?.mayMove === true && !readOnly;
  const described = store.columns.value?.columns ?? [];
  const standard = described.filter(({ listed }) => listed !== false).map(({ field }) => field);
  const chosen = columns?.filter((field) => described.some((one) => one.field === field)) ?? standard;
  const shown = chosen.length === 0 ? standard : chosen;
  if (list.status === 'failed' && list.code === 'registry.not_found') {
    return <EmptyState mark="failed" title={t('missing')} />;
  }
  // Together: what appears later would move the rows.
  if (counts.status === 'loading' || !hasViews) return <Skeleton rows={8} />;
  const add = mayWrite && (
    <Button kind="primary" icon={Plus} onClick={onAdd}>
      {t('add')}
    </Button>
  );
  const download = () => void downloadFile(() => store.fileAddress(shown), t('download.started'));
  return (
    <ListPage
      views={
        <>
          {known && <StatusChips counts={known} store={store} t={t} />}
          <RegistryViews
            saved={saved}
            store={store}
            columns={columns}
            maySave={props.maySaveViews !== false}
            onShow={showView}
            missesFirst={missesView}
          />
        </>
      }
      search={{ label: t('search', { title }), q: searched, onSearch: (q) => void store.ask({ q }) }}
      actions={
        <>
          <ColumnChooser columns={described} chosen={shown} onChoose={setColumns} t={t} />
          <IconButton icon={Download} label={t('download')} onClick={download} />
          {mayWrite && <IconButton icon={Upload} label={t('import')} onClick={() => onImport(title)} />}
          {add}
        </>
      }
    >
      {mayMove && <BulkStatus {...{ send, registry, store, selection, t }} />}
      {list.status === 'failed' && list.code === 'registry.indexing' ? (
        <EmptyState mark="failed" title={t('indexing')} text={t('indexing.more')}>
          <Button onClick={() => void store.ask({ filters: [], sort: '' })}>{t('clear')}</Button>
        </EmptyState>
      ) : (
        <RecordTable
          wide
          store={store}
          label={title}
          columns={tableColumns(described, shown, { counts: known, open: onOpen, t })}
          picks={mayMove ? picks : undefined}
          opened={openedRow(list, opened)}
          onOpen={onOpen}
          empty={
            <EmptyState title={t('empty')} text={mayWrite ? t('empty.add') : undefined}>
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
