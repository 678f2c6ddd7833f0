import type { LanguageId } from '../contracts/constants.ts';
import { dateMessages } from './dates.messages.ts';
import { clockOf, type Day, dayOf, daysBetween } from './days.ts';
import { isShipped, language, localeOf, timeZone } from './language.ts';

/** Language and time zone; the page's by default. */
export interface DateOptions {
  readonly language?: LanguageId;
  readonly timeZone?: string;
  /** Current time; for tests. */
  readonly now?: Date;
}

const RELATIVE_DAYS = 7;
const MINUTE_MS = 60_000;

/** `21 Nov 2026`, `21.11.2026`, `2026年11月21日`: the month is written out or the order is unambiguous. */
export function formatDay(day: Day, { language: id = language.value }: DateOptions = {}): string {
  const [year, month, date] = day.split('-').map(Number);
  if (id === 'en') return `${date} ${inWords(day, 'en-GB', { month: 'short' })} ${year}`;
  if (id === 'zh') return `${year}年${month}月${date}日`;
  if (!isShipped(id)) return inWords(day, localeOf(id), { day: '2-digit', month: '2-digit', year: 'numeric' });
  return day.split('-').reverse().join('.');
}

/** `21 November 2026`, `21. november 2026`, `21 ноября 2026 г.` */
export function formatLongDay(day: Day, { language: id = language.value }: DateOptions = {}): string {
  return inWords(day, calendarLocale(id), { day: 'numeric', month: 'long', year: 'numeric' });
}

/** `Fri 20 Nov` for days of this year or near it, otherwise as `formatDay`. */
export function formatShortDay(day: Day, options: DateOptions = {}): string {
  const { language: id = language.value } = options;
  if (Math.abs(daysBetween(today(options), day)) > 180) return formatDay(day, options);
  const [, month, date] = day.split('-').map(Number);
  const weekday = inWords(day, calendarLocale(id), { weekday: 'short' });
  switch (id) {
    case 'en':
      return `${weekday} ${date} ${inWords(day, 'en-GB', { month: 'short' })}`;
    case 'zh':
      return `${month}月${date}日${weekday}`;
    case 'et':
    case 'ru':
      return `${weekday} ${day.slice(8)}.${day.slice(5, 7)}`;
    default:
      return inWords(day, localeOf(id), { weekday: 'short', day: '2-digit', month: '2-digit' });
  }
}

/** `Today`, `Tomorrow`, `Yesterday`, otherwise as `formatShortDay`. */
export function formatNearDay(day: Day, options: DateOptions = {}): string {
  const { language: id = language.value } = options;
  const key = ({ '-1': 'yesterday', 0: 'today', 1: 'tomorrow' } as const)[daysBetween(today(options), day)];
  return (key && dateMessages.text(id, key)) || formatShortDay(day, options);
}

/** `09:05` in the tenant's time zone. */
export function formatTime(instant: Date | string, { timeZone: zone = timeZone.value }: DateOptions = {}): string {
  return clockOf(instant, zone);
}

/** `21 Nov 2026, 14:05` as in lists and tooltips. */
export function formatDayAndTime(instant: Date | string, options: DateOptions = {}): string {
  const { language: id = language.value, timeZone: zone = timeZone.value } = options;
  const date = formatDay(dayOf(instant, zone), options);
  return dateMessages.text(id, 'dayAndTime', { date, time: clockOf(instant, zone) }) || date;
}

/** `5 minutes ago`, `in 3 days`; the date if more than seven days away. */
export function formatRelative(instant: Date | string, options: DateOptions = {}): string {
  const { language: id = language.value, timeZone: zone = timeZone.value, now = new Date() } = options;
  const minutes = Math.trunc((new Date(instant).getTime() - now.getTime()) / MINUTE_MS);
  if (minutes === 0) return dateMessages.text(id, 'justNow');
  const format = new Intl.RelativeTimeFormat(calendarLocale(id), { numeric: 'always' });
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute');
  if (Math.abs(minutes) < 24 * 60) return format.format(Math.trunc(minutes / 60), 'hour');
  const day = dayOf(instant, zone);
  const days = daysBetween(today(options), day);
  return Math.abs(days) <= RELATIVE_DAYS ? format.format(days, 'day') : formatDay(day, options);
}

/** Today in the tenant's time zone. */
export function today({ timeZone: zone = timeZone.value, now = new Date() }: DateOptions = {}): Day {
  return dayOf(now, zone);
}

/** Names of the weekdays from Monday on: `Mon`, `E`, `пн`, `周一`. */
export function weekdayNames({ language: id = language.value }: DateOptions = {}): string[] {
  return [...Array(7).keys()].map((index) =>
    inWords(`2026-11-${16 + index}`, calendarLocale(id), { weekday: 'short' }),
  );
}

/** `November 2026`, `ноябрь 2026 г.`, `2026年11月`. */
export function formatMonth(day: Day, { language: id = language.value }: DateOptions = {}): string {
  return inWords(day, calendarLocale(id), { month: 'long', year: 'numeric' });
}

/** Format hint for typed dates, in the letters of the language: `DD/MM/YYYY`, `PP.KK.AAAA`. */
export function typedDayHint({ language: id = language.value }: DateOptions = {}): string {
  return dateMessages.text(id, 'typedForm');
}

// English texts are British: day, month, year, although the locale is en-US.
function calendarLocale(id: LanguageId): string {
  return id === 'en' ? 'en-GB' : localeOf(id);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function inWords(day: Day, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = locale + JSON.stringify(options);
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    formats.set(key, format);
  }
  return format.format(new Date(`${day}T00:00:00Z`));
}
