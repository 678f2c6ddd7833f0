import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp, ChevronLeft, ChevronRight } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import type { RecordColumn } from '../contracts/records.contract.ts';
import { useStyles } from '../element/use-styles.ts';
import { useMessages } from '../locale/index.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ColumnFilter } from '../ui/filters/column-filter.tsx';
import { Icon } from '../ui/icon.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import folding from '../ui/styles/folding.css?inline';
import table from '../ui/styles/table.css?inline';
import recordStyles from './record-table.css?inline';
import { recordsMessages } from './records.messages.ts';
import { filterColumns, type RecordsStore } from './records.store.ts';

/** A column. A `field` described by the server has a title, sorting and a filter. */
export interface TableColumn<Row> {
  readonly field: string;
  /** Title of a column the server does not describe. */
  readonly title?: string;
  readonly className?: string;
  /** In pixels; the table scrolls where it is narrower than its columns. */
  readonly width?: number | undefined;
  /** Shows the title before the value where a record has two lines: the value alone says too little. */
  readonly needsTitle?: boolean;
  /** Names the record where it has two lines; by default the first column does. */
  readonly isName?: boolean;
  /** The menu of the row. Its title is for screen readers only. */
  readonly isActions?: boolean;
  readonly draw: (row: Row) => ReactNode;
}

/** Checkboxes before the first column. */
export interface RowPicks<Row> {
  readonly head: ReactNode;
  readonly of: (row: Row, rows: readonly Row[]) => ReactNode;
}

interface Props<Row extends { readonly id: string }> {
  readonly store: RecordsStore<Row>;
  readonly columns: readonly TableColumn<Row>[];
  readonly label: string;
  /** Shown for an empty list; with active filters, a message about them is shown instead. */
  readonly empty: ReactNode;
  /** Fixed filters of the page, which are not shown and cannot be removed. */
  readonly fixed?: readonly string[];
  /** The table is the page and has its width; otherwise it is a card. */
  readonly wide?: boolean;
  readonly picks?: RowPicks<Row> | undefined;
  /** Id of the row that is open beside the table. */
  readonly opened?: string | null;
  /** A click anywhere in a row; a button or link in it does the same for keyboards. */
  readonly onOpen?: (row: Row) => void;
}

/** Record list with sorting, a filter row (FIL-03) and paging. On phones and tablets each record has two lines. */
export function RecordTable<Row extends { readonly id: string }>(props: Props<Row>): ReactNode {
  useStyles(table);
  useStyles(folding);
  useStyles(recordStyles);
  useSignals();
  const { store, columns, label, empty, fixed = [], wide = false, picks, opened, onOpen } = props;
  const t = useMessages(recordsMessages);
  const list = store.list.value;
  const { filters, q } = store.asked.value;
  const isFiltered = q !== '' || filters.some(({ column }) => !fixed.includes(column));
  const own = filters.filter(({ column }) => fixed.includes(column));
  const nameAt = Math.max(
    0,
    columns.findIndex(({ isName }) => isName),
  );
  const clear = () => void store.ask({ filters: own, q: '' });
  if (list.status === 'loading') return <Skeleton rows={6} label={t('loading')} />;
  if (list.status === 'failed') {
    return (
      <EmptyState mark="failed" title={t('failed')}>
        {/* An address can have filters that do not exist (any more). */}
        {/^(filter|sort)\./.test(list.code) ? (
          <Button onClick={() => void store.ask({ filters: own, q: '', sort: '' })}>{t('clear')}</Button>
        ) : (
          <Button onClick={() => void store.load()}>{t('retry')}</Button>
        )}
      </EmptyState>
    );
  }
  if (list.rows.length === 0 && !isFiltered) return empty;
  return (
    <div className={`records ${wide ? 'wide' : 'card'}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section className="records-frame" tabIndex={0} aria-label={label}>
        <table className="tbl folds" aria-busy={list.stale} style={widthOf(columns)}>
          <Head {...props} />
          <tbody>
            {list.rows.map((row) => (
              // For a mouse only: a button or link in the row does the same.
              <tr key={row.id} aria-selected={opened === row.id || undefined} onClick={onOpen && (() => onOpen(row))}>
                {picks?.of(row, list.rows)}
                {columns.map(({ field, className = '', draw, title, needsTitle, isActions }, index) => (
                  <td
                    key={field}
                    className={`${className} ${index === nameAt ? 'fold-name' : isActions ? 'fold-actions' : ''}`}
                    data-label={needsTitle ? (title ?? titleOf(store.columns.value?.columns, field)) : undefined}
                  >
                    {draw(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {list.rows.length === 0 && (
        <EmptyState title={t('nothingFound')}>
          <Button onClick={clear}>{t('clear')}</Button>
        </EmptyState>
      )}
      <Pager store={store} isFiltered={isFiltered} onClear={clear} />
    </div>
  );
}

/** The sum of the columns' widths, for tables whose columns have any. */
function widthOf(columns: readonly { readonly width?: number | undefined }[]): CSSProperties | undefined {
  const sum = columns.reduce((all, { width }) => all + (width ?? 0), 0);
  return sum === 0 ? undefined : ({ '--records-width': `${sum}px` } as CSSProperties);
}

const titleOf = (columns: readonly RecordColumn[] | undefined, field: string): string =>
  columns?.find((one) => one.field === field)?.title ?? '';

function Head<Row extends { readonly id: string }>({ store, columns, fixed = [], picks }: Props<Row>): ReactNode {
  useSignals();
  const described = store.columns.value?.columns ?? [];
  const filterable = filterColumns(described);
  const { filters, sort } = store.asked.value;
  const [sorted, direction] = (sort || store.columns.value?.defaultSort || '').split(':');
  const setFilters = (field: string, own: typeof filters) =>
    void store.setFilters([...filters.filter(({ column }) => column !== field), ...own]);
  return (
    <thead>
      <tr>
        {picks?.head}
        {columns.map(({ field, title, className, width, isActions }) => {
          const column = described.find((one) => one.field === field);
          const text = title ?? column?.title ?? '';
          const isSorted = sorted === field;
          return (
            <th
              key={field}
              scope="col"
              className={className}
              style={width === undefined ? undefined : { width }}
              aria-sort={isSorted ? (direction === 'desc' ? 'descending' : 'ascending') : undefined}
            >
              {column?.sortable ? (
                <button type="button" onClick={() => void store.sortBy(field)}>
                  <span className="cut">{text}</span>
                  {isSorted && <Icon of={direction === 'desc' ? ArrowDown : ArrowUp} size="s" />}
                </button>
              ) : (
                <span className={isActions ? 'sr' : undefined}>{text}</span>
              )}
            </th>
          );
        })}
      </tr>
      <tr className="filters">
        {picks && <td />}
        {columns.map(({ field, className }) => {
          const column = fixed.includes(field) ? undefined : filterable.find((one) => one.field === field);
          return (
            <td key={field} className={className}>
              {column && (
                <ColumnFilter
                  column={column}
                  filters={filters.filter((one) => one.column === field)}
                  onChange={(own) => setFilters(field, own)}
                />
              )}
            </td>
          );
        })}
      </tr>
    </thead>
  );
}

interface PagerProps<Row extends { readonly id: string }> extends Pick<Props<Row>, 'store'> {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}

function Pager<Row extends { readonly id: string }>({ store, isFiltered, onClear }: PagerProps<Row>): ReactNode {
  useSignals();
  const t = useMessages(recordsMessages);
  const list = store.list.value;
  const total = store.total.value;
  if (list.status !== 'ready') return null;
  return (
    <div className="pager">
      <span role="status">{total && t(total.atLeast ? 'total.atLeast' : 'total', { count: total.count })}</span>
      {isFiltered && (
        <button type="button" className="link" onClick={onClear}>
          {t('clear')}
        </button>
      )}
      <span className="grow" />
      {(list.previous !== null || list.next !== null) && (
        <span className="row row-4">
          <span className="nowrap">{t('rows', { from: list.from + 1, to: list.from + list.rows.length })}</span>
          <IconButton
            icon={ChevronLeft}
            small
            label={t('rows.previous')}
            blocked={list.previous === null}
            onClick={() => void store.turn('previous')}
          />
          <IconButton
            icon={ChevronRight}
            small
            label={t('rows.next')}
            blocked={list.next === null}
            onClick={() => void store.turn('next')}
          />
        </span>
      )}
    </div>
  );
}
