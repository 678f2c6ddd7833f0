import { type ReadonlySignal, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../shared/api/idempotent-request.ts';
import { ApiError, type ApiErrorCode, type call, codeOf } from '../../shared/api/index.ts';
import { LANGUAGES } from '../../shared/contracts/constants.ts';
import { type Form, type FormVersion, getForm, publishForm } from '../../shared/contracts/forms.contract.ts';
import { type FormBody, isDrawable } from '../../shared/forms/index.ts';
import { createEditing } from './editing.ts';
import { replaceForm } from './edits/member-edits.ts';
import { createProblems } from './problems.ts';
import { createSaving } from './saving.ts';

export type BuilderState =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly code: ApiErrorCode }
  | { readonly status: 'ready' }
  /** The draft is not a valid form; only its JSON can be edited (`replace`). */
  | { readonly status: 'unreadable'; readonly draft: unknown };

/** State of one form in the builder. `send` is `call` of shared/api. Call `stop` on unmount. */
export function createBuilderStore({ send, formId }: { readonly send: typeof call; readonly formId: string }) {
  const state = signal<BuilderState>({ status: 'loading' });
  const form = signal<Form | null>(null);
  const languageId = signal<string>(LANGUAGES[0]);
  const idempotent = createIdempotentRequest();
  const { reset, clearHistory, loaded, ...editing } = createEditing({ changed: () => saving.changed() });
  const { stop: stopChecking, ...problems } = createProblems(loaded);
  const saving = createSaving({
    send,
    formId,
    body: () => editing.body.peek(),
    saved: (saved) => {
      form.value = { ...form.peek(), ...withoutBody(saved) };
    },
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
    clearHistory();
    const draft: unknown = read.body;
    if (!isDrawable(draft)) {
      state.value = { status: 'unreadable', draft };
      saving.begin(read, editing.body.peek());
      return;
    }
    saving.begin(read, draft);
    reset(draft);
    state.value = { status: 'ready' };
  }

  /** Replaces the whole draft, from the JSON view or an older version. Returns false if `next` is not a form or has another id. */
  function replace(next: unknown): boolean {
    if (!isDrawable(next) || next.id !== formId) return false;
    const isRepaired = state.peek().status === 'unreadable';
    state.value = { status: 'ready' };
    if (!isRepaired) return editing.apply(replaceForm(next));
    reset(next);
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
    const published = editing.body.peek();
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
    ...editing,
    ...problems,
    formId,
    state,
    /** The form's data on the server, apart from the draft. */
    form,
    /** Language in which the builder shows and edits texts. */
    languageId,
    saving: saving.state as ReadonlySignal<typeof saving.state.value>,
    load,
    replace,
    save: saving.save,
    publish,
    resolve,
    isChanged: saving.isChanged,
    stop(): void {
      stopChecking();
      saving.stop();
    },
  };
}

export type BuilderStore = ReturnType<typeof createBuilderStore>;

function withoutBody({ body: _body, ...form }: Form): Form {
  return form;
}
