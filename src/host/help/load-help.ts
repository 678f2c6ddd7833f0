import type { LanguageId, ShippedLanguageId } from '../../shared/contracts/constants.ts';
import type { HelpPage } from '../../shared/contracts/help-page.ts';
import { shippedLanguage } from '../../shared/locale/language.ts';
import { inTime } from '../../shared/ui/in-time.ts';

type Pages = readonly HelpPage[];

const LOADERS: Readonly<Record<ShippedLanguageId, () => Promise<{ readonly default: Pages }>>> = {
  en: () => import('virtual:help/en'),
  et: () => import('virtual:help/et'),
  ru: () => import('virtual:help/ru'),
  zh: () => import('virtual:help/zh'),
};

const loading = new Map<LanguageId, Promise<Pages>>();

/** Loads the pages of a language once; a failed load is repeated by the next call. */
export function loadHelp(language: LanguageId): Promise<Pages> {
  let pages = loading.get(language);
  if (!pages) {
    pages = inTime(LOADERS[shippedLanguage(language)]()).then((module) => module.default);
    pages.catch(() => loading.delete(language));
    loading.set(language, pages);
  }
  return pages;
}
