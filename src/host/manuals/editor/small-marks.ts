import { Mark } from '@tiptap/core';

const raised = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', key: string) =>
  Mark.create({
    name,
    excludes: name === 'subscript' ? 'superscript' : 'subscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts: () => ({ [key]: ({ editor }) => editor.commands.toggleMark(name) }),
  });

/** Subscript and superscript, as in H₂O and m³. */
export const smallMarks = [raised('subscript', 'sub', 'Mod-,'), raised('superscript', 'sup', 'Mod-.')];
