import type { ContractWarning } from '../../../../shared/contracts/hr.rules.ts';
import {
  type ContractTerm,
  contractWarnings,
  doTermsOverlap,
  isTermReversed,
  isTrialOutside,
  shareProblems,
  WEEKLY_HOURS_MAX,
} from '../../../../shared/contracts/hr-contract.rules.ts';
import type { HrContractChange } from '../../../../shared/contracts/hr-contracts.contract.ts';
import { AppError, faultAt } from '../../../platform/errors.ts';
import type { ContractValues, DimensionRow } from './contracts.store.ts';

const textOf = (text: string | null | undefined): string | null => text?.trim() || null;

/** The values of a request; empty texts are none. */
export function valuesOf(body: HrContractChange): ContractValues {
  return {
    companyId: body.companyId ?? null,
    number: textOf(body.number),
    kind: body.kind,
    jobTitle: textOf(body.jobTitle),
    startsOn: body.startsOn,
    endsOn: body.endsOn ?? null,
    trialEndsOn: body.trialEndsOn ?? null,
    weeklyHours: body.weeklyHours ?? null,
    place: textOf(body.place),
    endReason: textOf(body.endReason),
  };
}

const hundredth = (share: number) => Math.round(share * 100) / 100;

export function dimensionsOf(body: HrContractChange): DimensionRow[] | undefined {
  return body.dimensions?.map(({ dimensionId, valueId, share, validFrom, validUntil }) => ({
    dimensionId: dimensionId.toLowerCase(),
    valueId: valueId.toLowerCase(),
    share: hundredth(share),
    validFrom: validFrom ?? body.startsOn,
    validUntil: validUntil ?? null,
  }));
}

/** Throws `contract.dates_reversed` and `contract.trial_outside`. */
export function assertTerm(term: ContractTerm): void {
  if (isTermReversed(term)) throw faultAt('contract.dates_reversed', '/endsOn');
  if (isTrialOutside(term)) throw faultAt('contract.trial_outside', '/trialEndsOn');
}

/** Throws `contract.dates_reversed`, `dimension.overlap` and `dimension.share_not_100` with the first such day. */
export function assertShares(rows: readonly DimensionRow[]): void {
  for (const [index, row] of rows.entries()) {
    if (row.validUntil !== null && row.validUntil < row.validFrom) {
      throw faultAt('contract.dates_reversed', `/dimensions/${index}/validUntil`);
    }
    if (row.share === 0)
      throw faultAt('dimension.share_not_100', `/dimensions/${index}/share`, { day: row.validFrom, sum: 0 });
    const twice = rows
      .slice(0, index)
      .some(
        (other) => other.dimensionId === row.dimensionId && other.valueId === row.valueId && isSameTime(other, row),
      );
    if (twice) throw faultAt('dimension.overlap', `/dimensions/${index}`);
  }
  const [first] = shareProblems(rows);
  if (first) throw faultAt('dimension.share_not_100', '/dimensions', { day: first.day, sum: first.sum });
}

const isSameTime = (a: DimensionRow, b: DimensionRow) =>
  doTermsOverlap({ startsOn: a.validFrom, endsOn: a.validUntil }, { startsOn: b.validFrom, endsOn: b.validUntil });

/** Throws for the first warning that the request does not confirm. */
export function assertConfirmed(
  term: ContractTerm,
  others: readonly (ContractTerm & { readonly number: string | null })[],
  confirmed: readonly ContractWarning[] = [],
): void {
  const [open] = contractWarnings(term, others).filter((warning) => !confirmed.includes(warning));
  switch (open) {
    case 'overlap': {
      const other = others.find((one) => doTermsOverlap(term, one))!;
      throw new AppError('contract.overlap', { number: other.number ?? other.startsOn });
    }
    case 'hours': {
      const together = others.filter((one) => doTermsOverlap(term, one));
      const hours = together.reduce((sum, one) => sum + (one.weeklyHours ?? 0), term.weeklyHours ?? 0);
      throw new AppError('contract.weekly_hours', { hours, max: WEEKLY_HOURS_MAX });
    }
    case 'trial':
      throw new AppError('contract.trial_long');
    default:
  }
}
