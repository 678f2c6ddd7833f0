import { useSignals } from '@preact/signals-react/runtime';
import { FileUp, Plus } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { call } from '../../../shared/api/index.ts';
import { getManualReport, type ManualReportRow } from '../../../shared/contracts/manual-authoring.contract.ts';
import type { Manual } from '../../../shared/contracts/manuals.contract.ts';
import { dayOf, formatDay, timeZone, useMessages } from '../../../shared/locale/index.ts';
import { createRecordsStore, printQuestion, readQuestion } from '../../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../../shared/records/record-table.tsx';
import { hasRole, session } from '../../../shared/session/index.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { containedPart } from '../../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ListPage } from '../../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../../shared/ui/load-failed.tsx';
import { StatusText } from '../../../shared/ui/status-shape.tsx';
import { DocumentWidget } from '../../document-widget.tsx';
import { useListAddress } from '../../list-address.ts';
import { Sums } from '../readers/sums.tsx';
import type { TextOf } from '../text-of.ts';
import { createGroups } from './groups.store.ts';
import { GroupsPanel } from './groups-panel.tsx';
import type { ImportManualsDialog as Importing } from './import-dialog.tsx';
import { listMessages } from './list.messages.ts';
import { manualPath } from './manual-path.ts';
import type { NewManualDialog as Making } from './new-manual-dialog.tsx';
import '../manuals.css';

const NewManualDialog = containedPart<'NewManualDialog', ComponentProps<typeof Making>>(
  () => import('./new-manual-dialog.tsx'),
  'NewManualDialog',
);
const ImportManualsDialog = containedPart<'ImportManualsDialog', ComponentProps<typeof Importing>>(
  () => import('./import-dialog.tsx'),
  'ImportManualsDialog',
);

const ADDRESS = { read: readQuestion, print: printQuestion };

const NO_COLUMNS: readonly string[] = [];
const GROUP_COLUMN: readonly string[] = ['group'];

/** List of manuals for authors: by group, with status and reading progress. */
export function ManualsList({ send = call }: { readonly send?: typeof call }): ReactNode {
  return (
    <DocumentWidget>
      <List send={send} />
    </DocumentWidget>
  );
}

function List({ send }: { readonly send: typeof call }): ReactNode {
  useSignals();
  const t = useMessages(listMessages);
  const [, navigate] = useLocation();
  const [open, setOpen] = useState<'new' | 'import' | null>(null);
  const [sums, setSums] = useState<ReadonlyMap<string, ManualReportRow>>(new Map());
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const store = useMemo(
    () => createRecordsStore<Manual>({ send, resource: 'manuals', asked: readQuestion(search) }),
    [send],
  );
  useListAddress(ADDRESS, store.asked.value, store.askFrom);
  const groups = useMemo(() => createGroups({ send }), [send]);
  const { value: signedIn } = session;
  const mayWrite = signedIn.status === 'signed-in' && hasRole(signedIn.session.user, 'manualsgroup');
  useEffect(() => {
    void store.load();
    void groups.load();
    const stop = new AbortController();
    send(getManualReport, { query: { by: 'manual', limit: 1000 }, signal: stop.signal }).then(
      ({ rows }) => setSums(new Map(rows.map((row) => [row.id, row]))),
      () => {
        // Without the totals, the list still works; the report shows the error.
      },
    );
    return () => {
      stop.abort();
      store.close();
    };
  }, [store, groups, send]);
  const list = store.list.value;
  if (list.status === 'failed' && list.code === 'access.denied') {
    return <LoadFailed code={list.code} onRetry={() => void store.load()} t={t} />;
  }
  const { filters, q } = store.asked.value;
  const chosen = filters.find(({ column, operation }) => column === 'group' && operation === 'eq')?.value ?? null;
  const choose = (id: string | null) =>
    void store.setFilters([
      ...filters.filter(({ column }) => column !== 'group'),
      ...(id ? [{ column: 'group', operation: 'eq' as const, value: id }] : []),
    ]);
  const known = groups.state.value.status === 'ready' ? groups.state.value.groups : [];
  const create = (
    <Button
      kind="primary"
      icon={Plus}
      blocked={known.length === 0}
      title={known.length === 0 ? t('create.first') : undefined}
      onClick={() => setOpen('new')}
    >
      {t('create')}
    </Button>
  );
  return (
    <ListPage
      search={{ label: t('search'), q, onSearch: (q) => void store.ask({ q }) }}
      actions={
        mayWrite && (
          <>
            <Button icon={FileUp} blocked={known.length === 0} onClick={() => setOpen('import')}>
              {t('import')}
            </Button>
            {create}
          </>
        )
      }
    >
      <div className="mn-split">
        <GroupsPanel store={groups} chosen={chosen} onChoose={choose} mayWrite={mayWrite} />
        <RecordTable
          wide
          store={store}
          label={t('title')}
          // Chosen beside the list, so that an empty group is not an empty search.
          fixed={chosen === null ? NO_COLUMNS : GROUP_COLUMN}
          columns={columnsOf(sums, t)}
          empty={
            <EmptyState
              title={t(chosen === null ? 'empty' : 'empty.group')}
              text={t(known.length === 0 ? 'create.first' : 'empty.more')}
            >
              {mayWrite && known.length > 0 && create}
            </EmptyState>
          }
        />
      </div>
      <Suspense>
        {open === 'new' && (
          <NewManualDialog
            send={send}
            groups={known}
            groupId={chosen}
            onClose={(id) => {
              setOpen(null);
              if (id !== undefined) navigate(manualPath(id));
            }}
          />
        )}
        {open === 'import' && (
          <ImportManualsDialog
            send={send}
            groups={known}
            groupId={chosen}
            onClose={(isDone) => {
              setOpen(null);
              if (isDone) void Promise.all([store.load(), groups.load()]);
            }}
          />
        )}
      </Suspense>
    </ListPage>
  );
}

function columnsOf(
  sums: ReadonlyMap<string, ManualReportRow>,
  t: TextOf<typeof listMessages>,
): readonly TableColumn<Manual>[] {
  return [
    {
      field: 'title',
      className: 'mn-col-title',
      draw: ({ id, title, group }) => (
        <span className="stack">
          <Link href={manualPath(id)} className="strong cut" title={title}>
            {title || t('untitled')}
          </Link>
          <span className="xs muted cut" title={group.name}>
            {group.name}
          </span>
        </span>
      ),
    },
    { field: 'code', className: 'mn-col-code', draw: ({ code }) => code },
    {
      field: 'status',
      className: 'mn-col-status',
      draw: ({ status }) => (
        <StatusText status={status === '1_active' ? 'active' : 'inactive'}>{t(`status.${status}`)}</StatusText>
      ),
    },
    {
      field: 'readings',
      title: t('readings'),
      className: 'mn-col-sums',
      draw: ({ id }) => {
        const row = sums.get(id);
        return row && <Sums sums={row} />;
      },
    },
    {
      field: 'releasedAt',
      className: 'mn-col-version',
      draw: ({ number, releasedAt }) =>
        number === null || releasedAt === null ? (
          <span className="muted">{t('version.never')}</span>
        ) : (
          <span className="stack">
            <span>{formatDay(dayOf(releasedAt, timeZone.peek()))}</span>
            <span className="xs muted">{t('version.number', { number })}</span>
          </span>
        ),
    },
    { field: 'owner', className: 'mn-col-owner', draw: ({ owner }) => <span title={owner.name}>{owner.name}</span> },
  ];
}
