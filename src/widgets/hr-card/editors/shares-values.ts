import { splitEvenly } from '../../../shared/contracts/hr-contract.rules.ts';
import type { ContractDimension } from '../../../shared/contracts/hr-contracts.contract.ts';
import { formatNumberInput, parseNumberInput } from '../../../shared/locale/index.ts';
import { randomId } from '../../../shared/page/random.ts';
import { byDimension } from '../shares.rules.ts';
import type { DayValue } from './day-field.tsx';

/** A share as typed. */
export interface Share {
  readonly key: string;
  readonly value: { readonly id: string; readonly name: string } | null;
  readonly share: string;
  /** Null: from the first day of the contract. */
  readonly from: DayValue;
  readonly until: DayValue;
}

/** The shares of one dimension. */
export interface DimensionShares {
  readonly id: string;
  readonly name: string;
  readonly rows: readonly Share[];
}

export function sharesOf(rows: readonly ContractDimension[]): DimensionShares[] {
  return [...byDimension(rows)].map(([id, own]) => ({
    id,
    name: own[0]?.dimension.name ?? '',
    rows: own.map((row) => ({
      key: row.id,
      value: { id: row.value.id, name: row.value.name },
      share: formatNumberInput(row.share),
      from: row.validFrom,
      until: row.validUntil,
    })),
  }));
}

/** A further share; the first one of a dimension is all of it. */
export const newShare = (isFirst: boolean): Share => ({
  ...{ key: randomId(), value: null, share: isFirst ? '100' : '', from: null, until: null },
});

export function isShareWhole({ value, share, from, until }: Share): boolean {
  const number = parseNumberInput(share);
  return (
    value !== null && number !== undefined && number > 0 && number <= 100 && from !== undefined && until !== undefined
  );
}

/** Divides 100 evenly among the shares of the same days. */
export function splitRows(rows: readonly Share[]): Share[] {
  const groups = Map.groupBy(rows, ({ from, until }) => `${from} ${until}`);
  const shares = new Map(
    [...groups.values()].flatMap((group) => {
      const parts = splitEvenly(group.length);
      return group.map(({ key }, at) => [key, formatNumberInput(parts[at] ?? 0)] as const);
    }),
  );
  return rows.map((row) => ({ ...row, share: shares.get(row.key) ?? row.share }));
}
