import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { massActionMessages } from './mass-action.messages.ts';

/** Translates the texts of the element. */
export type MassText = typeof massActionMessages extends Messages<infer Key> ? Translate<Key> : never;
