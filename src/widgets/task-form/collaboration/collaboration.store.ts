import type { call } from '../../../shared/api/index.ts';
import { createAttempts, createComments } from '../../../shared/comments/comments.store.ts';
import {
  addComment,
  delegateTask,
  editComment,
  listComments,
  removeComment,
  returnTask,
  snoozeTask,
  wakeTask,
} from '../../../shared/contracts/task-collaboration.contract.ts';
import { getTask, linkTask, type TaskDetail } from '../../../shared/contracts/tasks.contract.ts';

/** Actions on a task other than completing it. `onTask` receives the task after each change. */
export function createCollaborationStore(
  send: typeof call,
  taskId: string,
  onTask: (task: TaskDetail) => void,
  makeKey?: () => string,
) {
  const params = { id: taskId };
  const attempts = createAttempts(makeKey);
  const { attempt } = attempts;
  const comments = createComments(
    {
      list: () => send(listComments, { params }),
      add: (body, idempotencyKey) => send(addComment, { params, body, idempotencyKey }),
      edit: ({ id, version }, body, idempotencyKey) =>
        send(editComment, { params: { ...params, commentId: id }, body, ifMatch: version, idempotencyKey }),
      remove: ({ id }, idempotencyKey) => send(removeComment, { params: { ...params, commentId: id }, idempotencyKey }),
    },
    attempts,
  );

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
    ...comments,
    delegate,
    giveBack,
    assign,
    snooze,
    wake,
  };
}

export type CollaborationStore = ReturnType<typeof createCollaborationStore>;
