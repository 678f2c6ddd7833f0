import { Temporal } from 'temporal-polyfill';

const DAY_MS = 86_400_000;

/** The next time that it is this hour by the organisation's clock; never now. */
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

/** Until when a button works: so many days, and not beyond the due date while that lies ahead; the mail of the overdue task has new ones. */
export function actionExpiry(now: Date, days: number, due: Date | null): Date {
  const latest = new Date(now.getTime() + days * DAY_MS);
  return due && due > now && due < latest ? due : latest;
}
