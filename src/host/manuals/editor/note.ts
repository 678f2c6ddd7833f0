import { mergeAttributes, Node } from '@tiptap/core';
import { NOTES } from '../../../shared/manual-html/allowed.ts';

export type NoteKind = (typeof NOTES)[number];

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    note: {
      /** Puts the blocks that are chosen into a note, or makes the note around them another kind. */
      setNote: (kind: NoteKind) => ReturnType;
      /** Takes the blocks out of their note. */
      unsetNote: () => ReturnType;
    };
  }
}

/** Something that readers must not miss, set off from the text. */
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
      // An empty line at the end leaves the note, as it leaves a list.
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
