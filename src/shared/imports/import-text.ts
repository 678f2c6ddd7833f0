import type { Messages, Translate } from '../locale/index.ts';
import type { importMessages } from './import.messages.ts';

/** Translates the texts of imports. */
export type ImportText = typeof importMessages extends Messages<infer Key> ? Translate<Key> : never;
