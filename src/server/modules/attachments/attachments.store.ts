import { sql } from 'kysely';
import type { Attachment } from '../../../shared/contracts/attachments.contract.ts';
import { FILE_MAX_MB, FILE_MAX_MB_CEILING, FILES_PER_OWNER, MEGABYTE } from '../../../shared/contracts/file-kinds.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { removeFile } from '../../platform/files.ts';
import { uuid7 } from '../../platform/uuid.ts';
import { personRef } from '../users/index.ts';
import type { OwnerKind } from './attachments.owners.ts';

export interface AttachmentRow {
  readonly id: string;
  readonly file_id: string;
  readonly owner_kind: OwnerKind;
  readonly owner_id: string;
  readonly field_name: string;
  readonly array_name: string;
  readonly row_key: string;
  readonly array_index: number | null;
  readonly file_name: string;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly tied: boolean;
  readonly size: number;
  readonly media_type: string;
  readonly scan: Attachment['scan'];
  readonly sha256: Buffer | Uint8Array;
  readonly username: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
}

const COLUMNS = sql`a.id, a.file_id, a.owner_kind, a.owner_id, a.field_name, a.array_name, a.row_key, a.array_index, a.file_name, a.created_at,
  a.created_by, a.tied_at IS NOT NULL AS tied, f.size::float8 AS size, f.media_type, f.scan, f.sha256, u.username, u.name, u.avatar_file_id AS avatar
  FROM attachment a JOIN file f ON f.id = a.file_id LEFT JOIN app_user u ON u.id = a.created_by`;

export async function findAttachment(tx: Tx, id: string): Promise<AttachmentRow | undefined> {
  const { rows } = await sql<AttachmentRow>`
    SELECT ${COLUMNS} WHERE a.id = ${id}::uuid AND a.removed_at IS NULL`.execute(tx);
  return rows[0];
}

/** In the order in which they were added. */
export async function attachmentsOf(tx: Tx, ownerKind: OwnerKind, ownerId: string): Promise<AttachmentRow[]> {
  const { rows } = await sql<AttachmentRow>`
    SELECT ${COLUMNS} WHERE a.owner_kind = ${ownerKind} AND a.owner_id = ${ownerId}::uuid AND a.removed_at IS NULL ORDER BY a.id`.execute(
    tx,
  );
  return rows;
}

export interface NewRow {
  readonly fileId: string;
  readonly ownerKind: OwnerKind;
  readonly ownerId: string;
  readonly fieldName: string;
  readonly arrayName: string;
  readonly rowKey: string;
  readonly arrayIndex: number | null;
  readonly fileName: string;
  /** Part of its owner at once; a file in a form field becomes part of it when the form is submitted. */
  readonly isTied: boolean;
}

/** Inserts the attachment. Throws `file.too_many` if the owner has the maximum number. */
export async function insertAttachment(tx: Tx, row: NewRow): Promise<string> {
  // Concurrent uploads must not both take the last place.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`attachments/${row.ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM attachment
    WHERE owner_kind = ${row.ownerKind} AND owner_id = ${row.ownerId}::uuid AND removed_at IS NULL`.execute(tx);
  if (rows[0]!.count >= FILES_PER_OWNER) throw new AppError('file.too_many', { max: FILES_PER_OWNER });
  const id = uuid7();
  await sql`
    INSERT INTO attachment (id, file_id, owner_kind, owner_id, field_name, array_name, row_key, array_index, file_name, tied_at)
    VALUES (${id}::uuid, ${row.fileId}::uuid, ${row.ownerKind}, ${row.ownerId}::uuid, ${row.fieldName}, ${row.arrayName}, ${row.rowKey},
      ${row.arrayIndex}, ${row.fileName}, CASE WHEN ${row.isTied} THEN now() END)`.execute(tx);
  return id;
}

/** Removes attachments for all users; the content is deleted after 30 days. */
export async function removeAttachments(tx: Tx, rows: readonly Pick<AttachmentRow, 'id' | 'file_id'>[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await sql`UPDATE attachment SET removed_at = now() WHERE id = ANY(${ids}::uuid[]) AND removed_at IS NULL`.execute(tx);
  for (const { file_id } of rows) await removeFile(tx, file_id);
}

/** Form position of a file that is part of saved or submitted values. */
export interface Place {
  readonly id: string;
  readonly fieldName: string;
  readonly arrayName: string;
  readonly rowKey: string;
  readonly arrayIndex: number | null;
}

/** Ties an owner's files to their form positions, and unties those in `detached`. Files of other owners are unaffected. */
export async function placeAttachments(
  tx: Tx,
  ownerId: string,
  places: readonly Place[],
  detached: readonly string[],
): Promise<void> {
  for (const place of places) {
    await sql`UPDATE attachment SET field_name = ${place.fieldName}, array_name = ${place.arrayName}, row_key = ${place.rowKey},
        array_index = ${place.arrayIndex}, tied_at = coalesce(tied_at, now())
      WHERE id = ${place.id}::uuid AND owner_id = ${ownerId}::uuid AND removed_at IS NULL`.execute(tx);
  }
  if (detached.length > 0) {
    await sql`UPDATE attachment SET tied_at = NULL WHERE id = ANY(${[...detached]}::uuid[]) AND owner_id = ${ownerId}::uuid`.execute(
      tx,
    );
  }
}

/** Gives attachments to another owner. */
export async function moveAttachments(
  tx: Tx,
  ids: readonly string[],
  { kind, id }: { readonly kind: OwnerKind; readonly id: string },
): Promise<void> {
  if (ids.length === 0) return;
  await sql`UPDATE attachment SET owner_kind = ${kind}, owner_id = ${id}::uuid WHERE id = ANY(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Returns the maximum file size in bytes for the tenant of the transaction. */
export async function fileLimit(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    value: unknown;
  }>`SELECT value FROM tenant_setting WHERE key = 'attachmentMaxMb'`.execute(tx);
  const configured = Number(rows[0]?.value ?? FILE_MAX_MB);
  const megabytes = configured >= 1 ? Math.min(configured, FILE_MAX_MB_CEILING) : FILE_MAX_MB;
  return Math.floor(megabytes * MEGABYTE);
}

export function toAttachment(row: AttachmentRow, mayRemove: boolean): Attachment {
  return {
    id: row.id,
    fieldName: row.field_name,
    arrayName: row.array_name,
    arrayIndex: row.array_index,
    ...(row.row_key === '' ? {} : { rowKey: row.row_key }),
    fileName: row.file_name,
    path: `/api/attachments/${row.id}/content`,
    size: row.size,
    mediaType: row.media_type,
    scan: row.scan,
    created: row.created_at.toISOString(),
    by:
      row.created_by !== null && row.username !== null
        ? personRef({ id: row.created_by, username: row.username, name: row.name, avatar: row.avatar })
        : null,
    mayRemove,
  };
}
