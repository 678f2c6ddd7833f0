import type { Messages, Translate } from '../locale/index.ts';
import type { savedViewsMessages } from './saved-views.messages.ts';

/** Translates the texts of saved views. */
export type SavedViewsText = typeof savedViewsMessages extends Messages<infer Key> ? Translate<Key> : never;
