/** Returns the median, rounded up; 0 for an empty list. */
export function median(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : Math.ceil((sorted[half - 1]! + sorted[half]!) / 2);
}
