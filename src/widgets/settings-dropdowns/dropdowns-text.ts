import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { dropdownsMessages } from './dropdowns.messages.ts';

/** Translates the texts of the dropdown settings. */
export type DropdownsText = typeof dropdownsMessages extends Messages<infer Key> ? Translate<Key> : never;
