import type { Editor } from '@tiptap/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { useMessages } from '../../../shared/locale/index.ts';
import { countWords } from '../../../shared/manual-html/words.ts';
import { editorMessages } from './editor.messages.ts';
import { FindBar } from './find-bar.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import type { Pictures } from './pictures.ts';
import { createTextEditor, htmlOf, setText } from './text-editor.ts';
import { Toolbar } from './toolbar.tsx';

interface Props {
  /** Initial content; a new value replaces everything. */
  readonly html: string;
  readonly languageId: string;
  readonly pictures: Pictures;
  /** Called after a change; read the text with `html`. */
  readonly onChange: () => void;
  readonly onReady: (html: () => string) => void;
  readonly onWords: (words: number) => void;
  /** Hides the table of contents where there is no room for it. */
  readonly isNarrow?: boolean;
}

type Asking = { readonly what: 'link' | 'find' } | { readonly what: 'picture'; readonly file: File | null } | null;

/** Delay before the contents and the word count update; both read the whole text. */
const PAUSE_MS = 400;

/** Manual editor: toolbar, formatted text and table of contents. */
export function ManualEditor(props: Props): ReactNode {
  const { html, languageId, pictures, isNarrow = false } = props;
  const t = useMessages(editorMessages);
  const box = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, redraw] = useState(0);
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  const [asking, setAsking] = useState<Asking>(null);
  const latest = useRef({ ...props, t });
  latest.current = { ...props, t };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another text of the same language is set in the effect below
  useEffect(() => {
    if (!box.current) return;
    let timer: ReturnType<typeof setTimeout>;
    const name = languageName(languageId);
    const made = createTextEditor({
      element: box.current,
      html,
      label: latest.current.t('text', { language: name }),
      languageId,
      pictures,
      noAlt: () => latest.current.t('picture.noAlt'),
      onFiles: ([file]) => file && setAsking({ what: 'picture', file }),
    });
    const look = () => {
      setHeadings(headingsOf(made));
      latest.current.onWords(countWords(made.state.doc.textBetween(0, made.state.doc.content.size, '\n', ' ')));
    };
    made.on('transaction', () => redraw((times) => times + 1));
    made.on('update', () => {
      latest.current.onChange();
      clearTimeout(timer);
      timer = setTimeout(look, PAUSE_MS);
    });
    look();
    latest.current.onReady(() => htmlOf(made));
    setEditor(made);
    return () => {
      clearTimeout(timer);
      // Keeps the text while the editor is unmounted, for example while another language is shown.
      const last = htmlOf(made);
      latest.current.onReady(() => last);
      made.destroy();
    };
  }, [languageId, pictures]);

  const begunWith = useRef(html);
  useEffect(() => {
    if (!editor || begunWith.current === html) return;
    begunWith.current = html;
    setText(editor, html);
    setHeadings(headingsOf(editor));
    latest.current.onReady(() => htmlOf(editor));
  }, [editor, html]);

  const goTo = ({ place }: Heading) => {
    if (!editor) return;
    editor.commands.setTextSelection(place + 1);
    (editor.view.nodeDOM(place) as HTMLElement | null)?.scrollIntoView({ block: 'start' });
    editor.commands.focus(null, { scrollIntoView: false });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keyboard shortcuts of the content
    <div
      className={`me ${isNarrow ? 'is-narrow' : ''}`}
      onKeyDown={(event) => {
        const isMod = event.ctrlKey || event.metaKey;
        if (event.altKey && event.key === 'F10') bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
        else if (isMod && event.key === 'f') setAsking({ what: 'find' });
        else if (isMod && event.key === 'k') setAsking({ what: 'link' });
        else return;
        event.preventDefault();
      }}
    >
      {editor && (
        <Toolbar
          editor={editor}
          bar={bar}
          t={t}
          onLink={() => setAsking({ what: 'link' })}
          onPicture={() => setAsking({ what: 'picture', file: null })}
          onFind={() => setAsking({ what: 'find' })}
        />
      )}
      {editor && asking?.what === 'find' && (
        <FindBar
          editor={editor}
          t={t}
          onClose={() => {
            setAsking(null);
            editor.commands.focus();
          }}
        />
      )}
      <div className="me-body">
        {!isNarrow && (
          <nav className="me-contents" aria-label={t('contents')}>
            <p className="eyebrow">{t('contents')}</p>
            {headings.length === 0 && <p className="xs muted">{t('contents.none')}</p>}
            <ul>
              {headings.map((heading) => (
                <li key={heading.place} className={`level-${heading.level}`}>
                  <button type="button" className="link s" onClick={() => goTo(heading)}>
                    {heading.text || t('contents.untitled')}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div ref={box} className="me-text mn-text" />
      </div>
      {editor && asking?.what === 'link' && <LinkDialog editor={editor} t={t} onClose={() => setAsking(null)} />}
      {editor && asking?.what === 'picture' && (
        <PictureDialog editor={editor} pictures={pictures} file={asking.file} t={t} onClose={() => setAsking(null)} />
      )}
    </div>
  );
}

interface Heading {
  readonly level: number;
  readonly text: string;
  readonly place: number;
}

/** Headings of a text, in order. */
function headingsOf({ state }: Editor): readonly Heading[] {
  const found: Heading[] = [];
  state.doc.descendants((node, place) => {
    if (node.type.name === 'heading') found.push({ level: Number(node.attrs.level), text: node.textContent, place });
    return !node.isTextblock;
  });
  return found;
}
