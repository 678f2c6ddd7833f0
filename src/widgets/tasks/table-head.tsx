import { useSignals } from '@preact/signals-react/runtime';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef } from 'react';
import { ColumnFilter } from '../../shared/ui/filters/column-filter.tsx';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { Icon } from '../../shared/ui/icon.tsx';
import type { ColumnStyles } from './column-style.ts';
import { type Column, isSortable, WIDTH_LEAST, WIDTH_MOST, WIDTHS } from './columns.ts';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly columns: readonly FilterColumn[];
  readonly shown: readonly Column[];
  readonly styles: ColumnStyles;
  readonly t: TasksText;
  readonly onTooMany: () => void;
}

/** Column headings for sorting and resizing, and the row of filters. */
export function TableHead({ store, columns, shown, styles, t, onTooMany }: Props): ReactNode {
  useSignals();
  const { filters, sort } = store.asked.value;
  const [sorted, direction] = sort.split(':');
  return (
    <thead>
      <tr>
        <th className="pick">
          <SelectPage store={store} t={t} onTooMany={onTooMany} />
        </th>
        {shown.map((column) => {
          const isSorted = column === sorted;
          const isDown = direction === 'desc';
          const title = t(`column.${column}`);
          return (
            <th
              key={column}
              scope="col"
              aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
              className={column === 'priority' ? 'num' : undefined}
              style={styles[column]}
            >
              {isSortable(column) ? (
                <button
                  type="button"
                  title={t('sort.column', { column: title })}
                  onClick={() =>
                    void store.ask({ sort: `${column}:${isSorted ? (isDown ? 'asc' : 'desc') : usual(column)}` })
                  }
                >
                  <span className="cut">{title}</span>
                  {isSorted && <Icon of={isDown ? ArrowDown : ArrowUp} size="s" />}
                </button>
              ) : (
                <span className="cut">{title}</span>
              )}
              <Grip store={store} column={column} label={t('width.column', { column: title })} />
            </th>
          );
        })}
      </tr>
      <tr className="filters">
        <td />
        {shown.map((column) => {
          const found = columns.find(({ field }) => field === column);
          return (
            <td key={column} style={styles[column]}>
              {found && (
                <ColumnFilter
                  column={found}
                  filters={filters.filter((one) => one.column === column)}
                  onChange={(own) => void store.setColumnFilters(column, own)}
                />
              )}
            </td>
          );
        })}
      </tr>
    </thead>
  );
}

/** Default direction: earliest due date, highest priority, newest first. */
const usual = (column: Column) => (column === 'due' ? 'asc' : 'desc');

function SelectPage({ store, t, onTooMany }: Pick<Props, 'store' | 't' | 'onTooMany'>): ReactNode {
  useSignals();
  const box = useRef<HTMLInputElement>(null);
  const list = store.list.value;
  const tasks = list.status === 'ready' ? list.tasks : [];
  const chosen = tasks.filter(({ id }) => store.selected.value.has(id)).length;
  const isAll = tasks.length > 0 && chosen === tasks.length;
  const isSome = chosen > 0 && !isAll;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isSome;
  }, [isSome]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={`check ${isSome ? 'some' : ''}`}
      aria-label={t('select.page')}
      checked={isAll}
      disabled={tasks.length === 0}
      onChange={() => {
        if (!store.select(tasks, !isAll)) onTooMany();
      }}
    />
  );
}

const STEP = 16;

/** Edge of a column: dragged, or moved by the arrow keys. A double click fits the column to its content again. */
function Grip({
  store,
  column,
  label,
}: {
  readonly store: TasksStore;
  readonly column: Column;
  readonly label: string;
}): ReactNode {
  const from = useRef<{ x: number; width: number } | null>(null);
  const width = store.layout.value.widths[column] ?? WIDTHS[column];
  const set = (wanted: number) => {
    const bounded = Math.round(Math.min(WIDTH_MOST, Math.max(WIDTH_LEAST, wanted)));
    store.setLayout({ widths: { ...store.layout.peek().widths, [column]: bounded } });
  };
  const shownWidth = (grip: HTMLElement) => grip.closest('th')?.getBoundingClientRect().width ?? width;
  const down = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: shownWidth(event.currentTarget) };
  };
  const fit = () => {
    const { [column]: _own, ...widths } = store.layout.peek().widths;
    store.setLayout({ widths });
  };
  const move = (event: PointerEvent) => {
    if (from.current) set(from.current.width + event.clientX - from.current.x);
  };
  const key = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? STEP : event.key === 'ArrowLeft' ? -STEP : 0;
    if (step === 0) return;
    event.preventDefault();
    set(shownWidth(event.currentTarget) + step);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged; ARIA's term for this is a separator with a value
    <span
      className="grip"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={WIDTH_LEAST}
      aria-valuemax={WIDTH_MOST}
      tabIndex={0}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={() => {
        from.current = null;
      }}
      onDoubleClick={fit}
      onKeyDown={key}
    />
  );
}
