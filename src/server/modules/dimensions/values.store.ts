import { sql } from 'kysely';
import type { DimensionValueRow } from '../../../shared/contracts/dimensions.contract.ts';
import type { DimensionValue, Use } from '../../../shared/contracts/reference-data.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';

export interface LockedValue extends DimensionValue {
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

const FIELDS = sql`v.id, v.parent_id AS "parentId", v.code, v.name, v.active, v.version`;

/** Returns the values of a dimension by code. */
export async function readDimensionValues(
  tx: Tx,
  dimensionId: string,
  { q, ids, limit }: LookupQuery,
): Promise<DimensionValue[]> {
  const pattern = containsPattern(q);
  const { rows } = await sql<DimensionValue>`SELECT ${FIELDS} FROM dimension_value v
    WHERE v.dimension_id = ${dimensionId}::uuid
      AND ${ids ? sql`v.id = ANY(${uuidsOf(ids)}::uuid[])` : sql`v.active`}
      AND (lower(v.name) LIKE ${pattern} OR lower(v.code) LIKE ${pattern})
    ORDER BY v.code, v.id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Reads values for the list, in any order. */
export async function readRows(tx: Tx, ids: readonly string[]): Promise<DimensionValueRow[]> {
  const { rows } = await sql<DimensionValueRow>`SELECT ${FIELDS},
      (SELECT jsonb_build_object('id', d.id, 'code', d.code, 'name', d.name) FROM dimension d WHERE d.id = v.dimension_id) AS dimension,
      (SELECT jsonb_build_object('id', p.id, 'code', p.code, 'name', p.name) FROM dimension_value p WHERE p.id = v.parent_id) AS parent
    FROM dimension_value v WHERE v.id = ANY(${[...ids]}::uuid[])`.execute(tx);
  return rows;
}

export async function readValue(tx: Tx, dimensionId: string, id: string): Promise<LockedValue | undefined> {
  const { rows } = await sql<LockedValue>`SELECT ${FIELDS}, v.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('v')}) AS changer
    FROM dimension_value v WHERE v.id = ${id}::uuid AND v.dimension_id = ${dimensionId}::uuid AND v.removed_at IS NULL`.execute(
    tx,
  );
  return rows[0];
}

type Values = Pick<DimensionValue, 'parentId' | 'code' | 'name' | 'active'>;

/** Returns the id, or undefined if the code is taken. */
export async function insertValue(
  tx: Tx,
  dimensionId: string,
  { parentId, code, name, active }: Values,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`INSERT INTO dimension_value (dimension_id, parent_id, code, name, active)
    VALUES (${dimensionId}::uuid, ${parentId}::uuid, ${code}, ${name}, ${active})
    ON CONFLICT (tenant_id, dimension_id, code) WHERE removed_at IS NULL DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function isCodeTaken(tx: Tx, dimensionId: string, code: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM dimension_value WHERE dimension_id = ${dimensionId}::uuid AND code = ${code}
    AND id <> ${exceptId}::uuid AND removed_at IS NULL`.execute(tx);
  return rows.length > 0;
}

export async function updateValue(tx: Tx, id: string, { parentId, code, name, active }: Values): Promise<void> {
  await sql`UPDATE dimension_value SET parent_id = ${parentId}::uuid, code = ${code}, name = ${name}, active = ${active}
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Hides the value; values of forms that name it still find its name. */
export async function removeValue(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE dimension_value SET active = false, removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}

export async function usesOfValue(tx: Tx, id: string): Promise<Use[]> {
  const { rows } = await sql<{ id: string; title: string }>`SELECT id, name AS title FROM dimension_value
    WHERE parent_id = ${id}::uuid AND removed_at IS NULL ORDER BY lower(name), id`.execute(tx);
  return rows.map((value) => ({ kind: 'dimensionValue', ...value }));
}

/** Ids from the value up to the top, the value first; empty if it is not a value of the dimension. At most `limit`. */
export async function readPathUp(tx: Tx, dimensionId: string, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`WITH RECURSIVE up AS (
      SELECT id, parent_id, 1 AS step FROM dimension_value
        WHERE id = ${id}::uuid AND dimension_id = ${dimensionId}::uuid AND removed_at IS NULL
      UNION ALL SELECT v.id, v.parent_id, up.step + 1 FROM up JOIN dimension_value v ON v.id = up.parent_id
        WHERE up.step < ${sql.lit(limit)})
    SELECT id FROM up ORDER BY step`.execute(tx);
  return rows.map((row) => row.id);
}

/** Levels of the value and those below it, at most `limit`. */
export async function readHeight(tx: Tx, id: string, limit: number): Promise<number> {
  const { rows } = await sql<{ levels: number }>`WITH RECURSIVE down AS (
      SELECT ${id}::uuid AS id, 1 AS level
      UNION ALL SELECT v.id, down.level + 1 FROM down JOIN dimension_value v ON v.parent_id = down.id
        AND v.removed_at IS NULL WHERE down.level < ${sql.lit(limit)})
    SELECT max(level) AS levels FROM down`.execute(tx);
  return rows[0]!.levels;
}
