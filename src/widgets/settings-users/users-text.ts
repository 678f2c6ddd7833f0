import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { usersMessages } from './users.messages.ts';

/** Translates the texts of the user settings. */
export type UsersText = typeof usersMessages extends Messages<infer Key> ? Translate<Key> : never;
