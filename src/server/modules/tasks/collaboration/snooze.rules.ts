import { Temporal } from 'temporal-polyfill';
import { OVERDUE_SNOOZE_MAX_MS } from '../../../../shared/contracts/constants.ts';

/** Maximum duration of a snooze. */
const LONGEST_MS = 366 * 86_400_000;

export interface Due {
  readonly at: Date | null;
  /** A due date without a time: it ends with the day. */
  readonly isDay: boolean;
}

/** Whether a snooze may end then: in the future, and within a year. */
export function isInFuture(until: Date, now: Date): boolean {
  const ms = until.getTime() - now.getTime();
  return ms > 0 && ms <= LONGEST_MS;
}

/** The last instant that can be stored; processes have the same limit. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Returns a due time moved by the time its clock was stopped. A due date without a time stays the end of a day in
 * `timeZone`. A result after the year 9999 is not applied.
 */
export function movedDue({ at, isDay }: Due, milliseconds: number, timeZone: string): Date | null {
  if (at === null) return null;
  const moved = Temporal.Instant.fromEpochMilliseconds(at.getTime() + milliseconds);
  const nextDay = () => moved.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
  const due = isDay ? nextDay().epochMilliseconds - 1 : moved.epochMilliseconds;
  return due > LAST_MS ? at : new Date(due);
}

/**
 * Returns the due time after a snooze, or why the snooze would end too late. A private snooze moves nothing and ends before
 * the due time; for an overdue task, within a week. One that stops the clock moves the due time by its duration, so that an
 * overdue task is as much overdue afterwards.
 */
export function dueAfter(
  due: Due,
  snooze: { readonly until: Date; readonly stopsClock: boolean },
  now: Date,
  timeZone: string,
): { readonly due: Date | null } | 'snooze.after_due' | 'snooze.overdue_long' {
  const asleep = snooze.until.getTime() - now.getTime();
  if (snooze.stopsClock) return { due: movedDue(due, asleep, timeZone) };
  if (due.at === null || snooze.until <= due.at) return { due: due.at };
  if (due.at > now) return 'snooze.after_due';
  return asleep > OVERDUE_SNOOZE_MAX_MS ? 'snooze.overdue_long' : { due: due.at };
}
