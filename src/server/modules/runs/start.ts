import type { Caller } from '../../platform/caller.ts';
import { AppError } from '../../platform/errors.ts';
import { deferAction, settleDeferredAction } from '../deferred-actions/index.ts';
import { ownRun } from './access.ts';
import type { RunKind } from './run-kind.ts';
import {
  type ItemState,
  insertRuns,
  type NewItem,
  type NewRun,
  type RunProcess,
  type RunRow,
  readItems,
  readRun,
} from './runs.store.ts';
import { announceProgress, queueRuns, stopRun } from './work.store.ts';

/** Stores a run and queues it, or defers it so that it can be undone for this many seconds. */
export async function startRun(
  call: Pick<Caller, 'tx' | 'now'>,
  kind: RunKind,
  run: NewRun,
  undoSeconds: number,
): Promise<RunRow> {
  const { tx, now } = call;
  const isDeferred = run.mode === 'run' && undoSeconds > 0;
  const [id] = (await insertRuns(tx, kind, [run], isDeferred ? 'held' : 'queued', now)) as [string];
  if (isDeferred) {
    const until = new Date(now.getTime() + undoSeconds * 1000);
    await deferAction(tx, { kind: kind.deferredAs, subjectId: id, until });
    await announceProgress(tx, kind, id);
  } else await queueRuns(tx, [id]);
  return (await readRun(tx, kind, id))!;
}

/** Stores runs and queues them at once. */
export async function startRuns(
  { tx, now }: Pick<Caller, 'tx' | 'now'>,
  kind: RunKind,
  runs: readonly NewRun[],
): Promise<void> {
  if (runs.length > 0) await queueRuns(tx, await insertRuns(tx, kind, runs, 'queued', now));
}

/** Starts a new run of the failed and skipped items of an ended one. */
export async function retryRun(call: Caller, kind: RunKind, id: string, undoSeconds: number): Promise<RunRow> {
  const run = await ownRun(call, kind, id);
  const hasEnded = run.state === 'done' || run.state === 'stopped';
  const items = hasEnded ? await itemsOf(call, run, ['failed', 'skipped']) : [];
  if (items.length === 0) throw new AppError(kind.errors.nothingFailed);
  const { request, labels } = run;
  const selection = { retry: run.id };
  const again: NewRun = { mode: 'run', process: processOf(run), selection, request, labels, items, retryOf: run.id };
  return startRun(call, kind, again, undoSeconds);
}

/** Stops a run; processed items keep their results. */
export async function cancelRun(call: Caller, kind: RunKind, id: string): Promise<RunRow> {
  const { tx, now } = call;
  const run = await ownRun(call, kind, id);
  await settleDeferredAction(tx, kind.deferredAs, run.id, now);
  await stopRun(tx, kind, run.id, now);
  return (await readRun(tx, kind, run.id))!;
}

/** Returns a dry run of the caller and the items that passed it. */
export async function passedDryRun(
  call: Caller,
  kind: RunKind,
  id: string,
): Promise<{ readonly run: RunRow; readonly items: NewItem[] }> {
  const run = await readRun(call.tx, kind, id);
  if (run?.user_id !== call.session.userId || run.mode !== 'dry') throw new AppError(kind.errors.notFound);
  return { run, items: await itemsOf(call, run, ['done']) };
}

async function itemsOf(call: Caller, run: RunRow, states: readonly ItemState[]): Promise<NewItem[]> {
  const rows = await readItems(call.tx, run.id, { states, limit: run.total });
  return rows.map((row) => ({
    id: row.item_id,
    name: row.name,
    businessKey: row.business_key,
    // A retry takes an item as it is now.
    ...(run.mode === 'dry' && row.version !== null ? { version: row.version } : {}),
  }));
}

export function processOf({ process_key: processKey, node_id: taskKey }: RunRow): RunProcess | null {
  return processKey === null || taskKey === null ? null : { processKey, taskKey };
}
