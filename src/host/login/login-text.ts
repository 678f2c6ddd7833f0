import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { loginMessages } from './login.messages.ts';

/** Translates the texts of the sign-in. */
export type LoginText = typeof loginMessages extends Messages<infer Key> ? Translate<Key> : never;
