import type { LanguageId } from '../../../shared/contracts/constants.ts';

/** How the option for no value reads. */
export const EMPTY_TEXT: Readonly<Record<LanguageId, string>> = {
  en: '(empty)',
  et: '(tühi)',
  ru: '(пусто)',
  zh: '（空）',
};
