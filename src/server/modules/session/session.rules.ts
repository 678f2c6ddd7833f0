/** Returns the calendar day in a time zone, as YYYY-MM-DD. */
export function dayIn(timeZone: string, now: Date): string {
  // Swedish dates are in ISO format.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}
