import { dayNumber, dayText, readDayLiteral } from './days.ts';

/** Times of day and date-times on the organisation's clock, in whole minutes; no time zone. */
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const MINUTES_PER_DAY = 1440;

/** Returns the minutes since midnight of `09:30`; `null` for anything else. */
export function timeNumber(text: string): number | null {
  const parts = TIME.exec(text);
  return parts && Number(parts[1]) * 60 + Number(parts[2]);
}

export function timeText(minutes: number): string | null {
  if (!Number.isInteger(minutes) || minutes < 0 || minutes >= MINUTES_PER_DAY) return null;
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns the minutes since the start of 1970 of `2026-11-21T09:30`; `null` for anything else. */
export function momentNumber(text: string): number | null {
  const [day = '', time = '', ...rest] = text.split('T');
  const [days, minutes] = [dayNumber(day), timeNumber(time)];
  return days === null || minutes === null || rest.length > 0 ? null : days * MINUTES_PER_DAY + minutes;
}

export function momentText(minutes: number): string | null {
  const day = dayText(Math.floor(minutes / MINUTES_PER_DAY));
  const time = timeText(((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY);
  return day && time && `${day}T${time}`;
}

/** Reads a date-time, or a day as in date fields: its first minute, or its last for `end`. */
export function readMomentLiteral(text: string, today: string, end = false): string | null {
  if (momentNumber(text) !== null) return text;
  const day = readDayLiteral(text, today);
  return day && `${day}T${end ? '23:59' : '00:00'}`;
}
