import type { LanguageId } from '../../../shared/contracts/constants.ts';
import type { Days } from '../../../shared/contracts/delegations.contract.ts';
import { formatDay } from '../../../shared/locale/index.ts';
import { timelineMessages } from './timeline.messages.ts';

/** `21 Dec 2026`, or `21 Dec 2026 to 3 Jan 2027`. */
export function daysText({ startDate, endDate }: Days, language: LanguageId): string {
  if (startDate === endDate) return formatDay(startDate);
  const days = { from: formatDay(startDate), until: formatDay(endDate) };
  return timelineMessages.text(language, 'period', days);
}
