import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { allowEveryPlan, forceIndexOrder } from '../../platform/index-order.ts';
import type { ListQuery, Position } from '../../platform/list-query.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { IndexOrder } from './resource.ts';

/** Rows scanned in the order of the list before matching rows are collected first and sorted afterwards. */
export const SCANNED = 5000;
/** Up to this number, rows that a condition finds by their ids are read before any other. */
const COLLECTED = 2000;

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
  number: {
    written: (value) => sql`${value}::text`,
    read: (text) => sql`${text}::float8`,
    isWritten: (text) => /^-?\d{1,20}(\.\d{1,20})?(e[+-]\d{1,3})?$/.test(text),
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

/** Conditions of a list. */
export interface Wanted {
  readonly conditions: readonly RawBuilder<boolean>[];
  /** Conditions that follow from them, and that an index serves. */
  readonly implied: readonly RawBuilder<boolean>[];
  /** SELECT statements of ids, found by an index: a row has to be in each. */
  readonly ids: readonly RawBuilder<unknown>[];
  /** Maximum number of matching rows that are collected. */
  readonly collectedMax: number | undefined;
}

/** Rows of a page, nearest first, with the number of all matching rows where reading them has counted them. */
export interface FoundPlaces {
  readonly places: Position[];
  readonly total: number | undefined;
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
): Promise<FoundPlaces> {
  const isListDescending = (list.sort[0]!.direction === 'desc') !== (list.before !== undefined);
  const isDescending = isListDescending !== (order.isReversed ?? false);
  const reading: Reading = {
    tx,
    source,
    type: TYPES[order.type],
    direction: isDescending ? sql`DESC` : sql`ASC`,
    wanted,
    few: await fewIds(tx, wanted.ids),
  };
  const places: Position[] = [];
  let total: number | undefined;
  for (const range of rangesOf(order, list, isDescending)) {
    const left = limit - places.length;
    if (left <= 0) break;
    const found = await readRange(reading, range, left);
    places.push(...found.places);
    total ??= found.total;
  }
  return { places, total };
}

/** Returns the first of these SELECT statements of ids that finds few. */
async function fewIds(tx: Tx, selects: Wanted['ids']): Promise<RawBuilder<unknown> | undefined> {
  for (const select of selects) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (SELECT 1 FROM (${select}) s LIMIT ${sql.lit(COLLECTED + 1)}) c`.execute(tx);
    if (rows[0]!.count <= COLLECTED) return select;
  }
  return undefined;
}

/** What the ranges of a page have in common. */
interface Reading {
  readonly tx: Tx;
  readonly source: RawBuilder<unknown>;
  readonly type: ValueType;
  readonly direction: RawBuilder<unknown>;
  readonly wanted: Wanted;
  /** The SELECT of `wanted.ids` that finds few. */
  readonly few: RawBuilder<unknown> | undefined;
}

interface PlaceRow {
  readonly id: string | null;
  readonly at: string | null;
}

const toPlaces = (rows: readonly PlaceRow[]) =>
  rows.flatMap(({ id, at }): Position[] => (id === null ? [] : [{ id, values: [at] }]));

async function readRange(reading: Reading, range: Range, limit: number): Promise<FoundPlaces> {
  const { tx, few, wanted } = reading;
  if (!few) {
    await forceIndexOrder(tx);
    const hasConditions = wanted.conditions.length + wanted.ids.length > 0;
    const places = await scanRange(reading, range, hasConditions ? SCANNED : limit, limit);
    if (!hasConditions || places.length === limit) return { places, total: undefined };
  }
  await allowEveryPlan(tx);
  return selectRange(reading, range, limit);
}

/** Reads the matching ones among the nearest rows of the range. */
async function scanRange(reading: Reading, range: Range, scanned: number, limit: number): Promise<Position[]> {
  const { tx, source, wanted } = reading;
  const { selected, placed, orderBy } = partsOf(reading, range);
  const { rows } = await sql<PlaceRow>`
    SELECT ${placed} FROM (SELECT r.*, ${selected} FROM (${source}) r WHERE ${and(range.where)}
      ORDER BY ${orderBy(range.column ?? sql`r.id`)} LIMIT ${sql.lit(scanned)}) r
    WHERE ${matching(wanted)} ORDER BY ${orderBy(sql`r.sort_value`)} LIMIT ${sql.lit(limit)}`.execute(tx);
  return toPlaces(rows);
}

/** Collects all matching rows, and counts those outside of the range too where an index finds them. */
async function selectRange(reading: Reading, range: Range, limit: number): Promise<FoundPlaces> {
  const { tx, source, wanted, few } = reading;
  const { selected, placed, orderBy } = partsOf(reading, range);
  // Few rows are looked up one by one: the planner, which does not know how few they are, would read the whole table.
  const candidates = few
    ? sql`(SELECT DISTINCT * FROM (${few}) s) n (id)
      CROSS JOIN LATERAL (SELECT * FROM (${source}) r WHERE r.id = n.id OFFSET 0) r`
    : sql`(${source}) r`;
  const isCounted = few !== undefined || wanted.implied.length > 0;
  const { collectedMax } = wanted;
  const most = collectedMax === undefined ? sql`` : sql`LIMIT ${sql.lit(collectedMax + 1)}`;
  const { rows } = await sql<PlaceRow & { total: number }>`
    WITH fitting AS MATERIALIZED (SELECT r.id, ${selected}, ${and(range.where)} AS is_in_range FROM ${candidates}
      WHERE ${matching(wanted, few)} AND ${and(few ? [] : wanted.implied)} AND ${and(isCounted ? [] : range.where)} ${most})
    SELECT r.id, r.at, c.total FROM (SELECT count(*)::int AS total FROM fitting) c
      LEFT JOIN (SELECT ${placed}, r.sort_value, r.id AS sort_id FROM fitting r WHERE is_in_range
        ORDER BY ${orderBy(sql`r.sort_value`)} LIMIT ${sql.lit(limit)}) r ON true
    ORDER BY ${orderBy(sql`r.sort_value`, sql`r.sort_id`)}`.execute(tx);
  const { total } = rows[0]!;
  if (collectedMax !== undefined && total > collectedMax) throw new AppError('filter.too_broad');
  return { places: toPlaces(rows), total: isCounted ? total : undefined };
}

/** Parts of the statements that read a range. */
function partsOf({ type, direction }: Reading, { column, isBlank }: Range) {
  const at = isBlank ? sql`NULL::text` : type.written(sql`r.sort_value`);
  return {
    selected: column ? sql`${column} AS sort_value` : sql`1 AS sort_value`,
    placed: sql`r.id::text AS id, ${at} AS at`,
    orderBy: (value: RawBuilder<unknown>, id: RawBuilder<unknown> = sql`r.id`) =>
      column ? sql`${value} ${direction}, ${id} ${direction}` : sql`${id} ${direction}`,
  };
}

/** All conditions but the ids that rows are looked up by. */
function matching({ conditions, ids }: Wanted, few?: RawBuilder<unknown>): RawBuilder<boolean> {
  const among = ids.filter((one) => one !== few).map((one) => sql<boolean>`r.id IN (${one})`);
  return and([...conditions, ...among]);
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
