import { assertOpen } from '../access/refusals.ts';
import { behalfOf } from '../access/tasks.rules.ts';
import { type TaskCall, visibleTask } from '../access/visible-task.ts';
import { assertMayAct } from '../actions/apply-action.ts';

/** Finds a task from which a user writes to the requester; with `toWrite` it must be open and the caller may act on it. */
export async function taskForReply(
  call: TaskCall,
  taskId: string,
  toWrite: boolean,
): Promise<{ readonly instanceId: string; readonly onBehalfOf: string | null }> {
  const task = await visibleTask(call, taskId);
  if (!toWrite) return { instanceId: task.row.instance_id, onBehalfOf: null };
  assertOpen(task);
  return { instanceId: task.row.instance_id, onBehalfOf: behalfOf(task.rights, assertMayAct(task)) };
}
