import type { ContractDimension } from '../../shared/contracts/hr-contracts.contract.ts';
import { addDays } from '../../shared/locale/days.ts';

/** Days on which a dimension divides a contract in the same way. */
export interface SharePeriod {
  readonly from: string;
  /** Null: without an end. */
  readonly until: string | null;
  readonly parts: readonly ContractDimension[];
}

/** The periods of one dimension's rows, in order; days without shares have none. */
export function sharePeriods(rows: readonly ContractDimension[]): SharePeriod[] {
  const begins = new Set(rows.map(({ validFrom }) => validFrom));
  for (const { validUntil } of rows) if (validUntil !== null) begins.add(addDays(validUntil, 1));
  const days = [...begins].sort();
  return days.flatMap((from, at) => {
    const parts = rows.filter(({ validFrom, validUntil }) => validFrom <= from && from <= (validUntil ?? '9999-12-31'));
    const next = days[at + 1];
    return parts.length === 0 ? [] : [{ from, until: next === undefined ? null : addDays(next, -1), parts }];
  });
}

/** The rows of each dimension, in the order in which dimensions first occur. */
export function byDimension(rows: readonly ContractDimension[]): ReadonlyMap<string, readonly ContractDimension[]> {
  return Map.groupBy(rows, ({ dimension }) => dimension.id);
}
