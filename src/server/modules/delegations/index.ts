import type { UserRef } from '../../../shared/contracts/shapes.contract.ts';
import type { ServerModule } from '../../platform/context.ts';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { readTimeZone } from '../../platform/time-zone.ts';
import type { DeferredActionKind } from '../deferred-actions/index.ts';
import { announce, type NotificationScope, notifyOfLeaver } from './delegations.notifications.ts';
import { routes } from './delegations.routes.ts';
import { removeNow } from './delegations.save.ts';
import { readOne, readUpcomingForDelegates } from './delegations.store.ts';
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

/** Number of delegators that are named. */
const NAMED = 20;

/** Returns the first users for whom the user is the delegate, now or later. */
export async function readDelegators(tx: Tx, delegateUserId: string, today: string): Promise<UserRef[]> {
  const rows = await readUpcomingForDelegates(tx, [delegateUserId], today);
  return [...new Map(rows.map(({ user }) => [user.key, user])).values()].slice(0, NAMED);
}

/**
 * Prepares the notifications of the delegators of users who are deactivated: reads the delegations before they end. The
 * returned function sends them.
 */
export async function informDelegators(
  tx: Tx,
  scope: NotificationScope,
  delegateUserIds: readonly string[],
  today: string,
): Promise<() => Promise<void>> {
  const rows = await readUpcomingForDelegates(tx, delegateUserIds, today);
  return async () => {
    for (const row of rows) {
      await notifyOfLeaver(tx, scope, row);
      await announce(tx, row);
    }
  };
}

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
