import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { hrCardMessages } from './hr-card.messages.ts';

/** Translates the texts of the card. */
export type HrCardText = typeof hrCardMessages extends Messages<infer Key> ? Translate<Key> : never;
