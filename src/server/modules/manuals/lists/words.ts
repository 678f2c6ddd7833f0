import type { LanguageId } from '../../../../shared/contracts/constants.ts';
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

/** Returns the name of a language in another language; its id when the product has no name for it. */
export function languageName(id: string, language: LanguageId): string {
  const key = `language.${id}` as Word;
  return key in listMessages.sources.en ? listMessages.text(language, key) : id;
}

export const yesOrNo = (value: boolean, language: LanguageId) => listMessages.text(language, value ? 'yes' : 'no');
