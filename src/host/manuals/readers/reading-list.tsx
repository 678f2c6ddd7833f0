import { useSignals } from '@preact/signals-react/runtime';
import { BellRing, CircleSlash, Download, Ellipsis } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { useSearch } from 'wouter';
import type { call } from '../../../shared/api/index.ts';
import type { Filter } from '../../../shared/contracts/filters.rules.ts';
import type { ManualReportLine } from '../../../shared/contracts/manual-lists.contract.ts';
import { formatDay, formatDayAndTime, useMessages } from '../../../shared/locale/index.ts';
import { createRecordsStore, printQuestion, type Question, readQuestion } from '../../../shared/records/index.ts';
import { RecordTable, type TableColumn } from '../../../shared/records/record-table.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { showSnack } from '../../../shared/ui/snackbar.ts';
import { type Status, StatusText } from '../../../shared/ui/status-shape.tsx';
import { type ListAddress, parameterOf, useListAddress } from '../../list-address.ts';
import type { TextOf } from '../text-of.ts';
import { CancelReadingDialog } from './cancel-duty-dialog.tsx';
import { reportMessages } from './report.messages.ts';
import { remind } from './report.store.ts';

const SHAPES: Readonly<Record<ManualReportLine['color'], Status>> = {
  overdue: 'overdue',
  notDue: 'notdue',
  read: 'read',
  cancelled: 'cancelled',
};

interface Props {
  readonly send: typeof call;
  /** Filters by one manual, department or user. */
  readonly manualId?: string | undefined;
  readonly userKey?: string | undefined;
  readonly departmentId?: string | undefined;
  /** Whether reminders and cancelling are available. */
  readonly mayWrite: boolean;
}

/** Filters and order of the list are in this parameter, because the page has others of the same names. */
const PARAMETER = 'list';

/** The address of a list whose `fixed` filters are those of the page. */
function addressBeside(fixed: readonly Filter[]): ListAddress<Question> {
  const isFixed = ({ column }: Filter) => fixed.some((one) => one.column === column);
  const own = ({ filters, ...rest }: Question) => ({ ...rest, filters: filters.filter((one) => !isFixed(one)) });
  return {
    read(query) {
      const { filters, ...rest } = own(readQuestion(query));
      return { ...rest, filters: [...fixed, ...filters] };
    },
    print: (asked) => printQuestion(own(asked)),
  };
}

/** Individual readings with sorting, filters and CSV export: read, unread, overdue. */
export function ReadingList({ send, manualId, userKey, departmentId, mayWrite }: Props): ReactNode {
  useSignals();
  const t = useMessages(reportMessages);
  const [cancelling, setCancelling] = useState<ManualReportLine | null>(null);
  const fixed = useMemo(() => {
    const filters: Filter[] = [];
    if (manualId) filters.push({ column: 'manual', operation: 'eq', value: manualId });
    if (userKey) filters.push({ column: 'user', operation: 'eq', value: userKey });
    if (departmentId) filters.push({ column: 'department', operation: 'eq', value: departmentId });
    return filters;
  }, [manualId, userKey, departmentId]);
  const address = useMemo(() => addressBeside(fixed), [fixed]);
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: later addresses change what the same list shows
  const store = useMemo(
    () =>
      createRecordsStore<ManualReportLine>({
        send,
        resource: 'manuals_read',
        asked: address.read(parameterOf(search, PARAMETER)),
      }),
    [send, address],
  );
  useListAddress(address, store.asked.value, store.askFrom, PARAMETER);
  useEffect(() => {
    void store.load();
    return store.close;
  }, [store]);
  const save = async () => {
    location.assign(await store.fileAddress());
  };
  const showResult = ({ reminded, alreadyToday }: { readonly reminded: number; readonly alreadyToday: number }) =>
    showSnack(t('remind.done', { reminded, already: alreadyToday }));
  const actions = (row: ManualReportLine) =>
    mayWrite && row.state === 'pending' ? (
      <Menu
        label={t('actions')}
        align="end"
        items={[
          {
            id: 'remind',
            label: t('remind.one'),
            icon: BellRing,
            onSelect: () => void remind(send, row.manualId, [row.user.key]).then(showResult, showProblem),
          },
          { id: 'cancel', label: t('cancel'), icon: CircleSlash, danger: true, onSelect: () => setCancelling(row) },
        ]}
        trigger={(button) => (
          <IconButton {...button} small icon={Ellipsis} label={`${t('actions')}: ${row.user.name}, ${row.title}`} />
        )}
      />
    ) : null;
  return (
    <>
      <div className="mn-tools">
        <span className="grow" />
        <Button icon={Download} onClick={() => void save().catch(showProblem)}>
          {t('csv')}
        </Button>
        {mayWrite && manualId && (
          <Button icon={BellRing} onClick={() => void remind(send, manualId).then(showResult, showProblem)}>
            {t('remind')}
          </Button>
        )}
      </div>
      <RecordTable
        store={store}
        label={t('title')}
        fixed={fixed.map(({ column }) => column)}
        columns={columnsOf({ manualId, userKey, departmentId }, actions, t)}
        empty={<EmptyState title={t('empty')} />}
      />
      <Suspense>
        {cancelling && (
          <CancelReadingDialog
            send={send}
            line={cancelling}
            onClose={(isDone) => {
              setCancelling(null);
              if (isDone) void store.load();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

function columnsOf(
  { manualId, userKey, departmentId }: Pick<Props, 'manualId' | 'userKey' | 'departmentId'>,
  actions: (row: ManualReportLine) => ReactNode,
  t: TextOf<typeof reportMessages>,
): readonly TableColumn<ManualReportLine>[] {
  const columns: (TableColumn<ManualReportLine> | false)[] = [
    !userKey && {
      field: 'user',
      className: 'mn-col-person',
      draw: ({ user, partnerId }) => (
        <span className="strong cut" title={partnerId ?? user.id}>
          {partnerId ?? user.name}
        </span>
      ),
    },
    !manualId && {
      field: 'title',
      className: 'mn-col-title',
      draw: ({ title, code }) => <span title={`${code} ${title}`}>{title}</span>,
    },
    !departmentId && {
      field: 'department',
      className: 'mn-col-group',
      draw: ({ department }) => department ?? <span className="muted none">–</span>,
    },
    {
      field: 'color',
      className: 'mn-col-state',
      draw: ({ color }) => <StatusText status={SHAPES[color]}>{t(color)}</StatusText>,
    },
    {
      field: 'dueOn',
      needsTitle: true,
      className: 'mn-col-day',
      draw: ({ dueOn }) => (dueOn ? formatDay(dueOn) : <span className="muted none">–</span>),
    },
    {
      field: 'readAt',
      needsTitle: true,
      className: 'mn-col-moment',
      draw: ({ readAt, cancelReason }) => {
        if (readAt) return formatDayAndTime(readAt);
        return cancelReason ? <span title={cancelReason}>{t('reason', { reason: cancelReason })}</span> : '–';
      },
    },
    { field: 'number', className: 'mn-col-number', needsTitle: true, draw: ({ number }) => number },
    { field: 'actions', title: t('actions'), className: 'mn-col-actions', isActions: true, draw: actions },
  ];
  return columns.filter((column) => column !== false);
}
