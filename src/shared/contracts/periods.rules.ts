/** Calendar days, both ends included. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string;
}

/** Both ends count: a period ending on the 5th and one starting on the 5th overlap. */
export function overlaps(a: Period, b: Period): boolean {
  return a.startDate <= b.endDate && b.startDate <= a.endDate;
}

/** Returns the days of a period within these absences, in their order. */
export function gapsOf(period: Period, absences: readonly Period[]): Period[] {
  return absences
    .filter((absence) => overlaps(absence, period))
    .map(({ startDate, endDate }) => ({
      startDate: [startDate, period.startDate].sort()[1]!,
      endDate: [endDate, period.endDate].sort()[0]!,
    }));
}
