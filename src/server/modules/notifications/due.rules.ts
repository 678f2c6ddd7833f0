import { Temporal } from 'temporal-polyfill';
import { MORNING_HOUR } from '../../platform/jobs/hours.ts';

/** Reminders of due dates. Dates without a time are reminded of in the morning, not at midnight. */
export const REMINDERS = ['dueSoon', 'dueSoonDay', 'overdue', 'overdueDay'] as const;
export type Reminder = (typeof REMINDERS)[number];

const DAY_HOURS = 24;

/**
 * Returns for each reminder the latest due date to notify by now. Due times: one day before, and when passed. Due days
 * (stored as their last instant): on the morning of the day before, and on the morning after.
 */
export function reminderDeadlines(now: Date, timeZone: string): Readonly<Record<Reminder, Date>> {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const local = instant.toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const reminded = local.hour >= MORNING_HOUR ? today : today.subtract({ days: 1 });
  /** Returns the last instant of the day this many days later. */
  const endOf = (days: number) =>
    new Date(
      reminded
        .add({ days: days + 1 })
        .toZonedDateTime(timeZone)
        .toInstant()
        .subtract({ milliseconds: 1 }).epochMilliseconds,
    );
  return {
    dueSoon: new Date(instant.add({ hours: DAY_HOURS }).epochMilliseconds),
    dueSoonDay: endOf(1),
    overdue: now,
    overdueDay: endOf(-1),
  };
}
