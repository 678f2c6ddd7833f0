import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { allowEveryPlan, forceIndexOrder } from '../../platform/index-order.ts';
import type { ListQuery, Position } from '../../platform/list-query.ts';
import { isUuid } from '../../platform/uuid.ts';
import { SCANNED } from './indexed-page.ts';
import type { ParentOrder } from './resource.ts';

const NUMBER = /^-?\d{1,20}(\.\d{1,12})?$/;

/**
 * Reads ids and sort values of a page's rows, nearest first, in the order of their parents, then of the parents' ids and
 * their own: parent by parent until the page is full. If few rows match the conditions, they are selected by the conditions
 * instead.
 */
export async function readPlacesOfParents(
  tx: Tx,
  { parents, by, type }: ParentOrder,
  source: RawBuilder<unknown>,
  conditions: readonly RawBuilder<boolean>[],
  list: ListQuery,
  limit: number,
): Promise<Position[]> {
  const isBackwards = list.before !== undefined;
  const isDescending = (list.sort[0]!.direction === 'desc') !== isBackwards;
  const direction = isDescending ? sql`DESC` : sql`ASC`;
  const nulls = isBackwards ? sql`NULLS FIRST` : sql`NULLS LAST`;
  const place = list.before ?? list.after;
  const parent = sql.ref(`r.${by}`);
  const from = place && startOf(place, type, isDescending, isBackwards);
  const remaining = sql`SELECT p.id, p.key FROM (${parents}) p WHERE ${from?.parents ?? sql`true`}`;
  const read = async (rowsOf: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string; parent: string; key: string | null }>`
      SELECT x.id::text AS id, x.parent::text AS parent, x.key::text AS key FROM (${rowsOf}) x
      ORDER BY x.key ${direction} ${nulls}, x.parent ${direction}, x.id ${direction} LIMIT ${sql.lit(limit)}`.execute(
      tx,
    );
    return rows.map(({ id, parent, key }): Position => ({ id, values: [key, parent] }));
  };
  const along = (most: number) => sql`SELECT r.*, p.key, p.id AS parent
    FROM (${remaining} ORDER BY p.key ${direction} ${nulls}, p.id ${direction}) p CROSS JOIN LATERAL
      (SELECT r.* FROM (${source}) r WHERE ${parent} = p.id AND ${from?.rows ?? sql`true`}
        ORDER BY r.id ${direction} LIMIT ${sql.lit(most)}) r LIMIT ${sql.lit(most)}`;
  await forceIndexOrder(tx);
  if (conditions.length === 0) return read(along(limit));
  const fit = sql.join(conditions, sql` AND `);
  const found = await read(sql`SELECT r.id, r.parent, r.key FROM (${along(SCANNED)}) r WHERE ${fit}`);
  if (found.length === limit) return found;
  await allowEveryPlan(tx);
  return read(sql`WITH fitting AS MATERIALIZED (SELECT r.id, ${parent} AS parent FROM (${source}) r WHERE ${fit})
    SELECT r.id, r.parent, p.key FROM fitting r JOIN (${remaining}) p ON p.id = r.parent WHERE ${from?.rows ?? sql`true`}`);
}

/** Conditions on parents `p` and rows `r` for what follows a cursor. Throws page.cursor_mismatch for a cursor that this server did not issue. */
function startOf(place: Position, type: ParentOrder['type'], isDescending: boolean, isBackwards: boolean) {
  const [key, parent] = place.values;
  const isKey = key === null || (typeof key === 'string' && (type === 'text' ? !key.includes('\0') : NUMBER.test(key)));
  if (place.values.length !== 2 || !isKey || typeof parent !== 'string' || !isUuid(parent) || !isUuid(place.id)) {
    throw new AppError('page.cursor_mismatch');
  }
  const further = isDescending ? sql`<` : sql`>`;
  const isSame = sql<boolean>`p.id ${further}= ${parent}::uuid`;
  const rows = sql<boolean>`(p.id <> ${parent}::uuid OR r.id ${further} ${place.id}::uuid)`;
  if (key === null) {
    const same = sql<boolean>`(p.key IS NULL AND ${isSame})`;
    return { rows, parents: isBackwards ? sql<boolean>`(p.key IS NOT NULL OR ${same})` : same };
  }
  const value = type === 'text' ? sql`${key}::text` : sql`${key}::numeric`;
  const blanks = isBackwards ? sql`` : sql` OR p.key IS NULL`;
  return { rows, parents: sql<boolean>`(p.key ${further} ${value} OR (p.key = ${value} AND ${isSame})${blanks})` };
}
