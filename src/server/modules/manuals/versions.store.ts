import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

/** Adds the first draft of a manual: an empty text in one language. */
export async function addDraft(
  tx: Tx,
  manualId: string,
  { languageId, title }: { readonly languageId: string; readonly title: string },
): Promise<void> {
  await sql`
    WITH v AS (INSERT INTO manual_version (manual_id, number) VALUES (${manualId}::uuid, 1) RETURNING id)
    INSERT INTO manual_text (version_id, language_id, title, html, plain, words, sha256)
    SELECT v.id, ${languageId}, ${title}, '', '', 0, sha256(convert_to(${title}::text || E'\n', 'UTF8')) FROM v`.execute(
    tx,
  );
}
