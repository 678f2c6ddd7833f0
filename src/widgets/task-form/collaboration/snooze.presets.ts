import { OVERDUE_SNOOZE_MAX_MS } from '../../../shared/contracts/constants.ts';
import { addDays, clockOf, type Day, dayOf, instantOf, weekdayOf } from '../../../shared/locale/index.ts';

export interface Preset {
  readonly id: 'afternoon' | 'tomorrow' | 'nextWeek';
  readonly day: Day;
  readonly time: string;
  readonly until: Date;
}

const MORNING = '08:00';
const AFTERNOON = '15:00';
/** Time after which "this afternoon" is not offered. */
const AFTERNOON_ENDS = '14:00';

/**
 * Useful times in the organisation's time zone, none after the due time, because a private reminder does not move it.
 * If the due time has passed: times within a week.
 */
export function presetsFor(now: Date, zone: string, due: string | null): Preset[] {
  const today = dayOf(now, zone);
  const tomorrow = addDays(today, 1);
  const monday = addDays(today, 8 - weekdayOf(today));
  const at = (id: Preset['id'], day: Day, time: string): Preset => ({
    id,
    day,
    time,
    until: instantOf(day, time, zone),
  });
  const dueAt = due === null ? Number.POSITIVE_INFINITY : Date.parse(due);
  const last = dueAt > now.getTime() ? dueAt : now.getTime() + OVERDUE_SNOOZE_MAX_MS;
  return [
    ...(clockOf(now, zone) < AFTERNOON_ENDS ? [at('afternoon', today, AFTERNOON)] : []),
    at('tomorrow', tomorrow, MORNING),
    ...(monday === tomorrow ? [] : [at('nextWeek', monday, MORNING)]),
  ].filter(({ until }) => until.getTime() <= last);
}
