import { DATE_INPUT_FORMAT, type LanguageId } from '../contracts/constants.ts';
import { dayNumber, dayText, weekday } from '../forms/days.ts';
import { isShipped, localeOf } from './language.ts';

/** A calendar day in the API format: `2026-11-21`. */
export type Day = string;

/** Longer than any typed date. */
const TYPED_MAX = 40;

/** The calendar day of an instant in a time zone. */
export function dayOf(instant: Date | string, zone: string): Day {
  return wallOf(instant, zone).slice(0, 10);
}

/** `09:05` of an instant in a time zone: 24 hours with leading zeros. */
export function clockOf(instant: Date | string, zone: string): string {
  return wallOf(instant, zone).slice(11, 16);
}

/** Adds whole days to a day. */
export function addDays(day: Day, days: number): Day {
  const number = dayNumber(day);
  return (number === null ? null : dayText(number + days)) ?? day;
}

/** Number of days from `start` to `end`; negative if `end` is earlier. */
export function daysBetween(start: Day, end: Day): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000);
}

/** ISO weekday: Monday is 1, Sunday 7. */
export function weekdayOf(day: Day): number {
  return weekday(dayNumber(day) ?? 0);
}

/** Whether the calendar has this day. */
export function isDay(text: string): text is Day {
  return dayNumber(text) !== null;
}

/** A day as editable text in the language's format. */
export function formatDayInput(day: Day, language: LanguageId): string {
  if (!isDay(day)) return '';
  const [year = '', month = '', date = ''] = day.split('-');
  return inputFormat(language).replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/** Format of typed dates: `DD/MM/YYYY`; of an added language, what browsers know. */
function inputFormat(language: LanguageId): string {
  if (isShipped(language)) return DATE_INPUT_FORMAT[language];
  const letters: Readonly<Record<string, string>> = { year: 'YYYY', month: 'MM', day: 'DD' };
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    calendar: 'gregory',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts();
  const order = parts.flatMap(({ type }) => letters[type] ?? []);
  const between = parts.find(({ type }, at) => type === 'literal' && at > 0)?.value.trim() || '.';
  return order.join(between);
}

/**
 * Parses a typed date; undefined if invalid. The order follows the language, any separator is accepted, leading zeros
 * are optional, and two-digit years are in this century.
 */
export function parseDayInput(text: string, language: LanguageId): Day | undefined {
  if (text.length > TYPED_MAX) return undefined;
  const numbers = text.trim().match(/^(\d{1,4})\s*[./\-\s年]\s*(\d{1,2})\s*[./\-\s月]\s*(\d{1,4})\s*[.日]?$/);
  if (!numbers) return undefined;
  const [, first = '', middle = '', last = ''] = numbers;
  const format = inputFormat(language);
  const yearFirst = first.length === 4 || (format.startsWith('Y') && last.length < 4);
  const [year, before, after] = yearFirst ? [first, middle, last] : [last, first, middle];
  if (year.length === 3 || before.length > 2 || after.length > 2) return undefined;
  const monthFirst = yearFirst || format.startsWith('M');
  const [month, date] = monthFirst ? [before, after] : [after, before];
  const day = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

// Time zones change their offset only at quarter hours; long lists request the same ones repeatedly.
const QUARTER_MS = 900_000;
const OFFSETS_KNOWN = 5000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21T09:05…`: local date and time of a time zone at an instant. */
function wallOf(instant: Date | string, zone: string): string {
  const time = new Date(instant).getTime();
  return new Date(time + offsetAt(time, zone)).toISOString();
}

/** Offset of a time zone from UTC at an instant, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  const quarter = Math.floor(time / QUARTER_MS);
  const key = `${quarter} ${zone}`;
  let offset = offsets.get(key);
  if (offset === undefined) {
    let format = formats.get(zone);
    if (!format) {
      format = new Intl.DateTimeFormat('en-GB', {
        timeZone: zone,
        hourCycle: 'h23',
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
      });
      formats.set(zone, format);
    }
    const start = quarter * QUARTER_MS;
    const parts = format.formatToParts(start).map(({ type, value }) => [type, value]);
    const { year, month, day, hour, minute } = Object.fromEntries(parts);
    offset = Date.parse(`${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}Z`) - start;
    if (offsets.size >= OFFSETS_KNOWN) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * The instant of a local time on a day. A time skipped by a change of the clocks is counted from before the change; of
 * a repeated time, the first is used.
 */
export function instantOf(day: Day, time: string, zone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // Offsets of the days before and after: a change in between is on one side or the other.
  const [before, after] = [offsetAt(wall - 86_400_000, zone), offsetAt(wall + 86_400_000, zone)];
  const early = wall - before;
  return new Date(offsetAt(early, zone) === before || offsetAt(wall - after, zone) !== after ? early : wall - after);
}
