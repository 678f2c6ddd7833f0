import { Temporal } from 'temporal-polyfill';
import { dayOf } from '../../../shared/locale/days.ts';

/** The day it is in the organisation. */
export function todayIn(timeZone: string, now: Date): string {
  return dayOf(now, timeZone);
}

/** The first instant of a day in the organisation's zone, whatever the clocks did that night. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** The first instant after a day. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}
