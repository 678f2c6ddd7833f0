import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { issuersMessages } from './issuers.messages.ts';

/** Translates the texts of identity providers. */
export type IssuersText = typeof issuersMessages extends Messages<infer Key> ? Translate<Key> : never;
