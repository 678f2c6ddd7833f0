import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { inboxMessages } from './inbox.messages.ts';

/** Gives the inbox's texts. */
export type InboxText = typeof inboxMessages extends Messages<infer Key> ? Translate<Key> : never;
