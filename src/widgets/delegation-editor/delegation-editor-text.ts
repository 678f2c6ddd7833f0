import type { Messages, Translate } from '../../shared/locale/index.ts';
import type { delegationEditorMessages } from './delegation-editor.messages.ts';

/** Gives the editor's texts. */
export type EditorText = typeof delegationEditorMessages extends Messages<infer Key> ? Translate<Key> : never;
