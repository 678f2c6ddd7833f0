import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { groupsMessages } from './groups.messages.ts';

/** Translates the texts of the group settings. */
export type GroupsText = typeof groupsMessages extends Messages<infer Key> ? Translate<Key> : never;
