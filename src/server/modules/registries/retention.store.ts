import { sql } from 'kysely';
import type { Retention } from '../../../shared/contracts/registry-settings.contract.ts';
import { json, type Tx } from '../../platform/database.ts';

export interface RetainedRegistry {
  readonly id: string;
  readonly retention: Retention | null;
  /** The days of its records follow this retention. */
  readonly isApplied: boolean;
}

/** Returns the registries with a retention, and those whose records still have days of an earlier one. */
export async function readRetained(tx: Tx): Promise<RetainedRegistry[]> {
  const { rows } =
    await sql<RetainedRegistry>`SELECT g.id, g.retention, g.retention IS NOT DISTINCT FROM g.retention_applied AS "isApplied"
    FROM registry g WHERE g.retention IS NOT NULL OR g.retention_applied IS NOT NULL ORDER BY g.id`.execute(tx);
  return rows;
}

/**
 * Computes the days of the records after an id. The day of entering a status is that of the last change, which is never
 * earlier. Returns the last id, or null at the end.
 */
export async function applyRetention(
  tx: Tx,
  { id, retention }: RetainedRegistry,
  after: string,
  batch: number,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    WITH b AS MATERIALIZED (SELECT r.id, retention_day(${retention && json(retention)}::jsonb, r, (r.updated_at AT TIME ZONE 'UTC')::date) AS day
      FROM record r WHERE r.registry_id = ${id} AND r.id > ${after}::uuid ORDER BY r.id LIMIT ${sql.lit(batch)}),
    u AS (UPDATE record r SET purge_after = b.day FROM b WHERE r.id = b.id AND r.purge_after IS DISTINCT FROM b.day)
    SELECT id FROM b ORDER BY id DESC LIMIT 1`.execute(tx);
  return rows[0]?.id ?? null;
}

export async function setRetentionApplied(tx: Tx, { id, retention }: RetainedRegistry): Promise<void> {
  await sql`UPDATE registry SET retention_applied = ${retention && json(retention)}::jsonb
    WHERE id = ${id} AND retention IS NOT DISTINCT FROM ${retention && json(retention)}::jsonb`.execute(tx);
}

/** Locks some records whose retention ends on or before a day, the earliest first. Records on hold, and in the bin, are kept. */
export async function lockDue(tx: Tx, registryId: string, today: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT r.id FROM record r
    WHERE r.registry_id = ${registryId} AND r.purge_after <= ${today}::date AND r.removed_at IS NULL AND NOT r.hold
    ORDER BY r.purge_after LIMIT ${sql.lit(limit)} FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows.map(({ id }) => id);
}

export async function moveToBin(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await sql`UPDATE record SET removed_at = ${at}::timestamptz WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
}

/** Removes what records say about people: values, title, owner, comments and files. Number, status and dates stay. */
export async function anonymise(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`UPDATE record SET data = '{}', title = '', owner_id = NULL WHERE id = ANY(${[...ids]}::uuid[])`.execute(tx);
  await sql`DELETE FROM comment WHERE record_id = ANY(${[...ids]}::uuid[])`.execute(tx);
}
