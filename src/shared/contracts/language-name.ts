import { LANGUAGE_NAMES, type LanguageId } from './constants.ts';

/** Returns a language's own name, also of a language that only manuals have; its id if it has no name. */
export function languageName(id: LanguageId): string {
  const name = (LANGUAGE_NAMES as Readonly<Record<string, string>>)[id];
  if (name !== undefined) return name;
  try {
    return new Intl.DisplayNames([id], { type: 'language' }).of(id) ?? id;
  } catch {
    // In a receipt that was tampered with, it may not be a language id.
    return id;
  }
}
