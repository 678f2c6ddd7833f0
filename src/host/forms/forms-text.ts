import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { formsMessages } from './forms.messages.ts';

/** Translates the texts of the list of forms. */
export type FormsText = typeof formsMessages extends Messages<infer Key> ? Translate<Key> : never;
