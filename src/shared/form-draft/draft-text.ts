import type { Messages, Translate } from '../locale/index.ts';
import type { conflictMessages } from './conflict.messages.ts';
import type { draftMessages } from './draft.messages.ts';

export type DraftText = typeof draftMessages extends Messages<infer Key> ? Translate<Key> : never;
export type ConflictText = typeof conflictMessages extends Messages<infer Key> ? Translate<Key> : never;
