import { Temporal } from 'temporal-polyfill';

/** What is told of a due date. Dates without a time are told in the morning: nobody wants a mail at midnight. */
export const REMINDERS = ['dueSoon', 'dueSoonDay', 'overdue', 'overdueDay'] as const;
export type Reminder = (typeof REMINDERS)[number];

/** The hour at which days are told, by the organisation's clock. */
const MORNING = 8;
const DAY_HOURS = 24;

/**
 * Up to which due date each reminder is to be told by now. A time: a day before, and when it has passed. A day (its
 * last instant): on the morning of the day before, and on the morning after.
 */
export function horizons(now: Date, timeZone: string): Readonly<Record<Reminder, Date>> {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const local = instant.toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate();
  const told = local.hour >= MORNING ? today : today.subtract({ days: 1 });
  /** The last instant of so many days after. */
  const endOf = (days: number) =>
    new Date(
      told
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
