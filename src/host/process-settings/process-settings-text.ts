import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { processSettingsMessages } from './process-settings.messages.ts';

/** Translates the texts of the settings of processes. */
export type ProcessSettingsText = typeof processSettingsMessages extends Messages<infer Key> ? Translate<Key> : never;
