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
  readonly message: DoctorKey;
  /** The remedy. */
  readonly remedy?: DoctorKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Shown on screen only, not in reports: may contain a name. */
  readonly secret?: string;
  /** A duration in milliseconds: `{amount}` in the texts. */
  readonly amountMs?: number;
  /** Text to copy. */
  readonly copy?: string;
}

export type CheckResult = Omit<Finding, 'check'>;

export const fine = (message: DoctorKey, more: Partial<CheckResult> = {}): CheckResult => ({
  state: 'fine',
  message,
  ...more,
});
export const problem = (message: DoctorKey, more: Partial<CheckResult> = {}): CheckResult => ({
  state: 'problem',
  message,
  ...more,
});
export const advice = (message: DoctorKey, more: Partial<CheckResult> = {}): CheckResult => ({
  state: 'advice',
  message,
  ...more,
});
export const unknown = (message: DoctorKey, more: Partial<CheckResult> = {}): CheckResult => ({
  state: 'unknown',
  message,
  ...more,
});
export const CHECKING: CheckResult = { state: 'checking', message: 'checking' };
export const LATER = unknown('later');
