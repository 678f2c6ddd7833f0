import { OVERDUE_SNOOZE_MAX_MS } from '../../../shared/contracts/constants.ts';
import { addDays, clockOf, type Day, dayOf, instantOf, weekdayOf } from '../../../shared/locale/index.ts';

export interface Preset {
  readonly id: 'afternoon' | 'at';
  readonly day: Day;
  readonly time: string;
  readonly until: Date;
}

const MORNING = '08:00';
const AFTERNOON = '15:00';
/** Time after which "this afternoon" is not offered. */
const AFTERNOON_ENDS = '14:00';

/** Shorter pauses, for a task that is due soon or late in the day. */
const PAUSES_MINUTES = [180, 60, 30, 15, 5, 3, 2, 1];
const MINUTE_MS = 60_000;
const CHOICES = 3;

/**
 * Three useful times in the organisation's time zone, the earliest first. None is after the due time, because a private
 * reminder does not move it; if the due time has passed, all are within a week. Fewer only in the last minutes before it.
 */
export function presetsFor(now: Date, zone: string, due: string | null): Preset[] {
  const today = dayOf(now, zone);
  const tomorrow = addDays(today, 1);
  const monday = addDays(today, 8 - weekdayOf(today));
  const at = (day: Day, time: string, id: Preset['id'] = 'at'): Preset => ({
    id,
    day,
    time,
    until: instantOf(day, time, zone),
  });
  const pauses = PAUSES_MINUTES.map((minutes): Preset => {
    // Whole minutes, as they are shown.
    const until = new Date(Math.floor(now.getTime() / MINUTE_MS + minutes) * MINUTE_MS);
    return { id: 'at', day: dayOf(until, zone), time: clockOf(until, zone), until };
  });
  const dueAt = due === null ? Number.POSITIVE_INFINITY : Date.parse(due);
  const last = dueAt > now.getTime() ? dueAt : now.getTime() + OVERDUE_SNOOZE_MAX_MS;
  return [
    ...(clockOf(now, zone) < AFTERNOON_ENDS ? [at(today, AFTERNOON, 'afternoon')] : []),
    at(tomorrow, MORNING),
    at(monday === tomorrow ? addDays(tomorrow, 1) : monday, MORNING),
    ...pauses,
  ]
    .filter(({ until }) => until > now && until.getTime() <= last)
    .slice(0, CHOICES)
    .sort((a, b) => a.until.getTime() - b.until.getTime());
}
