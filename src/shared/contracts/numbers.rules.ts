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

/** An example of a pattern for messages. */
export const PATTERN_EXAMPLE = 'A-{yyyy}-{0000}';

/**
 * Whether every number of the series differs from the others: the pattern has one counter, and names the year or the month in
 * which it starts again.
 */
export function isPattern({ pattern, resets }: NumberSeries): boolean {
  const text = pattern.replace(/\{0{1,12}\}/, '').replaceAll(/\{(?:yyyy|yy|mm)\}/g, '');
  const hasYear = pattern.includes('{yyyy}') || pattern.includes('{yy}');
  const isUnique = resets === 'never' || (hasYear && (resets === 'year' || pattern.includes('{mm}')));
  return isUnique && /\{0{1,12}\}/.test(pattern) && !/[{}]/.test(text) && pattern.trim() === pattern;
}
