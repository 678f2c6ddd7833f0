import type { AppContext } from '../../platform/context.ts';
import type { CallerSession } from '../../platform/session.ts';
import type { RunKind } from './run-kind.ts';
import { type ItemRow, type RunRow, type RunState, readItems, readRun } from './runs.store.ts';
import { workOnRun } from './work.ts';

/** A request waits for a run of at most this many items, for this time. */
const SHORT_RUN = 50;
const WAIT_MS = 5000;

/**
 * Works on a short run while its request waits, so that the response has the result of each item. What is not finished
 * in time continues as a job. Returns undefined for a run that is long or deferred.
 */
export async function finishShortRun(
  { context, session }: { readonly context: AppContext; readonly session: CallerSession },
  kind: RunKind,
  { id, total, state }: { readonly id: string; readonly total: number; readonly state: RunState },
): Promise<{ readonly run: RunRow; readonly items: ItemRow[] | undefined } | undefined> {
  if (total > SHORT_RUN || state === 'held') return undefined;
  const { tenantId, userId } = session;
  await workOnRun(context, [kind], tenantId, id, { milliseconds: WAIT_MS });
  return context.db.tenantTransaction({ tenantId, userId }, async (tx) => {
    const run = (await readRun(tx, kind, id))!;
    const hasEnded = run.state === 'done' || run.state === 'stopped';
    return { run, items: hasEnded ? await readItems(tx, id, { limit: SHORT_RUN }) : undefined };
  });
}
