import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { dropdownsMessages } from './dropdowns.messages.ts';

/** Gives the texts of the settings of dropdowns. */
export type DropdownsText = typeof dropdownsMessages extends Messages<infer Key> ? Translate<Key> : never;
