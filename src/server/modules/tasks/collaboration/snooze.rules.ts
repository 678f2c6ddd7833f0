import { Temporal } from 'temporal-polyfill';
import { OVERDUE_SNOOZE_MAX_MS } from '../../../../shared/contracts/constants.ts';

/** Nobody is reminded later than this. */
const LONGEST_MS = 366 * 86_400_000;

export interface Due {
  readonly at: Date | null;
  /** Only the day was meant: it ends with the day. */
  readonly isDay: boolean;
}

/** Whether somebody can be reminded then: ahead, and within a year. */
export function isAhead(until: Date, now: Date): boolean {
  const ms = until.getTime() - now.getTime();
  return ms > 0 && ms <= LONGEST_MS;
}

/** The last moment that is kept; processes know none after it either. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * A due time after its clock stood still for so long. One that means a day stays the end of a day of `timeZone`. One that
 * would lie beyond the year 9999 stays where it is.
 */
export function movedDue({ at, isDay }: Due, milliseconds: number, timeZone: string): Date | null {
  if (at === null) return null;
  const moved = Temporal.Instant.fromEpochMilliseconds(at.getTime() + milliseconds);
  const nextDay = () => moved.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: 1 }).toZonedDateTime(timeZone);
  const due = isDay ? nextDay().epochMilliseconds - 1 : moved.epochMilliseconds;
  return due > LAST_MS ? at : new Date(due);
}

/**
 * The due time that a snooze leaves the task with, or why the person would be reminded too late. A private snooze moves
 * nothing and ends before the due time; where that has passed, within a week. One that stops the clock moves the due time by
 * as long as the task sleeps: what was overdue is as much overdue afterwards.
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
