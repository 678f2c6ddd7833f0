import { effect, signal } from '@preact/signals-core';
import { type ApiError, asApiError, type call } from '../../../shared/api/index.ts';
import { AUTOSAVE_RETRY_MS } from '../../../shared/contracts/constants.ts';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import {
  type Draft,
  deleteDraft,
  getTaskForm,
  putDraft,
  type TaskForm,
} from '../../../shared/contracts/tasks.contract.ts';
import { createSaveTimer } from '../../../shared/drafts/save-timer.ts';
import { createFormModel, type FormModel, type FormValues, same } from '../../../shared/forms/index.ts';
import { type ChangedBy, createDraftConflicts } from './draft-conflicts.ts';
import { type DraftInput, isSameInput, putUnread, resetInput } from './draft-input.ts';
import type { LocalDrafts } from './local-drafts.ts';

export type DraftState =
  | { readonly status: 'none' }
  /** Changed; will be sent within seconds. */
  | { readonly status: 'waiting' }
  | { readonly status: 'saving' }
  | { readonly status: 'kept'; readonly at: string }
  /** The server is unreachable: stored in this browser, or not at all. Retries. */
  | { readonly status: 'offline'; readonly isLocal: boolean }
  /** The task no longer accepts drafts. */
  | { readonly status: 'stopped' };

export interface DraftKeeperOptions {
  readonly send: typeof call;
  readonly taskId: string;
  readonly form: TaskForm;
  readonly model: FormModel;
  readonly local: LocalDrafts | undefined;
  /**
   * Schedules reading the input after the key press is rendered, so that long forms stay responsive. Runs at once if
   * omitted.
   */
  readonly later?: (look: () => void) => void;
}

/** Pause in typing before the draft is sent; also the interval during continuous typing. */
const PAUSE_MS = 2000;

/**
 * Saves the input of a form (TSK-19, BEY-07): at once in the browser on our own pages, seconds later on the server.
 * Changes by other users are merged by field; only fields changed by both are conflicts.
 */
export function createDraftKeeper({ send, taskId, form, model, local, later }: DraftKeeperOptions) {
  const state = signal<DraftState>({ status: 'none' });
  const comment = signal('');
  const { conflicts, merge, resolve } = createDraftConflicts(model);
  const timer = createSaveTimer(() => void save(), PAUSE_MS);
  /** Changes when the draft was carried over to a newer form version; shown until dismissed (BEY-08). */
  const carriedOver = signal(form.carriedOver ?? []);
  /** Task values of the last merge. */
  let base = model.values.peek();
  /** Draft on the server. */
  let kept: { rev: number } & DraftInput = { rev: 0, values: base, unread: {}, comment: '' };
  let seen: DraftInput = { values: base, unread: {}, comment: '' };
  let isRunning = true;
  /** There is input that has not been read yet. */
  let isFresh = false;

  const input = (): DraftInput => ({
    values: model.values.peek(),
    unread: Object.fromEntries(model.unread.peek()),
    comment: comment.peek(),
  });
  const untouched = () => ({ rev: 0, values: base, unread: {}, comment: '' });
  const isTyped = () => !isSameInput(input(), untouched());

  begin();
  const unsubscribe = effect(() => {
    void model.changes.value;
    void comment.value;
    if (isFresh) return;
    isFresh = true;
    if (later) later(look);
    else look();
  });

  /** Applies the server's draft, then newer input from this browser. */
  function begin(): void {
    const stored = local?.read(taskId);
    const { draft } = form;
    if (draft) {
      comment.value = draft.comment ?? '';
      merge(draft.base as FormValues, draft.values as FormValues, base, savedBy(form));
      putUnread(model, draft.unread);
      kept = { rev: draft.rev, values: draft.values as FormValues, unread: draft.unread, comment: draft.comment ?? '' };
      state.value = { status: 'kept', at: draft.updated };
    }
    if (stored && stored.formVersion !== form.number) {
      // Typed into another version: keep what this version accepts.
      comment.value = stored.comment || comment.peek();
      model.fill(shownValues({ ...form, values: stored.values as Values }));
    } else if (stored) {
      comment.value = stored.comment || comment.peek();
      merge(stored.from, stored.values, model.values.peek(), () => ({ by: null, at: draft?.updated ?? null }));
    }
    putUnread(model, stored?.unread ?? {});
    seen = input();
    if (!isSameInput(seen, kept) && (stored || draft)) timer.schedule(0);
  }

  function look(): void {
    if (!isFresh) return;
    isFresh = false;
    const now = input();
    if (isRunning && !isSameInput(now, seen)) changed(now);
  }

  function changed(now: DraftInput): void {
    seen = now;
    if (state.peek().status === 'stopped') return;
    if (isSameInput(now, kept) && (kept.rev === 0 || isTyped())) {
      local?.remove(taskId);
      timer.stop();
      if (kept.rev === 0) state.value = { status: 'none' };
      return;
    }
    local?.write(taskId, { from: kept.values, formVersion: form.number, ...now });
    if (state.peek().status !== 'saving') state.value = { status: 'waiting' };
    timer.changed();
  }

  /** Sends what the server does not have yet; resolves after the attempt. */
  async function save(): Promise<void> {
    look();
    timer.stop();
    const now = input();
    if (!isRunning || ['saving', 'stopped'].includes(state.peek().status)) return;
    if (isSameInput(now, kept) && (kept.rev === 0 || isTyped())) return;
    state.value = { status: 'saving' };
    try {
      if (!isTyped()) {
        await send(deleteDraft, { params: { id: taskId } });
        kept = untouched();
        local?.remove(taskId);
        state.value = { status: 'none' };
        return;
      }
      const draft = await put(now);
      kept = { rev: draft.rev, ...now };
      const stored = local?.read(taskId);
      if (stored && same(stored.values, now.values) && same(stored.unread ?? {}, now.unread)) local?.remove(taskId);
      if (!isRunning) return;
      state.value = { status: 'kept', at: draft.updated };
      if (!isSameInput(input(), kept)) changed(input());
    } catch (error) {
      if (isRunning) refused(asApiError(error));
    }
  }

  function put(now: DraftInput): Promise<Draft> {
    const body = {
      rev: kept.rev,
      base: base as Values,
      values: now.values as Values,
      unread: now.unread,
      comment: now.comment,
      formVersion: form.number,
    };
    return send(putDraft, { params: { id: taskId }, body });
  }

  /** Records that the user has seen the differences: the draft now belongs to this version. */
  async function acknowledge(): Promise<void> {
    carriedOver.value = [];
    if (kept.rev === 0 || !isTyped()) return;
    const now = input();
    // If this fails nothing is lost; the message shows again.
    const draft = await put(now).catch(() => null);
    if (draft) kept = { rev: draft.rev, ...now };
  }

  function refused(error: ApiError): void {
    if (error.code === 'draft.conflict') {
      const theirs = (error.problem?.theirs ?? null) as Draft | null;
      state.value = { status: 'waiting' };
      if (theirs) mergeDraft(theirs);
      else kept = untouched();
      timer.schedule(0);
      return;
    }
    const isFinal = error.status >= 400 && error.status < 500 && ![401, 408, 429].includes(error.status);
    if (isFinal) {
      state.value = { status: 'stopped' };
      return;
    }
    state.value = { status: 'offline', isLocal: local !== undefined };
    timer.schedule(AUTOSAVE_RETRY_MS);
  }

  /** Merges a draft saved first by another window of the same user. */
  function mergeDraft(theirs: Draft): void {
    const now = input();
    const from = kept;
    kept = {
      rev: theirs.rev,
      values: theirs.values as FormValues,
      unread: theirs.unread,
      comment: theirs.comment ?? '',
    };
    if (now.comment === from.comment) comment.value = kept.comment;
    merge(from.values, now.values, kept.values, () => ({ by: null, at: theirs.updated }));
    putUnread(model, theirs.unread);
  }

  /** Loads changes of the task or its draft from elsewhere and merges them. */
  async function sync(): Promise<void> {
    if (!isRunning || state.peek().status === 'saving') return;
    const fresh = await send(getTaskForm, { params: { id: taskId } }).catch(() => null);
    // Another version of the form is rendered by the component that shows the task.
    const isOther = !fresh?.body || fresh.number !== form.number;
    if (isOther || !isRunning || state.peek().status === 'saving') return;
    const { draft } = fresh;
    if (draft && draft.rev > kept.rev) {
      mergeDraft(draft);
      state.value = { status: 'kept', at: draft.updated };
    } else if (!draft && kept.rev > 0 && isSameInput(input(), kept)) {
      // Discarded in another window, with no input here since.
      kept = untouched();
      comment.value = '';
      resetInput(model, base);
      state.value = { status: 'none' };
    }
    const values = shownValues(fresh);
    if (!same(values, base)) {
      const mine = model.values.peek();
      const from = base;
      base = values;
      if (kept.rev === 0) kept = { ...kept, values };
      merge(from, mine, values, savedBy(fresh));
    }
    if (!isSameInput(input(), kept) || (kept.rev > 0 && !isTyped())) timer.schedule(PAUSE_MS);
  }

  /** Values that a form shows without a draft. */
  function shownValues({ values }: TaskForm): FormValues {
    const { body, today, languageId } = model;
    return createFormModel(body, { values, today, languageId: languageId.peek() }).values.peek();
  }

  /** Resets the form to the values of the task. Returns the discarded input for `restore`. */
  async function discard(): Promise<DraftInput> {
    const typed = input();
    timer.stop();
    local?.remove(taskId);
    if (kept.rev > 0) await send(deleteDraft, { params: { id: taskId } });
    kept = untouched();
    conflicts.value = [];
    comment.value = '';
    resetInput(model, base);
    state.value = { status: 'none' };
    return typed;
  }

  /** The server has accepted the input; drops the local copy. */
  function finish(): void {
    stop();
    local?.remove(taskId);
  }

  function stop(): void {
    isRunning = false;
    timer.stop();
    unsubscribe();
  }

  return {
    state,
    conflicts,
    comment,
    carriedOver,
    acknowledge,
    save,
    sync,
    resolve,
    discard,
    /** Restores discarded input. */
    restore(typed: DraftInput): void {
      comment.value = typed.comment;
      model.fill(typed.values);
      putUnread(model, typed.unread);
    },
    finish,
    stop,
    /** Whether there is input that has not been sent with the task. */
    isTyped: () => isRunning && isTyped(),
    /** Whether there is input that is neither on the server nor in this browser. */
    isAtRisk: () =>
      isRunning && local === undefined && !isSameInput(input(), kept) && state.peek().status !== 'stopped',
    /** The server's revision, 0 for none. */
    rev: () => kept.rev,
  };
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

function savedBy({ saved }: TaskForm): ChangedBy {
  return (key) => {
    const last = saved.find((one) => one.key === key);
    return { by: last?.by ?? null, at: last?.at ?? null };
  };
}
