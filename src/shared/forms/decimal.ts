/**
 * Exact decimal numbers: `coefficient / 10^scale`. Money and typed numbers never pass through binary fractions.
 * Results keep 34 significant digits, as FEEL's decimal128 does, so no chain of operations can grow without bound.
 */
export interface Decimal {
  readonly coefficient: bigint;
  readonly scale: number;
}

const SIGNIFICANT_DIGITS = 34;
const LEAST_TOO_LONG = 10n ** BigInt(SIGNIFICANT_DIGITS);
/** Maximum digits before and after the point; more would make addition too slow. */
const MAX_EXPONENT = 100;
const NUMBER_TEXT = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

const powers: bigint[] = [];

function powerOfTen(exponent: number): bigint {
  powers[exponent] ??= 10n ** BigInt(exponent);
  return powers[exponent];
}

function digitsOf(value: bigint): number {
  return (value < 0n ? -value : value).toString().length;
}

/** Divides half away from zero, as invoices are rounded. */
function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  const quotient = (top * 2n + bottom) / (bottom * 2n);
  return negative ? -quotient : quotient;
}

/** Shortens to 34 digits and drops trailing zeros; `null` when out of range. */
function normalised(coefficient: bigint, scale: number): Decimal | null {
  let digits = coefficient;
  let places = scale;
  if (digits >= LEAST_TOO_LONG || digits <= -LEAST_TOO_LONG) {
    const excess = digitsOf(digits) - SIGNIFICANT_DIGITS;
    digits = divideRounded(digits, powerOfTen(excess));
    places -= excess;
  }
  if (digits === 0n) return ZERO;
  if (places > MAX_EXPONENT) {
    if (places > MAX_EXPONENT + SIGNIFICANT_DIGITS) return ZERO;
    digits = divideRounded(digits, powerOfTen(places - MAX_EXPONENT));
    places = MAX_EXPONENT;
  }
  while (places > 0 && digits % 10n === 0n) {
    digits /= 10n;
    places -= 1;
  }
  if (places < 0) {
    if (digitsOf(digits) - places > MAX_EXPONENT) return null;
    digits *= powerOfTen(-places);
    places = 0;
  }
  return { coefficient: digits, scale: places };
}

const ZERO: Decimal = { coefficient: 0n, scale: 0 };

/** Reads `-12.50`, `1e3`; `null` for anything else. */
export function decimalFromText(text: string): Decimal | null {
  const parts = NUMBER_TEXT.exec(text);
  if (!parts) return null;
  const whole = parts[2] ?? '';
  const fraction = parts[3] ?? '';
  if (whole === '' && fraction === '') return null;
  const coefficient = BigInt(whole + fraction) * (parts[1] === '-' ? -1n : 1n);
  return normalised(coefficient, fraction.length - Number(parts[4] ?? 0));
}

/** Returns the decimal that a JavaScript number is written as: 0.1 is one tenth. `null` for NaN and infinities. */
export function decimalFromNumber(value: number): Decimal | null {
  return Number.isFinite(value) ? decimalFromText(String(value)) : null;
}

export function decimalFromMinorUnits(amount: number, scale: number): Decimal {
  return normalised(BigInt(amount), scale) ?? ZERO;
}

/** Converts to integer minor units, rounding half away from zero; `null` beyond what a JSON integer holds exactly. */
export function toMinorUnits(value: Decimal, scale: number): number | null {
  const rounded = round(value, scale);
  const amount = rounded.coefficient * powerOfTen(scale - rounded.scale);
  return amount >= BigInt(Number.MIN_SAFE_INTEGER) && amount <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(amount) : null;
}

/** Converts to the nearest JavaScript number; exact for up to 15 significant digits. */
export function toNumber(value: Decimal): number {
  return Number(toText(value));
}

export function toText(value: Decimal): string {
  const negative = value.coefficient < 0n;
  const digits = (negative ? -value.coefficient : value.coefficient).toString().padStart(value.scale + 1, '0');
  const whole = digits.slice(0, digits.length - value.scale);
  const fraction = digits.slice(digits.length - value.scale);
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** Like `toText`, with a fixed number of places: `1240.50`. */
export function toFixedText(value: Decimal, places: number): string {
  const text = toText(round(value, places));
  if (places === 0) return text;
  const [whole = '0', fraction = ''] = text.split('.');
  return `${whole}.${fraction.padEnd(places, '0')}`;
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.coefficient * powerOfTen(scale - a.scale), b.coefficient * powerOfTen(scale - b.scale), scale];
}

export function add(a: Decimal, b: Decimal): Decimal | null {
  const [left, right, scale] = aligned(a, b);
  return normalised(left + right, scale);
}

export function subtract(a: Decimal, b: Decimal): Decimal | null {
  return add(a, negate(b));
}

export function multiply(a: Decimal, b: Decimal): Decimal | null {
  return normalised(a.coefficient * b.coefficient, a.scale + b.scale);
}

/** Returns `null` when dividing by zero. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (b.coefficient === 0n) return null;
  // Enough places for 34 significant digits of the quotient, whatever the two magnitudes.
  const places = SIGNIFICANT_DIGITS + digitsOf(b.coefficient) + 1;
  return normalised(divideRounded(a.coefficient * powerOfTen(places), b.coefficient), a.scale + places - b.scale);
}

export function negate(a: Decimal): Decimal {
  return { coefficient: -a.coefficient, scale: a.scale };
}

export function compare(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const [left, right] = a.scale === b.scale ? [a.coefficient, b.coefficient] : aligned(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether to round away from zero, given the side of the half on which the remainder is (-1, 0, 1). */
export type Rounding = (isNegative: boolean, half: -1 | 0 | 1, isOdd: boolean) => boolean;

/** Rounds to this number of decimal places; negative numbers mean tens, hundreds and so on. */
export function rounded(value: Decimal, places: number, isAway: Rounding): Decimal | null {
  if (value.scale <= places) return value;
  const divisor = powerOfTen(value.scale - places);
  const quotient = value.coefficient / divisor;
  const rest = value.coefficient % divisor;
  if (rest === 0n) return normalised(quotient, places);
  const isNegative = rest < 0n;
  const twice = (isNegative ? -rest : rest) * 2n;
  const half = twice < divisor ? -1 : twice > divisor ? 1 : 0;
  if (!isAway(isNegative, half, quotient % 2n !== 0n)) return normalised(quotient, places);
  return normalised(isNegative ? quotient - 1n : quotient + 1n, places);
}

/** Rounds half away from zero to this number of decimal places. */
export function round(value: Decimal, places: number): Decimal {
  return rounded(value, places, (_, half) => half >= 0) ?? ZERO;
}

export function floor(value: Decimal): Decimal {
  return rounded(value, 0, (isNegative) => isNegative) ?? ZERO;
}

export function isWhole(value: Decimal): boolean {
  return value.coefficient % powerOfTen(value.scale) === 0n;
}

/** Counts the decimal places without trailing zeros. */
export function placesOf(value: Decimal): number {
  return (normalised(value.coefficient, value.scale) ?? ZERO).scale;
}
