import type { Extensions } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { BlockIds } from './blocks.ts';
import { Find } from './find.ts';
import { Note } from './note.ts';
import { Figure, Picture, type PictureOptions } from './picture-node.ts';
import { smallMarks } from './small-marks.ts';
import { tables } from './table.ts';

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
