/** How a series counts: `A-{yyyy}-{0000}` gives A-2026-0007. */
export interface NumberSeries {
  readonly pattern: string;
  readonly resets: 'never' | 'year' | 'month';
}

/** The span within which a series counts on, of the organisation's day; empty: for ever. */
export function periodOf({ resets }: Pick<NumberSeries, 'resets'>, today: string): string {
  if (resets === 'never') return '';
  return today.slice(0, resets === 'year' ? 4 : 7);
}

/** `{yyyy}`, `{yy}` and `{mm}` are of the organisation's day; zeros in braces are the number with as many digits at least. */
export function numberOf({ pattern }: Pick<NumberSeries, 'pattern'>, today: string, count: number): string {
  const [year = '', month = ''] = today.split('-');
  return pattern
    .replaceAll('{yyyy}', year)
    .replaceAll('{yy}', year.slice(-2))
    .replaceAll('{mm}', month)
    .replaceAll(/\{(0+)\}/g, (_, zeros: string) => String(count).padStart(zeros.length, '0'));
}
