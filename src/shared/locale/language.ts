import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageId, LOCALES } from '../contracts/constants.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { hasCatalogues, loadCatalogues } from './catalogues.ts';

/** The language every element of the page speaks. Change it by `setLanguage`. */
export const language = pageWideSignal<LanguageId>('language', initialLanguage());

/** Every language in its own name. */
export const LANGUAGE_NAMES: Readonly<Record<LanguageId, string>> = {
  en: 'English',
  et: 'Eesti',
  ru: 'Русский',
  zh: '简体中文',
};

/** The time zone of the tenant, in which all times are shown (IANA name). */
export const timeZone = pageWideSignal<string>('time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone);

let wanted: LanguageId | undefined;

/**
 * Switches the language once its words are here, so that no screen blinks; the last call counts. Resolves to whether
 * the page speaks it now: not when another call came later, or when the words could not be loaded.
 */
export async function setLanguage(id: LanguageId): Promise<boolean> {
  wanted = id;
  await loadCatalogues(id);
  if (wanted !== id || !hasCatalogues(id)) return false;
  language.value = id;
  return true;
}

/** The language that a tag such as `et-EE` or `rus-RU` means; undefined when it is none of ours. */
export function languageOf(tag: string): LanguageId | undefined {
  const start = tag.toLowerCase().slice(0, 2);
  return LANGUAGES.find((id) => id === start);
}

/** `et-EE` of `et`. */
export function localeOf(id: LanguageId): string {
  return LOCALES[id];
}

function initialLanguage(): LanguageId {
  if (typeof document === 'undefined') return DEFAULT_LANGUAGE;
  const wanted = [document.documentElement.lang, ...navigator.languages];
  return wanted.map(languageOf).find((id) => id !== undefined) ?? DEFAULT_LANGUAGE;
}
