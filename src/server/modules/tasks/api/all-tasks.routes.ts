import type { FastifyInstance } from 'fastify';
import { Temporal } from 'temporal-polyfill';
import { actOnTasks, getTaskLoad, listAllTasks } from '../../../../shared/contracts/all-tasks.contract.ts';
import type { AppContext } from '../../../platform/context.ts';
import { languageOf } from '../../../platform/http/problems.ts';
import { serve } from '../../../platform/http/serve.ts';
import { asFile } from '../../downloads/index.ts';
import { scopeOf } from '../../processes/index.ts';
import { viewsOf } from '../../views/index.ts';
import { viewerOf } from '../access/visible-task.ts';
import { type RejectedEvent, recordRejection } from '../actions/execute-action.ts';
import { allTasksFile } from '../lists/all-tasks.file.ts';
import { listAll } from '../lists/all-tasks.ts';
import { readLoad } from '../lists/workload.store.ts';
import { actOnEach } from '../multi-action/multi-action.ts';

/** Tasks of all users, and actions on several tasks. */
export function allTasksRoutes(app: FastifyInstance, context: AppContext): void {
  serve(
    app,
    context,
    listAllTasks,
    async (call) =>
      (await asFile(call, allTasksFile)) ??
      listAll(call.tx, scopeOf(call), call.session, call.list, call.now, languageOf(call.request)),
    { view: viewsOf('tasks.all') },
  );

  serve(app, context, getTaskLoad, async (call) => {
    const { today, timeZone } = viewerOf(call);
    const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toZonedDateTime(timeZone);
    return readLoad(call.tx, { now: call.now, endOfToday: new Date(tomorrow.epochMilliseconds) });
  });

  serve(app, context, actOnTasks, async (call) => {
    const { taskIds, action } = call.body;
    // After the response: the savepoint has been rolled back, and the instance is unlocked.
    const onEventRejected = (refused: RejectedEvent) =>
      call.reply.raw.once('finish', () => void recordRejection(context, scopeOf(call), refused));
    return { results: await actOnEach({ ...call, onEventRejected }, taskIds, action) };
  });
}
