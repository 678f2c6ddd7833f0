import { sql } from 'kysely';
import type { ManualAttachment } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import type { ServedFile } from '../../attachments/index.ts';

/** Returns the attachments in the author's order. */
export async function attachmentsOfText(tx: Tx, versionId: string, languageId: string): Promise<ManualAttachment[]> {
  const { rows } = await sql<ManualAttachment>`
    SELECT a.id, a.file_name AS "fileName", f.media_type AS "mediaType", f.size::float8 AS size, a.required
    FROM manual_attachment a JOIN file f ON f.id = a.file_id
    WHERE a.version_id = ${versionId}::uuid AND a.language_id = ${languageId} ORDER BY a.position, a.id`.execute(tx);
  return rows;
}

const SERVED = sql`f.id AS file_id, f.size::float8 AS size, f.media_type, f.scan, f.sha256`;

/** Returns a picture of a manual's texts by the hash used in them. */
export async function findImage(tx: Tx, manualId: string, sha256: string): Promise<ServedFile | undefined> {
  const { rows } = await sql<ServedFile>`
    SELECT ${SERVED}, ${sha256.slice(0, 12)} AS file_name FROM manual_image i JOIN file f ON f.id = i.file_id
    WHERE i.manual_id = ${manualId}::uuid AND i.sha256 = decode(${sha256}, 'hex')`.execute(tx);
  return rows[0];
}

/** Returns an attachment with its version. */
export async function findManualAttachment(
  tx: Tx,
  id: string,
): Promise<(ServedFile & { readonly manual_id: string; readonly number: number }) | undefined> {
  const { rows } = await sql<ServedFile & { manual_id: string; number: number }>`
    SELECT ${SERVED}, a.file_name, v.manual_id, v.number FROM manual_attachment a JOIN file f ON f.id = a.file_id
      JOIN manual_version v ON v.id = a.version_id WHERE a.id = ${id}::uuid`.execute(tx);
  return rows[0];
}
