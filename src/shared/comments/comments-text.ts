import type { Messages, Translate } from '../locale/index.ts';
import type { commentsMessages } from './comments.messages.ts';

/** Translates the texts of comments. */
export type CommentsText = typeof commentsMessages extends Messages<infer Key> ? Translate<Key> : never;
