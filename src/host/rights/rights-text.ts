import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { rightsMessages } from './rights.messages.ts';

/** Translates the texts of the page with rights. */
export type RightsText = typeof rightsMessages extends Messages<infer Key> ? Translate<Key> : never;
