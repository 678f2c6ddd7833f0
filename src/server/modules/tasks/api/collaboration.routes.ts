import type { FastifyInstance } from 'fastify';
import {
  addComment,
  delegateTask,
  editComment,
  listComments,
  removeComment,
  returnTask,
  snoozeTask,
  wakeTask,
  whyTask,
} from '../../../../shared/contracts/task-collaboration.contract.ts';
import type { TaskDetail } from '../../../../shared/contracts/tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { loadDefinition, scopeOf } from '../../processes/index.ts';
import { loadTask } from '../access/tasks.store.ts';
import { viewerOf, visibleTask } from '../access/visible-task.ts';
import { changeComment, clearComment, commentsOf, postComment } from '../collaboration/comments.ts';
import { delegate, returnToOwner } from '../collaboration/delegate.ts';
import { snooze, wake } from '../collaboration/snooze.ts';
import { why } from '../collaboration/why.ts';
import { type AskedCall, detailOf } from './tasks.routes.ts';

/** Collaboration on one task. */
export function collaborationRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listComments, async (call) => commentsOf(call, await visibleTask(call, call.params.id)));

  serve(app, context, addComment, async (call) =>
    postComment(call, await visibleTask(call, call.params.id), call.body),
  );

  serve(app, context, editComment, async (call) => {
    const task = await visibleTask(call, call.params.id);
    return changeComment(call, task, { ...call.params, ifMatch: call.request.headers['if-match'] }, call.body);
  });

  serve(app, context, removeComment, async (call) => {
    const task = await visibleTask(call, call.params.id);
    await clearComment(call, task, { ...call.params, ifMatch: call.request.headers['if-match'] });
    return null;
  });

  serve(app, context, delegateTask, async (call) => {
    const task = await visibleTask(call, call.params.id);
    await delegate(call, task, call.params.userId, call.body);
    return currentTask(call, task.row.id);
  });

  serve(app, context, returnTask, async (call) => {
    const task = await visibleTask(call, call.params.id);
    await returnToOwner(call, task, call.body);
    return currentTask(call, task.row.id);
  });

  serve(app, context, snoozeTask, async (call) => {
    const task = await visibleTask(call, call.params.id, true);
    const { process_key: key, process_number: number } = task.row;
    await snooze(call, task, await loadDefinition(call.tx, scopeOf(call), key, number), call.body);
    return currentTask(call, task.row.id);
  });

  serve(app, context, wakeTask, async (call) => {
    const task = await visibleTask(call, call.params.id, true);
    await wake(call, task);
    return currentTask(call, task.row.id);
  });

  serve(app, context, whyTask, async (call) => why(call, call.params.id, call.query.userId));
}

/** Returns the task after the caller changed it. */
async function currentTask(call: AskedCall, id: string): Promise<TaskDetail> {
  const task = await loadTask(call.tx, id, viewerOf(call));
  if (!task) throw new AppError('task.not_found');
  return detailOf(call, task);
}
