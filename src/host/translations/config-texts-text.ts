import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { configTextsMessages } from './config-texts.messages.ts';

/** Translates the texts of the translation of the configuration. */
export type ConfigTextsText = typeof configTextsMessages extends Messages<infer Key> ? Translate<Key> : never;
