import type { Editor } from '@tiptap/core';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly place: number;
}

/** Headings of a text, in order. */
export function headingsOf({ state }: Editor): readonly Heading[] {
  const found: Heading[] = [];
  state.doc.descendants((node, place) => {
    if (node.type.name === 'heading') found.push({ level: Number(node.attrs.level), text: node.textContent, place });
    return !node.isTextblock;
  });
  return found;
}
