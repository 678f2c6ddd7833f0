import { DATE_INPUT_FORMAT, type LanguageId } from '../contracts/constants.ts';
import { dayNumber, dayText, weekday } from '../forms/days.ts';

/** A calendar day as it crosses the wire: `2026-11-21`. */
export type Day = string;

/** Longer than anything that is typed as a day. */
const TYPED_MAX = 40;

/** The calendar day on which an instant falls in a time zone. */
export function dayOf(instant: Date | string, zone: string): Day {
  return wallOf(instant, zone).slice(0, 10);
}

/** `09:05` of an instant in a time zone: 24 hours, no zero dropped. */
export function clockOf(instant: Date | string, zone: string): string {
  return wallOf(instant, zone).slice(11, 16);
}

/** Moves a day by whole days. */
export function addDays(day: Day, days: number): Day {
  const number = dayNumber(day);
  return (number === null ? null : dayText(number + days)) ?? day;
}

/** How many days lie from `start` to `end`; negative when `end` is earlier. */
export function daysBetween(start: Day, end: Day): number {
  return Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000);
}

/** ISO weekday: Monday is 1, Sunday 7. */
export function weekdayOf(day: Day): number {
  return weekday(dayNumber(day) ?? 0);
}

/** Whether there is such a day in the calendar. */
export function isDay(text: string): text is Day {
  return dayNumber(text) !== null;
}

/** A day as it stands in a field of this language. */
export function formatDayInput(day: Day, language: LanguageId): string {
  if (!isDay(day)) return '';
  const [year = '', month = '', date = ''] = day.split('-');
  return DATE_INPUT_FORMAT[language].replace('YYYY', year).replace('MM', month).replace('DD', date);
}

/**
 * What somebody typed as a day; undefined when it is none. The order of the language counts, the separator does not,
 * zeros may be missing, and a year of two digits is one of this century.
 */
export function parseDayInput(text: string, language: LanguageId): Day | undefined {
  if (text.length > TYPED_MAX) return undefined;
  const numbers = text.trim().match(/^(\d{1,4})\s*[./\-\s年]\s*(\d{1,2})\s*[./\-\s月]\s*(\d{1,4})\s*[.日]?$/);
  if (!numbers) return undefined;
  const [, first = '', middle = '', last = ''] = numbers;
  const yearFirst = first.length === 4 || (language === 'zh' && last.length < 4);
  const [year, date] = yearFirst ? [first, last] : [last, first];
  if (year.length === 3 || date.length > 2) return undefined;
  const day = `${year.padStart(4, '20')}-${middle.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

// No zone changes its clock but at a quarter of an hour; long lists ask for the same ones again and again.
const QUARTER_MS = 900_000;
const OFFSETS_KNOWN = 5000;
const offsets = new Map<string, number>();
const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-21T09:05…`: what clocks and calendars of a zone show at an instant. */
function wallOf(instant: Date | string, zone: string): string {
  const time = new Date(instant).getTime();
  return new Date(time + offsetAt(time, zone)).toISOString();
}

/** By how much the clocks of a zone are ahead of UTC at an instant, in milliseconds. */
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
    offset = Date.parse(`${year}-${month}-${day}T${hour}:${minute}Z`) - start;
    if (offsets.size >= OFFSETS_KNOWN) offsets.clear();
    offsets.set(key, offset);
  }
  return offset;
}

/**
 * The instant at which clocks of a zone show `09:05` on a day. An hour that they leave out counts on from before the
 * change, of one that comes twice it is the first.
 */
export function instantOf(day: Day, time: string, zone: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  // The offsets of a day before and after: a change in between is on this side or the other.
  const [before, after] = [offsetAt(wall - 86_400_000, zone), offsetAt(wall + 86_400_000, zone)];
  const early = wall - before;
  return new Date(offsetAt(early, zone) === before || offsetAt(wall - after, zone) !== after ? early : wall - after);
}
