import { describeManualHtml } from './text/index.ts';

/** The middle of numbers, rounded up; 0 of none. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : Math.ceil((sorted[half - 1]! + sorted[half]!) / 2);
}

/** Words of the sections of a text that are not word for word in the one before it. */
export function changedWords(before: string, after: string): number {
  const known = new Set(describeManualHtml(before).sections.map(({ html }) => html));
  const changed = describeManualHtml(after).sections.filter(({ html }) => !known.has(html));
  return changed.reduce((sum, { words }) => sum + words, 0);
}
