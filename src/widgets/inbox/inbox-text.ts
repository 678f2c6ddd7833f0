import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { inboxMessages } from './inbox.messages.ts';

/** Translates the texts of the inbox. */
export type InboxText = typeof inboxMessages extends Messages<infer Key> ? Translate<Key> : never;
