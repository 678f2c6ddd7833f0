import { DEFAULT_LANGUAGE, LANGUAGES, type LanguageId, LOCALES } from '../contracts/constants.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { loadCatalogues } from './catalogues.ts';

/** The language every element of the page speaks. Change it by `setLanguage`. */
export const language = pageWideSignal<LanguageId>('language', initialLanguage());

/** The time zone of the tenant, in which all times are shown (IANA name). */
export const timeZone = pageWideSignal<string>('time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Switches the language once its words are here, so that no screen blinks. Resolves when it is switched. */
export async function setLanguage(id: LanguageId): Promise<void> {
  await loadCatalogues(id);
  language.value = id;
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
