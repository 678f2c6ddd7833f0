import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { editorMessages } from './editor.messages.ts';

/** Translates the texts of the dialogs. */
export type EditorText = typeof editorMessages extends Messages<infer Key> ? Translate<Key> : never;

/** The key of a text. */
export type EditorKey = Parameters<EditorText>[0];
