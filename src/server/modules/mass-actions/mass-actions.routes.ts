import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  exportMassAction,
  getMassAction,
  listMassActions,
  type MassItem,
  massConfig,
  massItems,
  massTasks,
  retryMassAction,
  type StartedMassAction,
  startMassAction,
  stopMassAction,
} from '../../../shared/contracts/mass-actions.contract.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { CallerSession } from '../../platform/session.ts';
import { assertUuid } from '../../platform/uuid.ts';
import { settleDeferredAction, undoSeconds } from '../deferred-actions/index.ts';
import { scopeOf } from '../processes/index.ts';
import { csvOf } from '../runs/results.csv.ts';
import { toItem } from '../runs/results.ts';
import { MASS_RUN, type RunRow, readItems, readRun, readRuns, toMassAction } from '../runs/runs.store.ts';
import { stopRun } from '../runs/work.store.ts';
import { workOnRun } from '../runs/work.ts';
import { listInbox, viewerOf } from '../tasks/index.ts';
import { viewsOf } from '../views/index.ts';
import { readMassKinds } from './kinds.ts';
import { selectionOf } from './mass-actions.rules.ts';
import { ofKind, retryRun, startRun } from './selection.ts';

/** Maximum number of tasks of a run that is executed within the request, and for how long. */
const SHORT_RUN = 50;
const WAIT_MS = 5000;
const PAGE = 50;

export function routes(app: FastifyInstance, context: AppContext): void {
  serve(app, context, massConfig, readMassKinds);

  serve(
    app,
    context,
    massTasks,
    async (call) => {
      const { a, b } = call.params;
      return listInbox(call.tx, scopeOf(call), viewerOf(call), ofKind(call.list, a, b));
    },
    { view: viewsOf('tasks') },
  );

  serve(
    app,
    context,
    startMassAction,
    async (call): Promise<StartedMassAction> => {
      const selection = selectionOf(call.body);
      const mode = call.body.dryRun ? 'dry' : 'run';
      return startRun(call, selection, call.body.action, mode, undoSeconds(call.request.headers.prefer));
    },
    { afterwards: waitForShort },
  );

  serve(app, context, listMassActions, async (call) => {
    const { state, mine, limit = PAGE, after } = call.query;
    const before = after === undefined ? undefined : assertUuid(after, 'page.cursor_mismatch');
    const userId = mine || !call.session.isAdmin ? call.session.userId : undefined;
    const rows = await readRuns(call.tx, { userId, state, after: before, limit });
    const shown = rows.slice(0, limit);
    return {
      items: shown.map(toMassAction),
      next: rows.length > limit ? shown.at(-1)!.id : null,
      previous: null,
    };
  });

  serve(app, context, getMassAction, async (call) => toMassAction(await visibleRun(call, call.params.id)));

  serve(app, context, massItems, async (call) => {
    const run = await visibleRun(call, call.params.id);
    const { state, limit = PAGE, after } = call.query;
    const states = state === undefined ? undefined : [state];
    const rows = await readItems(call.tx, run.id, { states, limit, after: positionOf(after) });
    const shown = rows.slice(0, limit);
    return {
      items: shown.map((row) => toItem(row, call.request)),
      next: rows.length > limit ? String(shown.at(-1)!.position) : null,
      previous: null,
    };
  });

  serve(app, context, exportMassAction, async (call) => {
    const run = await visibleRun(call, call.params.id);
    const rows = await readItems(call.tx, run.id, { limit: run.total });
    call.reply.type('text/csv; charset=utf-8');
    call.reply.header('content-disposition', `attachment; filename="mass-action-${run.id}.csv"`);
    return csvOf(rows, call.request);
  });

  serve(
    app,
    context,
    retryMassAction,
    async (call): Promise<StartedMassAction> => {
      const run = await ownRun(call, call.params.id);
      return retryRun(call, run, undoSeconds(call.request.headers.prefer));
    },
    { afterwards: waitForShort },
  );

  serve(app, context, stopMassAction, async (call) => {
    const run = await ownRun(call, call.params.id);
    await settleDeferredAction(call.tx, MASS_RUN, run.id, call.now);
    await stopRun(call.tx, run.id, call.now);
    return toMassAction((await readRun(call.tx, run.id))!);
  });
}

interface Started {
  readonly context: AppContext;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly answerWith: (status: 200 | 202) => void;
}

/** Executes a short run at once, so that its response has the result of each task. The job does what is not done in time. */
async function waitForShort(call: Started, started: StartedMassAction): Promise<StartedMassAction> {
  const { context, session, request } = call;
  const { id, total, state } = started;
  if (total > SHORT_RUN || state === 'held') return started;
  await workOnRun(context, session.tenantId, id, { milliseconds: WAIT_MS });
  const scope = { tenantId: session.tenantId, userId: session.userId };
  return context.db.tenantTransaction(scope, async (tx) => {
    const run = toMassAction((await readRun(tx, id))!);
    if (run.state !== 'done' && run.state !== 'stopped') return run;
    call.answerWith(200);
    const items: MassItem[] = (await readItems(tx, id, { limit: SHORT_RUN })).map((row) => toItem(row, request));
    return { ...run, items };
  });
}

/** Returns a run of the caller; administrators see all runs. Throws not found for others. */
async function visibleRun({ tx, session }: Caller, id: string): Promise<RunRow> {
  const run = await readRun(tx, assertUuid(id, 'mass.not_found'));
  if (!run || (run.user_id !== session.userId && !session.isAdmin)) throw new AppError('mass.not_found');
  return run;
}

/** Returns a run that the caller started: only they can retry or stop it, because it acts on their behalf. */
async function ownRun(call: Caller, id: string): Promise<RunRow> {
  const run = await visibleRun(call, id);
  if (run.user_id !== call.session.userId) throw new AppError('access.denied');
  if (run.mode === 'dry') throw new AppError('mass.not_found');
  return run;
}

function positionOf(after: string | undefined): number | undefined {
  if (after === undefined) return undefined;
  if (!/^\d{1,9}$/.test(after)) throw new AppError('page.cursor_mismatch');
  return Number(after);
}
