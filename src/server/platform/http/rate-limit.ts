import { type Elapsed, elapsed } from '../clock.ts';
import { AppError } from '../errors.ts';

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS_MAX = 50_000;

/** A token bucket for each caller: `burst` at once, refilled by `perMinute`. Per process; each server counts separately. */
export function createRateLimit({ perMinute, burst }: { perMinute: number; burst: number }, now: Elapsed = elapsed) {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;

  /** Takes one token. Throws 429 with the seconds to wait. */
  return function take(who: string): void {
    const at = now();
    let bucket = buckets.get(who);
    if (!bucket) {
      if (buckets.size >= BUCKETS_MAX) buckets.delete(buckets.keys().next().value as string);
      bucket = { tokens: burst, at };
      buckets.set(who, bucket);
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (at - bucket.at) * perMs);
    bucket.at = at;
    if (bucket.tokens < 1) {
      throw new AppError('rate.exceeded', { seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)) });
    }
    bucket.tokens -= 1;
  };
}
