import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageId, LOCALES } from '../contracts/constants.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { hasCatalogues, loadCatalogues } from './catalogues.ts';

/** The language of every element of the page. Change it with `setLanguage`. */
export const language = pageWideSignal<LanguageId>('language', initialLanguage());

/** The tenant's time zone, in which all times are shown (IANA name). */
export const timeZone = pageWideSignal<string>('time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone);

let wanted: LanguageId | undefined;

/**
 * Switches the language once its texts are loaded, so that screens do not flicker; the last call wins. Resolves to
 * whether the switch took place: not after a later call, or if the texts failed to load.
 */
export async function setLanguage(id: LanguageId): Promise<boolean> {
  wanted = id;
  await loadCatalogues(id);
  if (wanted !== id || !hasCatalogues(id)) return false;
  language.value = id;
  return true;
}

/** The language of a tag such as `et-EE` or `rus-RU`; undefined if unsupported. */
export function languageOf(tag: string): LanguageId | undefined {
  const start = tag.toLowerCase().slice(0, 2);
  return LANGUAGES.find((id) => id === start);
}

/** `et-EE` for `et`. */
export function localeOf(id: LanguageId): string {
  return LOCALES[id];
}

function initialLanguage(): LanguageId {
  if (typeof document === 'undefined') return DEFAULT_LANGUAGE;
  const wanted = [document.documentElement.lang, ...navigator.languages];
  return wanted.map(languageOf).find((id) => id !== undefined) ?? DEFAULT_LANGUAGE;
}
