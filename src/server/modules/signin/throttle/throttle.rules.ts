import { createHash } from 'node:crypto';

/** Failures of one name from one address before waiting begins. */
const FAILURES_FREE = 5;
const WAIT_FIRST_MS = 1_000;
const WAIT_MAX_MS = 15 * 60_000;
/** Without another failure for this long after the wait, everything is forgotten. */
export const FORGET_MS = 15 * 60_000;

export interface Window {
  readonly max: number;
  readonly ms: number;
}
/** Password attempts of one address, right or wrong. */
export const ATTEMPTS_PER_ADDRESS: Window = { max: 300, ms: 60_000 };
/** Wrong attempts at one name from all addresses. Beyond it only addresses from which this person has signed in before may try: nobody can lock a person out. */
export const FAILURES_PER_NAME: Window = { max: 30, ms: 5 * 60_000 };
/** Refresh tokens of one address that were not accepted. */
export const BAD_REFRESHES_PER_ADDRESS: Window = { max: 300, ms: 60_000 };
/** Look-ups of the sign-in mode, which would otherwise list who exists. */
export const LOOKUPS_PER_ADDRESS: Window = { max: 30, ms: 60_000 };
/** What sends something to a person, or tries an answer: by name where there is one, and by address. */
export const SPENDING = {
  'one-time-password': { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  recovery: { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  'email-change': { name: { max: 5, ms: 15 * 60_000 }, address: { max: 60, ms: 15 * 60_000 } },
  answer: { name: null, address: { max: 300, ms: 60_000 } },
} as const satisfies Readonly<Record<string, { readonly name: Window | null; readonly address: Window }>>;
export type Spending = keyof typeof SPENDING;
/** How long an address counts as one of the person's own. */
export const KNOWN_ADDRESS_MS = 30 * 86_400_000;

/** How long to wait after this many failures in a row: nothing, then 1 s doubling to 15 min. */
export function waitAfter(failures: number): number {
  if (failures < FAILURES_FREE) return 0;
  return Math.min(WAIT_FIRST_MS * 2 ** (failures - FAILURES_FREE), WAIT_MAX_MS);
}

/** Buckets hold no names and addresses, only digests of them. */
export function bucket(
  kind: 'attempt' | 'failure' | 'name' | 'known' | 'refresh' | 'lookup' | `${Spending}:${'name' | 'address'}`,
  ...parts: readonly string[]
): string {
  return `${kind}:${createHash('sha256').update(parts.join('\n')).digest('base64url')}`;
}
