import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import type { FieldError } from '../../shared/contracts/errors.ts';
import { type Form, type FormVersion, getForm, publishForm } from '../../shared/contracts/forms.contract.ts';
import { checkDefinition, type FormBody, isDrawable } from '../../shared/forms/index.ts';
import { copied, nodesIn } from './edits/clipboard.ts';
import { type Edit, type EditSummary, type NodeLabel, nodeLabel } from './edits/edit.ts';
import { replaceForm } from './edits/member-edits.ts';
import { add, remove } from './edits/place-edits.ts';
import { type NodeId, placesOf } from './edits/tree.ts';
import { createHistory, type Moment } from './history.ts';
import { createSaving } from './saving.ts';

export type BuilderState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready' }
  /** The draft is not a valid form; only its JSON can be edited (`replace`). */
  | { readonly status: 'unreadable'; readonly draft: unknown };

/** A screen reader announcement. Each is a new object, so that a repeated text is announced again. */
export type Announcement =
  | { readonly what: 'did' | 'undone' | 'redone'; readonly summary: EditSummary }
  | { readonly what: 'copied'; readonly count: number }
  | { readonly what: 'grabbed' | 'dropped'; readonly node: NodeLabel }
  | { readonly what: 'refused' | 'nothingToUndo' | 'nothingToRedo' | 'nothingToPaste' };

export interface ApplyOptions {
  /** Consecutive edits with the same name, such as typing in one field, form one undo step and are not announced. */
  readonly typing?: string;
}

const EMPTY: FormBody = { formatVersion: 1, id: '', title: {}, root: { type: 'stack', id: 'root', children: [] } };
/** Above this many nodes, the draft is validated after a pause instead of on each keystroke. */
const LARGE = 80;
const CHECK_PAUSE_MS = 250;

/** State of one form in the builder. `send` is `call` of shared/api. Call `stop` on unmount. */
export function createBuilderStore({ send, formId }: { readonly send: typeof call; readonly formId: string }) {
  const state = signal<BuilderState>({ status: 'loading' });
  const form = signal<Form | null>(null);
  const moment = signal<Moment>({ body: EMPTY, selection: [] });
  const body = computed(() => moment.value.body);
  const selection = computed(() => moment.value.selection);
  const problems = signal<readonly FieldError[]>([]);
  const announcement = signal<Announcement | null>(null);
  const languageId = signal<string>(LANGUAGES[0]);
  const history = createHistory();
  const idempotent = createIdempotentRequest();
  const saving = createSaving({
    send,
    formId,
    body: () => moment.peek().body,
    saved: (saved) => {
      form.value = { ...form.peek(), ...withoutBody(saved) };
    },
  });
  let checking: ReturnType<typeof setTimeout> | undefined;

  const stopChecking = effect(() => {
    const now = body.value;
    clearTimeout(checking);
    if (now === EMPTY) return;
    const check = () => {
      problems.value = checkDefinition(now);
    };
    if (placesOf(now).size > LARGE) checking = setTimeout(check, CHECK_PAUSE_MS);
    else check();
  });

  /** Problems by node id; problems of the form itself (title, rules, outcomes) are under ''. */
  const problemsByNode: ReadonlySignal<ReadonlyMap<NodeId, readonly FieldError[]>> = computed(() => {
    const byPointer = [...placesOf(body.value).values()].map(({ id, pointer }) => [pointer, id] as const);
    const found = new Map<NodeId, FieldError[]>();
    for (const problem of problems.value) {
      let [deepest, length] = ['', 0];
      for (const [pointer, id] of byPointer) {
        const isInside = problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`);
        if (isInside && pointer.length > length) [deepest, length] = [id, pointer.length];
      }
      found.set(deepest, [...(found.get(deepest) ?? []), problem]);
    }
    return found;
  });

  async function load(): Promise<void> {
    state.value = { status: 'loading' };
    try {
      take(await send(getForm, { params: { id: formId } }));
    } catch (error) {
      state.value = { status: 'failed', code: codeOf(error) };
    }
  }

  /** Resets the store to the server's state. */
  function take(read: Form): void {
    form.value = withoutBody(read);
    history.clear();
    const draft: unknown = read.body;
    if (!isDrawable(draft)) {
      state.value = { status: 'unreadable', draft };
      saving.begin(read, EMPTY);
      return;
    }
    saving.begin(read, draft);
    const kept = moment.peek().selection.filter((id) => placesOf(draft).has(id));
    moment.value = { body: draft, selection: kept };
    state.value = { status: 'ready' };
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
    saving.changed();
    return true;
  }

  /** Announces that a node was picked up or dropped with the keyboard. */
  function announce(what: 'grabbed' | 'dropped', id: NodeId): void {
    announcement.value = { what, node: nodeLabel(placesOf(body.peek()).get(id)?.node) };
  }

  function undo(): boolean {
    return turn('undo');
  }

  function redo(): boolean {
    return turn('redo');
  }

  function turn(direction: 'undo' | 'redo'): boolean {
    const step = direction === 'undo' ? history.undo() : history.redo();
    if (!step) {
      announcement.value = { what: direction === 'undo' ? 'nothingToUndo' : 'nothingToRedo' };
      return false;
    }
    moment.value = direction === 'undo' ? step.before : step.after;
    announcement.value = { what: direction === 'undo' ? 'undone' : 'redone', summary: step.summary };
    saving.changed();
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

  /** Replaces the whole draft, from the JSON view or an older version. Returns false if `next` is not a form or has another id. */
  function replace(next: unknown): boolean {
    if (!isDrawable(next) || next.id !== formId) return false;
    const isRepaired = state.peek().status === 'unreadable';
    state.value = { status: 'ready' };
    if (!isRepaired) return apply(replaceForm(next));
    moment.value = { body: next, selection: [] };
    saving.changed();
    return true;
  }

  /** Resolves a save conflict: `theirs` reloads the other user's draft, `mine` overwrites it. */
  async function resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const now = saving.state.peek();
    if (now.status !== 'conflict') return;
    if (choice === 'theirs') take(now.theirs);
    else {
      saving.begin(now.theirs, now.theirs.body as unknown as FormBody);
      await saving.save();
    }
  }

  /** Publishes the current draft as a version. Throws ApiError, also if the draft could not be saved first. */
  async function publish(note: string): Promise<FormVersion> {
    await saving.save();
    if (saving.isChanged()) throw new ApiError('network', 0);
    const published = moment.peek().body;
    const body = note.trim() === '' ? {} : { note: note.trim() };
    const version = await idempotent.carryOut([body, published], (idempotencyKey) =>
      send(publishForm, { params: { id: formId }, body, idempotencyKey }),
    );
    // Publishing changes the form's version; the next save must send the new one.
    const read = await send(getForm, { params: { id: formId } });
    form.value = withoutBody(read);
    saving.begin(read, published);
    saving.changed();
    return version;
  }

  return {
    formId,
    state,
    /** The form's data on the server, apart from the draft. */
    form,
    body,
    selection,
    problems,
    problemsByNode,
    announcement,
    /** Language in which the builder shows and edits texts. */
    languageId,
    saving: saving.state as ReadonlySignal<typeof saving.state.value>,
    nextUndo: history.nextUndo,
    nextRedo: history.nextRedo,
    load,
    apply,
    undo,
    redo,
    announce,
    select,
    /** Ends the current undo step, so that the next edit starts another, even in the same field. */
    closeStep: history.close,
    copy,
    cut,
    paste,
    replace,
    save: saving.save,
    publish,
    resolve,
    isChanged: saving.isChanged,
    stop(): void {
      stopChecking();
      clearTimeout(checking);
      saving.stop();
    },
  };
}

export type BuilderStore = ReturnType<typeof createBuilderStore>;

function withoutBody({ body: _body, ...form }: Form): Form {
  return form;
}
