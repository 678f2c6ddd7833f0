import { sql } from 'kysely';
import { FILES_PER_OWNER } from '../../../../shared/contracts/file-kinds.ts';
import type { ManualAttachment } from '../../../../shared/contracts/manuals.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type PendingUpload, storeFile } from '../../../platform/files.ts';
import { imageSize } from './versions.image-size.ts';
import { ATTACHMENT } from './versions.texts.ts';

/** A file verified to be a picture. */
export interface CheckedImage {
  readonly content: Buffer | PendingUpload;
  readonly sha256: Buffer;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
}

export const IMAGE_TYPES = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const;
export const IMAGE_MAX_MB = 10;
/** Maximum width and height of a picture, because readers' browsers decode it. */
const IMAGE_MAX_PX = 10_000;

/** Measures a picture whose type was detected. Throws file.content_mismatch when the rest is damaged, and file.picture_size. */
export function measureImage(bytes: Buffer, mediaType: string): { width: number; height: number } {
  const size = imageSize(bytes);
  if (!size) throw new AppError('file.content_mismatch', { type: mediaType.replace('image/', '').toUpperCase() });
  if (size.width > IMAGE_MAX_PX || size.height > IMAGE_MAX_PX)
    throw new AppError('file.picture_size', { max: IMAGE_MAX_PX });
  return size;
}

/** Stores a picture of a manual, unless it exists already. The texts refer to it by hash. */
export async function keepImage(
  tx: Tx,
  { contents, tenantId }: { readonly contents: AppContext['contents']; readonly tenantId: number },
  manualId: string,
  { content, sha256, mediaType, width, height }: CheckedImage,
): Promise<void> {
  const there =
    await sql`SELECT 1 FROM manual_image WHERE manual_id = ${manualId}::uuid AND sha256 = ${sha256}`.execute(tx);
  if (there.rows.length > 0) return;
  const fileId = await storeFile(tx, contents, tenantId, { content, mediaType, scan: 'clean' });
  await sql`INSERT INTO manual_image (manual_id, sha256, file_id, width, height)
    VALUES (${manualId}::uuid, ${sha256}, ${fileId}::uuid, ${width}, ${height})`.execute(tx);
}

export interface AttachmentPlace {
  readonly id: string;
  readonly versionId: string;
  readonly languageId: string;
  readonly fileId: string;
  readonly isDraft: boolean;
}

/** Adds a file to a language of a draft, after the existing ones. Throws file.too_many. */
export async function insertAttachment(
  tx: Tx,
  { versionId, languageId }: Pick<AttachmentPlace, 'versionId' | 'languageId'>,
  fileId: string,
  fileName: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO manual_attachment (version_id, language_id, file_id, file_name, position)
    SELECT ${versionId}::uuid, ${languageId}, ${fileId}::uuid, ${fileName}, coalesce(max(position) + 1, 0) FROM manual_attachment
      WHERE version_id = ${versionId}::uuid AND language_id = ${languageId} HAVING count(*) < ${FILES_PER_OWNER}
    RETURNING id`.execute(tx);
  if (!rows[0]) throw new AppError('file.too_many', { max: FILES_PER_OWNER });
  return rows[0].id;
}

export async function readAttachment(tx: Tx, id: string): Promise<ManualAttachment> {
  const { rows } = await sql<{ attachment: ManualAttachment }>`
    SELECT ${ATTACHMENT} AS attachment FROM manual_attachment a JOIN file f ON f.id = a.file_id WHERE a.id = ${id}::uuid`.execute(
    tx,
  );
  return rows[0]!.attachment;
}

/** Returns an attachment and locks its manual until the end of the transaction; undefined when there is none. */
export async function lockAttachment(tx: Tx, id: string): Promise<AttachmentPlace | undefined> {
  const { rows } = await sql<AttachmentPlace>`
    SELECT a.id, a.version_id AS "versionId", a.language_id AS "languageId", a.file_id AS "fileId", v.state = 'draft' AS "isDraft"
    FROM manual_attachment a JOIN manual_version v ON v.id = a.version_id JOIN manual m ON m.id = v.manual_id
    WHERE a.id = ${id}::uuid AND m.removed_at IS NULL FOR NO KEY UPDATE OF m`.execute(tx);
  return rows[0];
}

export async function writeAttachment(
  tx: Tx,
  place: AttachmentPlace,
  required: boolean,
  position?: number,
): Promise<void> {
  await sql`UPDATE manual_attachment SET required = ${required} WHERE id = ${place.id}::uuid`.execute(tx);
  if (position === undefined) return;
  const { rows } = await sql<{ id: string }>`SELECT id FROM manual_attachment
    WHERE version_id = ${place.versionId}::uuid AND language_id = ${place.languageId} ORDER BY position, id`.execute(
    tx,
  );
  const order = rows.map(({ id }) => id).filter((id) => id !== place.id);
  order.splice(position, 0, place.id);
  await sql`UPDATE manual_attachment a SET position = o.place - 1
    FROM unnest(${order}::uuid[]) WITH ORDINALITY AS o(id, place) WHERE a.id = o.id AND a.position <> o.place - 1`.execute(
    tx,
  );
}

export async function removeAttachment(tx: Tx, id: string): Promise<void> {
  await sql`DELETE FROM manual_attachment WHERE id = ${id}::uuid`.execute(tx);
}
