import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/**
 * Deletes permanently the manuals in the bin that meet a condition on `m`. Only manuals that were never released can be in
 * the bin, so they have no readings.
 */
export async function purgeManuals(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT m.id FROM manual m WHERE m.removed_at IS NOT NULL AND m.current_number IS NULL AND ${condition}
    FOR UPDATE`.execute(tx);
  if (rows.length === 0) return;
  const ids = sql`ANY(${rows.map(({ id }) => id)}::uuid[])`;
  const versions = sql`(SELECT v.id FROM manual_version v WHERE v.manual_id = ${ids})`;
  await sql`UPDATE file SET removed_at = now() WHERE removed_at IS NULL AND id IN (
    SELECT file_id FROM manual_attachment WHERE version_id IN ${versions}
    UNION SELECT file_id FROM manual_image WHERE manual_id = ${ids})`.execute(tx);
  await sql`DELETE FROM manual_attachment WHERE version_id IN ${versions}`.execute(tx);
  await sql`DELETE FROM manual_text WHERE version_id IN ${versions}`.execute(tx);
  await sql`DELETE FROM manual_image WHERE manual_id = ${ids}`.execute(tx);
  await sql`DELETE FROM manual_audience WHERE manual_id = ${ids}`.execute(tx);
  await sql`DELETE FROM manual_version WHERE manual_id = ${ids}`.execute(tx);
  await sql`DELETE FROM manual WHERE id = ${ids}`.execute(tx);
}
