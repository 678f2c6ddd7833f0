import type { AppContext } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { DeferredActionKinds } from '../deferred-actions/index.ts';
import type { RunKind } from './run-kind.ts';
import { RUN_JOB, releaseRun, requeueAbandonedRuns, stopRun } from './work.store.ts';
import { workAsJob } from './work.ts';

export { visibleRun } from './access.ts';
export { listItems, listRuns } from './pages.ts';
export { resultsFile } from './results.csv.ts';
export { reasonOf, refusalsOf, toItemResult, toProgress } from './results.ts';
export type { RunKind } from './run-kind.ts';
export {
  type ItemAmount,
  type ItemRow,
  type NewItem,
  type NewRun,
  type RunProcess,
  type RunRow,
  readItems,
  readLatestRun,
  sumAmounts,
} from './runs.store.ts';
export { type Selection, selectionOf } from './selection.rules.ts';
export { finishIfShort } from './short-run.ts';
export { cancelRun, passedDryRun, processOf, retryRun, startRun, startRuns } from './start.ts';
export { workOnRun } from './work.ts';

/** Time for which one job works on a run before others have a turn. */
const SLICE_MS = 20_000;
const CHECK_MS = 2000;

/** Registers the job that works on runs, and the loop that continues those of a server that died. */
export function handleRuns(jobs: Pick<Jobs, 'handle' | 'every'>, context: AppContext, kinds: readonly RunKind[]): void {
  jobs.handle(RUN_JOB, (data, { tenantId, signal }) =>
    workAsJob(context, kinds, tenantId, String(data.id), { milliseconds: SLICE_MS, signal }),
  );
  jobs.every(CHECK_MS, 'abandoned runs', () => requeueAbandonedRuns(context.db));
}

/** Deferred starts of runs of these kinds: queued when due, stopped when undone or abandoned. */
export function deferredRuns(kinds: readonly RunKind[]): DeferredActionKinds {
  return Object.fromEntries(
    kinds.map((kind) => [
      kind.deferredAs,
      {
        execute: (tx, { subjectId }) => releaseRun(tx, kind, subjectId),
        undone: async (tx, { subjectId }, now) => {
          await stopRun(tx, kind, subjectId, now);
        },
        abandoned: async (tx, { subjectId }, _error, now) => {
          await stopRun(tx, kind, subjectId, now);
        },
      } satisfies DeferredActionKinds[string],
    ]),
  );
}
