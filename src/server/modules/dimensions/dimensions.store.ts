import { sql } from 'kysely';
import type { Dimension } from '../../../shared/contracts/reference-data.contract.ts';
import { changedBy } from '../../platform/changed-by.ts';
import { containsPattern } from '../../platform/condition-sql.ts';
import type { Tx } from '../../platform/database.ts';
import { type LookupQuery, uuidsOf } from '../../platform/lookup.ts';

export interface LockedDimension extends Dimension {
  readonly updated_at: Date;
  /** Name of the user who changed it last; null: the system. */
  readonly changer: string | null;
}

/** Returns dimensions by name: those in use, with `inactive` also the others, or by ids. */
export async function readDimensions(tx: Tx, { q, ids, limit }: LookupQuery, inactive = false): Promise<Dimension[]> {
  const pattern = containsPattern(q);
  const offered = inactive ? sql`removed_at IS NULL` : sql`active`;
  const { rows } = await sql<Dimension>`SELECT id, code, name, active, version FROM dimension
    WHERE ${ids ? sql`id = ANY(${uuidsOf(ids)}::uuid[])` : offered}
      AND (lower(name) LIKE ${pattern} OR lower(code) LIKE ${pattern})
    ORDER BY lower(name), id LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows;
}

/** Returns the id of the dimension with this id or code. */
export async function readDimensionId(tx: Tx, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM dimension
    WHERE (code = ${name} OR id = ANY(${uuidsOf([name])}::uuid[])) AND removed_at IS NULL`.execute(tx);
  return rows[0]?.id;
}

/** Reads a dimension and locks it, and thereby its values, until the end of the transaction. */
export async function lockDimension(tx: Tx, id: string): Promise<LockedDimension | undefined> {
  const { rows } = await sql<LockedDimension>`SELECT d.id, d.code, d.name, d.active, d.version, d.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('d')}) AS changer
    FROM dimension d WHERE d.id = ${id}::uuid AND d.removed_at IS NULL FOR UPDATE OF d`.execute(tx);
  return rows[0];
}

/** Returns the id, or undefined if the code is taken. */
export async function insertDimension(
  tx: Tx,
  { code, name, active }: Pick<Dimension, 'code' | 'name' | 'active'>,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`INSERT INTO dimension (code, name, active)
    VALUES (${code}, ${name}, ${active}) ON CONFLICT (tenant_id, code) WHERE removed_at IS NULL DO NOTHING
    RETURNING id`.execute(tx);
  return rows[0]?.id;
}

export async function updateDimension(
  tx: Tx,
  { id, name, active }: Pick<Dimension, 'id' | 'name' | 'active'>,
): Promise<void> {
  await sql`UPDATE dimension SET name = ${name}, active = ${active} WHERE id = ${id}::uuid`.execute(tx);
}

/** Hides the dimension with its values; values of forms that name them still find their names. */
export async function removeDimension(tx: Tx, id: string): Promise<void> {
  await sql`UPDATE dimension_value SET active = false, removed_at = now()
    WHERE dimension_id = ${id}::uuid AND removed_at IS NULL`.execute(tx);
  await sql`UPDATE dimension SET active = false, removed_at = now() WHERE id = ${id}::uuid`.execute(tx);
}
