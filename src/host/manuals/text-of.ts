import type { Messages, Translate } from '../../shared/locale/index.ts';

/** Gives the texts of these messages. */
export type TextOf<Of> = Of extends Messages<infer Key> ? Translate<Key> : never;
