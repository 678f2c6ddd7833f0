import { sql } from 'kysely';
import type { Dimension, DimensionValue } from '../../../shared/contracts/reference-data.contract.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';

/** Returns dimensions by name. */
export async function readDimensions(tx: Tx, { q, ids, limit }: LookupQuery): Promise<Dimension[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<Dimension>`SELECT id, code, name, active, version FROM dimension
    WHERE ${ids ? sql`id = ANY(${uuidsOf(ids)}::uuid[])` : sql`active`}
      AND (lower(name) LIKE ${pattern} OR lower(code) LIKE ${pattern})
    ORDER BY lower(name), id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Returns the id of the dimension with this id or code. */
export async function readDimensionId(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM dimension
    WHERE code = ${name} OR id = ANY(${uuidsOf([name])}::uuid[])`.execute(tx);
  return rows[0]?.id;
}

/** Returns the values of a dimension by code. */
export async function readDimensionValues(
  tx: Tx,
  dimensionId: string,
  { q, ids, limit }: LookupQuery,
): Promise<DimensionValue[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<DimensionValue>`SELECT id, parent_id AS "parentId", code, name, active, version
    FROM dimension_value WHERE dimension_id = ${dimensionId}::uuid
      AND ${ids ? sql`id = ANY(${uuidsOf(ids)}::uuid[])` : sql`active`}
      AND (lower(name) LIKE ${pattern} OR lower(code) LIKE ${pattern})
    ORDER BY code, id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}
