/** The calendar day in a zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, now: Date): string {
  // The Swedish way to write a date is the ISO one.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}
