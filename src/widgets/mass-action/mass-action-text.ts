import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { massActionMessages } from './mass-action.messages.ts';

/** Gives the element's texts. */
export type MassText = typeof massActionMessages extends Messages<infer Key> ? Translate<Key> : never;
