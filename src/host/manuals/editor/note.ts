import { mergeAttributes, Node } from '@tiptap/core';
import { NOTES } from '../../../shared/manual-html/allowed.ts';

export type NoteKind = (typeof NOTES)[number];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    note: {
      /** Wraps the selected blocks in a note, or changes the kind of the note around them. */
      setNote: (kind: NoteKind) => ReturnType;
      /** Unwraps the blocks of a note. */
      unsetNote: () => ReturnType;
    };
  }
}

/** A highlighted block that readers must not miss. */
export const Note = Node.create({
  name: 'note',
  group: 'block',
  content: 'block+',
  defining: true,
  addAttributes() {
    return {
      kind: {
        default: 'info',
        parseHTML: (element) => NOTES.find((kind) => element.dataset.note === kind) ?? 'info',
        renderHTML: ({ kind }) => ({ 'data-note': kind }),
      },
    };
  },
  parseHTML() {
    return [{ tag: 'aside' }];
  },
  renderHTML({ HTMLAttributes }) {
    return ['aside', mergeAttributes(HTMLAttributes), 0];
  },
  addCommands() {
    return {
      setNote:
        (kind) =>
        ({ commands, editor }) =>
          editor.isActive('note') ? commands.updateAttributes('note', { kind }) : commands.wrapIn('note', { kind }),
      unsetNote:
        () =>
        ({ commands }) =>
          commands.lift('note'),
    };
  },
  addKeyboardShortcuts() {
    return {
      // Enter in an empty last line leaves the note, as it does in a list.
      Enter: ({ editor }) => {
        const { $from, empty } = editor.state.selection;
        const isLast =
          $from.depth > 1 && $from.node(-1).type === this.type && $from.indexAfter(-1) === $from.node(-1).childCount;
        if (!empty || !isLast || $from.parent.content.size > 0 || $from.node(-1).childCount === 1) return false;
        return editor.commands.liftEmptyBlock();
      },
    };
  },
});
