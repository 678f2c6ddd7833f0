import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { headMessages } from './head.messages.ts';
import type { panelMessages } from './panels.messages.ts';

/** Translates the texts of the head. */
export type HeadText = typeof headMessages extends Messages<infer Key> ? Translate<Key> : never;
/** Translates the texts of panels and dialogs. */
export type PanelText = typeof panelMessages extends Messages<infer Key> ? Translate<Key> : never;
