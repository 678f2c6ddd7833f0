import { DELEGATION_COMMENT_MAX } from '../../../shared/contracts/constants.ts';
import type { Delegation } from '../../../shared/contracts/delegations.contract.ts';
import { overlaps, type Period } from '../../../shared/contracts/periods.rules.ts';
import type { User } from '../../../shared/contracts/session.contract.ts';
import { AppError, faultAt } from '../../platform/errors.ts';

/** A period to be saved; users by key. */
export interface Wanted extends Period {
  readonly userId: string;
  readonly delegateUserId: string;
  readonly comment: string;
  readonly replaceVerva: boolean;
  readonly moveOpenTasks: boolean;
}

/** Returns the state of a period on a day of the organisation's calendar. */
export function stateOf({ startDate, endDate }: Period, today: string): Delegation['state'] {
  if (today < startDate) return 'coming';
  return today <= endDate ? 'running' : 'ended';
}

/** DEL-01, DEL-07: validates a period, for every caller. `delegate` is null if there is no such user. */
export function assertPeriod(wanted: Wanted, delegate: Pick<User, 'status' | 'name'> | null): void {
  if (wanted.startDate > wanted.endDate) throw faultAt('delegation.dates_reversed', '/endDate');
  if (delegate === null) throw faultAt('user.not_found', '/delegateUserId');
  if (wanted.delegateUserId === wanted.userId) throw faultAt('delegation.to_self', '/delegateUserId');
  if (delegate.status !== 'active')
    throw faultAt('delegation.delegate_disabled', '/delegateUserId', { name: delegate.name });
  // Code points, as users and the database count them, not halves of surrogate pairs.
  if ([...wanted.comment].length > DELEGATION_COMMENT_MAX)
    throw faultAt('delegation.comment_too_long', '/comment', { max: DELEGATION_COMMENT_MAX });
}

/** DEL-06: one delegate at a time. The error contains days and id of the first period in `others` that overlaps. */
export function assertAlone(wanted: Period, others: readonly (Period & { readonly id: string })[]): void {
  const other = others.find((one) => overlaps(wanted, one));
  if (!other) return;
  const params = { from: other.startDate, until: other.endDate };
  throw new AppError('delegation.overlap', params, {
    errors: [{ pointer: '/startDate', code: 'delegation.overlap', params }],
    with: { id: other.id, startDate: other.startDate, endDate: other.endDate },
  });
}
