/** Amount of measurement: `smallest` only proves that every part still runs. */
export type Scale = 'full' | 'quick' | 'smallest';

export function scaleOf(args: readonly string[]): Scale {
  if (args.includes('--smallest')) return 'smallest';
  return args.includes('--quick') ? 'quick' : 'full';
}

/** Chooses the value for a scale. */
export function at<T>(scale: Scale, full: T, quick: T, smallest: T): T {
  return { full, quick, smallest }[scale];
}
