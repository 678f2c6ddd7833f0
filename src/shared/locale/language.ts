import {
  DEFAULT_LANGUAGE,
  LANGUAGE_NAMES,
  LANGUAGES,
  type LanguageId,
  LOCALES,
  type ShippedLanguageId,
} from '../contracts/constants.ts';
import type { AddedLanguage } from '../contracts/session.contract.ts';
import { pageWideSignal } from '../page/page-wide.ts';
import { hasCatalogues, loadCatalogues } from './catalogues.ts';

/** Languages that the provider added: their texts come from the server, missing ones from their fallback. */
export const addedLanguages = pageWideSignal<readonly AddedLanguage[]>('added-languages', []);

/** The language of every element of the page. Change it with `setLanguage`. */
export const language = pageWideSignal<LanguageId>('language', initialLanguage());

/** The tenant's time zone, in which all times are shown (IANA name). */
export const timeZone = pageWideSignal<string>('time-zone', Intl.DateTimeFormat().resolvedOptions().timeZone);

let wanted: LanguageId | undefined;
let loadTexts: (id: LanguageId) => Promise<unknown> = () => Promise.resolve();

/** Names how the texts of an added language load. It never rejects: without them, the fallback is shown. */
export function provideAddedTexts(load: typeof loadTexts): void {
  loadTexts = load;
}

/**
 * Switches the language once its texts are loaded, so that screens do not flicker; the last call wins. Resolves to
 * whether the switch took place: not after a later call, or if the texts failed to load.
 */
export async function setLanguage(id: LanguageId): Promise<boolean> {
  wanted = id;
  await Promise.all([loadCatalogues(id), isShipped(id) ? undefined : loadTexts(id)]);
  if (wanted !== id || !hasCatalogues(id)) return false;
  language.value = id;
  return true;
}

/** The language of a tag such as `et-EE` or `rus-RU`; undefined if unsupported. */
export function languageOf(tag: string): LanguageId | undefined {
  const primary = tag.toLowerCase().split('-', 1)[0] ?? '';
  return added(primary)?.languageId ?? LANGUAGES.find((id) => id === primary.slice(0, 2));
}

/** `et-EE` for `et`. */
export function localeOf(id: LanguageId): string {
  return isShipped(id) ? LOCALES[id] : (added(id)?.locale ?? id);
}

/** The language itself if its texts are part of the code, otherwise its fallback. */
export function shippedLanguage(id: LanguageId): ShippedLanguageId {
  return isShipped(id) ? id : (added(id)?.fallback ?? DEFAULT_LANGUAGE);
}

/** The languages that the page can show, each by its own name. */
export function languageChoices(): readonly { readonly id: LanguageId; readonly name: string }[] {
  const shipped = LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] }));
  return [...shipped, ...addedLanguages.value.map(({ languageId, name }) => ({ id: languageId, name }))];
}

export function isShipped(id: LanguageId): id is ShippedLanguageId {
  return (LANGUAGES as readonly string[]).includes(id);
}

function added(id: LanguageId): AddedLanguage | undefined {
  return addedLanguages.peek().find(({ languageId }) => languageId === id);
}

function initialLanguage(): LanguageId {
  if (typeof document === 'undefined') return DEFAULT_LANGUAGE;
  const wanted = [document.documentElement.lang, ...navigator.languages];
  return wanted.map(languageOf).find((id) => id !== undefined) ?? DEFAULT_LANGUAGE;
}
