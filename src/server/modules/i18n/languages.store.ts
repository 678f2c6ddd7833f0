import { sql } from 'kysely';
import { LANGUAGES } from '../../../shared/contracts/constants.ts';
import type { Use } from '../../../shared/contracts/reference-data.contract.ts';
import type { AddedLanguage, Language } from '../../../shared/contracts/session.contract.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';

type LanguageRow = Language & { readonly updated_at: Date; readonly changer: string | null };

/** Returns the languages of the transaction's organisation. */
export async function readLanguages(tx: Tx): Promise<Language[]> {
  const { rows } = await sql<Language>`SELECT language_id AS "languageId", name, locale, enabled, fallback, version
    FROM language ORDER BY language_id`.execute(tx);
  return rows;
}

/** Returns the languages without a release that the transaction's organisation offers. */
export async function readAddedLanguages(tx: Tx): Promise<AddedLanguage[]> {
  const { rows } = await sql<AddedLanguage>`SELECT language_id AS "languageId", name, locale, fallback
    FROM language WHERE enabled AND language_id <> ALL(${[...LANGUAGES]}::text[]) ORDER BY name`.execute(tx);
  return rows;
}

/** Returns a language and locks it until the end of the transaction. */
export async function lockLanguage(tx: Tx, languageId: string): Promise<LanguageRow | undefined> {
  const { rows } = await sql<LanguageRow>`
    SELECT language_id AS "languageId", name, locale, enabled, fallback, version, updated_at,
      (SELECT u.name FROM app_user u WHERE u.id = l.updated_by) AS changer
    FROM language l WHERE language_id = ${languageId} FOR UPDATE OF l`.execute(tx);
  return rows[0];
}

/** Returns false if the organisation has the language already. */
export async function insertLanguage(tx: Tx, language: Omit<Language, 'version'>): Promise<boolean> {
  const { rows } = await sql`INSERT INTO language (language_id, name, locale, fallback, enabled)
    VALUES (${language.languageId}, ${language.name}, ${language.locale}, ${language.fallback}, ${language.enabled})
    ON CONFLICT DO NOTHING RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function updateLanguage(tx: Tx, language: Omit<Language, 'version'>): Promise<void> {
  await sql`UPDATE language SET name = ${language.name}, locale = ${language.locale}, fallback = ${language.fallback},
    enabled = ${language.enabled} WHERE language_id = ${language.languageId}`.execute(tx);
}

/** Returns the active users with this language, counted, and the organisation if it is its own. */
export async function usesOfLanguage(tx: Tx, languageId: string): Promise<Use[]> {
  const { rows } = await sql<{ users: number; own: string | null }>`SELECT
      (SELECT count(*)::int FROM app_user WHERE language_id = ${languageId} AND status IN ('active', 'invited')) AS users,
      (SELECT name FROM tenant WHERE language_id = ${languageId}) AS own`.execute(tx);
  const { users, own } = rows[0]!;
  return [
    ...(own === null ? [] : [{ kind: 'organisation' as const, id: languageId, title: own }]),
    ...(users > 0 ? [{ kind: 'people' as const, id: languageId, title: '', count: users }] : []),
  ];
}

/** Throws language.in_use with the uses. */
export function assertUnused(usedBy: readonly Use[]): void {
  if (usedBy.length === 0) return;
  const count = usedBy.reduce((sum, use) => sum + (use.count ?? 0), 0);
  throw new AppError('language.in_use', { count }, { usedBy });
}

/** Removes a language that no user, text or option has. Throws language.in_use. */
export async function removeLanguage(tx: Tx, languageId: string): Promise<void> {
  const { rows } = await sql<{ texts: number }>`SELECT
      (SELECT count(*)::int FROM translation WHERE language_id = ${languageId})
      + (SELECT count(*)::int FROM dropdown_option_text WHERE language_id = ${languageId}) AS texts`.execute(tx);
  const { texts } = rows[0]!;
  const inTexts = texts > 0 ? [{ kind: 'texts' as const, id: languageId, title: '', count: texts }] : [];
  assertUnused([...(await usesOfLanguage(tx, languageId)), ...inTexts]);
  await sql`DELETE FROM language WHERE language_id = ${languageId}`.execute(tx);
}
