import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { manualReaderMessages } from './manual-reader.messages.ts';

/** Translates the texts of an open manual. */
export type ReaderText = typeof manualReaderMessages extends Messages<infer Key> ? Translate<Key> : never;
