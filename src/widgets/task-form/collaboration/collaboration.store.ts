import { signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../../../shared/api/idempotent-request.ts';
import { type ApiError, asApiError, type call } from '../../../shared/api/index.ts';
import {
  addComment,
  type Comment,
  delegateTask,
  editComment,
  listComments,
  removeComment,
  returnTask,
  snoozeTask,
  wakeTask,
} from '../../../shared/contracts/task-collaboration.contract.ts';
import { getTask, linkTask, type TaskDetail } from '../../../shared/contracts/tasks.contract.ts';

export type CommentsState =
  | { readonly status: 'none' }
  | { readonly status: 'loading' }
  | { readonly status: 'failed' }
  | { readonly status: 'ready'; readonly items: readonly Comment[] };

/** A comment being written; `mentions` are keys. */
export interface CommentDraft {
  readonly text: string;
  readonly mentions: readonly string[];
  readonly invite?: boolean;
}

/** Actions on a task other than completing it. `onTask` receives the task after each change. */
export function createCollaborationStore(
  send: typeof call,
  taskId: string,
  onTask: (task: TaskDetail) => void,
  makeKey?: () => string,
) {
  const comments = signal<CommentsState>({ status: 'none' });
  /** The request in progress. */
  const sending = signal<string | null>(null);
  const params = { id: taskId };
  const idempotent = createIdempotentRequest(makeKey);

  async function loadComments(): Promise<void> {
    if (comments.peek().status !== 'ready') comments.value = { status: 'loading' };
    try {
      comments.value = { status: 'ready', items: await send(listComments, { params }) };
    } catch {
      // Loaded comments stay on screen.
      if (comments.peek().status !== 'ready') comments.value = { status: 'failed' };
    }
  }

  /** Reloads after another user's comment; comments that were never opened load when they are. */
  async function refreshComments(): Promise<void> {
    if (comments.peek().status !== 'none') await loadComments();
  }

  /** Runs one request at a time. Returns the error if it was refused. */
  async function attempt(
    what: string,
    request: unknown,
    run: (key: string) => Promise<void>,
  ): Promise<ApiError | null> {
    if (sending.peek() !== null) return null;
    sending.value = what;
    try {
      await idempotent.carryOut([what, request], run);
      return null;
    } catch (error) {
      return asApiError(error);
    } finally {
      sending.value = null;
    }
  }

  const bodyOf = ({ text, mentions, invite }: CommentDraft) => ({
    text,
    mentions: [...mentions],
    ...(invite ? { invite } : {}),
  });

  const post = (written: CommentDraft) =>
    attempt('post', written, async (idempotencyKey) => {
      await send(addComment, { params, body: bodyOf(written), idempotencyKey });
      await loadComments();
    });

  const correct = ({ id, version }: Comment, written: CommentDraft) =>
    attempt('correct', [id, written], async (idempotencyKey) => {
      await send(editComment, {
        params: { ...params, commentId: id },
        body: bodyOf(written),
        ifMatch: version,
        idempotencyKey,
      });
      await loadComments();
    });

  const remove = ({ id }: Comment) =>
    attempt('remove', id, async (idempotencyKey) => {
      await send(removeComment, { params: { ...params, commentId: id }, idempotencyKey });
      await loadComments();
    });

  const delegate = (userId: string, body: { comment?: string; returns: boolean }) =>
    attempt('delegate', [userId, body], async (idempotencyKey) => {
      onTask(await send(delegateTask, { params: { ...params, userId }, body, idempotencyKey }));
    });

  const giveBack = (comment: string) =>
    attempt('return', comment, async (idempotencyKey) => {
      onTask(await send(returnTask, { params, body: comment ? { comment } : {}, idempotencyKey }));
    });

  const assign = (userId: string) =>
    attempt('assign', userId, async (idempotencyKey) => {
      await send(linkTask, { params, body: { kind: 'assignee', userId }, idempotencyKey });
      onTask(await send(getTask, { params }));
    });

  const snooze = (until: Date, stopsClock: boolean) =>
    attempt('snooze', [until, stopsClock], async (idempotencyKey) => {
      onTask(await send(snoozeTask, { params, body: { until: until.toISOString(), stopsClock }, idempotencyKey }));
    });

  const wake = () =>
    attempt('wake', null, async (idempotencyKey) => {
      onTask(await send(wakeTask, { params, idempotencyKey }));
    });

  return {
    taskId,
    comments,
    sending,
    loadComments,
    refreshComments,
    post,
    correct,
    remove,
    delegate,
    giveBack,
    assign,
    snooze,
    wake,
  };
}

export type CollaborationStore = ReturnType<typeof createCollaborationStore>;
