import type { FastifyRequest } from 'fastify';
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
async function finishShortRun(
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

interface Started {
  readonly context: AppContext;
  readonly session: CallerSession;
  readonly request: FastifyRequest;
  readonly answerWith: (status: 200 | 202) => void;
}

/** For `afterwards` of an endpoint that starts runs: answers a short one with 200 and the result of each item. */
export function finishIfShort<Reply extends { readonly id: string; readonly total: number; readonly state: RunState }>(
  kind: RunKind,
  toReply: (run: RunRow, items: readonly ItemRow[] | undefined, request: FastifyRequest) => Reply,
): (call: Started, started: Reply) => Promise<Reply> {
  return async (call, started) => {
    const finished = await finishShortRun(call, kind, started);
    if (!finished) return started;
    if (finished.items) call.answerWith(200);
    return toReply(finished.run, finished.items, call.request);
  };
}
