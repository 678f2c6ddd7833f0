import { setTimeout as pause } from 'node:timers/promises';
import { readCaller } from '../../platform/auth/memberships.ts';
import type { AppContext } from '../../platform/context.ts';
import { DatabaseUnavailableError, type Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { CallerSession } from '../../platform/session.ts';
import { readTimeZone } from '../../platform/time-zone.ts';
import { kindNamed, type RunItem, type RunKind } from './run-kind.ts';
import { type Detail, type RunRow, readRun } from './runs.store.ts';
import {
  announceProgress,
  beginRun,
  finishRun,
  type ItemResult,
  queueRuns,
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
  const execute = await executorOf(context, kind, { tenantId, userId }, run);
  if (!execute) await inTenant((tx) => settleAll(tx, id, 'failed', 'access.denied', clock()));
  let announced = performance.now();
  for (let more = execute !== undefined; more; ) {
    if (performance.now() > end || limit.signal?.aborted) {
      await inTenant((tx) => announceProgress(tx, kind, id));
      return 'unfinished';
    }
    more = await processNext(context, { tenantId, userId }, run, execute!);
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
  await context.db.tenantTransaction({ tenantId, userId: null }, (tx) => queueRuns(tx, [id]));
}

interface RunActor {
  readonly tenantId: number;
  /** The user who started the run; null if another system did. */
  readonly userId: string | null;
}

/** Processes one item in a transaction. */
type Execute = (
  tx: Tx,
  item: RunItem,
  now: Date,
  afterwards: (work: () => Promise<void>) => void,
) => Promise<Detail | undefined>;

/** Returns how items are processed; undefined when the user who started the run may not act any more. */
async function executorOf(
  context: AppContext,
  kind: RunKind,
  { tenantId, userId }: RunActor,
  run: RunRow,
): Promise<Execute | undefined> {
  if ('executeAsSystem' in kind) {
    const timeZone = await context.db.tenantTransaction({ tenantId, userId }, (tx) => readTimeZone(tx, tenantId));
    return (tx, item, now) => kind.executeAsSystem({ tx, context, tenantId, timeZone, userId, now }, run, item);
  }
  const session = userId === null ? undefined : await sessionOf(context, tenantId, userId, run);
  return session && ((tx, item, now, afterwards) => kind.execute({ tx, session, context, now }, run, item, afterwards));
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
async function processNext(
  context: AppContext,
  { tenantId, userId }: RunActor,
  run: RunRow,
  execute: Execute,
): Promise<boolean> {
  const { db, clock, log } = context;
  for (let attempt = 1; ; attempt += 1) {
    let item: RunItem | undefined;
    const afterwards: (() => Promise<void>)[] = [];
    const now = clock();
    try {
      await db.tenantTransaction({ tenantId, userId, requestId: `mass-${run.id}` }, async (tx) => {
        const taken = await takeItem(tx, run.id);
        item = taken;
        if (!taken) return;
        const result = await tryItem(tx, run, (inner) => execute(inner, taken, now, (work) => afterwards.push(work)));
        await settleItem(tx, run.id, taken.id, result, now);
      });
      if (run.mode === 'run') for (const work of afterwards) await work();
      return item !== undefined;
    } catch (error) {
      // Not a fault of the item: it keeps waiting, and the job is retried.
      if (error instanceof DatabaseUnavailableError) throw error;
      if (attempt < MAX_ATTEMPTS) {
        await pause(50 * attempt);
        continue;
      }
      if (item === undefined) throw error;
      log.error({ err: error, run: run.id, itemId: item.id }, 'processing an item of a run failed');
      const failed = item.id;
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
async function tryItem(tx: Tx, run: RunRow, execute: (tx: Tx) => Promise<Detail | undefined>): Promise<ItemResult> {
  try {
    const detail = await tx.transaction().execute(async (inner) => {
      const kept = await execute(inner);
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
