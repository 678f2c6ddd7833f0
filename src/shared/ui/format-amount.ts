import { formatNumber } from '../locale/index.ts';

/** Formats an amount in minor units. The decimals are those of the form's field, not of the currency. */
export function formatAmount(amount: number, currency: string, scale: number): string {
  const digits = { minimumFractionDigits: scale, maximumFractionDigits: scale };
  return formatNumber(amount / 10 ** scale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
}
