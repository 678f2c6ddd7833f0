import type { Messages, Translate } from '../../../shared/locale/index.ts';
import type { editorMessages } from './editor.messages.ts';

/** Translates the texts of the condition and expression editors. */
export type EditorText = typeof editorMessages extends Messages<infer Key> ? Translate<Key> : never;
