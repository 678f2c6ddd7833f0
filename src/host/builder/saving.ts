import { signal } from '@preact/signals-core';
import { type ApiError, type ApiErrorCode, asApiError, type call } from '../../shared/api/index.ts';
import { AUTOSAVE_RETRY_MS } from '../../shared/contracts/constants.ts';
import { type Form, getForm, updateForm } from '../../shared/contracts/forms.contract.ts';
import { createSaveTimer } from '../../shared/drafts/save-timer.ts';
import type { FormBody } from '../../shared/forms/index.ts';

export type SavingState =
  | { readonly status: 'saved' }
  /** Changed; will be saved within seconds. */
  | { readonly status: 'waiting' }
  | { readonly status: 'saving' }
  /** Retried with the next change and by `save`; after a network error also automatically. */
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  /** Another user saved the form. Saving is paused until the user chooses a draft. */
  | { readonly status: 'conflict'; readonly theirs: Form };

const PAUSE_MS = 1500;

interface Options {
  readonly send: typeof call;
  readonly formId: string;
  /** Returns the current draft. */
  readonly body: () => FormBody;
  /** Receives the server's form after each save. */
  readonly saved: (form: Form) => void;
}

/** Autosaves the draft a few seconds after the last change, against the version read last. */
export function createSaving({ send, formId, body, saved }: Options) {
  const state = signal<SavingState>({ status: 'saved' });
  let kept: FormBody | null = null;
  let version = 0;
  const timer = createSaveTimer(() => void save(), PAUSE_MS);
  let isRunning = true;
  let running: Promise<void> | null = null;

  const isChanged = () => kept !== null && body() !== kept;

  function changed(): void {
    const { status } = state.peek();
    if (!isRunning || status === 'conflict') return;
    if (!isChanged()) {
      // An undo restored the server's state.
      timer.stop();
      if (status !== 'saving') state.value = { status: 'saved' };
      return;
    }
    if (status !== 'saving') state.value = { status: 'waiting' };
    timer.changed();
  }

  /** Saves unsaved changes; resolves after the attempt, including a save in progress. */
  async function save(): Promise<void> {
    timer.stop();
    while (running) await running;
    if (!isRunning || !isChanged() || state.peek().status === 'conflict') return;
    running = attempt().finally(() => {
      running = null;
    });
    await running;
  }

  async function attempt(): Promise<void> {
    const now = body();
    state.value = { status: 'saving' };
    try {
      const sent = { body: now, title: now.title, ...(now.kind && { kind: now.kind }) };
      const form = await send(updateForm, { params: { id: formId }, ifMatch: version, body: sent });
      kept = now;
      version = form.version;
      saved(form);
      state.value = { status: 'saved' };
      if (isChanged()) changed();
    } catch (error) {
      await refused(asApiError(error));
    }
  }

  async function refused(error: ApiError): Promise<void> {
    if (error.status === 412) {
      try {
        const theirs = await send(getForm, { params: { id: formId } });
        state.value = { status: 'conflict', theirs };
        return;
      } catch {
        // Without the other draft there is nothing to choose; the next save detects the conflict again.
      }
    }
    state.value = { status: 'failed', code: error.code };
    if (isRunning && (error.status === 0 || error.status >= 500)) timer.schedule(AUTOSAVE_RETRY_MS);
  }

  return {
    state,
    changed,
    save,
    /** The server's draft. */
    begin(form: Pick<Form, 'version'>, draft: FormBody): void {
      kept = draft;
      version = form.version;
      state.value = { status: 'saved' };
    },
    /** Whether there are unsaved changes. */
    isChanged: () => isRunning && isChanged(),
    stop(): void {
      isRunning = false;
      timer.stop();
    },
  };
}
