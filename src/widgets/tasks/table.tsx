import { useSignals } from '@preact/signals-react/runtime';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import type { FilterColumn } from '../../shared/ui/filters/columns.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Cell, FoldedCells } from './cells.tsx';
import { type ColumnStyles, columnStyle } from './column-style.ts';
import type { Column } from './columns.ts';
import { foldColumns } from './fold.ts';
import { TableHead } from './table-head.tsx';
import type { TasksStore } from './tasks.store.ts';
import type { TasksText } from './tasks-text.ts';

interface Props {
  readonly store: TasksStore;
  readonly columns: readonly FilterColumn[];
  readonly t: TasksText;
  readonly open: string | null;
  readonly onOpen: (taskId: string) => void;
  readonly onTooMany: () => void;
}

/** The rows of a page below fixed headings; in a narrow element each row has two lines. */
export function Table({ store, columns, t, open, onOpen, onTooMany }: Props): ReactNode {
  useSignals();
  const list = store.list.value;
  const layout = store.layout.value;
  const frame = useRef<HTMLElement>(null);
  const from = list.status === 'ready' ? list.from : 0;
  // In newer browsers scrollTo returns a promise, which is not a valid cleanup.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => void frame.current?.scrollTo({ top: 0 }), [from]);
  const width = useWidth(frame);
  // Before the width is known, as on a wide screen.
  const { shown, folded } = foldColumns(layout.columns, layout.widths, width ?? Number.POSITIVE_INFINITY);
  const isFolded = folded.length > 0;
  useEffect(() => {
    store.isFolded.value = isFolded;
  }, [store, isFolded]);
  const styles = Object.fromEntries(shown.map((column) => [column, columnStyle(column, layout.widths[column])]));
  const now = new Date();
  return (
    <section
      ref={frame}
      className="table-frame grow"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={t('scrolls')}
      aria-busy={list.status === 'loading' || (list.status === 'ready' && list.stale)}
    >
      <table className={`tbl all-tasks ${layout.density ?? ''} ${layout.widths.name ? 'as-wide' : ''}`}>
        <caption className="sr">{t('title')}</caption>
        <TableHead store={store} columns={columns} shown={shown} styles={styles} t={t} onTooMany={onTooMany} />
        {list.status === 'ready' && (
          <tbody className={list.stale ? 'stale' : undefined}>
            {list.tasks.map((task) => (
              <Row
                key={task.id}
                task={task}
                columns={shown}
                folded={folded}
                styles={styles}
                now={now}
                isOpen={task.id === open}
                isSelected={store.selected.value.has(task.id)}
                t={t}
                onOpen={() => onOpen(task.id)}
                onSelect={(on) => {
                  if (!store.select([task], on)) onTooMany();
                }}
              />
            ))}
          </tbody>
        )}
      </table>
      <Instead store={store} t={t} />
    </section>
  );
}

/** Follows the width of the table's frame; undefined until it is known. */
function useWidth(frame: RefObject<HTMLElement | null>): number | undefined {
  const [width, setWidth] = useState<number>();
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [frame]);
  return width;
}

interface RowProps {
  readonly task: Task;
  readonly columns: readonly Column[];
  readonly folded: readonly Column[];
  readonly styles: ColumnStyles;
  readonly now: Date;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly t: TasksText;
  readonly onOpen: () => void;
  readonly onSelect: (on: boolean) => void;
}

function Row({ task, columns, folded, styles, now, isOpen, isSelected, t, onOpen, onSelect }: RowProps): ReactNode {
  return (
    <tr aria-selected={isSelected} className={isOpen ? 'is-open' : undefined} data-task={task.id}>
      <td className="pick">
        <input
          type="checkbox"
          className="check"
          aria-label={t('select', { task: task.businessKey ? `${task.name}, ${task.businessKey}` : task.name })}
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </td>
      {columns.map((column) => (
        <td key={column} className={`col-${column} ${column === 'priority' ? 'num' : ''}`} style={styles[column]}>
          <Cell task={task} column={column} now={now} t={t} onOpen={onOpen} />
          {column === 'name' && folded.length > 0 && <FoldedCells task={task} columns={folded} now={now} t={t} />}
        </td>
      ))}
    </tr>
  );
}

/** Placeholder while there are no rows. */
function Instead({ store, t }: { readonly store: TasksStore; readonly t: TasksText }): ReactNode {
  useSignals();
  const list = store.list.value;
  if (list.status === 'loading') return <Skeleton rows={8} label={t('loading')} />;
  if (list.status === 'failed') {
    const text = list.code === 'filter.too_broad' || list.code === 'query.timeout' ? t('narrow') : undefined;
    return (
      <EmptyState mark="failed" title={t('failed')} {...(text ? { text } : {})}>
        <Button onClick={() => void store.load()}>{t('retry')}</Button>
      </EmptyState>
    );
  }
  if (list.tasks.length > 0) return null;
  const isFiltered = store.asked.value.filters.length > 0 || store.asked.value.q !== '';
  return (
    <EmptyState title={isFiltered ? t('empty') : t('empty.none')}>
      {isFiltered && <Button onClick={() => void store.ask({ filters: [], q: '' })}>{t('clear')}</Button>}
    </EmptyState>
  );
}

/** Number of tasks, and buttons for the other pages. */
export function Pager({ store, t }: { readonly store: TasksStore; readonly t: TasksText }): ReactNode {
  useSignals();
  const list = store.list.value;
  const total = store.total.value;
  const isFiltered = store.asked.value.filters.length > 0 || store.asked.value.q !== '';
  const ready = list.status === 'ready' ? list : null;
  return (
    <div className="pager">
      <span role="status">
        {ready && total && t(total.atLeast ? 'total.atLeast' : 'total', { count: total.count })}
      </span>
      {isFiltered && (
        <button type="button" className="link" onClick={() => void store.ask({ filters: [], q: '' })}>
          {t('clear')}
        </button>
      )}
      <span className="grow" />
      <span className="row row-4">
        {ready && ready.tasks.length > 0 && (
          <span className="nowrap">{t('rows', { from: ready.from + 1, to: ready.from + ready.tasks.length })}</span>
        )}
        <IconButton
          icon={ChevronLeft}
          small
          label={t('rows.previous')}
          blocked={!ready?.previous}
          onClick={() => void store.turn('previous')}
        />
        <IconButton
          icon={ChevronRight}
          small
          label={t('rows.next')}
          blocked={!ready?.next}
          onClick={() => void store.turn('next')}
        />
      </span>
    </div>
  );
}
