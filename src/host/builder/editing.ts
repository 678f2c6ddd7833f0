import { computed, signal } from '@preact/signals-core';
import type { FormBody } from '../../shared/forms/index.ts';
import { copied, nodesIn } from './edits/clipboard.ts';
import { type Edit, type EditSummary, type NodeLabel, nodeLabel } from './edits/edit.ts';
import { add, remove } from './edits/place-edits.ts';
import { type NodeId, placesOf } from './edits/tree.ts';
import { createHistory, type Moment } from './history.ts';

/** A screen reader announcement. Each is a new object, so that a repeated text is announced again. */
export type Announcement =
  | { readonly what: 'did' | 'undone' | 'redone'; readonly summary: EditSummary }
  | { readonly what: 'copied'; readonly count: number }
  | { readonly what: 'grabbed' | 'dropped'; readonly node: NodeLabel }
  | { readonly what: 'refused' | 'nothingToUndo' | 'nothingToRedo' | 'nothingToPaste' };

interface ApplyOptions {
  /** Consecutive edits with the same name, such as typing in one field, form one undo step and are not announced. */
  readonly typing?: string;
}

const EMPTY: FormBody = { formatVersion: 1, id: '', title: {}, root: { type: 'stack', id: 'root', children: [] } };

/** The draft with its selection, edits, undo and clipboard. `changed` is called after each change of the draft. */
export function createEditing({ changed }: { readonly changed: () => void }) {
  const moment = signal<Moment>({ body: EMPTY, selection: [] });
  const body = computed(() => moment.value.body);
  const selection = computed(() => moment.value.selection);
  const loaded = computed(() => (body.value === EMPTY ? null : body.value));
  const announcement = signal<Announcement | null>(null);
  const history = createHistory();

  /** Replaces the draft without an undo step. Nodes that the new draft also has stay selected. */
  function reset(draft: FormBody): void {
    const kept = moment.peek().selection.filter((id) => placesOf(draft).has(id));
    moment.value = { body: draft, selection: kept };
  }

  /** Applies an edit. Returns false if the edit is impossible or changes nothing. */
  function apply(edit: Edit, { typing }: ApplyOptions = {}): boolean {
    const before = moment.peek();
    const edited = edit(before.body, before.selection);
    if (!edited) {
      if (typing === undefined) announcement.value = { what: 'refused' };
      return false;
    }
    const after = { body: edited.body, selection: edited.selection };
    history.add({ before, after, summary: edited.summary }, typing);
    moment.value = after;
    if (typing === undefined) announcement.value = { what: 'did', summary: edited.summary };
    changed();
    return true;
  }

  /** Announces that a node was picked up or dropped with the keyboard. */
  function announce(what: 'grabbed' | 'dropped', id: NodeId): void {
    announcement.value = { what, node: nodeLabel(placesOf(body.peek()).get(id)?.node) };
  }

  function turn(direction: 'undo' | 'redo'): boolean {
    const step = direction === 'undo' ? history.undo() : history.redo();
    if (!step) {
      announcement.value = { what: direction === 'undo' ? 'nothingToUndo' : 'nothingToRedo' };
      return false;
    }
    moment.value = direction === 'undo' ? step.before : step.after;
    announcement.value = { what: direction === 'undo' ? 'undone' : 'redone', summary: step.summary };
    changed();
    return true;
  }

  /** Selects nodes; `add` toggles them in the current selection. */
  function select(ids: readonly NodeId[], how: 'only' | 'add' = 'only'): void {
    const now = moment.peek();
    const known = ids.filter((id) => placesOf(now.body).has(id));
    const before = new Set(now.selection);
    const next =
      how === 'only'
        ? known
        : [...now.selection.filter((id) => !known.includes(id)), ...known.filter((id) => !before.has(id))];
    history.close();
    moment.value = { ...now, selection: next };
  }

  /** Returns the selected nodes as clipboard text, or null without a selection. */
  function copy(): string | null {
    const now = moment.peek();
    const text = copied(now.body, now.selection);
    if (text !== null) announcement.value = { what: 'copied', count: now.selection.length };
    return text;
  }

  function cut(): string | null {
    const text = copy();
    if (text !== null) apply(remove(moment.peek().selection));
    return text;
  }

  /** Inserts nodes from `copy`, also from another form. Returns false if the text holds no nodes or they are not allowed here. */
  function paste(text: string): boolean {
    const nodes = nodesIn(text);
    if (!nodes) {
      announcement.value = { what: 'nothingToPaste' };
      return false;
    }
    return apply(add(nodes, undefined, 'pasted'));
  }

  return {
    body,
    selection,
    /** The draft; null until it has loaded. */
    loaded,
    announcement,
    nextUndo: history.nextUndo,
    nextRedo: history.nextRedo,
    reset,
    clearHistory: history.clear,
    apply,
    announce,
    undo: () => turn('undo'),
    redo: () => turn('redo'),
    select,
    /** Ends the current undo step, so that the next edit starts another, even in the same field. */
    closeStep: history.close,
    copy,
    cut,
    paste,
  };
}
