import { createHash } from 'node:crypto';

/** Failures of one name from one address before the first delay. */
const FAILURES_FREE = 5;
const WAIT_FIRST_MS = 1_000;
const WAIT_MAX_MS = 15 * 60_000;
/** Time after a delay without another failure, until the count is reset. */
export const FORGET_MS = 15 * 60_000;

export interface Window {
  readonly max: number;
  readonly ms: number;
}
/** Password attempts from one address, correct or not. */
export const ATTEMPTS_PER_ADDRESS: Window = { max: 300, ms: 60_000 };
/** Wrong attempts for one name from all addresses. Above it, only addresses from which the user has signed in before may try, so that an attacker cannot lock a user out. */
export const FAILURES_PER_NAME: Window = { max: 30, ms: 5 * 60_000 };
/** Refused refresh tokens from one address. */
export const BAD_REFRESHES_PER_ADDRESS: Window = { max: 300, ms: 60_000 };
/** Requests for the sign-in mode, which would otherwise enumerate users. */
export const LOOKUPS_PER_ADDRESS: Window = { max: 30, ms: 60_000 };
/** Limits of messages sent to users and of attempts at a response: by name where there is one, and by address. */
export const RATE_LIMITS = {
  'one-time-password': { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  recovery: { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  // 15 codes of a million in 15 minutes: an attacker who knows the password guesses one of three accepted codes in 230 days on average.
  'second-factor': { name: { max: 15, ms: 15 * 60_000 }, address: { max: 150, ms: 15 * 60_000 } },
  'email-change': { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  answer: { name: null, address: { max: 300, ms: 60_000 } },
} as const satisfies Readonly<Record<string, { readonly name: Window | null; readonly address: Window }>>;
export type RateLimited = keyof typeof RATE_LIMITS;
/** E-mails of one kind about sign-ins, for one account. */
export const INFORMED: Window = { max: 1, ms: 60 * 60_000 };
/** How long an address counts as known for a user. */
export const KNOWN_ADDRESS_MS = 30 * 86_400_000;

/** Returns the delay in milliseconds after consecutive failures: none at first, then 1 s doubling up to 15 min. */
export function waitAfter(failures: number): number {
  if (failures < FAILURES_FREE) return 0;
  return Math.min(WAIT_FIRST_MS * 2 ** (failures - FAILURES_FREE), WAIT_MAX_MS);
}

/** Returns the key of a counter: digests instead of names and addresses. */
export function bucket(
  kind:
    | 'attempt'
    | 'failure'
    | 'name'
    | 'known'
    | 'refresh'
    | 'lookup'
    | 'informed'
    | `${RateLimited}:${'name' | 'address'}`,
  ...parts: readonly string[]
): string {
  return `${kind}:${createHash('sha256').update(parts.join('\n')).digest('base64url')}`;
}
