import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { profileMessages } from './profile.messages.ts';

/** Translates the texts of the profile. */
export type ProfileText = typeof profileMessages extends Messages<infer Key> ? Translate<Key> : never;
