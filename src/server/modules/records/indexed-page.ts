import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { ListQuery, Position } from '../../platform/list-query.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { AnyResource } from './resource.ts';

/** Rows scanned in index order before matching rows are collected first and sorted afterwards. */
const SCANNED = 5000;
/** Microseconds since 1970. */
const INSTANT = /^-?\d{1,16}$/;

/** A range of the index of one column, read in one direction. */
interface Range {
  readonly column: RawBuilder<unknown>;
  readonly type: 'instant' | 'text';
  readonly where: readonly RawBuilder<boolean>[];
  readonly isDescending: boolean;
}

/** Whether a single index provides the order of the list. */
export function isIndexed({ isIndexed: hasIndexes }: AnyResource, { sort }: ListQuery): boolean {
  return hasIndexes === true && sort.length === 1;
}

/**
 * Reads ids and sort values of a page's rows, nearest first, in the order of an index: rows with a value, then rows with a
 * blank one, each as an index range. If few rows match the conditions, they are selected by the conditions instead,
 * because the planner knows neither how many match nor where they are.
 */
export async function readIndexedPlaces(
  tx: Tx,
  resource: AnyResource,
  source: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  list: ListQuery,
  limit: number,
): Promise<Position[]> {
  const places: Position[] = [];
  for (const range of rangesOf(resource, list)) {
    const left = limit - places.length;
    if (left <= 0) break;
    places.push(...(await readRange(tx, source, range, conditions, left)));
  }
  return places;
}

async function readRange(
  tx: Tx,
  source: RawBuilder<unknown>,
  { column, type, where, isDescending }: Range,
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
): Promise<Position[]> {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const order = (of: RawBuilder<unknown>) => sql`${of} ${direction}, r.id ${direction}`;
  const value = sql`r.sort_value`;
  const at = type === 'instant' ? sql`(extract(epoch FROM ${value}) * 1000000)::bigint::text` : value;
  const read = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string; at: string }>`
      SELECT r.id::text AS id, ${at} AS at FROM ${from} ORDER BY ${order(value)} LIMIT ${sql.lit(limit)}`.execute(tx);
    return rows.map(({ id, at }): Position => ({ id, values: [at] }));
  };
  const inRange = and(where);
  const scanned = (most: number) => sql`(SELECT r.*, ${column} AS sort_value FROM (${source}) r WHERE ${inRange}
    ORDER BY ${order(column)} LIMIT ${sql.lit(most)}) r`;
  if (conditions.length === 0) return read(scanned(limit));
  const found = await read(sql`${scanned(SCANNED)} WHERE ${and(conditions)}`);
  if (found.length === limit) return found;
  return read(sql`(WITH fitting AS MATERIALIZED (SELECT r.id, ${column} AS sort_value FROM (${source}) r
    WHERE ${and([...where, ...conditions])}) SELECT * FROM fitting) r`);
}

/** Index ranges after or before the cursor. Blank values come last in either order. */
function rangesOf(resource: AnyResource, { sort, after, before }: ListQuery): Range[] {
  const [{ field, direction }] = sort as [ListQuery['sort'][number]];
  const { sortable, type: own } = resource.columns.find((one) => one.field === field)!;
  const column = sql.ref(`r.${typeof sortable === 'object' ? sortable.by : field}`);
  const type = (typeof sortable === 'object' ? sortable.type : own) === 'instant' ? 'instant' : 'text';
  const isDescending = (direction === 'desc') !== (before !== undefined);
  const place = before ?? after;
  const at = place && checked(place, type);
  const valued = type === 'text' ? [sql<boolean>`${column} > ''`] : [];
  const values: Range = { column, type, isDescending, where: valued };
  const blanks: Range[] =
    type === 'text' ? [{ column, type, isDescending, where: [sql<boolean>`${column} = ''`] }] : [];
  if (!place || at === undefined) return [values, ...blanks];
  const id = sql`${place.id}::uuid`;
  const further = isDescending ? sql`<` : sql`>`;
  if (at === '') {
    const rest = blanks.map((range) => ({ ...range, where: [...range.where, sql<boolean>`r.id ${further} ${id}`] }));
    return before ? [...rest, values] : rest;
  }
  const value =
    type === 'instant' ? sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'` : sql`${at}::text`;
  const rest: Range = {
    ...values,
    // The first comparison allows a partial index to be used; the second is exact.
    where: [
      ...valued,
      sql<boolean>`${column} ${further}= ${value}`,
      sql<boolean>`(${column}, r.id) ${further} (${value}, ${id})`,
    ],
  };
  return before ? [rest] : [rest, ...blanks];
}

/** Throws page.cursor_mismatch for a cursor that this server did not issue. */
function checked({ id, values }: Position, type: 'instant' | 'text'): string {
  const [at] = values;
  const isKnown = typeof at === 'string' && (type === 'instant' ? INSTANT.test(at) : !at.includes('\0'));
  if (!isUuid(id) || values.length !== 1 || !isKnown) throw new AppError('page.cursor_mismatch');
  return at;
}

const and = (parts: readonly RawBuilder<boolean>[]) =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` AND `)}`;
