import type { AppContext, ServerModule } from '../../platform/context.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { DeferredActionKind } from '../deferred-actions/index.ts';
import { routes } from './mass-actions.routes.ts';
import { MASS_JOB, queueLeftRuns, releaseRun, stopRun } from './work.store.ts';
import { workAsJob } from './work.ts';

export { MASS_RUN } from './mass-actions.store.ts';

/** How long one job works on a run before it lets others have a turn. */
const SLICE_MS = 20_000;
const LOOK_MS = 2000;

/** Completing many tasks of a kind at once, as a job with a memory: /api/mass-task-action. */
export const massActions: ServerModule = (app, context) => {
  routes(app, context);
};

/** Registers who does the runs, and who looks for those that were left behind. */
export function handleMassActions(jobs: Pick<Jobs, 'handle' | 'every'>, context: AppContext): void {
  jobs.handle(MASS_JOB, (data, { tenantId, signal }) =>
    workAsJob(context, tenantId, String(data.id), { milliseconds: SLICE_MS, signal }),
  );
  jobs.every(LOOK_MS, 'mass actions left behind', () => queueLeftRuns(context.db));
}

/** A run that could be undone begins when its time has come. */
export const heldRun: DeferredActionKind = {
  carryOut: (tx, { subjectId }) => releaseRun(tx, subjectId),
  undone: async (tx, { subjectId }, now) => {
    await stopRun(tx, subjectId, now);
  },
  givenUp: async (tx, { subjectId }, _error, now) => {
    await stopRun(tx, subjectId, now);
  },
};
