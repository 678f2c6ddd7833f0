import { sql } from 'kysely';
import type { DocumentCategory } from '../../../../shared/contracts/hr.rules.ts';
import type { HrDocument, HrDocumentChange } from '../../../../shared/contracts/hr-documents.contract.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import type { Tx } from '../../../platform/database.ts';
import { removeFile } from '../../../platform/files.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import type { ServedFile } from '../../attachments/index.ts';
import { personRef, personRow } from '../../users/index.ts';
import { endOf } from '../contracts/contracts.store.ts';

const ROWS_MAX = 2000;

interface DocumentRow extends Omit<HrDocument, 'createdAt' | 'createdBy' | 'mayChange'> {
  readonly creator: Parameters<typeof personRef>[0] | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly changer: string | null;
  readonly fileId: string;
  readonly sha256: Uint8Array;
  readonly scan: ServedFile['scan'];
}

export interface StoredDocument {
  readonly document: Omit<HrDocument, 'mayChange'>;
  readonly file: ServedFile;
  readonly stamp: { readonly version: number; readonly updated_at: Date; readonly changer: string | null };
}

interface Wanted {
  readonly id?: string;
  readonly category?: DocumentCategory;
  /** Without those of the category Health, for which the access is logged separately. */
  readonly withoutHealth?: boolean;
}

/** Reads documents of a user, the newest first; after the access is logged. */
export async function readDocuments(
  tx: Tx,
  userId: string,
  { id, category, withoutHealth = false }: Wanted,
): Promise<StoredDocument[]> {
  const { rows } =
    await sql<DocumentRow>`SELECT d.id, d.category, d.title, d.file_name AS "fileName", f.size::float8 AS size,
      f.media_type AS "mediaType", d.issued_on::text AS "issuedOn", ${endOf('d.valid_until')} AS "validUntil", d.version,
      d.created_at, d.updated_at, ${personRow('u')} AS creator, f.id AS "fileId", f.sha256, f.scan,
      (SELECT x.name FROM app_user x WHERE x.id = ${changedBy('d')}) AS changer
    FROM hr_document d JOIN file f ON f.id = d.file_id LEFT JOIN app_user u ON u.id = d.created_by
    WHERE d.user_id = ${userId}::uuid AND d.removed_at IS NULL
      ${id === undefined ? sql`` : sql`AND d.id = ${id}::uuid`} ${category === undefined ? sql`` : sql`AND d.category = ${category}`}
      ${withoutHealth ? sql`AND d.category <> 'Health'` : sql``}
    ORDER BY d.id DESC LIMIT ${sql.lit(ROWS_MAX)}`.execute(tx);
  return rows.map(({ creator, created_at, updated_at, changer, fileId, sha256, scan, ...row }) => ({
    stamp: { version: row.version, updated_at, changer },
    file: {
      ...{ file_id: fileId, file_name: row.fileName, media_type: row.mediaType, scan, size: row.size },
      sha256: Buffer.from(sha256),
    },
    document: { ...row, createdAt: created_at.toISOString(), createdBy: creator && personRef(creator) },
  }));
}

export interface NewDocument {
  readonly category: DocumentCategory;
  readonly title: string;
  readonly fileId: string;
  readonly fileName: string;
  readonly issuedOn: string | null;
  readonly validUntil: string | null;
}

export async function insertDocument(tx: Tx, userId: string, one: NewDocument): Promise<string> {
  const id = uuid7();
  await sql`INSERT INTO hr_document (id, user_id, category, title, file_id, file_name, issued_on, valid_until)
    VALUES (${id}::uuid, ${userId}::uuid, ${one.category}, ${one.title}, ${one.fileId}::uuid, ${one.fileName}, ${one.issuedOn},
      ${one.validUntil ?? 'infinity'})`.execute(tx);
  return id;
}

export async function updateDocument(
  tx: Tx,
  id: string,
  { title, issuedOn, validUntil }: HrDocumentChange,
): Promise<void> {
  await sql`UPDATE hr_document SET title = ${title.trim()}, issued_on = ${issuedOn ?? null}, valid_until = ${validUntil ?? 'infinity'}
    WHERE id = ${id}::uuid`.execute(tx);
}

/** Hides the document; its file is deleted 30 days later. */
export async function removeDocument(tx: Tx, { document, file }: StoredDocument): Promise<void> {
  await sql`UPDATE hr_document SET removed_at = now(), file_id = NULL WHERE id = ${document.id}::uuid`.execute(tx);
  await removeFile(tx, file.file_id);
}
