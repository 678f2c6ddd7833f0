import { clientOf } from '../../../platform/element-client.ts';
import { attachmentsOf } from '../../attachments/index.ts';
import { scopeOf } from '../../processes/index.ts';
import { authoriseCompletion } from '../access/four-eyes.ts';
import { loadTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { completeTask } from './complete-task.ts';

/**
 * Completes a task that another module has completed and authorised. Returns false when it is no longer open. Throws the
 * errors of completing.
 */
export async function completeExternally(
  call: TaskCall,
  taskId: string,
  { outcome, values }: { readonly outcome: string; readonly values: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const viewer = viewerOf(call);
  const task = await loadTask(call.tx, taskId, viewer, true);
  if (task?.row.status !== 'open') return false;
  const via = task.rights.assigneeId === viewer.userId ? 'assignee' : 'candidate';
  const attachments = await attachmentsOf(call.tx, 'task', taskId);
  const context = { tx: call.tx, viewer, scope: scopeOf(call), attachments, onRejected: () => {} };
  const client = clientOf(call.session);
  const authorised = await authoriseCompletion(call.tx, context.scope, task, null);
  await completeTask(context, authorised, {
    outcome,
    values,
    via,
    onBehalfOf: null,
    ...(client ? { client } : {}),
  });
  return true;
}
