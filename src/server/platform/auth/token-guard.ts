import type { Elapsed } from '../clock.ts';
import { AppError } from '../errors.ts';

/** As many tokens of one address may fail in a minute as passwords may be tried. */
const FAILURES = { burst: 300, perMinute: 300 };
const ADDRESSES_MAX = 50_000;
const TOKENS_MAX = 20_000;
/** An expired token is refused again without being verified for so long. */
const EXPIRED_MS = 30_000;

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Bounds the work for tokens that do not verify. A token that was never verified here takes one of its address's attempts before it
 * is verified, so that a thousand at once are a thousand; one that is right gives it back. A token that has verified once needs none:
 * people who share an address with an attacker go on working.
 */
export interface TokenGuard {
  /** Throws `session.expired` for a token that was refused so before, and `rate.exceeded`. */
  enter(token: string, address: string): void;
  accepted(token: string, address: string): void;
  refused(token: string, address: string, error: unknown): void;
}

/** Failures of the token. What an identity provider or the database fails in is not one. */
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
      // Its signature is right and its time is over: people whose session ended over night are no attack.
      if (code === 'session.expired') {
        keep(expired, token, { error: error as AppError, until: elapsed() + EXPIRED_MS }, TOKENS_MAX);
      }
    },
  };
}

/** Sets the entry and forgets the one that was set longest ago when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  if (map.size >= max) map.delete(map.keys().next().value!);
  map.set(key, value);
}
