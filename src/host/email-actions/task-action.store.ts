import { signal } from '@preact/signals-core';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { ReplyOf } from '../../shared/contracts/endpoint.ts';
import { getMailedAction, type MailedAction, useMailedAction } from '../../shared/contracts/task-action.contract.ts';

export type TaskActionState =
  | { readonly status: 'loading' }
  /** The page was reloaded or opened without a link: the secret is missing. */
  | { readonly status: 'lost' }
  /** Network error; can be retried. */
  | { readonly status: 'unreachable'; readonly error: unknown }
  | {
      readonly status: 'ready';
      readonly action: MailedAction;
      readonly isSending: boolean;
      /** A required comment is missing. */
      readonly isMissing: boolean;
      /** Why the action failed; can be retried. */
      readonly error?: unknown;
    }
  | { readonly status: 'done'; readonly result: ReplyOf<typeof useMailedAction> }
  /** The link cannot be used. `taskId` is set if the user can sign in to complete the task. */
  | { readonly status: 'refused'; readonly error: ApiError; readonly taskId: string | null };

/** Problems after which the same button may still succeed. */
const PASSING: readonly string[] = [
  'network',
  'unreadable',
  'instance.locked',
  'rate.exceeded',
  'comment.required',
  'task.held',
];

/** State of the page behind an e-mail button. `speak` switches to the recipient's language before a response is shown. */
export function createTaskActionStore(
  send: typeof call,
  secret: string | undefined,
  speak: (answer: unknown) => Promise<void>,
) {
  const state = signal<TaskActionState>({ status: 'loading' });
  const comment = signal('');
  const params = { taskActionId: secret ?? '' };

  const refusal = (error: ApiError): TaskActionState => {
    const taskId = error.problem?.taskId;
    return { status: 'refused', error, taskId: typeof taskId === 'string' ? taskId : null };
  };
  const isPassing = (error: unknown) =>
    !(error instanceof ApiError) || error.status >= 500 || PASSING.includes(error.code);

  return {
    state,
    comment,
    async load(): Promise<void> {
      if (secret === undefined) {
        state.value = { status: 'lost' };
        return;
      }
      state.value = { status: 'loading' };
      try {
        const action = await send(getMailedAction, { params, auth: false });
        await speak(action);
        state.value = { status: 'ready', action, isSending: false, isMissing: false };
      } catch (error) {
        await speak(error);
        state.value = isPassing(error) ? { status: 'unreachable', error } : refusal(error as ApiError);
      }
    },
    type(text: string): void {
      comment.value = text;
      const now = state.peek();
      if (now.status === 'ready' && now.isMissing) state.value = { ...now, isMissing: false };
    },
    /** The only request that changes anything. */
    async press(): Promise<void> {
      const now = state.peek();
      if (now.status !== 'ready' || now.isSending) return;
      const { action } = now;
      const reason = comment.peek().trim();
      if (action.comment === 'required' && reason === '') {
        state.value = { status: 'ready', action, isSending: false, isMissing: true };
        return;
      }
      state.value = { status: 'ready', action, isSending: true, isMissing: false };
      try {
        const body = reason === '' ? {} : { comment: reason };
        const result = await send(useMailedAction, { params, body, auth: false });
        state.value = { status: 'done', result };
      } catch (error) {
        state.value = isPassing(error)
          ? { status: 'ready', action, isSending: false, isMissing: false, error }
          : refusal(error as ApiError);
      }
    },
  };
}

export type TaskActionStore = ReturnType<typeof createTaskActionStore>;
