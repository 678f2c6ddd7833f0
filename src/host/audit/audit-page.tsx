import { useSignals } from '@preact/signals-react/runtime';
import { CalendarClock, Download, ListFilter } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { call } from '../../shared/api/index.ts';
import type { AuditEntry } from '../../shared/contracts/audit.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import {
  createRecordsStore,
  filterColumns,
  printQuestion,
  type RecordsStore,
  readQuestion,
} from '../../shared/records/index.ts';
import { RecordTable } from '../../shared/records/record-table.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { FilterRows } from '../../shared/ui/filters/filter-rows.tsx';
import { ListPage } from '../../shared/ui/list-page.tsx';
import { LoadFailed } from '../../shared/ui/load-failed.tsx';
import { Menu } from '../../shared/ui/menu.tsx';
import { Popover } from '../../shared/ui/popover.tsx';
import { showProblem } from '../../shared/ui/show-problem.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { useListAddress } from '../list-address.ts';
import { auditMessages } from './audit.messages.ts';
import { auditColumns } from './audit-columns.tsx';
import { rowButtonId } from './audit-links.ts';
import { AuditPanel } from './audit-panel.tsx';
import type { AuditText } from './audit-text.ts';
import { useVerification } from './verification.tsx';
import './audit.css';

const KeepDialog = containedPart(() => import('./keep-dialog.tsx'), 'KeepDialog');

const ADDRESS = { read: readQuestion, print: printQuestion };
/** Fields whose text input keeps the keys that otherwise go through the rows. */
const TYPED = 'input, select, textarea, [role=dialog], [role=menu]';

/** The audit log: who did what, with what was before and after (AUD-01). */
export function AuditPage(): ReactNode {
  return (
    <DocumentWidget>
      <Audit />
    </DocumentWidget>
  );
}

function Audit(): ReactNode {
  useSignals();
  const t = useMessages(auditMessages);
  const search = useSearch();
  const [, navigate] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const records = useMemo(
    () => createRecordsStore<AuditEntry>({ send: call, resource: 'audit', asked: ADDRESS.read(search) }),
    [],
  );
  useListAddress(ADDRESS, records.asked.value, records.askFrom);
  const [openedId, setOpenedId] = useState<string | null>(null);
  useEffect(() => {
    void records.load();
    return records.close;
  }, [records]);
  const verification = useVerification(t);
  const [isKeeping, setKeeping] = useState(false);
  const list = records.list.value;
  if (list.status === 'failed' && list.code === 'access.denied') {
    return <LoadFailed code={list.code} onRetry={() => void records.load()} t={t} />;
  }
  const rows = list.status === 'ready' ? list.rows : [];
  const index = rows.findIndex(({ id }) => id === openedId);
  const opened = rows[index];
  const columns = auditColumns(({ id }) => setOpenedId(id), t);
  const close = () => {
    setOpenedId(null);
    if (openedId) document.getElementById(rowButtonId(openedId))?.focus();
  };
  const step = (by: 1 | -1) => {
    const next = rows[index + by];
    if (next) setOpenedId(next.id);
  };
  const goByKeys = (event: KeyboardEvent) => {
    if (!opened || (event.target as Element).closest(TYPED)) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') step(1);
    else if (event.key === 'ArrowUp') step(-1);
    else return;
    event.preventDefault();
  };
  const save = (format?: 'ndjson') =>
    void records.fileAddress(undefined, format).then((address) => location.assign(address), showProblem);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys do only what buttons inside do too
    <div className={`audit ${opened ? 'opened' : ''}`} onKeyDown={goByKeys}>
      <ListPage
        search={{ label: t('search'), q: records.asked.value.q, onSearch: (q) => void records.ask({ q }) }}
        actions={
          <>
            <MoreFilters records={records} shown={columns.map(({ field }) => field)} t={t} />
            {verification.button}
            <Button icon={CalendarClock} onClick={() => setKeeping(true)}>
              {t('keep')}
            </Button>
            <Menu
              label={t('export')}
              align="end"
              items={[
                { id: 'csv', label: t('export.csv'), onSelect: () => save() },
                { id: 'ndjson', label: t('export.ndjson'), onSelect: () => save('ndjson') },
              ]}
              trigger={(opener) => (
                <Button {...opener} icon={Download}>
                  {t('export')}
                </Button>
              )}
            />
          </>
        }
      >
        {verification.result}
        {isKeeping && (
          <Suspense fallback={null}>
            <KeepDialog onClose={() => setKeeping(false)} t={t} />
          </Suspense>
        )}
        <RecordTable
          wide
          store={records}
          label={t('list')}
          columns={columns}
          opened={openedId}
          onOpen={({ id }) => setOpenedId(id)}
          empty={<EmptyState title={t('empty')} text={t('empty.more')} />}
        />
      </ListPage>
      {opened && (
        <AuditPanel
          entry={opened}
          onStep={step}
          isFirst={index === 0}
          isLast={index === rows.length - 1}
          onClose={close}
          onAsk={(query) => navigate(`/settings/audit?${query}`)}
          t={t}
        />
      )}
    </div>
  );
}

interface MoreFiltersProps {
  readonly records: RecordsStore<AuditEntry>;
  /** Columns of the table, which have their filters in its head. */
  readonly shown: readonly string[];
  readonly t: AuditText;
}

/** Filters by what the table has no column for: on behalf of whom, through what, which user it is about, reason, request. */
function MoreFilters({ records, shown, t }: MoreFiltersProps): ReactNode {
  useSignals();
  const columns = filterColumns(records.columns.value?.columns ?? []).filter(({ field }) => !shown.includes(field));
  const { filters } = records.asked.value;
  const isOwn = ({ column }: { readonly column: string }) => columns.some(({ field }) => field === column);
  const own = filters.filter(isOwn);
  return (
    <Popover
      label={t('filters')}
      align="end"
      trigger={(opener) => (
        <Button {...opener} icon={ListFilter} blocked={columns.length === 0}>
          {own.length === 0 ? t('filters') : t('filters.on', { count: own.length })}
        </Button>
      )}
    >
      {() => (
        <FilterRows
          columns={columns}
          filters={own}
          onChange={(changed) => void records.setFilters([...filters.filter((one) => !isOwn(one)), ...changed])}
        />
      )}
    </Popover>
  );
}
