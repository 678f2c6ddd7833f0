import { effect, signal } from '@preact/signals-core';
import { type ApiError, asApiError } from '../api/index.ts';
import { AUTOSAVE_RETRY_MS } from '../contracts/constants.ts';
import type { Values } from '../contracts/shapes.contract.ts';
import type { Draft } from '../contracts/tasks.contract.ts';
import { createSaveTimer } from '../drafts/save-timer.ts';
import { type FormModel, same } from '../forms/index.ts';
import { type DraftInput, isSameInput } from './draft-input.ts';
import type { DraftForm, DraftServer } from './draft-servers.ts';
import { createDraftValues } from './draft-values.ts';
import type { LocalDrafts } from './local-drafts.ts';

export type DraftState =
  | { readonly status: 'none' }
  /** Changed; will be sent within seconds. */
  | { readonly status: 'waiting' }
  | { readonly status: 'saving' }
  | { readonly status: 'kept'; readonly at: string }
  /** The server is unreachable: stored in this browser, or not at all. Retries. */
  | { readonly status: 'offline'; readonly isLocal: boolean }
  /** The form no longer accepts drafts. */
  | { readonly status: 'stopped' };

export interface DraftKeeperOptions {
  readonly server: DraftServer;
  readonly form: DraftForm;
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
 */
export function createDraftKeeper({ server, form, model, local, later }: DraftKeeperOptions) {
  const state = signal<DraftState>({ status: 'none' });
  const values = createDraftValues(model, form);
  const { comment, conflicts, resolve, restore, input, kept, isTyped, isKept, isSent } = values;
  const timer = createSaveTimer(() => void save(), PAUSE_MS);
  /** Changes when the draft was carried over to a newer form version; shown until dismissed (BEY-08). */
  const carriedOver = signal(form.carriedOver ?? []);
  const { ownerId } = server;
  /** Of the draft on the server; owns the files of a start form. */
  let draftId = form.draft?.id;
  let sending: Promise<unknown> = Promise.resolve();
  let ensuring: Promise<string> | undefined;
  let isRunning = true;
  /** There is input that has not been read yet. */
  let isFresh = false;

  const { draft } = form;
  const stored = local?.read(ownerId);
  values.begin(stored);
  if (draft) state.value = { status: 'kept', at: draft.updated };
  let seen = input();
  if (!isKept() && (stored || draft)) timer.schedule(0);

  const unsubscribe = effect(() => {
    void model.changes.value;
    void comment.value;
    if (isFresh) return;
    isFresh = true;
    if (later) later(look);
    else look();
  });

  function look(): void {
    if (!isFresh) return;
    isFresh = false;
    const now = input();
    if (isRunning && !isSameInput(now, seen)) changed(now);
  }

  function changed(now: DraftInput): void {
    seen = now;
    if (state.peek().status === 'stopped') return;
    if (isSent(now)) {
      local?.remove(ownerId);
      timer.stop();
      if (kept().rev === 0) state.value = { status: 'none' };
      return;
    }
    local?.write(ownerId, { from: kept().values, formVersion: form.number, ...now });
    if (state.peek().status !== 'saving') state.value = { status: 'waiting' };
    timer.changed();
  }

  /** Sends what the server does not have yet; resolves after the attempt. */
  async function save(): Promise<void> {
    look();
    timer.stop();
    const now = input();
    if (!isRunning || ['saving', 'stopped'].includes(state.peek().status) || isSent(now)) return;
    state.value = { status: 'saving' };
    try {
      if (!isTyped()) {
        await remove();
        values.keep();
        local?.remove(ownerId);
        state.value = { status: 'none' };
        return;
      }
      const draft = await put(now);
      const stored = local?.read(ownerId);
      if (stored && same(stored.values, now.values) && same(stored.unread ?? {}, now.unread)) local?.remove(ownerId);
      if (!isRunning) return;
      state.value = { status: 'kept', at: draft.updated };
      if (!isKept()) changed(input());
    } catch (error) {
      if (isRunning) refused(asApiError(error));
    }
  }

  /** Requests follow each other, so that none is refused for the revision of another. */
  function put(now: DraftInput): Promise<Draft> {
    const request = sending.then(async () => {
      const body = {
        ...(now as DraftInput & { readonly values: Values }),
        rev: kept().rev,
        base: values.base() as Values,
        formVersion: form.number,
      };
      const draft = await server.put(body);
      draftId = draft.id;
      values.keep(draft.rev, now);
      return draft;
    });
    sending = request.catch(() => null);
    return request;
  }

  async function remove(): Promise<void> {
    await server.remove();
    draftId = undefined;
  }

  /** Returns the id of the draft on the server; saves one first if there is none. */
  function ensure(): Promise<string> {
    ensuring ??= findOrPut().finally(() => {
      ensuring = undefined;
    });
    return ensuring;
  }

  async function findOrPut(): Promise<string> {
    await sending;
    if (draftId !== undefined) return draftId;
    try {
      return (await put(input())).id;
    } catch (error) {
      // Another window was first: its draft is the one.
      const problem = asApiError(error);
      if (problem.code === 'draft.conflict') refused(problem);
      if (draftId === undefined) throw problem;
      return draftId;
    }
  }

  /** Records that the user has seen the differences: the draft now belongs to this version. */
  async function acknowledge(): Promise<void> {
    carriedOver.value = [];
    // If this fails nothing is lost; the message shows again.
    if (kept().rev > 0 && isTyped()) await put(input()).catch(() => null);
  }

  function refused(error: ApiError): void {
    if (error.code === 'draft.conflict') {
      const theirs = (error.problem?.theirs ?? null) as Draft | null;
      state.value = { status: 'waiting' };
      draftId = theirs?.id;
      if (theirs) values.mergeDraft(theirs);
      else values.keep();
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

  /** Loads changes of the task or its draft from elsewhere and merges them. */
  async function sync(): Promise<void> {
    if (!isRunning || state.peek().status === 'saving') return;
    const fresh = await server.read().catch(() => null);
    // Another version of the form is rendered by the component that shows the task.
    const isOther = !fresh?.body || fresh.number !== form.number;
    if (isOther || !isRunning || state.peek().status === 'saving') return;
    const { draft } = fresh;
    draftId = draft?.id;
    if (draft && draft.rev > kept().rev) {
      values.mergeDraft(draft);
      state.value = { status: 'kept', at: draft.updated };
    } else if (!draft && kept().rev > 0 && isKept()) {
      // Discarded in another window, with no input here since.
      values.keep();
      values.reset();
      state.value = { status: 'none' };
    }
    values.mergeTask(fresh);
    if (!isSent()) timer.schedule(PAUSE_MS);
  }

  /** Resets the form to the values of the task. Returns the discarded input for `restore`. */
  async function discard(): Promise<DraftInput> {
    const typed = input();
    timer.stop();
    local?.remove(ownerId);
    if (kept().rev > 0) await remove();
    values.keep();
    conflicts.value = [];
    values.reset();
    state.value = { status: 'none' };
    return typed;
  }

  /** The server has accepted the input; drops the local copy. */
  function finish(): void {
    stop();
    local?.remove(ownerId);
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
    ensure,
    sync,
    resolve,
    discard,
    restore,
    finish,
    stop,
    /** Whether there is input that has not been sent with the task. */
    isTyped: () => isRunning && isTyped(),
    /** Whether there is input that is neither on the server nor in this browser. */
    isAtRisk: () => isRunning && local === undefined && !isKept() && state.peek().status !== 'stopped',
    /** The server's revision, 0 for none. */
    rev: () => kept().rev,
  };
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;
