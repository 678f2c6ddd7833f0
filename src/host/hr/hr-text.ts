import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { hrMessages } from './hr.messages.ts';

/** Translates the texts of the pages of HR. */
export type HrText = typeof hrMessages extends Messages<infer Key> ? Translate<Key> : never;
