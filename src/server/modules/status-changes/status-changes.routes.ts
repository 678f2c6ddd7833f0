import type { FastifyInstance } from 'fastify';
import {
  exportStatusChange,
  getStatusChange,
  getStatusChangeRefusals,
  listStatusChangeItems,
  listStatusChanges,
  retryStatusChange,
  type StartedStatusChange,
  startStatusChange,
  stopStatusChange,
} from '../../../shared/contracts/status-changes.contract.ts';
import type { AppContext } from '../../platform/context.ts';
import { languageOf } from '../../platform/http/problems.ts';
import { serve } from '../../platform/http/serve.ts';
import { writableRegistry } from '../registries/index.ts';
import {
  cancelRun,
  finishIfShort,
  listItems,
  listRuns,
  readItems,
  refusalsOf,
  resultsFile,
  retryRun,
  startRun,
  visibleRun,
} from '../runs/index.ts';
import { newRun } from './selection.ts';
import { statusChangeRun, toItem, toStatusChange } from './status-change.kind.ts';
import { recordHeadings } from './status-changes.messages.ts';

export function routes(app: FastifyInstance, context: AppContext): void {
  const afterwards = finishIfShort<StartedStatusChange>(statusChangeRun, (run, items, request) => ({
    ...toStatusChange(run),
    ...(items ? { items: items.map((row) => toItem(row, request)) } : {}),
  }));

  serve(
    app,
    context,
    startStatusChange,
    async (call): Promise<StartedStatusChange> =>
      toStatusChange(await startRun(call, statusChangeRun, await newRun(call, call.body), 0)),
    { afterwards },
  );

  serve(app, context, listStatusChanges, async (call) => {
    const { id: resource } = await writableRegistry(call, call.params.resource);
    const { rows, next } = await listRuns(call, statusChangeRun, { ...call.query, mine: true }, { resource });
    return { items: rows.map(toStatusChange), next, previous: null };
  });

  serve(app, context, getStatusChange, async (call) =>
    toStatusChange(await visibleRun(call, statusChangeRun, call.params.id)),
  );

  serve(app, context, listStatusChangeItems, async (call) => {
    const { rows, next } = await listItems(call, statusChangeRun, call.params.id, call.query);
    return { items: rows.map((row) => toItem(row, call.request)), next, previous: null };
  });

  serve(app, context, getStatusChangeRefusals, async (call) => {
    const run = await visibleRun(call, statusChangeRun, call.params.id);
    return refusalsOf(call.tx, run, call.request);
  });

  serve(app, context, exportStatusChange, async (call) => {
    const run = await visibleRun(call, statusChangeRun, call.params.id);
    const rows = await readItems(call.tx, run.id, { limit: run.total });
    const language = languageOf(call.request);
    const heading = (name: 'number' | 'name' | 'id') => recordHeadings.text(language, name);
    call.reply.type('text/csv; charset=utf-8');
    call.reply.header('content-disposition', `attachment; filename="status-change-${run.id}.csv"`);
    const headings = { number: heading('number'), name: heading('name'), id: heading('id') };
    return resultsFile(rows, headings, call.request);
  });

  serve(
    app,
    context,
    retryStatusChange,
    async (call): Promise<StartedStatusChange> =>
      toStatusChange(await retryRun(call, statusChangeRun, call.params.id, 0)),
    { afterwards },
  );

  serve(app, context, stopStatusChange, async (call) =>
    toStatusChange(await cancelRun(call, statusChangeRun, call.params.id)),
  );
}
