import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** Returns the next time it is this hour in the organisation's time zone; always after now. */
export function nextDigest(now: Date, hour: number, timeZone: string): Date {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone);
  const at = (days: number) =>
    local
      .toPlainDate()
      .add({ days })
      .toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour) }).epochMilliseconds;
  const today = at(0);
  return new Date(today > now.getTime() ? today : at(1));
}

/** Returns when a button expires: after this many days, but not after a future due date; the e-mail about the overdue task has new buttons. */
export function actionExpiry(now: Date, days: number, due: Date | null): Date {
  const latest = new Date(now.getTime() + days * DAY_MS);
  return due && due > now && due < latest ? due : latest;
}
