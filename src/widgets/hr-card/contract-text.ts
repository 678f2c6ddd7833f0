import { formatDay } from '../../shared/locale/index.ts';
import type { HrCardText } from './hr-card-text.ts';

/** Days of a period in words; null: without an end. */
export function daysText(from: string, until: string | null, t: HrCardText): string {
  if (until === null) return t('days.from', { from: formatDay(from) });
  return t('days.fromUntil', { from: formatDay(from), until: formatDay(until) });
}

/** The name of a contract for headings and menus. */
export const contractName = (number: string | null, t: HrCardText): string =>
  number === null ? t('contract.unnumbered') : t('contract.number', { number });
