import { overlaps } from '../../../shared/contracts/periods.rules.ts';
import { dayOf } from '../../../shared/locale/days.ts';
import type { Tx } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import { settleDeferredAction } from '../deferred-actions/index.ts';
import { announce, type NotificationScope, notifyDelegate, notifyDelegator } from './delegations.notifications.ts';
import { assertAlone, stateOf, type Wanted } from './delegations.rules.ts';
import {
  type DelegationRow,
  insertDelegation,
  lockPerson,
  markRemoved,
  type NotifiedAt,
  REMOVAL,
  readOne,
  readPeriodsOf,
  updateDelegation,
} from './delegations.store.ts';

/** Adds a period, or replaces the one with `id`; `assertFresh` throws if that was changed by someone else meanwhile. */
export async function saveDelegation(
  tx: Tx,
  scope: NotificationScope,
  wanted: Wanted,
  id: string | null,
  assertFresh: (row: DelegationRow) => void,
): Promise<DelegationRow> {
  await lockPerson(tx, scope.tenantId, wanted.userId);
  const rows = await readPeriodsOf(tx, wanted.userId);
  const before = id === null ? undefined : rows.find((row) => row.id === id);
  if (id !== null && !before) throw new AppError('delegation.not_found');
  if (before?.isHeld) throw new AppError('delegation.held');
  if (before) assertFresh(before);
  // The new period needs days whose removal is still deferred: the removal is executed now and can no longer be undone.
  for (const row of rows.filter((one) => one.isHeld && overlaps(one, wanted))) await removeNow(tx, scope, row);
  assertAlone(
    wanted,
    rows.filter((row) => row !== before && !row.isHeld),
  );
  const today = dayOf(scope.now, scope.timeZone);
  const notifiedAt = notifiedAtOf(wanted, before, today, scope.now);
  const saved = before ? before.id : await insertDelegation(tx, wanted, notifiedAt);
  if (before) await updateDelegation(tx, saved, wanted, notifiedAt);
  const row = (await readOne(tx, saved))!;
  await announce(tx, row, before ? [before.delegateUserId] : []);
  if (stateOf(row, today) === 'running') await notifyOfRunning(tx, scope, row, before, today);
  return row;
}

/** Notifications of a running period are sent on saving; those of a future or just ended one by the periodic job. */
function notifiedAtOf(wanted: Wanted, before: DelegationRow | undefined, today: string, now: Date): NotifiedAt {
  switch (stateOf(wanted, today)) {
    case 'coming':
      return { startNotifiedAt: null, endedReportAt: null };
    case 'running':
      return { startNotifiedAt: now, endedReportAt: null };
    case 'ended':
      // A period added after it ended has nothing to report; one that was running until now is reported.
      return { startNotifiedAt: now, endedReportAt: before ? before.endedReportAt : now };
  }
}

async function notifyOfRunning(
  tx: Tx,
  scope: NotificationScope,
  row: DelegationRow,
  before: DelegationRow | undefined,
  today: string,
): Promise<void> {
  const wasSameDelegate =
    before !== undefined && before.delegateUserId === row.delegateUserId && stateOf(before, today) === 'running';
  if (!wasSameDelegate) return notifyDelegate(tx, scope, row, 'began');
  const notifiedAt = ['startDate', 'endDate', 'comment', 'replaceVerva', 'moveOpenTasks'] as const;
  if (notifiedAt.some((name) => before[name] !== row[name])) await notifyDelegate(tx, scope, row, 'changed');
}

/** Removes a period at once. If it was running, it has ended, and the delegator is sent the decisions. */
export async function removeNow(tx: Tx, scope: NotificationScope, row: DelegationRow): Promise<void> {
  await settleDeferredAction(tx, REMOVAL, row.id, scope.now);
  if (!(await markRemoved(tx, row.id, scope.now))) return;
  if (stateOf(row, dayOf(scope.now, scope.timeZone)) === 'running') await notifyDelegator(tx, scope, row);
  await announce(tx, row);
}
