import { setTimeout as pause } from 'node:timers/promises';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { Caller } from '../../platform/caller.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { kindNamed, type RunKind } from './run-kind.ts';
import { type Detail, type RunRow, readRun } from './runs.store.ts';
import {
  announceProgress,
  beginRun,
  finishRun,
  type ItemResult,
  queueRun,
  settleAll,
  settleItem,
  takeItem,
} from './work.store.ts';

export interface WorkLimit {
  readonly milliseconds: number;
  readonly signal?: AbortSignal;
}

/** Interval of progress events. */
const PROGRESS_MS = 500;
/** Attempts for an item that another transaction blocks, or that fails unexpectedly. */
const MAX_ATTEMPTS = 3;

/**
 * Processes the waiting items of a run, each in a transaction that also stores its result. An item is therefore processed
 * exactly once and always gets a result, however many servers work on the run and whenever one is killed. Returns
 * `unfinished` when the time is over first.
 */
export async function workOnRun(
  context: AppContext,
  kinds: readonly RunKind[],
  tenantId: number,
  id: string,
  limit: WorkLimit,
): Promise<'finished' | 'unfinished'> {
  const { db, clock } = context;
  const end = performance.now() + limit.milliseconds;
  const begun = await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
    const started = await beginRun(tx, id);
    if (!started) return undefined;
    const kind = kindNamed(kinds, started.kind);
    return { kind, userId: started.userId, run: (await readRun(tx, kind, id))! };
  });
  if (!begun) return 'finished';
  const { kind, userId, run } = begun;
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => db.tenantTransaction({ tenantId, userId }, work);
  const session = await sessionOf(context, tenantId, userId, run);
  if (!session) await inTenant((tx) => settleAll(tx, id, 'failed', 'access.denied', clock()));
  let announced = performance.now();
  for (let more = session !== undefined; more; ) {
    if (performance.now() > end || limit.signal?.aborted) {
      await inTenant((tx) => announceProgress(tx, kind, id));
      return 'unfinished';
    }
    more = await processNext(context, kind, session!, run);
    if (performance.now() - announced < PROGRESS_MS) continue;
    await inTenant((tx) => announceProgress(tx, kind, id));
    announced = performance.now();
  }
  await inTenant((tx) => finishRun(tx, kind, id, clock()));
  return 'finished';
}

/** Handles one job: a slice of the run, and another job for the rest, so that a long run does not block others. */
export async function workAsJob(
  context: AppContext,
  kinds: readonly RunKind[],
  tenantId: number,
  id: string,
  limit: WorkLimit,
): Promise<void> {
  if ((await workOnRun(context, kinds, tenantId, id, limit)) === 'finished') return;
  await context.db.tenantTransaction({ tenantId, userId: null }, (tx) => queueRun(tx, id));
}

/** Returns the user who started the run, with today's rights; undefined when the account is not active any more. */
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

/** Processes one item. Returns false when no item is left that no other worker has. */
async function processNext(context: AppContext, kind: RunKind, session: CallerSession, run: RunRow): Promise<boolean> {
  const { db, clock, log } = context;
  const { tenantId, userId } = session;
  for (let attempt = 1; ; attempt += 1) {
    let itemId: string | undefined;
    const afterwards: (() => Promise<void>)[] = [];
    const now = clock();
    try {
      await db.tenantTransaction({ tenantId, userId, requestId: `mass-${run.id}` }, async (tx) => {
        itemId = await takeItem(tx, run.id);
        if (itemId === undefined) return;
        const result = await tryItem({ tx, session, context, now }, kind, run, itemId, (work) => afterwards.push(work));
        await settleItem(tx, run.id, itemId, result, now);
      });
      if (run.mode === 'run') for (const work of afterwards) await work();
      return itemId !== undefined;
    } catch (error) {
      // Not a fault of the item: it keeps waiting, and the job is retried.
      if (error instanceof DatabaseUnavailableError) throw error;
      if (attempt < MAX_ATTEMPTS) {
        await pause(50 * attempt);
        continue;
      }
      if (itemId === undefined) throw error;
      log.error({ err: error, run: run.id, itemId }, 'processing an item of a run failed');
      const failed = itemId;
      const code = error instanceof AppError ? error.code : 'server.error';
      await db.tenantTransaction({ tenantId, userId }, (tx) =>
        settleItem(tx, run.id, failed, { state: 'failed', code }, now),
      );
      return true;
    }
  }
}

/** Thrown when an item passed a dry run, to undo what it wrote. */
class DryRunPassed extends Error {
  readonly detail: Detail | undefined;

  constructor(detail: Detail | undefined) {
    super();
    this.detail = detail;
  }
}

/** Processes an item in a savepoint; an error that the user can act on is its result. */
async function tryItem(
  call: Caller,
  kind: RunKind,
  run: RunRow,
  itemId: string,
  afterwards: (work: () => Promise<void>) => void,
): Promise<ItemResult> {
  try {
    const detail = await call.tx.transaction().execute(async (tx) => {
      const kept = await kind.execute({ ...call, tx }, run, itemId, afterwards);
      if (run.mode === 'dry') throw new DryRunPassed(kept);
      return kept;
    });
    return passed(detail);
  } catch (error) {
    if (error instanceof DryRunPassed) return passed(error.detail);
    if (!(error instanceof AppError) || error.status >= 500 || error.code === 'instance.locked') throw error;
    const { code, params, extra } = error;
    const detail = {
      ...(Object.keys(params).length > 0 ? { params } : {}),
      ...(extra.errors ? { errors: extra.errors } : {}),
    };
    return { state: 'failed', code, ...(Object.keys(detail).length > 0 ? { detail } : {}) };
  }
}

const passed = (detail: Detail | undefined): ItemResult => ({ state: 'done', ...(detail ? { detail } : {}) });
