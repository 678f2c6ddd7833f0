import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { translationsMessages } from './translations.messages.ts';

/** Gives the texts of the settings of translations. */
export type TranslationsText = typeof translationsMessages extends Messages<infer Key> ? Translate<Key> : never;
