import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { viewMessages } from './views.messages.ts';

/** Gives the texts of order, saved views and keys. */
export type ViewText = typeof viewMessages extends Messages<infer Key> ? Translate<Key> : never;
