import type { Editor } from '@tiptap/core';
import {
  Bold,
  Code,
  ImagePlus,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Minus,
  Redo2,
  Search,
  Strikethrough,
  Subscript,
  Superscript,
  Table2,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { NOTES } from '../../../shared/manual-html/allowed.ts';
import { IconButton } from '../../../shared/ui/button.tsx';
import { Menu } from '../../../shared/ui/menu.tsx';
import { moveFocus } from '../../../shared/ui/move-focus.ts';
import type { TextOf } from '../text-of.ts';
import type { editorMessages } from './editor.messages.ts';
import type { NoteKind } from './note.ts';
import { canChangeTable, changeTable, insertTable, TABLE_ACTIONS, type TableAction } from './table.ts';

export type EditorText = TextOf<typeof editorMessages>;

interface Props {
  readonly editor: Editor;
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly onLink: () => void;
  readonly onPicture: () => void;
  readonly onFind: () => void;
  readonly t: EditorText;
}

const KINDS = ['paragraph', 'h1', 'h2', 'h3', 'h4', 'quote', 'code'] as const;
type Kind = (typeof KINDS)[number];

function kindOf(editor: Editor): Kind {
  for (const level of [1, 2, 3, 4] as const) if (editor.isActive('heading', { level })) return `h${level}`;
  if (editor.isActive('codeBlock')) return 'code';
  return editor.isActive('blockquote') ? 'quote' : 'paragraph';
}

function setKind(editor: Editor, kind: Kind): void {
  const change = editor.chain().focus();
  if (editor.isActive('blockquote') && kind !== 'quote') change.lift('blockquote');
  if (kind === 'paragraph') change.setParagraph();
  else if (kind === 'quote') change.setParagraph().setBlockquote();
  else if (kind === 'code') change.setCodeBlock();
  else change.setHeading({ level: Number(kind.slice(1)) as 1 | 2 | 3 | 4 });
  change.run();
}

/** Toolbar with a roving tabindex: one Tab stop, arrow keys between the buttons. */
export function Toolbar({ editor, bar, onLink, onPicture, onFind, t }: Props): ReactNode {
  const tools = () => [...(bar.current?.querySelectorAll<HTMLElement>('.me-tool') ?? [])];
  // Tab stop: the button focused last, otherwise the first.
  useEffect(() => {
    const all = tools();
    const current = all.find((tool) => tool.tabIndex === 0) ?? all[0];
    for (const tool of all) tool.tabIndex = tool === current ? 0 : -1;
  });
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (!(event.target instanceof HTMLElement && event.target.matches('.me-tool'))) return;
    if (event.key === 'Escape') editor.commands.focus();
    else moveFocus(event, tools(), 'horizontal');
  };
  const tool = (icon: LucideIcon, label: string, run: () => void, pressed?: boolean, blocked = false) => (
    <IconButton
      small
      icon={icon}
      label={label}
      className="me-tool"
      aria-pressed={pressed}
      blocked={blocked}
      onClick={run}
    />
  );
  const mark = (name: string, icon: LucideIcon, label: string) =>
    tool(icon, label, () => editor.chain().focus().toggleMark(name).run(), editor.isActive(name));
  const inList = editor.isActive('listItem');
  return (
    <div
      ref={bar}
      className="me-tools"
      role="toolbar"
      aria-label={t('tools')}
      title={t('tools.hint')}
      onKeyDown={press}
      onFocus={({ target }) => {
        if (!target.matches('.me-tool')) return;
        for (const one of tools()) one.tabIndex = one === target ? 0 : -1;
      }}
    >
      <select
        className="control me-tool me-kind"
        aria-label={t('kind')}
        value={kindOf(editor)}
        onChange={({ target }) => setKind(editor, target.value as Kind)}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`kind.${kind}`)}
          </option>
        ))}
      </select>
      <span className="me-group">
        {mark('bold', Bold, t('bold'))}
        {mark('italic', Italic, t('italic'))}
        {mark('strike', Strikethrough, t('strike'))}
        {mark('code', Code, t('code'))}
        {mark('subscript', Subscript, t('sub'))}
        {mark('superscript', Superscript, t('sup'))}
      </span>
      <span className="me-group">
        {tool(List, t('bullets'), () => editor.chain().focus().toggleBulletList().run(), editor.isActive('bulletList'))}
        {tool(
          ListOrdered,
          t('numbers'),
          () => editor.chain().focus().toggleOrderedList().run(),
          editor.isActive('orderedList'),
        )}
        {inList && tool(IndentIncrease, t('deeper'), () => editor.chain().focus().sinkListItem('listItem').run())}
        {inList && tool(IndentDecrease, t('shallower'), () => editor.chain().focus().liftListItem('listItem').run())}
      </span>
      <span className="me-group">
        {tool(Link, t('link'), onLink, editor.isActive('link'))}
        {tool(ImagePlus, t('picture'), onPicture, editor.isActive('figure'))}
        <NoteMenu editor={editor} t={t} />
        <TableMenu editor={editor} t={t} />
        {tool(Minus, t('line'), () => editor.chain().focus().setHorizontalRule().run())}
      </span>
      <span className="me-group">
        {tool(Undo2, t('undo'), () => editor.chain().focus().undo().run(), undefined, !editor.can().undo())}
        {tool(Redo2, t('redo'), () => editor.chain().focus().redo().run(), undefined, !editor.can().redo())}
        {tool(Search, t('find'), onFind)}
      </span>
    </div>
  );
}

interface MenuProps {
  readonly editor: Editor;
  readonly t: EditorText;
}

function NoteMenu({ editor, t }: MenuProps): ReactNode {
  const isNote = editor.isActive('note');
  const choose = (kind: NoteKind | null) => {
    const change = editor.chain().focus();
    (kind ? change.setNote(kind) : change.unsetNote()).run();
  };
  return (
    <Menu
      label={t('note')}
      items={[
        ...NOTES.map((kind) => ({
          id: kind,
          label: t(`note.${kind}`),
          checked: editor.isActive('note', { kind }),
          onSelect: () => choose(kind),
        })),
        { id: 'none', label: t('note.none'), checked: !isNote, begins: true, onSelect: () => isNote && choose(null) },
      ]}
      trigger={(button) => (
        <IconButton
          {...button}
          small
          icon={TriangleAlert}
          label={t('note')}
          aria-pressed={isNote}
          className="me-tool"
        />
      )}
    />
  );
}

function TableMenu({ editor, t }: MenuProps): ReactNode {
  const isTable = editor.isActive('table');
  const actions = isTable ? (Object.keys(TABLE_ACTIONS) as TableAction[]) : [];
  return (
    <Menu
      label={t('table')}
      items={[
        ...(isTable ? [] : [{ id: 'insert', label: t('table.insert'), onSelect: () => insertTable(editor) }]),
        ...actions.map((action) => ({
          id: action,
          label: t(`table.${action}`),
          blocked: !canChangeTable(editor, action),
          danger: action === 'remove',
          begins: action === 'removeRow',
          onSelect: () => changeTable(editor, action),
        })),
      ]}
      trigger={(button) => (
        <IconButton {...button} small icon={Table2} label={t('table')} aria-pressed={isTable} className="me-tool" />
      )}
    />
  );
}
