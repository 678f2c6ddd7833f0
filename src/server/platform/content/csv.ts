/** Value of a cell. */
export type Cell = string | number | null;

/** Excel and similar programs recognise UTF-8 only by this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** A spreadsheet executes text that begins like this. */
const FORMULA = /^[=+\-@\t\r]/;
/** Some spreadsheets also split at semicolons. */
const QUOTED = /[",;\r\n]/;

/** Formats one line by RFC 4180, including the line end. Text that a spreadsheet would execute gets a leading apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  let line = '';
  for (let index = 0; index < cells.length; index += 1) {
    if (index > 0) line += ',';
    line += csvCell(cells[index]!);
  }
  return `${line}\r\n`;
}

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats instants in a time zone as `2026-01-31 14:05:00`, which spreadsheets read and sort in every language. */
export function momentWriter(timeZone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  // Offsets change only at a quarter of an hour; looking one up for each instant would cost more than reading the row.
  const offsets = new Map<number, number>();
  return (at) => {
    const ms = at.getTime();
    const quarter = Math.floor(ms / QUARTER_MS);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const start = quarter * QUARTER_MS;
      offset = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start;
      if (offsets.size >= OFFSETS_MOST) offsets.clear();
      offsets.set(quarter, offset);
    }
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
  };
}

const QUARTER_MS = 900_000;
const OFFSETS_MOST = 20_000;
