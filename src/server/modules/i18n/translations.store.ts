import { sql } from 'kysely';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';

export interface OwnText {
  readonly languageId: string;
  readonly key: string;
  readonly text: string;
}

/** The provider's own organisation; its custom texts are the product's. */
export const PRODUCT = 'verva';

/** Returns all custom texts of the transaction's tenant, by key. */
export async function readOwnTexts(tx: Tx): Promise<readonly OwnText[]> {
  return tx
    .selectFrom('translation')
    .select(['language_id as languageId', 'key', 'text'])
    .orderBy('key')
    .orderBy('language_id')
    .execute();
}

/** Returns the custom texts of a tenant in a language, for its public file; none for a tenant that does not exist. */
export async function readPublicTexts(
  db: DatabaseHandle,
  slug: string,
  languageId: string,
): Promise<readonly OwnText[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<OwnText>`SELECT o.language_id AS "languageId", o.key, o.text FROM translation o JOIN tenant t ON t.id = o.tenant_id
      WHERE t.slug = ${slug} AND o.language_id = ${languageId} ORDER BY o.key`.execute(tx),
  );
  return rows;
}

/**
 * Returns the text files for users of a tenant, the product's before its own: `verva-et.json?v=9f2c41d0a7b3`. The query part
 * changes with the texts. None without custom texts. Those of an added language only if the tenant offers it.
 */
export async function readTextFiles(db: DatabaseHandle, tenantId: number): Promise<string[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{
      file: string;
    }>`SELECT t.slug || '-' || o.language_id || '.json?' || CASE WHEN t.slug = ${PRODUCT} THEN 'only=own&' ELSE '' END || 'v=' ||
        left(md5(string_agg(o.key || chr(1) || o.text, chr(2) ORDER BY o.key)), 12) AS file
      FROM translation o JOIN tenant t ON t.id = o.tenant_id WHERE (t.id = ${tenantId} OR t.slug = ${PRODUCT})
        AND (o.language_id = ANY(${[...LANGUAGES]}::text[]) OR EXISTS (SELECT 1 FROM language l
          WHERE l.tenant_id = ${tenantId} AND l.language_id = o.language_id AND l.enabled))
      GROUP BY t.slug, o.language_id ORDER BY t.slug <> ${PRODUCT}, o.language_id`.execute(tx),
  );
  return rows.map(({ file }) => file);
}

export async function writeOwnTexts(tx: Tx, texts: readonly OwnText[]): Promise<void> {
  if (texts.length === 0) return;
  await sql`INSERT INTO translation (language_id, key, text)
    SELECT * FROM unnest(${texts.map((one) => one.languageId)}::text[], ${texts.map((one) => one.key)}::text[], ${texts.map((one) => one.text)}::text[])
    ON CONFLICT (tenant_id, language_id, key) DO UPDATE SET text = excluded.text`.execute(tx);
}

export async function removeOwnTexts(tx: Tx, texts: readonly Omit<OwnText, 'text'>[]): Promise<void> {
  if (texts.length === 0) return;
  await sql`DELETE FROM translation o USING unnest(${texts.map((one) => one.languageId)}::text[], ${texts.map((one) => one.key)}::text[]) AS gone(language_id, key)
    WHERE o.language_id = gone.language_id AND o.key = gone.key`.execute(tx);
}
