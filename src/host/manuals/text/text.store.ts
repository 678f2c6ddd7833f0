import { signal } from '@preact/signals-core';
import { ApiError, type ApiErrorCode, type call, codeOf } from '../../../shared/api/index.ts';
import { AUTOSAVE_RETRY_MS } from '../../../shared/contracts/constants.ts';
import {
  addManualAttachment,
  deleteManualAttachment,
  deleteManualDraftText,
  getManualDraftText,
  type ManualDraftText,
  saveManualDraftText,
  updateManualAttachment,
} from '../../../shared/contracts/manual-authoring.contract.ts';
import type { ManualAttachment } from '../../../shared/contracts/manuals.contract.ts';
import { createSaveTimer } from '../../../shared/drafts/save-timer.ts';

export type TextState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  /** No text in this language. */
  | { readonly status: 'absent' }
  /** `text` is the server's text when it was read, or another user's saved text; the editor's initial content. */
  | { readonly status: 'ready'; readonly text: ManualDraftText };

export type SavingState =
  | { readonly status: 'saved' }
  | { readonly status: 'waiting' }
  | { readonly status: 'saving' }
  /** Retried with the next change and by `save`; after a network error automatically. */
  | { readonly status: 'failed'; readonly error: unknown }
  /** Another user saved the text. Saving is paused until the user chooses a text. */
  | { readonly status: 'conflict'; readonly theirs: ManualDraftText };

interface Options {
  readonly send: typeof call;
  readonly manualId: string;
  readonly number: number;
  readonly languageId: string;
  /** Called after each change on the server. */
  readonly onSaved?: () => void;
}

const PAUSE_MS = 1500;

/** One language of a draft: title and text, saved automatically, and attachments. `send` is `call` of shared/api. */
export function createText({ send, manualId, number, languageId, onSaved = () => undefined }: Options) {
  const params = { id: manualId, number: String(number), languageId };
  const state = signal<TextState>({ status: 'loading' });
  const saving = signal<SavingState>({ status: 'saved' });
  const title = signal('');
  const attachments = signal<readonly ManualAttachment[]>([]);
  /** Content the server removed when it last saved. */
  const removed = signal<readonly string[]>([]);
  const turn = { typed: 0, kept: 0 };
  let read: () => string = () => '';
  let version: number | undefined;
  const timer = createSaveTimer(() => void save(), PAUSE_MS);
  let isRunning = true;
  let running: Promise<void> | null = null;

  const isChanged = () => isRunning && turn.typed !== turn.kept;

  function take(text: ManualDraftText): void {
    version = text.version;
    turn.kept = turn.typed;
    title.value = text.title;
    attachments.value = text.attachments;
    read = () => text.html;
    saving.value = { status: 'saved' };
    state.value = { status: 'ready', text };
  }

  async function load(): Promise<void> {
    state.value = { status: 'loading' };
    try {
      take(await send(getManualDraftText, { params }));
    } catch (error) {
      const code = codeOf(error);
      state.value = code === 'manual_text.not_found' ? { status: 'absent' } : { status: 'failed', code };
    }
  }

  /** Creates the text of this language: empty, or copied from another language. Throws ApiError. */
  async function begin(from: Pick<ManualDraftText, 'title' | 'html'> = { title: '', html: '' }): Promise<void> {
    take(await send(saveManualDraftText, { params, body: { title: from.title, html: from.html } }));
    onSaved();
  }

  function touched(): void {
    turn.typed += 1;
    const { status } = saving.peek();
    if (!isRunning || status === 'conflict') return;
    if (status !== 'saving') saving.value = { status: 'waiting' };
    timer.changed();
  }

  /** Saves unsaved changes; resolves after the attempt. */
  async function save(): Promise<void> {
    timer.stop();
    while (running) await running;
    if (!isChanged() || saving.peek().status === 'conflict') return;
    running = attempt().finally(() => {
      running = null;
    });
    await running;
  }

  async function attempt(): Promise<void> {
    const sent = turn.typed;
    const body = { title: title.peek(), html: read() };
    saving.value = { status: 'saving' };
    try {
      const text = await send(saveManualDraftText, {
        params,
        body,
        ...(version !== undefined && { ifMatch: version }),
      });
      version = text.version;
      turn.kept = sent;
      removed.value = text.removed;
      saving.value = { status: 'saved' };
      onSaved();
      if (turn.typed !== sent) touchedAgain();
      // Removed content must disappear from the editor too.
      else if (text.removed.length > 0) state.value = { status: 'ready', text };
    } catch (error) {
      await refused(error);
    }
  }

  function touchedAgain(): void {
    saving.value = { status: 'waiting' };
    timer.schedule(PAUSE_MS);
  }

  async function refused(error: unknown): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 412 || codeOf(error) === 'edit.conflict') {
      try {
        saving.value = { status: 'conflict', theirs: await send(getManualDraftText, { params }) };
        return;
      } catch {
        // Without the other text there is nothing to choose; the next save detects the conflict again.
      }
    }
    saving.value = { status: 'failed', error };
    if (isRunning && (status === 0 || status >= 500)) timer.schedule(AUTOSAVE_RETRY_MS);
  }

  /** Resolves a save conflict: `theirs` loads the other user's text, `mine` overwrites it. */
  async function resolve(choice: 'mine' | 'theirs'): Promise<void> {
    const now = saving.peek();
    if (now.status !== 'conflict') return;
    if (choice === 'theirs') take(now.theirs);
    else {
      version = now.theirs.version;
      saving.value = { status: 'waiting' };
      await save();
    }
  }

  async function remove(): Promise<void> {
    timer.stop();
    await send(deleteManualDraftText, { params });
    turn.kept = turn.typed;
    version = undefined;
    state.value = { status: 'absent' };
    onSaved();
  }

  /** Adds an attachment to this language. Throws ApiError. */
  async function attach(file: File): Promise<void> {
    const body = new FormData();
    body.append('file', file, file.name);
    const added = await send(addManualAttachment, { params, body } as never);
    attachments.value = [...attachments.peek(), added];
    onSaved();
  }

  async function require({ id }: ManualAttachment, required: boolean): Promise<void> {
    const changed = await send(updateManualAttachment, { params: { id }, body: { required } });
    attachments.value = attachments.peek().map((one) => (one.id === id ? changed : one));
  }

  async function detach({ id }: ManualAttachment): Promise<void> {
    await send(deleteManualAttachment, { params: { id } });
    attachments.value = attachments.peek().filter((one) => one.id !== id);
    onSaved();
  }

  return {
    manualId,
    number,
    languageId,
    state,
    saving,
    title,
    attachments,
    removed,
    load,
    begin,
    /** Current text of the editor. */
    html: () => read(),
    /** Sets the function that reads the editor's text for saving. */
    readFrom(editor: () => string): void {
      read = editor;
    },
    retitle(text: string): void {
      title.value = text;
      touched();
    },
    touched,
    save,
    resolve,
    remove,
    attach,
    require,
    detach,
    isChanged,
    stop(): void {
      isRunning = false;
      timer.stop();
    },
  };
}
export type TextStore = ReturnType<typeof createText>;
