import { sql } from 'kysely';
import type { LanguageId } from '../../../../shared/contracts/constants.ts';
import { languageName } from '../../../../shared/contracts/language-name.ts';
import type { Column } from '../../records/index.ts';
import { listMessages } from './lists.messages.ts';

type Word = Parameters<typeof listMessages.text>[1];

/** Returns a title in the language of the caller. */
export const titled = (word: Word) => (language: LanguageId) => listMessages.text(language, word);

/** Returns the label of a value of `kind`, such as `color` and `overdue`. */
export const wordOf = (kind: 'status' | 'color' | 'state' | 'version', value: string, language: LanguageId) =>
  listMessages.text(language, `${kind}.${value}` as Word);

/** Returns the choices of a column with these values. */
export function choices(
  kind: 'status' | 'color' | 'state' | 'version',
  values: readonly string[],
): NonNullable<Column<never>['options']> {
  return async (_tx, { language }) => values.map((id) => ({ id, text: wordOf(kind, id, language) }));
}

/** Returns the languages that manuals are written in, as choices of a column. Reads one text of each language. */
export const textLanguages: NonNullable<Column<never>['options']> = async (tx) => {
  const { rows } = await sql<{ id: string }>`
    WITH RECURSIVE used AS (
      (SELECT language_id AS id FROM manual_text ORDER BY language_id LIMIT 1)
      UNION ALL SELECT (SELECT t.language_id FROM manual_text t WHERE t.language_id > u.id ORDER BY t.language_id LIMIT 1)
        FROM used u WHERE u.id IS NOT NULL)
    SELECT id FROM used WHERE id IS NOT NULL ORDER BY id`.execute(tx);
  return rows.map(({ id }) => ({ id, text: languageName(id) }));
};

export const yesOrNo = (value: boolean, language: LanguageId) => listMessages.text(language, value ? 'yes' : 'no');
