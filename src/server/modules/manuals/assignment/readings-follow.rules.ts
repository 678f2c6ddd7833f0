import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { addDays } from '../../../../shared/locale/days.ts';

/** Who is given something to read after its date has gone has this long. */
const LATE_DAYS = 14;

/** By when somebody reads what is given to them on a day. Days are `2026-11-21`. */
export function dueDay(due: ManualDue, givenOn: string): string {
  if (due.kind !== 'date') return addDays(givenOn, due.days);
  return due.date >= givenOn ? due.date : addDays(givenOn, LATE_DAYS);
}
