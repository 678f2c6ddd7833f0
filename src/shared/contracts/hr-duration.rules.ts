import type { DurationUnit } from './hr.rules.ts';
import { addMonths } from './hr-contract.rules.ts';

const DAYS: Readonly<Record<'1_days' | '2_weeks', number>> = { '1_days': 1, '2_weeks': 7 };

/**
 * HR-04: returns the day so long after another one. Weeks are 7 days; months and years keep the day of the month, or take
 * the month's last day where it has none.
 */
export function addDuration(day: string, value: number, unit: DurationUnit): string {
  if (unit === '3_months') return addMonths(day, value);
  if (unit === '4_years') return addMonths(day, value * 12);
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + value * DAYS[unit]);
  return date.toISOString().slice(0, 10);
}
