import type { DoctorText } from './doctor-text.ts';
import type { Finding } from './findings.ts';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Translates a finding. */
export function findingText(
  { message, remedy, values, secret, amountMs }: Finding,
  t: DoctorText,
  locale: string,
): { readonly message: string; readonly remedy: string | undefined } {
  const all = {
    ...values,
    ...(secret !== undefined && { reason: secret }),
    ...(amountMs !== undefined && { amount: lengthOf(amountMs, locale) }),
  };
  return { message: t(message, all), remedy: remedy && t(remedy, all) };
}

/** A duration in its two largest units: `3 hours, 2 minutes`. */
function lengthOf(ms: number, locale: string): string {
  const parts: string[] = [];
  let rest = Math.max(0, ms);
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    // Seconds are shown only without a larger unit.
    if (unit === 'second' ? parts.length === 0 : count > 0 && parts.length < 2) {
      parts.push(new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count));
    } else if (parts.length > 0) break;
  }
  return parts.join(', ');
}
