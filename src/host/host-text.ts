import type { Messages, Translate } from '../shared/locale/index.ts';
import type { hostMessages } from './host.messages.ts';

/** Translates the texts of the application. */
export type HostText = typeof hostMessages extends Messages<infer Key> ? Translate<Key> : never;
