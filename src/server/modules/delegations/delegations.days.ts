import { Temporal } from 'temporal-polyfill';
import { dayOf } from '../../../shared/locale/days.ts';

/** Returns today's date in a time zone. */
export function todayIn(timeZone: string, now: Date): string {
  return dayOf(now, timeZone);
}

/** Returns the first instant of a day in the organisation's time zone, also on days of a clock change. */
export function startOfDay(day: string, timeZone: string): Date {
  return new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds);
}

/** Returns the first instant after a day. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}
