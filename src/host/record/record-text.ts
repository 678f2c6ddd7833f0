import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { recordMessages } from './record.messages.ts';

/** Translates the texts of the record. */
export type RecordText = typeof recordMessages extends Messages<infer Key> ? Translate<Key> : never;
