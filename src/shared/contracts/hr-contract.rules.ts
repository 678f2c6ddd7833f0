import type { ContractKind, ContractWarning } from './hr.rules.ts';

/** Weekly hours of all contracts of a user together above which saving needs a confirmation. */
export const WEEKLY_HOURS_MAX = 48;
const TRIAL_MONTHS_MAX = 4;
/** Fixed terms up to this length allow a trial of half the term. */
const SHORT_TERM_MONTHS = 8;

/** Days are ISO dates; `endsOn` null: without an end. Both ends count. */
export interface ContractTerm {
  readonly kind: ContractKind;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly trialEndsOn: string | null;
  readonly weeklyHours: number | null;
}

export interface ShareRow {
  readonly dimensionId: string;
  readonly valueId: string;
  readonly share: number;
  readonly validFrom: string;
  readonly validUntil: string | null;
}

/** A day of change on which the shares of a dimension do not add up to 100. */
export interface ShareProblem {
  readonly dimensionId: string;
  readonly day: string;
  readonly sum: number;
}

const END = '9999-12-31';

const hundredths = (share: number) => Math.round(share * 100);

/** Returns the ISO date one day later. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

/** Returns the same day so many months later, or that month's last day where it has none. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const index = year * 12 + (month - 1) + months;
  const last = new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).getUTCDate();
  const to = new Date(Date.UTC(Math.floor(index / 12), index % 12, Math.min(date, last)));
  return to.toISOString().slice(0, 10);
}

/** Returns the sum of a dimension's shares from each day of change on, in order. Days without shares have the sum 0. */
export function sharesByDay(rows: readonly ShareRow[]): ShareProblem[] {
  const found: ShareProblem[] = [];
  for (const dimensionId of new Set(rows.map((row) => row.dimensionId))) {
    const own = rows.filter((row) => row.dimensionId === dimensionId);
    const days = new Set([
      ...own.map(({ validFrom }) => validFrom),
      ...own.flatMap(({ validUntil }) => (validUntil === null ? [] : [dayAfter(validUntil)])),
    ]);
    for (const day of [...days].sort()) {
      const sum = own
        .filter(({ validFrom, validUntil }) => validFrom <= day && day <= (validUntil ?? END))
        .reduce((total, { share }) => total + hundredths(share), 0);
      found.push({ dimensionId, day, sum: sum / 100 });
    }
  }
  return found;
}

/** Returns the days on which shares of a dimension do not add up to 100; days without any share of it are allowed. */
export function shareProblems(rows: readonly ShareRow[]): ShareProblem[] {
  return sharesByDay(rows).filter(({ sum }) => sum !== 0 && sum !== 100);
}

/** Returns equal shares of 100 with two decimals; the last one has the rest: 33.33, 33.33, 33.34. */
export function splitEvenly(count: number): number[] {
  const each = Math.floor(10_000 / count);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? 10_000 - each * (count - 1) : each) / 100);
}

export function isTermReversed({ kind, startsOn, endsOn }: ContractTerm): boolean {
  return endsOn === null ? kind === 'fixed' : endsOn < startsOn;
}

export function isTrialOutside({ startsOn, endsOn, trialEndsOn }: ContractTerm): boolean {
  return trialEndsOn !== null && (trialEndsOn < startsOn || trialEndsOn > (endsOn ?? END));
}

export function doTermsOverlap(
  a: Pick<ContractTerm, 'startsOn' | 'endsOn'>,
  b: Pick<ContractTerm, 'startsOn' | 'endsOn'>,
): boolean {
  return a.startsOn <= (b.endsOn ?? END) && b.startsOn <= (a.endsOn ?? END);
}

/** A trial over 4 months, or over half of a fixed term of up to 8 months. */
export function isTrialLong({ startsOn, endsOn, trialEndsOn }: ContractTerm): boolean {
  if (trialEndsOn === null) return false;
  if (trialEndsOn >= addMonths(startsOn, TRIAL_MONTHS_MAX)) return true;
  if (endsOn === null || endsOn >= addMonths(startsOn, SHORT_TERM_MONTHS)) return false;
  const days = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
  return days(startsOn, trialEndsOn) * 2 > days(startsOn, endsOn);
}

/** Returns what needs a confirmation before this contract is saved beside the user's other contracts. */
export function contractWarnings(contract: ContractTerm, others: readonly ContractTerm[]): ContractWarning[] {
  const together = others.filter((other) => doTermsOverlap(contract, other));
  const hours = together.reduce((sum, { weeklyHours }) => sum + (weeklyHours ?? 0), contract.weeklyHours ?? 0);
  return [
    ...(together.length > 0 ? (['overlap'] as const) : []),
    ...(hours > WEEKLY_HOURS_MAX ? (['hours'] as const) : []),
    ...(isTrialLong(contract) ? (['trial'] as const) : []),
  ];
}
