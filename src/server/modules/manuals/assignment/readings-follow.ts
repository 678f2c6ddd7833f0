import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { CANCEL_REASONS } from '../../../../shared/contracts/manuals.contract.ts';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { Tx } from '../../../platform/database.ts';
import { enqueueAll } from '../../../platform/outbox.ts';
import { dueDay } from './readings-follow.rules.ts';
import * as store from './readings-follow.store.ts';

export interface FollowScope {
  readonly now: Date;
  /** Time zone of the organisation. */
  readonly timeZone: string;
}

/**
 * Brings the readings of a manual in line with its released version, its audience and its state: assigns, withdraws,
 * restores and supersedes them. Idempotent, so it may be called after any change that could matter.
 */
export async function followManual(tx: Tx, manualId: string, { now, timeZone }: FollowScope): Promise<void> {
  const manual = await store.lockFollowed(tx, manualId);
  if (!manual) return;
  const { version } = manual;
  const over = await store.supersede(tx, version);
  if (!manual.isActive) {
    const gone = await store.withdraw(tx, version, CANCEL_REASONS.inactive, now, 'all');
    await announce(tx, manualId, [], [...over, ...gone]);
    return;
  }
  const gone = await store.withdraw(tx, version, CANCEL_REASONS.notAddressed, now, 'not addressed');
  const given = await store.assign(tx, version, dueDay(version.due, dayOf(now, timeZone)), now);
  await store.keepReasons(tx, version);
  await announce(tx, manualId, given, [...over, ...gone]);
}

/** Applies a changed due rule to open readings, each from the day on which it was assigned. */
export async function moveDueDays(
  tx: Tx,
  { id, due }: { readonly id: string; readonly due: ManualDue },
  { timeZone }: FollowScope,
): Promise<void> {
  for (const day of await store.openDays(tx, id, timeZone)) {
    await store.moveDue(tx, id, day, dueDay(due, day), timeZone);
  }
}

/** Notifies the open browsers of the readers that readings were added or removed. */
async function announce(tx: Tx, manualId: string, given: readonly store.Given[], gone: readonly string[]) {
  const events: { principals: string[]; type: string; data: object }[] = given.map(({ id, userId }) => {
    return { principals: [`u:${userId}`], type: 'manual.assigned', data: { manualId, readingId: id } };
  });
  const others = new Set(gone);
  for (const { userId } of given) others.delete(userId);
  const principals = [...others].map((userId) => `u:${userId}`);
  if (principals.length > 0) events.push({ principals, type: 'reading.changed', data: { manualId, readingId: null } });
  await enqueueAll(tx, 'live', events);
}
