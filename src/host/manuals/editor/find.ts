import { type Editor, Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

interface Hit {
  readonly from: number;
  readonly to: number;
}
interface Found {
  readonly query: string;
  readonly hits: readonly Hit[];
  readonly current: number;
}

const key = new PluginKey<Found>('find');
const NONE: Found = { query: '', hits: [], current: 0 };

function hitsOf(document: DocumentNode, query: string): readonly Hit[] {
  const wanted = query.toLocaleLowerCase();
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  document.descendants((node, place) => {
    if (!node.isTextblock) return true;
    // A placeholder character for non-text nodes keeps the positions right.
    const text = node.textBetween(0, node.content.size, '\n', '\ufffc').toLocaleLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      hits.push({ from: place + 1 + at, to: place + 1 + at + wanted.length });
    }
    return false;
  });
  return hits;
}

/** Highlights search matches; see `findIn` and `goToHit`. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    return [
      new Plugin<Found>({
        key,
        state: {
          init: () => NONE,
          apply(change, found, _before, { doc }) {
            const asked = change.getMeta(key) as Partial<Found> | undefined;
            if (asked?.query !== undefined) return { query: asked.query, hits: hitsOf(doc, asked.query), current: 0 };
            if (asked) return { ...found, ...asked };
            return change.docChanged && found.query ? { ...found, hits: hitsOf(doc, found.query) } : found;
          },
        },
        props: {
          decorations(state) {
            const { hits, current } = key.getState(state) ?? NONE;
            if (hits.length === 0) return null;
            const marks = hits.map(({ from, to }, index) =>
              Decoration.inline(from, to, { class: index === current ? 'hit is-current' : 'hit' }),
            );
            return DecorationSet.create(state.doc, marks);
          },
        },
      }),
    ];
  },
});

/** Number of matches and index of the current one, from 0. */
export function foundIn({ state }: Editor): { readonly count: number; readonly current: number } {
  const { hits, current } = key.getState(state) ?? NONE;
  return { count: hits.length, current };
}

export function findIn({ view, state }: Editor, query: string): void {
  view.dispatch(state.tr.setMeta(key, { query }));
}

export function goToHit(editor: Editor, step: 1 | -1): void {
  const { hits, current } = key.getState(editor.state) ?? NONE;
  if (hits.length === 0) return;
  const next = (current + step + hits.length) % hits.length;
  const hit = hits[next] as Hit;
  const { tr } = editor.state;
  tr.setMeta(key, { current: next }).setSelection(TextSelection.create(tr.doc, hit.from, hit.to));
  editor.view.dispatch(tr.scrollIntoView());
}
