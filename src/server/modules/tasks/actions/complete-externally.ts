import { clientOf } from '../../../platform/element-client.ts';
import { scopeOf } from '../../processes/index.ts';
import { judge } from '../access/four-eyes.ts';
import { loadTask } from '../access/tasks.store.ts';
import { askerOf, type TaskCall } from '../access/visible-task.ts';
import { finishTask } from './complete-task.ts';

/**
 * Completes a task because the caller did what it asks for in another place of the product, which has judged that they may.
 * False when it is not open any more. Throws what completing throws.
 */
export async function completeElsewhere(
  call: TaskCall,
  taskId: string,
  { outcome, values }: { readonly outcome: string; readonly values: Readonly<Record<string, unknown>> },
): Promise<boolean> {
  const asker = askerOf(call);
  const task = await loadTask(call.tx, taskId, asker, true);
  if (task?.row.status !== 'open') return false;
  const via = task.rights.assigneeId === asker.userId ? 'assignee' : 'candidate';
  const context = { tx: call.tx, asker, scope: scopeOf(call), onRejected: () => {} };
  const client = clientOf(call.session);
  const judged = await judge(call.tx, context.scope, task, null);
  await finishTask(context, judged, {
    outcome,
    values,
    via,
    onBehalfOf: null,
    ...(client ? { client } : {}),
  });
  return true;
}
