import { type Extensions, Mark } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { BlockIds } from './blocks.ts';
import { Find } from './find.ts';
import { Note } from './note.ts';
import { Figure, Picture, type PictureOptions } from './picture-node.ts';
import { tables } from './table.ts';

const raised = (name: 'subscript' | 'superscript', tag: 'sub' | 'sup', key: string) =>
  Mark.create({
    name,
    excludes: name === 'subscript' ? 'superscript' : 'subscript',
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts: () => ({ [key]: ({ editor }) => editor.commands.toggleMark(name) }),
  });

/** Subscript and superscript, as in H₂O and m³. */
const smallMarks = [raised('subscript', 'sub', 'Mod-,'), raised('superscript', 'sup', 'Mod-.')];

/** Content allowed in a manual. The server enforces the same list. */
export function extensionsOf(options: PictureOptions): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3, 4] },
      link: {
        openOnClick: false,
        protocols: ['http', 'https', 'mailto', 'tel'],
        HTMLAttributes: { target: null, rel: null, class: null },
      },
      trailingNode: false,
    }),
    ...smallMarks,
    ...tables,
    Note,
    Figure.configure(options),
    Picture.configure({ pictures: options.pictures }),
    BlockIds,
    Find,
  ];
}
