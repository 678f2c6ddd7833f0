import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { erasureMessages } from './erasure.messages.ts';

/** Translates the texts about erasing users. */
export type ErasureText = typeof erasureMessages extends Messages<infer Key> ? Translate<Key> : never;
