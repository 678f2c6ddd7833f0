import type { ServerModule } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { readTimeZone } from '../../platform/time-zone.ts';
import type { DeferredActionKind } from '../deferred-actions/index.ts';
import { announce } from './delegations.notifications.ts';
import { routes } from './delegations.routes.ts';
import { removeNow } from './delegations.save.ts';
import { readOne } from './delegations.store.ts';
import { processTransitions, type TransitionContext } from './delegations.transitions.ts';

export { delegationsResource } from './delegations.resource.ts';
export { REMOVAL } from './delegations.store.ts';
export { processTransitions } from './delegations.transitions.ts';

/** Interval of the job that notifies of begun and ended periods; access to tasks changes at midnight independently of it. */
const CHECK_MS = 15_000;

/** Delegations: /api/identity/delegate. */
export const delegations: ServerModule = (app, context) => {
  routes(app, context);
};

/** Notifies of periods that begin and end. */
export function handleDelegations(jobs: Pick<Jobs, 'every'>, context: TransitionContext): void {
  jobs.every(CHECK_MS, 'delegation transitions', () => processTransitions(context));
}

/** Executes a deferred removal. */
export function deferredRemoval({ db, publicUrl }: { db: DatabaseHandle; publicUrl: string }): DeferredActionKind {
  return {
    async execute(tx, { tenantId, subjectId }, now) {
      const row = await readOne(tx, subjectId);
      if (!row) return;
      const timeZone = await readTimeZone(tx, tenantId);
      await removeNow(tx, { db, tenantId, publicUrl, timeZone, now }, row);
    },
    async undone(tx, { subjectId }) {
      const row = await readOne(tx, subjectId);
      if (row) await announce(tx, row);
    },
  };
}
