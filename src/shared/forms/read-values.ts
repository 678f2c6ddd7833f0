import type { FieldError } from '../contracts/errors.ts';
import { acceptValue, type KnownFiles } from './accept-value.ts';
import { type CompiledField, type CompiledForm, type CompiledTable, TABLE_MAX_ROWS } from './compile.ts';
import { type FieldValue, type FormValue, type FormValues, type RowValue, textOf } from './definition.ts';
import { defaultOf } from './field-feel.ts';
import type { Issue } from './field-issues.ts';

const ROW_ID = /^[A-Za-z0-9_-]{1,40}$/;
/** Maximum number of reported errors. */
const MAX_ERRORS = 200;

/** Collects errors with their pointers and labels. */
export class Faults {
  readonly errors: FieldError[] = [];
  private readonly languageId: string;
  private readonly prefix: string;

  constructor(languageId: string, prefix: string) {
    this.languageId = languageId;
    this.prefix = prefix;
  }

  add(path: readonly (string | number)[], issue: Issue, definition?: CompiledField | CompiledTable): void {
    if (this.errors.length >= MAX_ERRORS) return;
    const attribute = definition ? textOf(definition.label, this.languageId) : undefined;
    const params = { ...(attribute !== undefined && { attribute }), ...issue.params };
    this.errors.push({ pointer: this.prefix + pointerOf(path), code: issue.code, params });
  }
}

/** RFC 6901, with names cut so that a response does not echo whole texts. */
export function pointerOf(path: readonly (string | number)[]): string {
  return path
    .map((part) => `/${String(part).slice(0, 80).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Initial values of a form: known ones, defaults for the others. Ignores what does not fit the form. */
export function startingValues(form: CompiledForm, known: unknown, today: string): FormValues {
  const source = isRecord(known) ? known : {};
  const ignored = new Faults('en', '');
  const values: Record<string, FormValue> = {};
  for (const [key, definition] of form.fields) {
    const raw = Object.hasOwn(source, key) ? source[key] : undefined;
    if (definition.kind === 'table') {
      values[key] = (raw === undefined ? null : readRows(definition, raw, ignored)) ?? blankRows(definition, today);
    } else {
      const read = raw === undefined ? { value: defaultOf(definition.node, today) } : acceptValue(definition.node, raw);
      values[key] = 'value' in read ? read.value : defaultOf(definition.node, today);
    }
  }
  return values;
}

function blankRows(table: CompiledTable, today: string): RowValue[] {
  return Array.from({ length: table.minRows }, (_, index) => {
    const row: Record<string, FieldValue> = {};
    for (const [key, column] of table.columns) row[key] = defaultOf(column.node, today);
    return { ...row, rowId: `r${index + 1}` };
  });
}

/** Reads the rows of a table; rows without an id get one. `null` when the value is not a list of rows. */
export function readRows(table: CompiledTable, raw: unknown, faults: Faults, files?: KnownFiles): RowValue[] | null {
  if (raw === null) return [];
  if (!Array.isArray(raw) || raw.length > TABLE_MAX_ROWS) {
    const tooMany = Array.isArray(raw);
    faults.add(
      [table.key],
      tooMany ? { code: 'field.rows', params: { min: table.minRows, max: table.maxRows } } : { code: 'field.type' },
      table,
    );
    return null;
  }
  const taken = new Set<string>();
  for (const row of raw) if (isRecord(row) && typeof row.rowId === 'string') taken.add(row.rowId);
  let next = 0;
  const freeId = (): string => {
    do next += 1;
    while (taken.has(`r${next}`));
    return `r${next}`;
  };
  const seen = new Set<string>();
  const rows: RowValue[] = [];
  raw.forEach((row: unknown, index) => {
    if (!isRecord(row)) {
      faults.add([table.key, index], { code: 'field.type' }, table);
      return;
    }
    const rowId = row.rowId === undefined ? freeId() : row.rowId;
    if (typeof rowId !== 'string' || !ROW_ID.test(rowId) || seen.has(rowId)) {
      faults.add([table.key, index, 'rowId'], { code: 'field.type' }, table);
      return;
    }
    seen.add(rowId);
    rows.push({ ...readCells(table, row, index, faults, files), rowId });
  });
  return rows;
}

function readCells(
  table: CompiledTable,
  row: Record<string, unknown>,
  index: number,
  faults: Faults,
  files: KnownFiles | undefined,
): Record<string, FieldValue> {
  const cells: Record<string, FieldValue> = {};
  for (const key of Object.keys(row)) {
    const column = table.columns.get(key);
    if (!column) {
      if (key !== 'rowId') faults.add([table.key, index, key], unknownField(key));
      continue;
    }
    if (column.computed) continue;
    const read = acceptValue(column.node, row[key], files);
    if ('value' in read) cells[key] = read.value;
    else faults.add([table.key, index, key], read.issue, column);
  }
  return cells;
}

export function unknownField(key: string): Issue {
  return { code: 'field.unknown', params: { attribute: key.slice(0, 80).toWellFormed() } };
}
