import type { FastifyInstance } from 'fastify';
import {
  exportMassAction,
  getMassAction,
  listMassActions,
  massConfig,
  massItems,
  massSummary,
  massTasks,
  retryMassAction,
  type StartedMassAction,
  startMassAction,
  stopMassAction,
} from '../../../shared/contracts/mass-actions.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { undoSeconds } from '../deferred-actions/index.ts';
import { scopeOf } from '../processes/index.ts';
import {
  cancelRun,
  finishIfShort,
  listItems,
  listRuns,
  readItems,
  resultsFile,
  retryRun,
  startRun,
  visibleRun,
} from '../runs/index.ts';
import { listInbox, viewerOf } from '../tasks/index.ts';
import { viewsOf } from '../views/index.ts';
import { readMassKinds } from './kinds.ts';
import { massAction, toItem, toMassAction } from './mass-action.kind.ts';
import { taskHeadings } from './mass-actions.messages.ts';
import { selectionOf } from './mass-actions.rules.ts';
import { newRun, ofKind } from './selection.ts';
import { summaryOf } from './summary.ts';

export function routes(app: FastifyInstance, context: AppContext): void {
  const afterwards = finishIfShort<StartedMassAction>(massAction, (run, items, request) => ({
    ...toMassAction(run),
    ...(items ? { items: items.map((row) => toItem(row, request)) } : {}),
  }));

  serve(app, context, massConfig, async (call) => readMassKinds(call, languageOf(call.request)));

  serve(
    app,
    context,
    massTasks,
    async (call) => {
      const { a, b } = call.params;
      return listInbox(call.tx, scopeOf(call), viewerOf(call), ofKind(call.list, a, b), languageOf(call.request));
    },
    { view: viewsOf('tasks') },
  );

  serve(
    app,
    context,
    startMassAction,
    async (call): Promise<StartedMassAction> => {
      const { action, dryRun } = call.body;
      const run = await newRun(call, selectionOf(call.body), action, dryRun ? 'dry' : 'run');
      return toMassAction(await startRun(call, massAction, run, undoSeconds(call.request.headers.prefer)));
    },
    { afterwards },
  );

  serve(app, context, listMassActions, async (call) => {
    const { rows, next } = await listRuns(call, massAction, call.query);
    return { items: rows.map(toMassAction), next, previous: null };
  });

  serve(app, context, getMassAction, async (call) => toMassAction(await visibleRun(call, massAction, call.params.id)));

  serve(app, context, massItems, async (call) => {
    const { rows, next } = await listItems(call, massAction, call.params.id, call.query);
    return { items: rows.map((row) => toItem(row, call.request)), next, previous: null };
  });

  serve(app, context, massSummary, async (call) => summaryOf(call, call.params.id));

  serve(app, context, exportMassAction, async (call) => {
    const run = await visibleRun(call, massAction, call.params.id);
    const rows = await readItems(call.tx, run.id, { limit: run.total });
    const language = languageOf(call.request);
    const heading = (name: 'number' | 'name' | 'id') => taskHeadings.text(language, name);
    call.reply.type('text/csv; charset=utf-8');
    call.reply.header('content-disposition', `attachment; filename="mass-action-${run.id}.csv"`);
    const headings = { number: heading('number'), name: heading('name'), id: heading('id') };
    return resultsFile(rows, headings, call.request);
  });

  serve(
    app,
    context,
    retryMassAction,
    async (call): Promise<StartedMassAction> => {
      const seconds = undoSeconds(call.request.headers.prefer);
      return toMassAction(await retryRun(call, massAction, call.params.id, seconds));
    },
    { afterwards },
  );

  serve(app, context, stopMassAction, async (call) => toMassAction(await cancelRun(call, massAction, call.params.id)));
}
