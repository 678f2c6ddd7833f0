import { type RawBuilder, sql } from 'kysely';
import type { ManualVersion } from '../../../../shared/contracts/manual-authoring.contract.ts';
import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { changedBy } from '../../../platform/changed-by.ts';
import type { Tx } from '../../../platform/database.ts';
import { personRef } from '../../users/index.ts';
import { hashManualText } from '../text/index.ts';

export interface VersionRow {
  readonly id: string;
  readonly number: number;
  readonly state: ManualVersion['state'];
  readonly asks: ManualVersion['asks'];
  readonly change_note: Texts;
  readonly effective_on: string | null;
  readonly publish_at: Date | null;
  readonly released_at: Date | null;
  readonly releaser: Parameters<typeof personRef>[0] | null;
  readonly unchanged: boolean;
  readonly languages: (Omit<ManualVersion['languages'][number], 'updatedAt'> & { readonly updatedAt: string })[];
  readonly readings: ManualVersion['readings'];
  readonly version: number;
  readonly updated_at: Date;
  readonly changer: string | null;
}

/** The texts and attachments of a version, as rows that are equal when nothing a reader sees differs. */
const contentOf = (versionId: RawBuilder<unknown>) => sql`
  SELECT t.language_id, t.sha256, coalesce((SELECT jsonb_agg(jsonb_build_array(a.file_id, a.file_name, a.required) ORDER BY a.position, a.file_id)
    FROM manual_attachment a WHERE a.version_id = t.version_id AND a.language_id = t.language_id), '[]') AS files
  FROM manual_text t WHERE t.version_id = ${versionId}`;

/**
 * Returns versions, newest first. `unchanged` of a language: the text equals that of the last release before it;
 * `unchanged` of a draft: so do all texts and attachments.
 */
export async function readVersions(tx: Tx, manualId: string, number?: number): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    SELECT v.id, v.number, v.state, v.asks, v.change_note, v.effective_on, v.publish_at, v.released_at, v.version, v.updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = ${changedBy('v')}) AS changer,
      (SELECT jsonb_build_object('id', u.id, 'username', u.username, 'name', u.name, 'avatar', u.avatar_file_id) FROM app_user u WHERE u.id = v.released_by) AS releaser,
      coalesce((SELECT jsonb_agg(jsonb_build_object('languageId', t.language_id, 'title', t.title, 'words', t.words, 'updatedAt', t.updated_at,
          'attachments', (SELECT count(*) FROM manual_attachment a WHERE a.version_id = v.id AND a.language_id = t.language_id),
          'unchanged', coalesce(t.sha256 = (SELECT b.sha256 FROM manual_text b WHERE b.version_id = before.id AND b.language_id = t.language_id), false))
          ORDER BY t.language_id) FROM manual_text t WHERE t.version_id = v.id), '[]') AS languages,
      (v.state = 'draft' AND before.id IS NOT NULL AND NOT EXISTS (
        (${contentOf(sql`v.id`)} EXCEPT ${contentOf(sql`before.id`)}) UNION ALL (${contentOf(sql`before.id`)} EXCEPT ${contentOf(sql`v.id`)}))) AS unchanged,
      (SELECT jsonb_build_object('pending', count(*) FILTER (WHERE r.state IN ('pending', 'held')), 'read', count(*) FILTER (WHERE r.state = 'read'),
          'cancelled', count(*) FILTER (WHERE r.state = 'cancelled')) FROM manual_reading r WHERE r.manual_id = v.manual_id AND r.version_id = v.id) AS readings
    FROM manual_version v LEFT JOIN LATERAL (SELECT b.id FROM manual_version b WHERE b.manual_id = v.manual_id AND b.number < v.number
      AND b.released_at IS NOT NULL ORDER BY b.number DESC LIMIT 1) before ON true
    WHERE v.manual_id = ${manualId}::uuid ${number === undefined ? sql`` : sql`AND v.number = ${number}`}
    ORDER BY v.number DESC`.execute(tx);
  return rows;
}

export function toVersion(row: VersionRow): ManualVersion {
  return {
    number: row.number,
    state: row.state,
    asks: row.asks,
    changeNote: row.change_note,
    effectiveOn: row.effective_on,
    publishAt: row.publish_at?.toISOString() ?? null,
    releasedAt: row.released_at?.toISOString() ?? null,
    releasedBy: row.releaser && personRef(row.releaser),
    unchanged: row.unchanged,
    languages: row.languages.map((one) => ({ ...one, updatedAt: new Date(one.updatedAt).toISOString() })),
    readings: row.readings,
    version: row.version,
  };
}

/** Adds the first draft of a manual: an empty text in one language. */
export async function addDraft(
  tx: Tx,
  manualId: string,
  { languageId, title }: { readonly languageId: string; readonly title: string },
): Promise<void> {
  await sql`
    WITH v AS (INSERT INTO manual_version (manual_id, number) VALUES (${manualId}::uuid, ${await nextNumber(tx, manualId)}) RETURNING id)
    INSERT INTO manual_text (version_id, language_id, title, html, plain, words, sha256)
    SELECT v.id, ${languageId}, ${title}, '', '', 0, ${hashManualText(title, '')} FROM v`.execute(tx);
}

/** Adds a draft with the texts and attachments of a version; the file contents are shared. */
export async function copyVersion(tx: Tx, manualId: string, number: number): Promise<void> {
  const { rows } = await sql<{ id: string; source: string }>`
    INSERT INTO manual_version (manual_id, number) VALUES (${manualId}::uuid, ${await nextNumber(tx, manualId)})
    RETURNING id, (SELECT s.id FROM manual_version s WHERE s.manual_id = ${manualId}::uuid AND s.number = ${number}) AS source`.execute(
    tx,
  );
  const { id, source } = rows[0]!;
  await sql`INSERT INTO manual_text (version_id, language_id, title, html, plain, words, sha256, updated_at, updated_by)
    SELECT ${id}::uuid, language_id, title, html, plain, words, sha256, updated_at, updated_by FROM manual_text
    WHERE version_id = ${source}::uuid`.execute(tx);
  await sql`INSERT INTO manual_attachment (version_id, language_id, file_id, file_name, required, position)
    SELECT ${id}::uuid, language_id, file_id, file_name, required, position FROM manual_attachment
    WHERE version_id = ${source}::uuid ORDER BY language_id, position, id`.execute(tx);
}

async function nextNumber(tx: Tx, manualId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    SELECT coalesce(max(number), 0) + 1 AS next FROM manual_version WHERE manual_id = ${manualId}::uuid`.execute(tx);
  return rows[0]!.next;
}

/** Discards a draft with its texts and attachments. */
export async function removeDraft(tx: Tx, versionId: string): Promise<void> {
  const { rows } = await sql<{ file_id: string }>`
    DELETE FROM manual_attachment WHERE version_id = ${versionId}::uuid RETURNING file_id`.execute(tx);
  await sql`DELETE FROM manual_text WHERE version_id = ${versionId}::uuid`.execute(tx);
  await sql`DELETE FROM manual_version WHERE id = ${versionId}::uuid`.execute(tx);
  await dropDetachedFiles(
    tx,
    rows.map(({ file_id }) => file_id),
  );
}

/** Marks those of the files that no version or picture references any more. */
export async function dropDetachedFiles(tx: Tx, fileIds: readonly string[]): Promise<void> {
  await sql`UPDATE file f SET removed_at = now() WHERE f.id = ANY(${[...fileIds]}::uuid[]) AND f.removed_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM manual_attachment a WHERE a.file_id = f.id)
    AND NOT EXISTS (SELECT 1 FROM manual_image i WHERE i.file_id = f.id)`.execute(tx);
}
