import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { leavingMessages } from './leaving.messages.ts';

/** Translates the texts about users who leave. */
export type LeavingText = typeof leavingMessages extends Messages<infer Key> ? Translate<Key> : never;
