import type { ManualDue } from '../../../../shared/contracts/manuals.contract.ts';
import { addDays } from '../../../../shared/locale/days.ts';

/** Number of days for a reading that is assigned after its fixed due date. */
const LATE_DAYS = 14;

/** Returns the due day of a reading assigned on the given day. Days are `2026-11-21`. */
export function dueDay(due: ManualDue, givenOn: string): string {
  if (due.kind !== 'date') return addDays(givenOn, due.days);
  return due.date >= givenOn ? due.date : addDays(givenOn, LATE_DAYS);
}
