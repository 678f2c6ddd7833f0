import { dayNumber, dayText, weekday } from './days.ts';
import type { DayValue, DurationValue, FeelValue, MomentValue, MonthsValue } from './values.ts';

/** Times of day, days with times, and durations: parsing, formatting and arithmetic. No time zones. */
export const DAY_SECONDS = 86_400;
/** Durations of more than 20,000 years are refused. */
const MOST_SECONDS = 631_152_000_000;
const MOST_MONTHS = 240_000;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;
const DURATION =
  /^(-)?P(?=\d|T\d)(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,12})S)?)?$/;

export function dayValue(number: number | null): DayValue | null {
  return number === null || dayText(number) === null ? null : { kind: 'day', number };
}

export function momentValue(seconds: number): MomentValue | null {
  return dayText(Math.floor(seconds / DAY_SECONDS)) === null ? null : { kind: 'moment', seconds };
}

export function durationValue(seconds: number): DurationValue | null {
  return Math.abs(seconds) <= MOST_SECONDS ? { kind: 'duration', seconds } : null;
}

export function monthsValue(count: number): MonthsValue | null {
  return Math.abs(count) <= MOST_MONTHS ? { kind: 'months', count } : null;
}

/** Returns the seconds since midnight of `09:30` or `09:30:15`; `null` for anything else. */
export function readClock(text: string): number | null {
  const parts = TIME.exec(text);
  return parts && Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3] ?? 0);
}

/**
 * Returns `2026-11-21T09:30`, with or without seconds, as seconds since 1970 on the same clock; `null` for anything
 * else.
 */
export function readMoment(text: string): number | null {
  const day = dayNumber(text.slice(0, 10));
  const time = text[10] === 'T' ? readClock(text.slice(11)) : null;
  return day === null || time === null ? null : day * DAY_SECONDS + time;
}

/** Reads `P1Y2M`, `P14D`, `PT1H30M`; `null` for others, and for years or months combined with days. */
export function readDuration(text: string): DurationValue | MonthsValue | null {
  const parts = DURATION.exec(text);
  if (!parts) return null;
  const [years, months, days, hours, minutes, seconds] = parts.slice(2).map((part) => Number(part ?? 0));
  const sign = parts[1] ? -1 : 1;
  const hasMonths = parts[2] !== undefined || parts[3] !== undefined;
  if (hasMonths && (parts[4] ?? parts[5] ?? parts[6] ?? parts[7]) !== undefined) return null;
  if (hasMonths) return monthsValue(sign * (years! * 12 + months!));
  return durationValue(sign * (days! * DAY_SECONDS + hours! * 3600 + minutes! * 60 + seconds!));
}

const two = (number: number): string => String(number).padStart(2, '0');

/** `09:30`, or `09:30:15` where there are seconds or `full` is set. */
export function isoTime(seconds: number, full = false): string {
  const rest = seconds % 60;
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}${rest || full ? `:${two(rest)}` : ''}`;
}

/** `2026-11-21T09:30`, seconds as in `isoTime`; `null` outside the years 1 to 9999. */
export function isoMoment(seconds: number, full = false): string | null {
  const day = dayText(Math.floor(seconds / DAY_SECONDS));
  return day && `${day}T${isoTime(secondsOfDay(seconds), full)}`;
}

export function secondsOfDay(seconds: number): number {
  return ((seconds % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
}

/** ISO 8601: `P1Y2M`, `P3DT4H`, `-PT30M`. */
export function isoDuration(value: DurationValue | MonthsValue): string {
  const part = (amount: number, unit: string): string => (amount ? `${amount}${unit}` : '');
  if (value.kind === 'months') {
    const months = Math.abs(value.count);
    return `${value.count < 0 ? '-' : ''}P${part(Math.floor(months / 12), 'Y')}${part(months % 12, 'M') || (months ? '' : '0M')}`;
  }
  const seconds = Math.abs(value.seconds);
  const time = `${part(Math.floor(seconds / 3600) % 24, 'H')}${part(Math.floor(seconds / 60) % 60, 'M')}${part(seconds % 60, 'S')}`;
  const days = part(Math.floor(seconds / DAY_SECONDS), 'D');
  return `${value.seconds < 0 ? '-' : ''}P${days}${time ? `T${time}` : days ? '' : 'T0S'}`;
}

export function yearMonthDay(number: number): readonly [number, number, number] {
  const date = new Date(number * DAY_SECONDS * 1000);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** Returns the day this many months later, or the last day of a shorter month. `null` outside the years 1 to 9999. */
export function plusMonths(number: number, months: number): number | null {
  const [year, month, date] = yearMonthDay(number);
  const target = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(target / 12), target - Math.floor(target / 12) * 12];
  const start = `${String(toYear).padStart(4, '0')}-${two(toMonth + 1)}-`;
  for (let last = date; last > 27; last -= 1) {
    const day = dayNumber(start + two(last));
    if (day !== null) return day;
  }
  return dayNumber(start + two(date));
}

/** Counts whole months from one day to another. */
export function monthsBetween(from: number, to: number): number {
  if (to < from) return -monthsBetween(to, from);
  const [[year, month, date], [toYear, toMonth, toDate]] = [yearMonthDay(from), yearMonthDay(to)];
  return (toYear - year) * 12 + toMonth - month - (toDate < date ? 1 : 0);
}

/** Returns the ISO week: the first one contains the year's first Thursday. */
export function weekOfYear(number: number): number {
  const thursday = number - weekday(number) + 4;
  return Math.floor((dayOfYear(thursday) - 1) / 7) + 1;
}

export function dayOfYear(number: number): number {
  const start = dayNumber(`${String(yearMonthDay(number)[0]).padStart(4, '0')}-01-01`) ?? number;
  return number - start + 1;
}

/** Returns the property after the dot: `neededBy.year`, `(end - start).days`; `undefined` if there is none. */
export function partOf(value: FeelValue, name: string): number | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  if (value.kind === 'months') {
    if (name === 'years') return Math.trunc(value.count / 12);
    return name === 'months' ? value.count % 12 : undefined;
  }
  if (value.kind === 'duration') return partOfSeconds(value.seconds, name, 's');
  if (value.kind === 'time') return partOfSeconds(value.seconds, name, '');
  if (value.kind !== 'day' && value.kind !== 'moment') return undefined;
  const number = value.kind === 'day' ? value.number : Math.floor(value.seconds / DAY_SECONDS);
  const index = ['year', 'month', 'day'].indexOf(name);
  if (index >= 0) return yearMonthDay(number)[index];
  if (name === 'weekday') return weekday(number);
  return value.kind === 'moment' ? partOfSeconds(secondsOfDay(value.seconds), name, '') : undefined;
}

function partOfSeconds(seconds: number, name: string, plural: '' | 's'): number | undefined {
  if (name === `hour${plural}`) return Math.trunc(seconds / 3600) % 24;
  if (name === `minute${plural}`) return Math.trunc(seconds / 60) % 60;
  if (name === `second${plural}`) return seconds % 60;
  return plural && name === 'days' ? Math.trunc(seconds / DAY_SECONDS) : undefined;
}
