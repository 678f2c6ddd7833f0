import type { Messages, Translate } from '../shared/locale/index.ts';
import type { hostMessages } from './host.messages.ts';

/** Gives the application's texts. */
export type HostText = typeof hostMessages extends Messages<infer Key> ? Translate<Key> : never;
