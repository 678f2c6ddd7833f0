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

/** `advice`: it works but could be improved. `unknown`: it cannot be determined. */
type FindingState = 'fine' | 'problem' | 'advice' | 'unknown' | 'checking';

/** Result of one check of the page. */
export interface Finding {
  readonly check: Check;
  readonly state: FindingState;
  /** The message; also the name in reports. */
  readonly says: DoctorKey;
  /** The remedy. */
  readonly does?: DoctorKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Shown on screen only, not in reports: may contain a name. */
  readonly secret?: string;
  /** A duration in milliseconds: `{amount}` in the texts. */
  readonly amountMs?: number;
  /** Text to copy. */
  readonly copy?: string;
}

export type Told = Omit<Finding, 'check'>;

export const fine = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'fine', says, ...more });
export const problem = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'problem', says, ...more });
export const advice = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'advice', says, ...more });
export const unknown = (says: DoctorKey, more: Partial<Told> = {}): Told => ({ state: 'unknown', says, ...more });
export const CHECKING: Told = { state: 'checking', says: 'checking' };
export const LATER = unknown('later');
