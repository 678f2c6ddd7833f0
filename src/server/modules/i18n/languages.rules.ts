import { isShipped } from '../../../shared/locale/language.ts';

/** An id as stored: two or three letters. */
export const isLanguageId = (id: string): boolean => /^[a-z]{2,3}$/.test(id);

/** Returns the usual locale of a language (`lv` is `lv-LV`). */
export function usualLocale(languageId: string): string {
  const { language, region } = new Intl.Locale(languageId).maximize();
  return region === undefined ? language : `${language}-${region}`;
}

/** Returns a locale in its canonical form; undefined if it is not of the language, or dates and plurals are unknown. */
export function knownLocale(locale: string, languageId: string): string | undefined {
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(locale);
    const known = Intl.PluralRules.supportedLocalesOf([canonical]).length > 0;
    return known && new Intl.Locale(canonical).language === new Intl.Locale(languageId).language
      ? canonical
      : undefined;
  } catch {
    // Not a language tag.
    return undefined;
  }
}

interface LanguageValues {
  readonly name: string;
  readonly locale: string;
  readonly fallback: string;
  readonly enabled: boolean;
}

/** Whether a change concerns only what an organisation decides about a shipped language: whether it is offered. */
export function isAllowed(languageId: string, before: LanguageValues, after: LanguageValues): boolean {
  if (!isShipped(languageId)) return true;
  const isSame = before.name === after.name && before.locale === after.locale && before.fallback === after.fallback;
  return isSame && (after.enabled || languageId !== 'en');
}
