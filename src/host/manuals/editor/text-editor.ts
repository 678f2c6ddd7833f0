import { Editor, getSchema, type JSONContent } from '@tiptap/core';
import { DOMSerializer, DOMParser as DocumentParser } from '@tiptap/pm/model';
import { manualFragment } from '../../../shared/manual-html/index.ts';
import { extensionsOf } from './extensions.ts';
import type { PictureOptions } from './picture-node.ts';
import { cleanPaste } from './word-paste.ts';

export interface TextEditorOptions extends PictureOptions {
  readonly element: HTMLElement;
  readonly html: string;
  readonly label: string;
  readonly languageId: string;
}

/** Editor of one text. Content is parsed into the closed set of blocks; everything else is dropped. */
export function createTextEditor({ element, html, label, languageId, ...options }: TextEditorOptions): Editor {
  const extensions = extensionsOf(options);
  return new Editor({
    element,
    injectCSS: false,
    extensions,
    content: documentOf(html, extensions),
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        lang: languageId,
        'data-own-keys': '',
      },
      transformPastedHTML: cleanPaste,
      handlePaste: (_view, event) => takeFiles(event.clipboardData, options),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer, options),
    },
  });
}

/** Replaces the content, for example after another user has saved. */
export function setText(editor: Editor, html: string): void {
  const { from } = editor.state.selection;
  editor.commands.setContent(documentOf(html, editor.extensionManager.extensions), { emitUpdate: false });
  editor.commands.setTextSelection(Math.min(from, editor.state.doc.content.size));
}

/** Serialises the text as HTML. Leading header rows of a table become its thead. */
export function htmlOf({ state, schema }: Editor): string {
  const target = document.implementation.createHTMLDocument();
  const body = target.body;
  DOMSerializer.fromSchema(schema).serializeFragment(state.doc.content, { document: target }, body);
  for (const rows of body.querySelectorAll('tbody')) {
    const head = target.createElement('thead');
    while (rows.firstElementChild && !rows.firstElementChild.querySelector(':scope > td'))
      head.append(rows.firstElementChild);
    if (head.hasChildNodes() && rows.hasChildNodes()) rows.before(head);
    else rows.prepend(...head.childNodes);
  }
  return body.innerHTML;
}

/** The nodes are parsed and never rendered: the editor renders its own. */
const UNSEEN = { picture: () => new Promise<string>(() => undefined), follow: () => undefined };

function documentOf(html: string, extensions: Parameters<typeof getSchema>[0]): JSONContent {
  return DocumentParser.fromSchema(getSchema(extensions)).parse(manualFragment(html, UNSEEN)).toJSON() as JSONContent;
}

/** Adds pasted or dropped pictures; ignores a picture that accompanies text, as from a spreadsheet. */
function takeFiles(data: DataTransfer | null, { onFiles }: PictureOptions): boolean {
  const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (files.length === 0 || data?.types.includes('text/html')) return false;
  onFiles(files);
  return true;
}
