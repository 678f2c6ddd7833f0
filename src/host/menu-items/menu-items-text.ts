import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { menuItemsMessages } from './menu-items.messages.ts';

/** Translates the texts of the editor of the menu. */
export type MenuItemsText = typeof menuItemsMessages extends Messages<infer Key> ? Translate<Key> : never;
