import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { translationsMessages } from './translations.messages.ts';

/** Translates the texts of the translation settings. */
export type TranslationsText = typeof translationsMessages extends Messages<infer Key> ? Translate<Key> : never;
