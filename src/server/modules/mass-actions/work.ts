import { setTimeout as pause } from 'node:timers/promises';
import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { type Caller, scopeOf } from '../processes/index.ts';
import { executeTaskAction, noteRefused, type Refused } from '../tasks/index.ts';
import { type RunRow, readRun } from './mass-actions.store.ts';
import {
  beginRun,
  finishRun,
  type ItemResult,
  queueRun,
  settleAll,
  settleItem,
  takeItem,
  tellProgress,
} from './work.store.ts';

export interface WorkLimit {
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

/** How often the starter hears of progress. */
const PROGRESS_MS = 500;
/** How often a task is tried that another transaction is in the way of, or that fails for no reason of its own. */
const TRIES = 3;

/**
 * Does the waiting tasks of a run, each in a transaction of its own that also writes down what became of it: whoever is
 * stopped in the middle, and however many work on it at once, no task is done twice and none is left without a result.
 * Gives `unfinished` when its time is over first.
 */
export async function workOnRun(
  context: AppContext,
  tenantId: number,
  id: string,
  limit: WorkLimit,
): Promise<'finished' | 'unfinished'> {
  const { db, clock } = context;
  const end = performance.now() + limit.milliseconds;
  const begun = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const started = await beginRun(tx, id);
    return started && { ...started, row: (await readRun(tx, id))! };
  });
  if (!begun) return 'finished';
  const asTenant = <T>(work: (tx: Tx) => Promise<T>) => db.tenantTransaction({ tenantId, userId: begun.userId }, work);
  const session = await sessionOf(context, tenantId, begun.userId, begun.row);
  if (!session) await asTenant((tx) => settleAll(tx, id, 'failed', 'access.denied', clock()));
  let told = performance.now();
  for (let more = session !== undefined; more; ) {
    if (performance.now() > end || limit.signal?.aborted) {
      await asTenant((tx) => tellProgress(tx, id));
      return 'unfinished';
    }
    more = await doNext(context, session!, begun.row);
    if (performance.now() - told < PROGRESS_MS) continue;
    await asTenant((tx) => tellProgress(tx, id));
    told = performance.now();
  }
  await asTenant((tx) => finishRun(tx, id, clock()));
  return 'finished';
}

/** The job: a slice of the run, and another job for the rest, so that no run keeps the others waiting. */
export async function workAsJob(context: AppContext, tenantId: number, id: string, limit: WorkLimit): Promise<void> {
  if ((await workOnRun(context, tenantId, id, limit)) === 'finished') return;
  await context.db.tenantTransaction({ tenantId, userId: null }, (tx) => queueRun(tx, id));
}

/** Who started the run, with the rights of today; undefined when that account is not active any more. */
async function sessionOf(
  { db }: AppContext,
  tenantId: number,
  userId: string,
  { labels }: RunRow,
): Promise<CallerSession | undefined> {
  const member = { tenantId, userId, slug: '', name: '', status: 'active', revokedBefore: null };
  try {
    const session = await readCaller(db, member);
    return { ...session, languageId: labels.language ?? session.languageId };
  } catch (error) {
    if (error instanceof AppError && error.code === 'session.revoked') return undefined;
    throw error;
  }
}

/** One task. False when none is left that nobody works on. */
async function doNext(context: AppContext, session: CallerSession, run: RunRow): Promise<boolean> {
  const { db, clock, log } = context;
  const { tenantId, userId } = session;
  for (let attempt = 1; ; attempt += 1) {
    let taskId: string | undefined;
    let refused: Refused | undefined;
    const now = clock();
    try {
      await db.tenantTransaction({ tenantId, userId, requestId: `mass-${run.id}` }, async (tx) => {
        taskId = await takeItem(tx, run.id);
        if (taskId === undefined) return;
        const call: Caller = { tx, session, context, now };
        const result = await tryTask(call, run, taskId, (one) => {
          refused = one;
        });
        await settleItem(tx, run.id, taskId, result, now);
      });
      if (refused && run.mode === 'run') await noteRefused(context, scopeOf({ session, context, now }), refused);
      return taskId !== undefined;
    } catch (error) {
      // No fault of the task: it stays as it is, and the job is tried again.
      if (error instanceof DatabaseUnavailableError) throw error;
      if (attempt < TRIES) {
        await pause(50 * attempt);
        continue;
      }
      if (taskId === undefined) throw error;
      log.error({ err: error, run: run.id, taskId }, 'a task of a mass action');
      const item = taskId;
      const code = error instanceof AppError ? error.code : 'server.error';
      await db.tenantTransaction({ tenantId, userId }, (tx) =>
        settleItem(tx, run.id, item, { state: 'failed', code }, now),
      );
      return true;
    }
  }
}

/** Thrown when a task has passed a dry run, so that all it did is taken back. */
class Passed extends Error {}

/** Completes one task, or tries it; what it refuses is its result, and leaves nothing behind. */
async function tryTask(
  call: Caller,
  run: RunRow,
  taskId: string,
  onRefused: (refused: Refused) => void,
): Promise<ItemResult> {
  const action: MassActionBody = run.action;
  try {
    await call.tx.transaction().execute(async (tx) => {
      await executeTaskAction({ ...call, tx }, taskId, action, {
        onRefused,
        assertFits: (task) => assertKind(run, task.row),
      });
      if (run.mode === 'dry') throw new Passed();
    });
    return { state: 'done' };
  } catch (error) {
    if (error instanceof Passed) return { state: 'done' };
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'instance.locked') throw error;
    const { code, params, extra } = error;
    const detail = {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(extra.errors ? { errors: extra.errors } : {}),
    };
    return { state: 'failed', code, ...(Object.keys(detail).length > 0 ? { detail } : {}) };
  }
}

/** Somebody may name a task that was not theirs when the kind was told; it must not be completed with another's outcome. */
function assertKind(
  run: RunRow,
  task: { readonly process_key: string; readonly node_id: string; readonly status: string },
): void {
  const isKnown = run.process_key !== null;
  if (isKnown ? task.process_key === run.process_key && task.node_id === run.node_id : task.status !== 'open') return;
  throw new AppError('mass.mixed_kinds');
}
