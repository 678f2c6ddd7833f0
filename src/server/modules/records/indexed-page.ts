import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { allowEveryPlan, forceIndexOrder } from '../../platform/index-order.ts';
import type { ListQuery, Position } from '../../platform/list-query.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { IndexOrder } from './resource.ts';

/** Rows scanned in the order of the list before matching rows are collected first and sorted afterwards. */
export const SCANNED = 5000;

interface ValueType {
  /** How a value is written in a cursor. */
  readonly written: (value: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly read: (written: string) => RawBuilder<unknown>;
  readonly isWritten: (text: string) => boolean;
}

const TYPES: Readonly<Record<IndexOrder['type'], ValueType>> = {
  text: { written: (value) => value, read: (text) => sql`${text}::text`, isWritten: (text) => !text.includes('\0') },
  // Microseconds since 1970.
  instant: {
    written: (value) => sql`(extract(epoch FROM ${value}) * 1000000)::bigint::text`,
    read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
    isWritten: (text) => /^-?\d{1,16}$/.test(text),
  },
  day: {
    written: (value) => sql`(${value} - date '1970-01-01')::text`,
    read: (text) => sql`date '1970-01-01' + ${text}::int`,
    isWritten: (text) => /^-?\d{1,6}$/.test(text),
  },
};

/** A range of the index, read in one direction. */
interface Range {
  /** Undefined: in the order of their ids. */
  readonly column: RawBuilder<unknown> | undefined;
  readonly isBlank: boolean;
  readonly where: readonly RawBuilder<boolean>[];
}

/** Conditions of a list, and those that follow from them and select rows by an index. */
interface Wanted {
  readonly conditions: readonly RawBuilder<boolean>[];
  readonly implied: readonly RawBuilder<boolean>[];
}

/**
 * Reads ids and sort values of a page's rows, nearest first, in the order of an index: rows with a value, then rows with a
 * blank one, each as an index range. If few rows match the conditions, they are selected by the conditions instead,
 * because the planner knows neither how many match nor where they are.
 */
export async function readIndexedPlaces(
  tx: Tx,
  order: IndexOrder,
  source: RawBuilder<unknown>,
  wanted: Wanted,
  list: ListQuery,
  limit: number,
): Promise<Position[]> {
  const isListDescending = (list.sort[0]!.direction === 'desc') !== (list.before !== undefined);
  const isDescending = isListDescending !== (order.isReversed ?? false);
  const places: Position[] = [];
  for (const range of rangesOf(order, list, isDescending)) {
    const left = limit - places.length;
    if (left <= 0) break;
    places.push(...(await readRange(tx, source, TYPES[order.type], range, isDescending, wanted, left)));
  }
  return places;
}

async function readRange(
  tx: Tx,
  source: RawBuilder<unknown>,
  type: ValueType,
  { column, isBlank, where }: Range,
  isDescending: boolean,
  { conditions, implied }: Wanted,
  limit: number,
): Promise<Position[]> {
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const order = (of: RawBuilder<unknown>) =>
    column ? sql`${of} ${direction}, r.id ${direction}` : sql`r.id ${direction}`;
  const value = sql`r.sort_value`;
  const read = async (from: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string; at: string | null }>`
      SELECT r.id::text AS id, ${isBlank ? sql`NULL::text` : type.written(value)} AS at FROM ${from}
      ORDER BY ${order(value)} LIMIT ${sql.lit(limit)}`.execute(tx);
    return rows.map(({ id, at }): Position => ({ id, values: [at] }));
  };
  const selected = column ? sql`${column} AS sort_value` : sql`1 AS sort_value`;
  const scanned = (most: number) => sql`(SELECT r.*, ${selected} FROM (${source}) r WHERE ${and(where)}
    ORDER BY ${order(column ?? sql`r.id`)} LIMIT ${sql.lit(most)}) r`;
  await forceIndexOrder(tx);
  if (conditions.length === 0) return read(scanned(limit));
  const found = await read(sql`${scanned(SCANNED)} WHERE ${and(conditions)}`);
  if (found.length === limit) return found;
  await allowEveryPlan(tx);
  return read(sql`(WITH fitting AS MATERIALIZED (SELECT r.id, ${selected} FROM (${source}) r
    WHERE ${and([...where, ...conditions, ...implied])}) SELECT * FROM fitting) r`);
}

/** Index ranges after or before the cursor. Blank values come last in either order. */
function rangesOf(order: IndexOrder, { after, before }: ListQuery, isDescending: boolean): Range[] {
  const column = sql.ref(`r.${order.column}`);
  const values: Range = { column, isBlank: false, where: order.filled ? [order.filled] : [] };
  const blanks: Range[] = order.blank
    ? [{ column: order.hasMixedBlanks ? undefined : column, isBlank: true, where: [order.blank] }]
    : [];
  const place = before ?? after;
  if (!place) return [values, ...blanks];
  const at = checked(place, order);
  const id = sql`${place.id}::uuid`;
  const further = isDescending ? sql`<` : sql`>`;
  if (at === null) {
    const rest = blanks.map((range) => ({ ...range, where: [...range.where, sql<boolean>`r.id ${further} ${id}`] }));
    return before ? [...rest, values] : rest;
  }
  const value = TYPES[order.type].read(at);
  const rest: Range = {
    ...values,
    // The first comparison allows a partial index to be used; the second is exact.
    where: [
      ...values.where,
      sql<boolean>`${column} ${further}= ${value}`,
      sql<boolean>`(${column}, r.id) ${further} (${value}, ${id})`,
    ],
  };
  return before ? [rest] : [rest, ...blanks];
}

/** Throws page.cursor_mismatch for a cursor that this server did not issue. */
function checked({ id, values }: Position, { type, blank }: IndexOrder): string | null {
  const [at] = values;
  const isKnown = at === null ? blank !== undefined : typeof at === 'string' && TYPES[type].isWritten(at);
  if (!isUuid(id) || values.length !== 1 || !isKnown) throw new AppError('page.cursor_mismatch');
  return at as string | null;
}

const and = (parts: readonly RawBuilder<boolean>[]) =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(parts, sql` AND `)}`;
