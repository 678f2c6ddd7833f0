import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { delegationEditorMessages } from './delegation-editor.messages.ts';

/** Translates the texts of the editor. */
export type EditorText = typeof delegationEditorMessages extends Messages<infer Key> ? Translate<Key> : never;
