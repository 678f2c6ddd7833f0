import type { Elapsed } from '../clock.ts';
import { AppError } from '../errors.ts';

/** Tokens of one address that may fail in a minute; the same number as password attempts. */
const FAILURES = { burst: 300, perMinute: 300 };
const ADDRESSES_MAX = 50_000;
const TOKENS_MAX = 20_000;
/** An expired token is refused again without verification for this long. */
const EXPIRED_MS = 30_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Limits the work for tokens that do not verify. A token that was never verified here takes one of its address's
 * attempts before it is verified, so that concurrent tokens count too; a valid one returns it. A token that has verified
 * once needs none: users who share an address with an attacker can continue to work.
 */
export interface TokenGuard {
  /** Throws `session.expired` for a token that was refused as expired before, and `rate.exceeded`. */
  enter(token: string, address: string): void;
  accepted(token: string, address: string): void;
  refused(token: string, address: string, error: unknown): void;
}

/** Failures of the token itself, as opposed to failures of an identity provider or the database. */
const FAULTS = new Set(['token.not_accepted', 'session.revoked']);

export function createTokenGuard(elapsed: Elapsed): TokenGuard {
  const buckets = new Map<string, Bucket>();
  const proven = new Map<string, true>();
  const expired = new Map<string, { readonly error: AppError; readonly until: number }>();
  const perMs = FAILURES.perMinute / 60_000;

  function bucketOf(address: string): Bucket {
    const at = elapsed();
    const { tokens, at: before } = buckets.get(address) ?? { tokens: FAILURES.burst, at };
    const bucket = { tokens: Math.min(FAILURES.burst, tokens + (at - before) * perMs), at };
    keep(buckets, address, bucket, ADDRESSES_MAX);
    return bucket;
  }

  function giveBack(token: string, address: string): void {
    if (!proven.has(token)) bucketOf(address).tokens += 1;
  }

  return {
    enter(token, address) {
      const before = expired.get(token);
      if (before && elapsed() < before.until) throw before.error;
      if (proven.has(token)) return;
      const bucket = bucketOf(address);
      if (bucket.tokens < 1) {
        throw new AppError('rate.exceeded', { seconds: Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000)) });
      }
      bucket.tokens -= 1;
    },
    accepted(token, address) {
      giveBack(token, address);
      keep(proven, token, true, TOKENS_MAX);
    },
    refused(token, address, error) {
      const code = error instanceof AppError ? error.code : '';
      if (!FAULTS.has(code)) giveBack(token, address);
      else proven.delete(token);
      // The signature is valid and the token has expired: users whose session ended overnight are no attack.
      if (code === 'session.expired') {
        keep(expired, token, { error: error as AppError, until: elapsed() + EXPIRED_MS }, TOKENS_MAX);
      }
    },
  };
}

/** Sets the entry and removes the oldest one when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  if (map.size >= max) map.delete(map.keys().next().value!);
  map.set(key, value);
}
