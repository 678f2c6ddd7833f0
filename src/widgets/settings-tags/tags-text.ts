import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { tagsMessages } from './tags.messages.ts';

/** Translates the texts of the tag settings. */
export type TagsText = typeof tagsMessages extends Messages<infer Key> ? Translate<Key> : never;
