import { Extension } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { isBlockId } from '../../../shared/manual-html/allowed.ts';

/** Blocks with an id, which reading positions, questions and version differences refer to. */
const BLOCK_TYPES = [
  'paragraph',
  'heading',
  'blockquote',
  'codeBlock',
  'bulletList',
  'orderedList',
  'listItem',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
  'note',
  'figure',
  'horizontalRule',
] as const;
const HAS_ID: ReadonlySet<string> = new Set(BLOCK_TYPES);

function newBlockId(): string {
  const random = crypto.getRandomValues(new Uint8Array(6));
  return `b-${[...random].map((byte) => byte.toString(36).padStart(2, '0')).join('')}`;
}

/** Nested blocks that always have an id; other blocks have one at the top level only. */
const ALWAYS: ReadonlySet<string> = new Set(['listItem', 'tableRow']);

/** Ids to assign: missing and duplicate ones; the first of two blocks keeps its id. */
function newIds(document: DocumentNode): ReadonlyMap<number, string | null> {
  const seen = new Set<string>();
  const ids = new Map<number, string | null>();
  document.descendants((node, place, parent) => {
    if (!HAS_ID.has(node.type.name)) return true;
    const { id } = node.attrs as { id: string | null };
    const isNeeded = parent === document || ALWAYS.has(node.type.name);
    if (id === null ? isNeeded : seen.has(id)) ids.set(place, isNeeded ? newBlockId() : null);
    if (id !== null) seen.add(id);
    return true;
  });
  return ids;
}

/** Maintains block ids while editing: a split, new or pasted block gets its own. */
export const BlockIds = Extension.create({
  name: 'blockIds',
  addGlobalAttributes() {
    return [
      {
        types: [...BLOCK_TYPES],
        attributes: {
          id: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => (isBlockId(element.id) ? element.id : null),
            renderHTML: ({ id }) => (id ? { id } : {}),
          },
          lang: { default: null, parseHTML: (element) => element.getAttribute('lang') },
          dir: { default: null, parseHTML: (element) => element.getAttribute('dir') },
        },
      },
    ];
  },
  addProseMirrorPlugins() {
    return [
      new Plugin({
        appendTransaction(transactions, _before, state) {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          const ids = newIds(state.doc);
          if (ids.size === 0) return null;
          const change = state.tr;
          for (const [place, id] of ids) change.setNodeAttribute(place, 'id', id);
          return change;
        },
      }),
    ];
  },
});
