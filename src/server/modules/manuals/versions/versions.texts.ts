import { sql } from 'kysely';
import type { ManualAttachment } from '../../../../shared/contracts/manuals.contract.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { hashManualText, type PreparedText } from '../text/index.ts';

export interface TextRow {
  readonly language_id: string;
  readonly title: string;
  readonly html: string;
  readonly sha256: Buffer;
  readonly words: number;
  readonly version: number;
  readonly updated_at: Date;
  readonly changer: string | null;
  readonly attachments: ManualAttachment[];
}

export async function readText(tx: Tx, versionId: string, languageId: string): Promise<TextRow | undefined> {
  const { rows } = await sql<TextRow>`
    SELECT t.language_id, t.title, t.html, t.sha256, t.words, t.version, t.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = t.updated_by) AS changer,
      coalesce((SELECT jsonb_agg(${ATTACHMENT} ORDER BY a.position, a.id) FROM manual_attachment a JOIN file f ON f.id = a.file_id
        WHERE a.version_id = t.version_id AND a.language_id = t.language_id), '[]') AS attachments
    FROM manual_text t WHERE t.version_id = ${versionId}::uuid AND t.language_id = ${languageId}`.execute(tx);
  return rows[0];
}

/** Attachment `a` with file `f`, in the form of the contract. */
export const ATTACHMENT = sql`jsonb_build_object('id', a.id, 'fileName', a.file_name, 'mediaType', f.media_type, 'size', f.size, 'required', a.required)`;

export interface SavedText {
  readonly manualId: string;
  readonly versionId: string;
  readonly languageId: string;
  readonly title: string;
  readonly text: PreparedText;
}

/** Saves a text of a draft. Throws manual.image_unknown for a picture that was not added to the manual. */
export async function saveText(tx: Tx, { manualId, versionId, languageId, title, text }: SavedText): Promise<void> {
  const { html, plain, words, images } = text;
  await assertImages(tx, manualId, images);
  const sha256 = hashManualText(title, html);
  await sql`INSERT INTO manual_text AS t (version_id, language_id, title, html, plain, words, sha256)
    VALUES (${versionId}::uuid, ${languageId}, ${title}, ${html}, ${plain}, ${words}, ${sha256})
    ON CONFLICT (tenant_id, version_id, language_id) DO UPDATE SET title = excluded.title, html = excluded.html,
      plain = excluded.plain, words = excluded.words, sha256 = excluded.sha256 WHERE t.sha256 <> excluded.sha256`.execute(
    tx,
  );
}

async function assertImages(tx: Tx, manualId: string, images: readonly string[]): Promise<void> {
  if (images.length === 0) return;
  const { rows } = await sql<{ hex: string }>`
    SELECT encode(sha256, 'hex') AS hex FROM manual_image WHERE manual_id = ${manualId}::uuid`.execute(tx);
  const known = new Set(rows.map(({ hex }) => hex));
  if (images.every((one) => known.has(one))) return;
  throw new AppError('manual.image_unknown', {}, { errors: [{ pointer: '/html', code: 'manual.image_unknown' }] });
}

/** Removes a language from a draft; returns the files that were attached to it. */
export async function removeText(tx: Tx, versionId: string, languageId: string): Promise<string[]> {
  const { rows } = await sql<{ file_id: string }>`DELETE FROM manual_attachment
    WHERE version_id = ${versionId}::uuid AND language_id = ${languageId} RETURNING file_id`.execute(tx);
  await sql`DELETE FROM manual_text WHERE version_id = ${versionId}::uuid AND language_id = ${languageId}`.execute(tx);
  return rows.map(({ file_id }) => file_id);
}
