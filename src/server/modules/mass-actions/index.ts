import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { DeferredActionKind } from '../deferred-actions/index.ts';
import { MASS_JOB, queueLeftRuns, releaseRun, stopRun } from '../runs/work.store.ts';
import { workAsJob } from '../runs/work.ts';
import { routes } from './mass-actions.routes.ts';

export { MASS_RUN } from '../runs/runs.store.ts';

/** Maximum time that one job works on a run, so that other runs get a turn. */
const SLICE_MS = 20_000;
const LOOK_MS = 2000;

/** Completes many tasks of one kind in a background run: /api/mass-task-action. */
export const massActions: ServerModule = (app, context) => {
  routes(app, context);
};

/** Registers the job that executes runs, and the one that finds abandoned runs. */
export function handleMassActions(jobs: Pick<Jobs, 'handle' | 'every'>, context: AppContext): void {
  jobs.handle(MASS_JOB, (data, { tenantId, signal }) =>
    workAsJob(context, tenantId, String(data.id), { milliseconds: SLICE_MS, signal }),
  );
  jobs.every(LOOK_MS, 'mass actions left behind', () => queueLeftRuns(context.db));
}

/** Starts a deferred run when its undo window ends. */
export const heldRun: DeferredActionKind = {
  carryOut: (tx, { subjectId }) => releaseRun(tx, subjectId),
  undone: async (tx, { subjectId }, now) => {
    await stopRun(tx, subjectId, now);
  },
  givenUp: async (tx, { subjectId }, _error, now) => {
    await stopRun(tx, subjectId, now);
  },
};
