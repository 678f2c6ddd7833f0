import type { FieldValue, FileRef, FormValue, FormValues, RowValue } from './definition.ts';

/** A field or table cell that two users (or two windows) changed differently since `base`. */
export interface FieldConflict {
  /** `[key]`, or table, row and column. */
  readonly path: readonly [key: string] | readonly [key: string, rowId: string, column: string];
  readonly base: FieldValue;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

export interface Merged {
  /** Both changes merged; conflicting fields have my value. */
  readonly values: FormValues;
  readonly conflicts: readonly FieldConflict[];
}

/**
 * Merges two changes of the same values, by field and in tables by row. No input is lost: a row removed by one and
 * changed by the other stays, and rows added by both are both kept.
 */
export function mergeValues(base: FormValues, mine: FormValues, theirs: FormValues): Merged {
  const conflicts: FieldConflict[] = [];
  const values: Record<string, FormValue> = {};
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [was, my, their] = [base[key], mine[key], theirs[key]];
    if (my === undefined || their === undefined) values[key] = (my ?? their) as FormValue;
    else if (isRows(my) && isRows(their)) values[key] = mergeRows(key, isRows(was) ? was : [], my, their, conflicts);
    else values[key] = choose([key], was as FieldValue, my as FieldValue, their as FieldValue, conflicts);
  }
  return { values, conflicts };
}

function choose(
  path: FieldConflict['path'],
  base: FieldValue | undefined,
  mine: FieldValue,
  theirs: FieldValue,
  conflicts: FieldConflict[],
): FieldValue {
  if (same(mine, theirs) || same(mine, base)) return theirs;
  if (Array.isArray(mine) || Array.isArray(theirs)) return mergeEntries(base, mine, theirs);
  if (!same(theirs, base)) conflicts.push({ path, base: base ?? null, mine, theirs });
  return mine;
}

type Entry = string | FileRef;

/** Merges files, choices, tags and users: keeps additions of both, without removals of either. */
function mergeEntries(base: FieldValue | undefined, mine: FieldValue, theirs: FieldValue): FieldValue {
  const listed = (value: FieldValue | undefined): readonly Entry[] => (Array.isArray(value) ? value : []);
  const [was, my, their] = [listed(base), listed(mine), listed(theirs)];
  const nameOf = (entry: Entry) => (typeof entry === 'string' ? entry : entry.id);
  const has = (entries: readonly Entry[], entry: Entry) => entries.some((one) => nameOf(one) === nameOf(entry));
  const kept = their.filter((entry) => has(my, entry) || !has(was, entry));
  const entries = [...kept, ...my.filter((entry) => !has(kept, entry) && !has(was, entry))];
  return entries.length === 0 ? null : (entries as FieldValue);
}

function mergeRows(
  key: string,
  base: readonly RowValue[],
  mine: readonly RowValue[],
  theirs: readonly RowValue[],
  conflicts: FieldConflict[],
): RowValue[] {
  const before = byId(base);
  const my = byId(mine);
  const their = byId(theirs);
  const rows: RowValue[] = [];
  const added: RowValue[] = [];
  for (const row of theirs) {
    const was = before.get(row.rowId);
    const other = my.get(row.rowId);
    if (other && was) rows.push(mergeRow(key, was, other, row, conflicts));
    else if (other) {
      rows.push(other);
      if (!same(other, row)) added.push(row);
    } else if (!was || !same(was, row)) rows.push(row);
  }
  for (const row of mine) {
    if (their.has(row.rowId)) continue;
    const was = before.get(row.rowId);
    if (!was || !same(was, row)) rows.push(row);
  }
  const taken = new Set(rows.map(({ rowId }) => rowId));
  for (const row of added) {
    const rowId = freeId(row.rowId, taken);
    taken.add(rowId);
    rows.push({ ...row, rowId });
  }
  return rows;
}

function mergeRow(key: string, base: RowValue, mine: RowValue, theirs: RowValue, conflicts: FieldConflict[]): RowValue {
  const row: Record<string, FieldValue> = {};
  for (const column of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const [my, their] = [mine[column], theirs[column]];
    if (my === undefined || their === undefined) row[column] = (my ?? their) as FieldValue;
    else row[column] = choose([key, mine.rowId, column], base[column], my, their, conflicts);
  }
  return { ...row, rowId: mine.rowId };
}

function freeId(rowId: string, taken: ReadonlySet<string>): string {
  let count = 2;
  while (taken.has(`${rowId}-${count}`)) count += 1;
  return `${rowId}-${count}`;
}

function byId(rows: readonly RowValue[]): Map<string, RowValue> {
  return new Map(rows.map((row) => [row.rowId, row]));
}

function isRows(value: FormValue | undefined): value is readonly RowValue[] {
  return Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && 'rowId' in row);
}

/**
 * Whether two values are equal. Missing values, `null` and empty text are equal; the order of members does not matter.
 */
export function same(a: unknown, b: unknown): boolean {
  return isAlike(a ?? '', b ?? '');
}

function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, at) => isAlike(one, b[at]));
  }
  const theirs = b as Readonly<Record<string, unknown>>;
  const mine = Object.entries(a).filter(([, value]) => value !== undefined);
  const count = Object.values(theirs).filter((value) => value !== undefined).length;
  return (
    mine.length === count && mine.every(([name, value]) => Object.hasOwn(theirs, name) && isAlike(value, theirs[name]))
  );
}
