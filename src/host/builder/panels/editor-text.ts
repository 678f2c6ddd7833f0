import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { editorMessages } from './editor.messages.ts';

/** Gives the texts of the editors of conditions and expressions. */
export type EditorText = typeof editorMessages extends Messages<infer Key> ? Translate<Key> : never;
