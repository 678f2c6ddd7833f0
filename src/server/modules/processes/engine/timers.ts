import { Temporal } from 'temporal-polyfill';
import type { Sub } from './model.ts';

/** Thrown for a text that is not a date, duration or cycle. The message contains the text. */
export class TimerError extends Error {}

const FIRST = Temporal.Instant.from('0001-01-01T00:00:00Z');
const LAST = Temporal.Instant.from('9999-12-31T23:59:59.999Z');

/**
 * Rounds to milliseconds and checks that the year is between 1 and 9999, which database, queue, browsers and files can
 * all store. A more precise time would never equal the stored one. Throws TimerError.
 */
function storable(instant: Temporal.Instant, text: string): string {
  if (Temporal.Instant.compare(instant, FIRST) < 0 || Temporal.Instant.compare(instant, LAST) > 0) {
    throw new TimerError(`${text} is outside of the years 1 to 9999.`);
  }
  return instant.round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toString();
}

const CALENDAR = ['years', 'months', 'weeks', 'days'] as const;
/** Faster cycles would keep the server busy with one instance. */
const SHORTEST_CYCLE_SECONDS = 1;

/** Parses an ISO 8601 duration that is not negative. Throws TimerError. */
export function parseDuration(text: string): Temporal.Duration {
  let duration: Temporal.Duration;
  try {
    duration = Temporal.Duration.from(text.trim());
  } catch {
    throw new TimerError(`${text} is not a duration such as PT2H or P3D.`);
  }
  if (duration.sign < 0) throw new TimerError(`${text} is a negative duration.`);
  return duration;
}

/** Adds calendar parts in the time zone, and time parts exactly: P1D keeps the hour across a clock change, PT24H does not. */
export function addDuration(at: string, text: string, zone: string): string {
  return storable(added(at, parseDuration(text), text, zone), text);
}

function added(at: string, duration: Temporal.Duration, text: string, zone: string): Temporal.Instant {
  try {
    const date = Temporal.Duration.from({
      years: duration.years,
      months: duration.months,
      weeks: duration.weeks,
      days: duration.days,
    });
    const time = Temporal.Duration.from({
      hours: duration.hours,
      minutes: duration.minutes,
      seconds: duration.seconds,
      milliseconds: duration.milliseconds,
    });
    return Temporal.Instant.from(at).toZonedDateTimeISO(zone).add(date).toInstant().add(time);
  } catch {
    throw new TimerError(`${text} is outside of the years 1 to 9999.`);
  }
}

/**
 * Returns the UTC instant of an ISO instant, a local date and time, or a date. A date is its first second, or with
 * `endOfDay` its last one, as due dates need it.
 */
export function instantOf(text: string, zone: string, endOfDay = false): string {
  return storable(readInstant(text, zone, endOfDay), text);
}

function readInstant(text: string, zone: string, endOfDay: boolean): Temporal.Instant {
  const value = text.trim();
  try {
    if (/(z|[+-]\d{2}:?\d{2})$/i.test(value) && /t/i.test(value)) return Temporal.Instant.from(value);
    if (value.includes('@')) {
      const [local, named] = value.split('@');
      return Temporal.PlainDateTime.from(local!).toZonedDateTime(named!).toInstant();
    }
    if (/t/i.test(value)) return Temporal.PlainDateTime.from(value).toZonedDateTime(zone).toInstant();
    const day = Temporal.PlainDate.from(value);
    const moment = endOfDay
      ? day.toZonedDateTime({ timeZone: zone, plainTime: '23:59:59' })
      : day.toZonedDateTime(zone);
    return moment.toInstant();
  } catch {
    throw new TimerError(`${text} is not a date.`);
  }
}

/** Reads the due or follow-up date of a task: a date, or a duration from `at`. */
export function dueOf(text: string, at: string, zone: string): string {
  return /^\s*[+-]?P/i.test(text) ? addDuration(at, text, zone) : instantOf(text, zone, true);
}

interface Cycle {
  /** How often it fires. Without it, forever. */
  times?: number;
  start?: string;
  every: string;
}

/** Parses `R3/PT10M`, `R/P1D` or `R3/2026-01-01T00:00:00Z/PT1H`. Throws TimerError. */
export function parseCycle(text: string): Cycle {
  const parts = text.trim().split('/');
  const repeat = /^R(\d{0,6})$/.exec(parts[0] ?? '');
  const every = parts.at(-1) ?? '';
  if (!repeat || parts.length < 2 || parts.length > 3) {
    throw new TimerError(`${text} is not a cycle such as R3/PT10M or R/P1D.`);
  }
  const duration = parseDuration(every);
  const calendar = CALENDAR.some((unit) => duration[unit] !== 0);
  if (!calendar && Temporal.Duration.from(duration).total('seconds') < SHORTEST_CYCLE_SECONDS) {
    throw new TimerError(`${text} repeats more than once a second.`);
  }
  if (repeat[1] === '0') throw new TimerError(`${text} never fires.`);
  return {
    every,
    ...(repeat[1] ? { times: Number(repeat[1]) } : {}),
    ...(parts.length === 3 ? { start: parts[1]! } : {}),
  };
}

export type TimerSub = Extract<Sub, { on: 'timer' }>;

/** Returns the subscription of a timer from its evaluated text. Throws TimerError. */
export function armTimer(timer: 'date' | 'duration' | 'cycle', text: string, at: string, zone: string): TimerSub {
  if (timer === 'date') return { on: 'timer', due: instantOf(text, zone) };
  if (timer === 'duration') return { on: 'timer', due: addDuration(at, text, zone) };
  const cycle = parseCycle(text);
  const due = cycle.start === undefined ? addDuration(at, cycle.every, zone) : instantOf(cycle.start, zone);
  return { on: 'timer', due, every: cycle.every, ...(cycle.times === undefined ? {} : { left: cycle.times }) };
}

/**
 * Returns the next time of a cycle, or undefined after the last one. It is counted from the planned time, so that a late
 * dispatcher does not shift it. Times missed before `at` are skipped and do not reduce `left`.
 */
export function rearmTimer(sub: TimerSub, at: string, zone: string): TimerSub | undefined {
  if (sub.every === undefined || sub.left === 1) return undefined;
  const now = Temporal.Instant.from(at).epochMilliseconds;
  let due = addDuration(sub.due, sub.every, zone);
  const step = Temporal.Instant.from(due).epochMilliseconds - Temporal.Instant.from(sub.due).epochMilliseconds;
  const behind = now - Temporal.Instant.from(due).epochMilliseconds;
  if (behind >= 0) {
    const duration = parseDuration(sub.every);
    const missed = Math.floor(behind / step);
    if (CALENDAR.every((unit) => duration[unit] === 0)) {
      due = Temporal.Instant.from(due)
        .add({ milliseconds: (missed + 1) * step })
        .toString();
    } else {
      for (let left = missed; left > MANY_MISSED; left = Math.floor((now - Date.parse(due)) / step)) {
        due = storable(added(due, times(duration, Math.floor(left * 0.9)), sub.every, zone), sub.every);
      }
      while (Temporal.Instant.from(due).epochMilliseconds <= now) due = addDuration(due, sub.every, zone);
    }
  }
  return { ...sub, due, ...(sub.left === undefined ? {} : { left: sub.left - 1 }) };
}

/** More missed calendar times are skipped in large steps. Months differ in length, so one step never skips all of them. */
const MANY_MISSED = 1000;

function times(duration: Temporal.Duration, count: number): Temporal.Duration {
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds } = duration;
  const parts = { years, months, weeks, days, hours, minutes, seconds, milliseconds };
  return Temporal.Duration.from(Object.fromEntries(Object.entries(parts).map(([unit, part]) => [unit, part * count])));
}

/** Moves a timer later, or earlier when `milliseconds` is negative. Returns it unchanged when the result is out of range. */
export function moveTimer(sub: TimerSub, milliseconds: number): TimerSub {
  try {
    return { ...sub, due: storable(Temporal.Instant.from(sub.due).add({ milliseconds }), sub.due) };
  } catch {
    return sub;
  }
}
