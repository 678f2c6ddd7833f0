import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { requestsMessages } from './requests.messages.ts';

/** Translates the texts of My requests. */
export type RequestsText = typeof requestsMessages extends Messages<infer Key> ? Translate<Key> : never;
