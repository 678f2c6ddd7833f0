import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { securityMessages } from './security.messages.ts';

/** Translates the texts of the user's own second factor. */
export type SecurityText = typeof securityMessages extends Messages<infer Key> ? Translate<Key> : never;
