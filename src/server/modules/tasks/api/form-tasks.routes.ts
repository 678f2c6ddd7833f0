import type { FastifyInstance } from 'fastify';
import { listFormTasks, moveFormTasks } from '../../../../shared/contracts/form-tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { serve } from '../../../platform/http/serve.ts';
import { assertUuid } from '../../../platform/uuid.ts';
import { publishedNumber } from '../../forms/index.ts';
import { addHistory, historyRow, scopeOf } from '../../processes/index.ts';
import { loadTask } from '../access/tasks.store.ts';
import { type TaskCall, viewerOf } from '../access/visible-task.ts';
import { refreshInbox } from '../actions/complete-task.ts';
import { moveTask, readFormTasks, readOutdated } from '../forms/form-tasks.store.ts';

const AT_ONCE = 1000;

/** Running tasks keep the version of the form they started with; an administrator can migrate them. */
export function formTaskRoutes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, listFormTasks, async ({ tx, params, query }) => {
    const published = await publishedNumber(tx, params.id);
    return readFormTasks(tx, params.id, query.next ? null : published);
  });

  serve(app, context, moveFormTasks, async (call) => {
    const formId = call.params.id;
    const number = await publishedNumber(call.tx, formId);
    if (number === null) throw new AppError('form.not_published');
    const asked = call.body.taskIds?.map((id) => assertUuid(id, 'task.not_found'));
    const ids = asked ?? (await readOutdated(call.tx, formId, number, AT_ONCE + 1));
    let moved = 0;
    // Sorted, so that concurrent requests for the same tasks wait for each other and do not deadlock.
    for (const id of [...new Set(ids.slice(0, AT_ONCE))].sort()) if (await move(call, id, formId, number)) moved += 1;
    return { moved, more: ids.length > AT_ONCE };
  });
}

async function move(call: TaskCall, id: string, formId: string, number: number): Promise<boolean> {
  const { tx } = call;
  const before = await moveTask(tx, id, formId, number);
  if (!before) return false;
  const task = (await loadTask(tx, id, viewerOf(call)))!;
  const data = { form: formId, from: before.from, to: number };
  await addHistory(
    tx,
    historyRow(scopeOf(call), task.instance, 'form.moved', { taskId: id, node: task.row.node_id, data }),
  );
  await refreshInbox(tx, id);
  return true;
}
