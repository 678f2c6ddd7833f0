import { Editor, type JSONContent } from '@tiptap/core';
import { StarterKit } from '@tiptap/starter-kit';
import { Bold, Heading3, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { ControlBox, Field, FieldNote } from '../../../shared/ui/field.tsx';
import { useBuilder } from '../builder-context.ts';
import { documentOf, sourceOf } from './rich-text-document.ts';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (source: string) => void;
}

/**
 * Edits static text of a form in one language, formatted as it will be shown. The content is passed as a document and never
 * parsed as HTML; only pasted content is parsed, under the Trusted Types policy `ProseMirrorClipboard`.
 */
export function RichTextEditor({ label, value, error, onChange }: Props): ReactNode {
  const { t } = useBuilder();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, redraw] = useState(0);
  const [address, setAddress] = useState<string | null>(null);
  const latest = useRef({ onChange, value });
  latest.current = { onChange, value };

  useEffect(() => {
    if (!box.current) return;
    const made = new Editor({
      element: box.current,
      injectCSS: false,
      content: documentOf(latest.current.value) as JSONContent,
      extensions: [
        StarterKit.configure({
          heading: { levels: [3] },
          link: { openOnClick: false, autolink: false, protocols: ['http', 'https', 'mailto'] },
          blockquote: false,
          code: false,
          codeBlock: false,
          dropcursor: false,
          gapcursor: false,
          horizontalRule: false,
          strike: false,
          trailingNode: false,
          underline: false,
        }),
      ],
      editorProps: {
        attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}label`, 'data-own-keys': '' },
      },
      onTransaction: () => redraw((times) => times + 1),
      onUpdate: ({ editor: now }) => {
        const source = sourceOf(now.getJSON());
        if (source !== latest.current.value) latest.current.onChange(source);
      },
    });
    setEditor(made);
    return () => made.destroy();
  }, [id]);

  useEffect(() => {
    // The value was undone, or changed in another panel.
    if (editor && sourceOf(editor.getJSON()) !== value) {
      editor.commands.setContent(documentOf(value) as JSONContent, { emitUpdate: false });
    }
  }, [editor, value]);

  const tool = (name: string, icon: LucideIcon, text: string, run: (now: Editor) => void, attributes = {}) => (
    <IconButton
      small
      icon={icon}
      label={text}
      aria-pressed={editor?.isActive(name, attributes) ?? false}
      onClick={() => editor && run(editor)}
    />
  );
  return (
    <div className="field">
      <span className="label" id={`${id}label`}>
        {label}
      </span>
      <div className="fb-rich-tools" role="toolbar" aria-label={label}>
        {tool('bold', Bold, t('rich.bold'), (now) => now.chain().focus().toggleBold().run())}
        {tool('italic', Italic, t('rich.emphasis'), (now) => now.chain().focus().toggleItalic().run())}
        {tool('heading', Heading3, t('rich.heading'), (now) => now.chain().focus().toggleHeading({ level: 3 }).run(), {
          level: 3,
        })}
        {tool('bulletList', List, t('rich.bullets'), (now) => now.chain().focus().toggleBulletList().run())}
        {tool('orderedList', ListOrdered, t('rich.numbers'), (now) => now.chain().focus().toggleOrderedList().run())}
        {tool('link', Link, t('rich.link'), (now) => {
          if (now.isActive('link')) now.chain().focus().extendMarkRange('link').unsetLink().run();
          else setAddress('https://');
        })}
      </div>
      {address !== null && editor && (
        <Field label={t('rich.link.address')}>
          {(control) => (
            <ControlBox>
              <input
                {...control}
                data-own-keys=""
                value={address}
                onChange={(event) => setAddress(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Escape') setAddress(null);
                }}
              />
              <Button
                small
                blocked={!/^(https?:\/\/|mailto:)[^"<>\s]+$/.test(address)}
                onClick={() => {
                  editor.chain().focus().setLink({ href: address }).run();
                  setAddress(null);
                }}
              >
                {t('rich.link.set')}
              </Button>
            </ControlBox>
          )}
        </Field>
      )}
      <div ref={box} className={`control fb-rich-box ${error ? 'invalid' : ''}`} />
      <FieldNote id={`${id}note`} error={error} />
    </div>
  );
}
