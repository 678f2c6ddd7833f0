/** A line of the report: its subject, the ratio with its target, and the numbers behind it. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  readonly target?: string;
  readonly isMet?: boolean;
  readonly behind?: string;
}

/** Prints the lines of one part as a table. */
export function printReport(part: string, lines: readonly Line[]): void {
  console.log(`\n${part} | measured | target | details\n---|---|---|---`);
  for (const { what, measured, target = '', isMet, behind = '' } of lines) {
    console.log(
      `${what} | ${measured} | ${target}${isMet === undefined ? '' : isMet ? ', met' : ', MISSED'} | ${behind}`,
    );
  }
  console.log('');
}

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;
export const perSecond = (value: number): string => `${Math.round(value)}/s`;
export const seconds = (value: number): string => `${(value / 1000).toFixed(1)} s`;

/** Compares a measured value with its target, `most` or `least`. */
export function against(
  value: number,
  bound: { most: number } | { least: number },
  unit = '',
): Pick<Line, 'target' | 'isMet'> {
  return 'most' in bound
    ? { target: `≤ ${bound.most}${unit}`, isMet: value <= bound.most }
    : { target: `≥ ${bound.least}${unit}`, isMet: value >= bound.least };
}

export function megabytes(value: number | undefined): string {
  return value === undefined ? 'unknown' : `${Math.round(value)} MB`;
}

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
