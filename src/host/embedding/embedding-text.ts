import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { embeddingMessages } from './embedding.messages.ts';

/** Gives the texts of the settings of embedding. */
export type EmbeddingText = typeof embeddingMessages extends Messages<infer Key> ? Translate<Key> : never;
