import type { Days } from '../../../shared/contracts/delegations.contract.ts';
import { addDays, type Day, daysBetween, weekdayOf } from '../../../shared/locale/index.ts';

/** `away`: the user is absent; `covered`: a delegate acts for them; `gap`: no one does. */
export type BarKind = 'away' | 'covered' | 'gap';

export interface Bar extends Days {
  readonly kind: BarKind;
  /** Name of the delegate, shown where it fits. */
  readonly delegate?: string;
}

/** The days that a timeline shows. */
export interface Frame {
  readonly from: Day;
  readonly days: number;
}

/** Days before and after a period, and the shortest frame. */
const MARGIN = 2;
const SHORTEST = 14;
/** In longer frames only Mondays have a label. */
export const DAILY = 31;

/** Returns the frame around a period. */
export function frameOf({ startDate, endDate }: Days): Frame {
  const days = daysBetween(startDate, endDate) + 1 + 2 * MARGIN;
  return { from: addDays(startDate, -MARGIN), days: Math.max(days, SHORTEST) };
}

/** Splits a period into the days that the delegate covers and the gaps, in order. */
export function coverOf(period: Days, gaps: readonly Days[]): Bar[] {
  const bars: Bar[] = [];
  let { startDate } = period;
  for (const gap of gaps) {
    if (startDate < gap.startDate) bars.push({ kind: 'covered', startDate, endDate: addDays(gap.startDate, -1) });
    bars.push({ kind: 'gap', ...gap });
    startDate = addDays(gap.endDate, 1);
  }
  if (startDate <= period.endDate) bars.push({ kind: 'covered', startDate, endDate: period.endDate });
  return bars;
}

/** Returns start and width within the frame in days, or null outside it. */
export function placeIn({ from, days }: Frame, { startDate, endDate }: Days): { start: number; width: number } | null {
  const start = Math.max(daysBetween(from, startDate), 0);
  const end = Math.min(daysBetween(from, endDate) + 1, days);
  return start < end ? { start, width: end - start } : null;
}

/** Returns the days that have a label: each one, or the Mondays of a long frame; every fourth of a very long one. */
export function labelledDays({ from, days }: Frame): Day[] {
  const all = Array.from({ length: days }, (_, index) => addDays(from, index));
  if (days <= DAILY) return all;
  const mondays = all.filter((day) => weekdayOf(day) === 1);
  const every = Math.ceil(mondays.length / 10);
  return mondays.filter((_, index) => index % every === 0);
}

/** Days from the start of the frame to its first Saturday; -1 if the frame starts on a Sunday. */
export function firstSaturday({ from }: Frame): number {
  return 6 - weekdayOf(from);
}
