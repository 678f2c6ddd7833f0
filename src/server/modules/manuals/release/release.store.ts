import { sql } from 'kysely';
import type { ManualAsks } from '../../../../shared/contracts/manuals.contract.ts';
import type { Texts } from '../../../../shared/contracts/shapes.contract.ts';
import { json, type Tx } from '../../../platform/database.ts';

/** How a version is published. */
export interface Release {
  readonly asks: ManualAsks;
  readonly changeNote: Texts;
  readonly effectiveOn: string | null;
}

/** A text to be published. */
export interface PublishedText {
  readonly languageId: string;
  /** The language's name in this organisation. */
  readonly language: string;
  readonly isEmpty: boolean;
}

/** A text is empty without a title, or without any text or picture. */
export async function readTexts(tx: Tx, versionId: string): Promise<PublishedText[]> {
  const { rows } = await sql<PublishedText>`
    SELECT t.language_id AS "languageId", coalesce(l.name, t.language_id) AS language,
      btrim(t.title) = '' OR (t.words = 0 AND position('<img' IN t.html) = 0) AS "isEmpty"
    FROM manual_text t LEFT JOIN language l ON l.language_id = t.language_id
    WHERE t.version_id = ${versionId}::uuid ORDER BY t.language_id`.execute(tx);
  return rows;
}

export async function languageName(tx: Tx, languageId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM language WHERE language_id = ${languageId}`.execute(tx);
  return rows[0]?.name ?? languageId;
}

const valuesOf = ({ asks, changeNote, effectiveOn }: Release) =>
  sql`asks = ${asks}, change_note = ${json(changeNote)}::jsonb, effective_on = ${effectiveOn}::date`;

/** Schedules a draft. */
export async function schedule(tx: Tx, versionId: string, release: Release, publishAt: Date): Promise<void> {
  await sql`UPDATE manual_version SET state = 'scheduled', publish_at = ${publishAt}, ${valuesOf(release)}
    WHERE id = ${versionId}::uuid`.execute(tx);
}

export async function unschedule(tx: Tx, versionId: string): Promise<void> {
  await sql`UPDATE manual_version SET state = 'draft', publish_at = NULL
    WHERE id = ${versionId}::uuid AND state = 'scheduled'`.execute(tx);
}

/** Stores the publishing options in a draft. */
export async function keepRelease(tx: Tx, versionId: string, release: Release): Promise<void> {
  await sql`UPDATE manual_version SET ${valuesOf(release)} WHERE id = ${versionId}::uuid`.execute(tx);
}

/** Replaces the current version; from here on its texts are fixed. */
export async function makeCurrent(
  tx: Tx,
  { manualId, versionId, by, now }: { manualId: string; versionId: string; by: string | null; now: Date },
): Promise<void> {
  await sql`UPDATE manual_version SET state = 'retired' WHERE manual_id = ${manualId}::uuid AND state = 'released'`.execute(
    tx,
  );
  await sql`UPDATE manual_version SET state = 'released', released_at = ${now}, released_by = ${by}::uuid
    WHERE id = ${versionId}::uuid`.execute(tx);
  await sql`UPDATE manual m SET current_number = v.number, title = coalesce(t.title, m.title)
    FROM manual_version v LEFT JOIN manual_text t ON t.version_id = v.id AND t.language_id =
      (SELECT fallback_language_id FROM manual WHERE id = ${manualId}::uuid)
    WHERE m.id = ${manualId}::uuid AND v.id = ${versionId}::uuid`.execute(tx);
}

/** Returns the audience, including readers who owe nothing. */
export async function readAudience(tx: Tx, people: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`WITH ${people} SELECT user_id FROM people`.execute(tx);
  return rows.map(({ user_id }) => user_id);
}
