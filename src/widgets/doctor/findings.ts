import type { DoctorKey } from './doctor-text.ts';

export const CHECKS = [
  'server',
  'origin',
  'policy',
  'token',
  'clock',
  'loader',
  'pinned',
  'elements',
  'storage',
] as const;
export type Check = (typeof CHECKS)[number];

/** `advice`: it works, and could be better. `unknown`: it cannot be told. */
type FindingState = 'fine' | 'problem' | 'advice' | 'unknown' | 'checking';

/** What is to be said about one thing of the page. */
export interface Finding {
  readonly check: Check;
  readonly state: FindingState;
  /** What is right or wrong; also its name in reports. */
  readonly says: DoctorKey;
  /** What to do about it. */
  readonly does?: DoctorKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Said to the person only: it may name somebody. */
  readonly secret?: string;
  /** What differs is a length of time, in milliseconds: `{amount}` in the texts. */
  readonly amountMs?: number;
  /** Text to put somewhere. */
  readonly copy?: string;
}

export type Told = Omit<Finding, 'check'>;

export const fine = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'fine', says, ...more });
export const problem = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'problem', says, ...more });
export const advice = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'advice', says, ...more });
export const unknown = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'unknown', says, ...more });
export const CHECKING: Told = { state: 'checking', says: 'checking' };
export const LATER = unknown('later');
