import type { Messages, Translate } from '../../shared/locale/index.ts';

/** Translates these messages. */
export type TextOf<Of> = Of extends Messages<infer Key> ? Translate<Key> : never;
