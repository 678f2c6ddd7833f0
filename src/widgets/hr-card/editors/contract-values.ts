import type { ContractKind } from '../../../shared/contracts/hr.rules.ts';
import type { ContractTerm, ShareRow } from '../../../shared/contracts/hr-contract.rules.ts';
import { isTermReversed, isTrialOutside } from '../../../shared/contracts/hr-contract.rules.ts';
import type { HrContract, HrContractChange } from '../../../shared/contracts/hr-contracts.contract.ts';
import { formatNumberInput, parseNumberInput, today } from '../../../shared/locale/index.ts';
import type { DayValue } from './day-field.tsx';
import { type DimensionShares, isShareWhole, sharesOf } from './shares-values.ts';

interface NamedRef {
  readonly id: string;
  readonly name: string;
}

/** What can be changed of a contract, as typed. */
export interface ContractValues {
  readonly kind: ContractKind;
  readonly number: string;
  readonly company: NamedRef | null;
  readonly jobTitle: string;
  readonly startsOn: DayValue;
  readonly endsOn: DayValue;
  readonly trialEndsOn: DayValue;
  readonly weeklyHours: string;
  readonly place: string;
  readonly endReason: string;
  readonly dimensions: readonly DimensionShares[];
}

export function valuesOf(contract: HrContract | null): ContractValues {
  return {
    kind: contract?.kind ?? 'employment',
    number: contract?.number ?? '',
    company: contract?.company ?? null,
    jobTitle: contract?.jobTitle ?? '',
    startsOn: contract ? contract.startsOn : today(),
    endsOn: contract?.endsOn ?? null,
    trialEndsOn: contract?.trialEndsOn ?? null,
    weeklyHours: contract?.weeklyHours ? formatNumberInput(contract.weeklyHours) : '',
    place: contract?.place ?? '',
    endReason: contract?.endReason ?? '',
    dimensions: sharesOf(contract?.dimensions ?? []),
  };
}

/** The hours as a number; null for none, undefined for input that is no number of hours. */
function hoursOf({ weeklyHours }: ContractValues): number | null | undefined {
  if (weeklyHours.trim() === '') return null;
  const hours = parseNumberInput(weeklyHours);
  return hours === undefined || hours < 0 || hours > 168 ? undefined : hours;
}

/** The term for warnings; null while a value is missing or is no day or number. */
export function termOf(values: ContractValues): ContractTerm | null {
  const { kind, startsOn, endsOn, trialEndsOn } = values;
  const weeklyHours = hoursOf(values);
  if (!startsOn || endsOn === undefined || trialEndsOn === undefined || weeklyHours === undefined) return null;
  return { kind, startsOn, endsOn, trialEndsOn, weeklyHours };
}

/** The rows of all dimensions; those without a first day begin with the contract. */
export function shareRows({ dimensions, startsOn }: ContractValues): (ShareRow & { readonly validFrom: string })[] {
  return dimensions.flatMap(({ id, rows }) =>
    rows.map(({ value, share, from, until }) => ({
      dimensionId: id,
      valueId: value?.id ?? '',
      share: parseNumberInput(share) ?? 0,
      validFrom: from || startsOn || '',
      validUntil: until ?? null,
    })),
  );
}

export type ContractFault = 'required' | 'day' | 'number' | 'reversed' | 'fixed' | 'trial';

/** What is wrong with each field. */
export function faultsOf(values: ContractValues): Partial<Record<keyof ContractValues, ContractFault>> {
  const term = termOf(values);
  return {
    ...(values.startsOn === null && { startsOn: 'required' }),
    ...(values.startsOn === undefined && { startsOn: 'day' }),
    ...(values.endsOn === undefined && { endsOn: 'day' }),
    ...(values.trialEndsOn === undefined && { trialEndsOn: 'day' }),
    ...(hoursOf(values) === undefined && { weeklyHours: 'number' }),
    ...(term && isTermReversed(term) && { endsOn: term.endsOn === null ? 'fixed' : 'reversed' }),
    ...(term && isTrialOutside(term) && { trialEndsOn: 'trial' }),
  };
}

export const areSharesWhole = ({ dimensions }: ContractValues): boolean =>
  dimensions.every(({ rows }) => rows.every(isShareWhole));

/** The request for a contract without faults. */
export function bodyOf(values: ContractValues): Omit<HrContractChange, 'confirm'> {
  const { kind, company, startsOn, endsOn, trialEndsOn } = values;
  const text = (typed: string) => typed.trim() || null;
  return {
    ...{ kind, companyId: company?.id ?? null, number: text(values.number), jobTitle: text(values.jobTitle) },
    ...{ startsOn: startsOn ?? '', endsOn: endsOn ?? null, trialEndsOn: trialEndsOn ?? null },
    ...{ weeklyHours: hoursOf(values) ?? null, place: text(values.place) },
    endReason: endsOn ? text(values.endReason) : null,
    dimensions: shareRows(values),
  };
}
