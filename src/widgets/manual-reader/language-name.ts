import { LANGUAGE_NAMES } from '../../shared/locale/language.ts';

/** The native name of a language. */
export const languageName = (id: string): string => (LANGUAGE_NAMES as Readonly<Record<string, string>>)[id] ?? id;
