import { setTimeout as pause } from 'node:timers/promises';
import type { MassActionBody } from '../../../shared/contracts/mass-actions.contract.ts';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { scopeOf } from '../processes/index.ts';
import { executeTaskAction, noteRefused, type Refused } from '../tasks/index.ts';
import { type RunRow, readRun } from './runs.store.ts';
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

/** Interval of progress events. */
const PROGRESS_MS = 500;
/** Maximum attempts at a task that conflicts with another transaction or fails for an external reason. */
const TRIES = 3;

/**
 * Executes the waiting tasks of a run, each in its own transaction together with its result. Interruptions and concurrent
 * workers therefore neither execute a task twice nor leave one without a result. Returns `unfinished` when the time limit
 * is reached first.
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

/** Runs as a job: a slice of the run, and another job for the rest, so that no run blocks the others. */
export async function workAsJob(context: AppContext, tenantId: number, id: string, limit: WorkLimit): Promise<void> {
  if ((await workOnRun(context, tenantId, id, limit)) === 'finished') return;
  await context.db.tenantTransaction({ tenantId, userId: null }, (tx) => queueRun(tx, id));
}

/** Returns the session of the user who started the run, with their current rights; undefined when the account is no longer active. */
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

/** Executes one task. Returns false when no unlocked task is left. */
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
      // Not an error of the task: it stays waiting, and the job is retried.
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

/** Thrown when a task has passed a dry run, so that all its changes are rolled back. */
class Passed extends Error {}

/** Completes one task, or tries it in a dry run. A refusal becomes its result and is rolled back. */
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

/** Refuses a task of another kind: the starter could list a task they may not see, which must not get this outcome. */
function assertKind(
  run: RunRow,
  task: { readonly process_key: string; readonly node_id: string; readonly status: string },
): void {
  const isKnown = run.process_key !== null;
  if (isKnown ? task.process_key === run.process_key && task.node_id === run.node_id : task.status !== 'open') return;
  throw new AppError('mass.mixed_kinds');
}
