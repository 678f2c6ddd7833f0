import { LANGUAGE_NAMES } from '../../shared/locale/language.ts';

/** A language in its own words. */
export const languageName = (id: string): string => (LANGUAGE_NAMES as Readonly<Record<string, string>>)[id] ?? id;
