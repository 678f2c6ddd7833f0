import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { embeddingMessages } from './embedding.messages.ts';

/** Translates the texts of the embedding settings. */
export type EmbeddingText = typeof embeddingMessages extends Messages<infer Key> ? Translate<Key> : never;
