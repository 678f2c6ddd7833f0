/** A number series: `A-{yyyy}-{0000}` gives A-2026-0007. */
export interface NumberSeries {
  readonly pattern: string;
  readonly resets: 'never' | 'year' | 'month';
}

/** Returns the counting period of a series on the organisation's day; empty if it never resets. */
export function periodOf({ resets }: Pick<NumberSeries, 'resets'>, today: string): string {
  if (resets === 'never') return '';
  return today.slice(0, resets === 'year' ? 4 : 7);
}

/** Formats a number. `{yyyy}`, `{yy}` and `{mm}` are of the organisation's day; zeros in braces are the minimum number of digits. */
export function numberOf({ pattern }: Pick<NumberSeries, 'pattern'>, today: string, count: number): string {
  const [year = '', month = ''] = today.split('-');
  return pattern
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(-2))
    .replaceAll('{mm}', month)
    .replaceAll(/\{(0+)\}/g, (_, zeros: string) => String(count).padStart(zeros.length, '0'));
}
