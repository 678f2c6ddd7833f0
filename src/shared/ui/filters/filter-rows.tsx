import { X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { type Filter, printFilters } from '../../contracts/filters.rules.ts';
import { useStyles } from '../../element/use-styles.ts';
import { useMessages } from '../../locale/use-messages.ts';
import { IconButton } from '../button.tsx';
import { containedPart } from '../contained-part.tsx';
import styles from '../styles/filters.css?inline';
import {
  askedBy,
  componentOf,
  type FilterColumn,
  type FilterText,
  isComplete,
  operationText,
  operatorsOf,
  type ShownOperator,
} from './columns.ts';
import { filterMessages } from './filters.messages.ts';
import { TextValue } from './text-value.tsx';

// Inputs other than text are loaded when a filter needs them.
const COMPONENTS = {
  text: TextValue,
  datepicker: containedPart(() => import('./date-value.tsx'), 'DateValue'),
  dropdown: containedPart(() => import('./dropdown-value.tsx'), 'DropdownValue'),
  userDropdown: containedPart(() => import('./person-value.tsx'), 'PersonValue'),
};
/** Pause in typing before the list is requested. */
const TYPING_PAUSE_MS = 350;

interface Row {
  readonly id: number;
  readonly column: string;
  readonly asked: ShownOperator;
  readonly value: string;
}

export interface FilterRowsProps {
  readonly columns: readonly FilterColumn[];
  readonly filters: readonly Filter[];
  /** Receives the complete conditions; a condition without a value stays here only. */
  readonly onChange: (filters: readonly Filter[]) => void;
}

let rowsMade = 0;

function toRow(filter: Filter): Row {
  rowsMade += 1;
  return { id: rowsMade, column: filter.column, asked: askedBy(filter), value: filter.value };
}

function blankRow({ field, type }: FilterColumn): Row {
  const row = toRow({ column: field, operation: 'eq', value: '' });
  return { ...row, asked: operatorsOf(type)[0] as ShownOperator, value: type === 'boolean' ? 'true' : '' };
}

/** Conditions of a list, one per row, and a button to add one (FIL-03); for a single column just its condition. */
export function FilterRows({ columns, filters, onChange }: FilterRowsProps): ReactNode {
  useStyles(styles);
  const t = useMessages(filterMessages);
  // A single column always has one row, and none can be added.
  const only = columns.length === 1 ? columns[0] : undefined;
  const filled = (found: readonly Row[]) => (only && found.length === 0 ? [blankRow(only)] : found);
  const [rows, setRows] = useState<readonly Row[]>(() => filled(filters.map(toRow)));
  const reported = useRef(printFilters(filters));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState(0);
  const adding = useId();

  // Changed from outside: a view was selected, or the filters were cleared.
  useEffect(() => {
    const now = printFilters(filters);
    if (now === reported.current) return;
    clearTimeout(timer.current);
    reported.current = now;
    setRows(filters.map(toRow));
  }, [filters]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (added > 0) box.current?.querySelector<HTMLElement>(`[data-row="${added}"] select`)?.focus();
  }, [added]);

  function change(next: readonly Row[], typing: boolean) {
    setRows(next);
    const complete = next.flatMap((row) => toFilter(row, columns) ?? []);
    clearTimeout(timer.current);
    const report = () => {
      if (printFilters(complete) === reported.current) return;
      reported.current = printFilters(complete);
      onChange(complete);
    };
    if (typing) timer.current = setTimeout(report, TYPING_PAUSE_MS);
    else report();
  }

  function add(field: string) {
    const column = columns.find((one) => one.field === field);
    if (!column) return;
    const row = blankRow(column);
    change([...rows, row], false);
    setAdded(row.id);
  }

  return (
    <div className="filter-rows" ref={box}>
      {rows.map((row) => {
        const column = columns.find(({ field }) => field === row.column);
        if (!column) return null;
        return (
          <FilterRow
            key={row.id}
            row={row}
            column={column}
            t={t}
            onChange={(changed, typing) =>
              change(
                rows.map((one) => (one.id === row.id ? changed : one)),
                typing,
              )
            }
            onRemove={() => {
              change(filled(rows.filter((one) => one.id !== row.id)), false);
              box.current?.querySelector<HTMLElement>('.filter-add, select')?.focus();
            }}
          />
        );
      })}
      {!only && (
        <>
          <label className="sr" htmlFor={adding}>
            {t('add')}
          </label>
          <select id={adding} className="control filter-add" value="" onChange={(event) => add(event.target.value)}>
            <option value="">{t('add')}…</option>
            {columns.map(({ field, title }) => (
              <option key={field} value={field}>
                {title}
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  );
}

interface FilterRowProps {
  readonly row: Row;
  readonly column: FilterColumn;
  readonly t: FilterText;
  readonly onChange: (row: Row, typing: boolean) => void;
  readonly onRemove: () => void;
}

function FilterRow({ row, column, t, onChange, onRemove }: FilterRowProps): ReactNode {
  const component = componentOf(column);
  const Value = COMPONENTS[component];
  const hasValue = row.asked !== 'blank' && row.asked !== 'notBlank';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
    <div className="filter-row" role="group" aria-label={column.title} data-row={row.id}>
      <span className="label cut">{column.title}</span>
      <IconButton icon={X} small label={t('remove', { column: column.title })} onClick={onRemove} />
      <select
        className="control"
        aria-label={t('operation', { column: column.title })}
        value={row.asked}
        onChange={(event) => {
          const asked = event.target.value as ShownOperator;
          onChange({ ...row, asked, value: carriedOver(row, asked) }, false);
        }}
      >
        {operatorsOf(column.type).map((asked) => (
          <option key={asked} value={asked}>
            {operationText(asked, column, t)}
          </option>
        ))}
      </select>
      {hasValue && (
        <div className="filter-value">
          <Suspense>
            <Value
              column={column}
              asked={row.asked}
              value={row.value}
              t={t}
              onChange={(value) => onChange({ ...row, value }, component === 'text')}
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** A single value stays when the operator changes; lists, ranges and empty values have another form. */
function carriedOver(row: Row, asked: ShownOperator): string {
  const shape = (one: ShownOperator) =>
    one === 'in' || one === 'inrange' || one === 'blank' || one === 'notBlank' ? one : 'one';
  return shape(row.asked) === shape(asked) ? row.value : '';
}

function toFilter(row: Row, columns: readonly FilterColumn[]): Filter | undefined {
  const column = columns.find(({ field }) => field === row.column);
  if (!column || !isComplete(column, row.asked, row.value)) return undefined;
  if (row.asked === 'blank') return { column: row.column, operation: 'eq', value: '' };
  if (row.asked === 'notBlank') return { column: row.column, operation: 'neq', value: '' };
  return { column: row.column, operation: row.asked, value: row.value };
}
