import type { Messages, Translate } from '../../locale/index.ts';
import type { statusChangeMessages } from './status-change.messages.ts';

/** Translates the texts of changes of status. */
export type StatusChangeText = typeof statusChangeMessages extends Messages<infer Key> ? Translate<Key> : never;
