import { type Signal, signal } from '@preact/signals-core';
import { createIdempotentRequest } from '../api/idempotent-request.ts';
import { type ApiError, asApiError } from '../api/index.ts';
import type { Comment, CommentBody } from '../contracts/task-collaboration.contract.ts';

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

/** The requests about the comments of a task or record. */
interface CommentRequests {
  readonly list: () => Promise<readonly Comment[]>;
  readonly add: (body: CommentBody, idempotencyKey: string) => Promise<unknown>;
  readonly edit: (comment: Comment, body: CommentBody, idempotencyKey: string) => Promise<unknown>;
  readonly remove: (comment: Comment, idempotencyKey: string) => Promise<unknown>;
}

/** Requests of which one runs at a time; `sending` names it. `attempt` returns the error if it was refused. */
export function createAttempts(makeKey?: () => string) {
  const sending = signal<string | null>(null);
  const idempotent = createIdempotentRequest(makeKey);
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
  return { sending: sending as Signal<string | null>, attempt };
}

/** Comments of a task or record. */
export function createComments(requests: CommentRequests, { sending, attempt }: ReturnType<typeof createAttempts>) {
  const comments = signal<CommentsState>({ status: 'none' });

  async function loadComments(): Promise<void> {
    if (comments.peek().status !== 'ready') comments.value = { status: 'loading' };
    try {
      comments.value = { status: 'ready', items: await requests.list() };
    } catch {
      // Loaded comments stay on screen.
      if (comments.peek().status !== 'ready') comments.value = { status: 'failed' };
    }
  }

  /** Reloads after another user's comment; comments that were never opened load when they are. */
  async function refreshComments(): Promise<void> {
    if (comments.peek().status !== 'none') await loadComments();
  }

  const bodyOf = ({ text, mentions, invite }: CommentDraft): CommentBody => ({
    text,
    mentions: [...mentions],
    ...(invite ? { invite } : {}),
  });
  const thenLoad = (request: (key: string) => Promise<unknown>) => async (key: string) => {
    await request(key);
    await loadComments();
  };

  return {
    comments,
    sending,
    loadComments,
    refreshComments,
    post: (written: CommentDraft) =>
      attempt(
        'post',
        written,
        thenLoad((key) => requests.add(bodyOf(written), key)),
      ),
    correct: (comment: Comment, written: CommentDraft) =>
      attempt(
        'correct',
        [comment.id, written],
        thenLoad((key) => requests.edit(comment, bodyOf(written), key)),
      ),
    remove: (comment: Comment) =>
      attempt(
        'remove',
        comment.id,
        thenLoad((key) => requests.remove(comment, key)),
      ),
  };
}

export type CommentsStore = ReturnType<typeof createComments>;
