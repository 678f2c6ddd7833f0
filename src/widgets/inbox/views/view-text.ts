import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { viewMessages } from './views.messages.ts';

/** Translates the texts of sort order, saved views and shortcuts. */
export type ViewText = typeof viewMessages extends Messages<infer Key> ? Translate<Key> : never;
