import {
  ArrowDown,
  ArrowUp,
  BookmarkPlus,
  ClipboardPaste,
  Columns2,
  Copy,
  CopyPlus,
  CornerLeftUp,
  CornerRightDown,
  Footprints,
  Heading,
  ListEnd,
  type LucideIcon,
  PanelTop,
  Pencil,
  Scissors,
  Trash2,
  Ungroup,
} from 'lucide-react';
import type { Texts } from '../../shared/forms/index.ts';
import type { Builder } from './builder-context.ts';
import type { Edit } from './edits/edit.ts';
import { keyByLabel, labelled, lostBy } from './edits/member-edits.ts';
import { add, duplicate, remove, step, unwrap, type Wrapping, wrap, wrapFollowing } from './edits/place-edits.ts';
import { isContainer, type NodeId, placesOf, rootId } from './edits/tree.ts';
import { blankNode } from './node-types.ts';

/** Applies an edit and moves the focus to the new selection. */
export function change({ store, view }: Builder, edit: Edit): boolean {
  const isDone = store.apply(edit);
  view.focus.value += 1;
  return isDone;
}

/** Adds a new part and starts editing its label. */
export function addNew(builder: Builder, type: string, edit?: (node: ReturnType<typeof blankNode>) => Edit): boolean {
  const { store, view, t } = builder;
  const node = blankNode(type, store.languageId.peek(), t);
  if (!change(builder, edit ? edit(node) : add([node]))) return false;
  const [id] = store.selection.peek();
  if (id !== undefined) {
    showPageOf(builder, id);
    if (hasLabel(builder, id)) view.editing.value = id;
  }
  view.pane.value = 'canvas';
  return true;
}

function hasLabel({ store }: Builder, id: NodeId): boolean {
  const node = placesOf(store.body.peek()).get(id)?.node;
  return node !== undefined && ('label' in node || ['section', 'tab', 'step', 'stack'].includes(node.type));
}

/** Shows the tab and wizard pages that contain a node. */
export function showPageOf({ store, view }: Builder, id: NodeId): void {
  const places = placesOf(store.body.peek());
  const pages = new Map(view.pages.peek());
  for (let at = places.get(id); at && at.parent !== null; at = places.get(at.parent)) {
    if (at.node.type === 'tab' || at.node.type === 'step') pages.set(at.parent, at.id);
  }
  view.pages.value = pages;
}

/** Shows the design view with this node selected; null keeps the selection. */
export function showNode(builder: Builder, id: NodeId | null): void {
  const { store, view } = builder;
  view.shown.value = 'design';
  if (id === null) return;
  store.select([id]);
  showPageOf(builder, id);
  view.focus.value += 1;
}

/** Sets a label. A key generated from the type is regenerated from the first label. */
export function setLabel(builder: Builder, id: NodeId, text: string): void {
  const { store } = builder;
  const node = placesOf(store.body.peek()).get(id)?.node;
  if (!node) return;
  const languageId = store.languageId.peek();
  const isGiven = 'key' in node && new RegExp(`^(${node.type}|lines|entries)\\d*$`).test(node.key);
  change(builder, labelled(id, languageId, text, isGiven ? keyByLabel : null));
}

/** Deletes the selection, after confirmation if other nodes refer to it. */
export function askToRemove(builder: Builder): void {
  const { store, view } = builder;
  const ids = store.selection.peek().filter((id) => id !== rootId(store.body.peek()));
  if (ids.length === 0) return;
  const lost = lostBy(store.body.peek(), ids);
  if (lost.length > 0) view.dialog.value = { kind: 'remove', ids, lost };
  else change(builder, remove(ids));
}

async function copyToClipboard({ store }: Builder, isCut = false): Promise<void> {
  const text = isCut ? store.cut() : store.copy();
  if (text !== null) await navigator.clipboard.writeText(text);
}

async function pasteFromClipboard(builder: Builder): Promise<void> {
  let text = '';
  try {
    text = await navigator.clipboard.readText();
  } catch {
    // Clipboard access was denied: nothing is pasted, and the user is informed.
  }
  builder.store.paste(text);
  builder.view.focus.value += 1;
}

export interface Command {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly keys?: string;
  readonly begins?: boolean;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** All actions available for the selection. */
export function commandsOf(builder: Builder): readonly Command[] {
  const { store, view, t } = builder;
  const body = store.body.peek();
  const ids = store.selection.peek();
  const node = placesOf(body).get(ids.at(-1) ?? '')?.node;
  const isRoot = ids.includes(rootId(body));
  const isColumn = ids.some((id) => !placesOf(body).get(id)?.parent?.startsWith('#'));
  const title: Texts = { [store.languageId.peek()]: t('section.new') };
  const put = (type: Wrapping) => change(builder, wrap(ids, type, title));
  const paste: Command = {
    id: 'paste',
    label: t('do.paste'),
    icon: ClipboardPaste,
    keys: 'Ctrl+V',
    run: () => void pasteFromClipboard(builder),
  };
  if (!node || isRoot) return [paste];
  const inner = isContainer(node) && 'children' in node;
  return [
    { id: 'rename', label: t('do.rename'), icon: Pencil, keys: 'F2', run: () => editLabel(builder) },
    {
      id: 'up',
      label: t('do.up'),
      icon: ArrowUp,
      keys: 'Alt+↑',
      begins: true,
      run: () => change(builder, step(ids, 'up')),
    },
    { id: 'down', label: t('do.down'), icon: ArrowDown, keys: 'Alt+↓', run: () => change(builder, step(ids, 'down')) },
    { id: 'in', label: t('do.in'), icon: CornerRightDown, keys: 'Alt+→', run: () => change(builder, step(ids, 'in')) },
    { id: 'out', label: t('do.out'), icon: CornerLeftUp, keys: 'Alt+←', run: () => change(builder, step(ids, 'out')) },
    ...(isColumn
      ? []
      : ([
          {
            id: 'section',
            label: t('do.section'),
            icon: Heading,
            keys: 'Ctrl+G',
            begins: true,
            run: () => put('section'),
          },
          {
            id: 'following',
            label: t('do.following'),
            icon: ListEnd,
            keys: 'Ctrl+Shift+G',
            run: () => change(builder, wrapFollowing(ids[0] as NodeId, title)),
          },
          { id: 'columns', label: t('do.columns'), icon: Columns2, run: () => put('columns') },
          { id: 'tabs', label: t('do.tabs'), icon: PanelTop, run: () => put('tabs') },
          { id: 'wizard', label: t('do.wizard'), icon: Footprints, run: () => put('wizard') },
        ] satisfies Command[])),
    ...(inner && ids.length === 1
      ? [{ id: 'unwrap', label: t('do.unwrap'), icon: Ungroup, run: () => change(builder, unwrap(ids[0] as NodeId)) }]
      : []),
    {
      id: 'copy',
      label: t('do.copy'),
      icon: Copy,
      keys: 'Ctrl+C',
      begins: true,
      run: () => void copyToClipboard(builder),
    },
    { id: 'cut', label: t('do.cut'), icon: Scissors, keys: 'Ctrl+X', run: () => void copyToClipboard(builder, true) },
    paste,
    {
      id: 'duplicate',
      label: t('do.duplicate'),
      icon: CopyPlus,
      keys: 'Ctrl+D',
      run: () => change(builder, duplicate(ids)),
    },
    {
      id: 'fragment',
      label: t('do.fragment'),
      icon: BookmarkPlus,
      run: () => {
        view.dialog.value = { kind: 'fragment', ids };
      },
    },
    {
      id: 'remove',
      label: t('do.remove'),
      icon: Trash2,
      keys: 'Delete',
      begins: true,
      danger: true,
      run: () => askToRemove(builder),
    },
  ];
}

/** Starts editing the label of the selected node. */
export function editLabel(builder: Builder): void {
  const id = builder.store.selection.peek().at(-1);
  if (id !== undefined && hasLabel(builder, id)) builder.view.editing.value = id;
}
