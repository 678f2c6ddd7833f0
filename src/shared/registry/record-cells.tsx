import type { ReactNode } from 'react';
import type { RecordColumn } from '../contracts/records.contract.ts';
import type { RecordCounts, RecordListRow } from '../contracts/registries.contract.ts';
import { decimalFromMinorUnits, isMoney, isPeriod, isTexts, toNumber } from '../forms/index.ts';
import { formatDay, formatDayAndTime, formatMoney, formatNumber } from '../locale/index.ts';
import type { TableColumn } from '../records/record-table.tsx';
import { RecordMark } from '../ui/record-mark.tsx';
import type { RegistryText } from './registry-text.ts';

interface CellOptions {
  readonly counts: RecordCounts | null;
  readonly open: (row: RecordListRow) => void;
  readonly t: RegistryText;
}

/** Widths of columns without one of their own, in pixels. */
const WIDTHS: Readonly<Record<RecordColumn['type'], number>> = {
  text: 200,
  key: 150,
  keys: 200,
  person: 170,
  number: 120,
  day: 130,
  instant: 160,
  boolean: 110,
};
const NUMBER_WIDTH = 110;
const TITLE_WIDTH = 260;

/** Returns the columns of the table: those chosen, in their order. */
export function tableColumns(
  columns: readonly RecordColumn[],
  chosen: readonly string[],
  options: CellOptions,
): TableColumn<RecordListRow>[] {
  const known = chosen.flatMap((field) => columns.find((one) => one.field === field) ?? []);
  // A row can always be opened by keyboard: from its number, else from its title, else from its first value.
  const opener = ['number', 'title'].find((field) => chosen.includes(field)) ?? known[0]?.field;
  return known.map((column) => ({
    field: column.field,
    width: column.width ?? widthOf(column),
    className: column.type === 'number' ? 'end' : '',
    isName: column.field === 'title',
    needsTitle: !['number', 'title', 'status', 'owner'].includes(column.field),
    draw: (row) => {
      const cell = cellOf(column, row, options);
      if (column.field !== opener && column.field !== 'title') return cell;
      return (
        <button
          type="button"
          className={`link cut ${column.field === 'title' ? 'strong' : ''}`}
          onClick={(event) => {
            // A click anywhere else in the row opens it too.
            event.stopPropagation();
            options.open(row);
          }}
        >
          {cell}
        </button>
      );
    },
  }));
}

function widthOf({ field, type }: RecordColumn): number {
  if (field === 'number') return NUMBER_WIDTH;
  return field === 'title' ? TITLE_WIDTH : WIDTHS[type];
}

const EMPTY = <span className="muted none">–</span>;

function cellOf(column: RecordColumn, row: RecordListRow, { counts, t }: CellOptions): ReactNode {
  switch (column.field) {
    case 'number':
      return row.number ?? EMPTY;
    case 'title':
      return row.title || row.number || t('record');
    case 'status': {
      const status = counts?.statuses.find(({ id }) => id === row.status);
      return row.status === null ? (
        EMPTY
      ) : (
        <span className="row row-6">
          <RecordMark status={status} />
          <span className="cut">{status?.title ?? row.status}</span>
        </span>
      );
    }
    case 'owner':
      return row.owner ? <span className="cut">{row.owner.name}</span> : EMPTY;
    case 'created':
      return formatDayAndTime(row.created);
    case 'changed':
      return formatDayAndTime(row.changed);
    case 'id':
      return <span className="cut mono">{row.id}</span>;
    default: {
      const text = ownText(column, row, t);
      return text === '' ? (
        EMPTY
      ) : (
        <span className="cut" title={text}>
          {text}
        </span>
      );
    }
  }
}

/** The text of a value of the form, in the reader's formats. */
function ownText({ field, value: kind }: RecordColumn, { data, texts }: RecordListRow, t: RegistryText): string {
  const value = data[field.slice('data.'.length)] ?? null;
  if (kind?.type === 'checkbox') return t(value === true ? 'yes' : 'no');
  if (value === null) return '';
  if (texts[field] !== undefined) return texts[field];
  if (isMoney(value)) return moneyText(value, kind?.scale ?? 2);
  if (isPeriod(value)) return [value.from, value.to].map((day) => (day ? formatDay(day) : '…')).join(' – ');
  if (isTexts(value)) return value.join(', ');
  if (typeof value === 'number') return `${formatNumber(value)}${kind?.unit ? `\u00a0${kind.unit}` : ''}`;
  const text = String(value);
  if (kind?.type === 'date') return formatDay(text);
  if (kind?.type !== 'dateTime') return text;
  const [day = '', time = ''] = text.split('T');
  return `${formatDay(day)} ${time}`;
}

function moneyText(value: { readonly amount: number; readonly currency: string }, scale: number): string {
  if (scale === 2) return formatMoney(value);
  const digits = { minimumFractionDigits: scale, maximumFractionDigits: scale };
  return `${formatNumber(toNumber(decimalFromMinorUnits(value.amount, scale)), digits)}\u00a0${value.currency}`;
}
