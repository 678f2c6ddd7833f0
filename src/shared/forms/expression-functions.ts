import { dayNumber } from './days.ts';
import {
  add,
  ceiling,
  compare,
  type Decimal,
  decimalFromText,
  divide,
  floor,
  isWhole,
  multiply,
  negate,
  round,
  subtract,
  toNumber,
  toText,
  ZERO,
} from './decimal.ts';
import type { FunctionName } from './expression-parser.ts';
import { decimalValue, type FeelValue, isKind, isList } from './values.ts';

type FeelFunction = (args: readonly FeelValue[], today: string) => FeelValue;

export function dayValue(number: number | null): FeelValue {
  return number === null ? null : { kind: 'day', number };
}

/** The arguments of an aggregate: one list, or the values themselves. */
function several(args: readonly FeelValue[]): readonly FeelValue[] {
  const [first] = args;
  return args.length === 1 && first !== undefined && isList(first) ? first : args;
}

/** All numbers, or `null` when one of them is something else. */
function numbers(values: readonly FeelValue[]): readonly Decimal[] | null {
  const found: Decimal[] = [];
  for (const value of values) {
    if (!isKind(value, 'decimal')) return null;
    found.push(value.value);
  }
  return found;
}

function total(values: readonly Decimal[]): Decimal | null {
  return values.reduce<Decimal | null>((sum, value) => sum && add(sum, value), ZERO);
}

/** The smallest (-1) or greatest (1) of numbers or of days. */
function extreme(args: readonly FeelValue[], side: -1 | 1): FeelValue {
  const values = several(args);
  const decimals = numbers(values);
  if (decimals) {
    const best = decimals.reduce<Decimal | null>((a, b) => (a === null || compare(b, a) === side ? b : a), null);
    return decimalValue(best);
  }
  const days = values.map((value) => (isKind(value, 'day') ? value.number : Number.NaN));
  if (days.some(Number.isNaN)) return null;
  return dayValue(side === -1 ? Math.min(...days) : Math.max(...days));
}

function ofNumber(change: (value: Decimal) => Decimal | null): FeelFunction {
  return ([value = null]) => (isKind(value, 'decimal') ? decimalValue(change(value.value)) : null);
}

function ofTexts(change: (text: string, other: string) => FeelValue): FeelFunction {
  return ([text, other]) => (typeof text === 'string' && typeof other === 'string' ? change(text, other) : null);
}

function ofText(change: (text: string) => FeelValue): FeelFunction {
  return ([text]) => (typeof text === 'string' ? change(text) : null);
}

function wholeNumber(value: FeelValue | undefined): number | null {
  return value !== undefined && isKind(value, 'decimal') && isWhole(value.value) ? toNumber(value.value) : null;
}

function modulo(dividend: Decimal, divisor: Decimal): Decimal | null {
  const quotient = divide(dividend, divisor);
  const taken = quotient && multiply(floor(quotient), divisor);
  return taken && subtract(dividend, taken);
}

/** Positions count from 1, from the end when negative. */
function substring(text: string, start: number | null, length: number | null | undefined): FeelValue {
  const letters = [...text];
  if (start === null || start === 0 || length === null) return null;
  const from = start > 0 ? start - 1 : Math.max(letters.length + start, 0);
  return letters.slice(from, length === undefined ? undefined : from + Math.max(length, 0)).join('');
}

function asText(value: FeelValue): FeelValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  return isKind(value, 'decimal') ? toText(value.value) : null;
}

export const FUNCTION_BODIES: Record<FunctionName, FeelFunction> = {
  sum: (args) => {
    const values = numbers(several(args));
    return values?.length ? decimalValue(total(values)) : null;
  },
  count: ([list = null]) =>
    list === null ? null : decimalValue({ coefficient: BigInt(isList(list) ? list.length : 1), scale: 0 }),
  min: (args) => (several(args).length === 0 ? null : extreme(args, -1)),
  max: (args) => (several(args).length === 0 ? null : extreme(args, 1)),
  mean: (args) => {
    const values = numbers(several(args));
    const sum = values?.length ? total(values) : null;
    return values && sum ? decimalValue(divide(sum, { coefficient: BigInt(values.length), scale: 0 })) : null;
  },
  abs: ofNumber((value) => (compare(value, ZERO) < 0 ? negate(value) : value)),
  floor: ofNumber(floor),
  ceiling: ofNumber(ceiling),
  'round half up': ([value = null, places]) => {
    const wanted = wholeNumber(places);
    if (!isKind(value, 'decimal') || wanted === null || Math.abs(wanted) > 30) return null;
    if (wanted >= 0) return decimalValue(round(value.value, wanted));
    const step: Decimal = { coefficient: 10n ** BigInt(-wanted), scale: 0 };
    const steps = divide(value.value, step);
    return steps && decimalValue(multiply(round(steps, 0), step));
  },
  modulo: ([dividend = null, divisor = null]) =>
    isKind(dividend, 'decimal') && isKind(divisor, 'decimal')
      ? decimalValue(modulo(dividend.value, divisor.value))
      : null,
  not: ([value]) => (typeof value === 'boolean' ? !value : null),
  contains: ofTexts((text, part) => text.includes(part)),
  'starts with': ofTexts((text, part) => text.startsWith(part)),
  'ends with': ofTexts((text, part) => text.endsWith(part)),
  'upper case': ofText((text) => text.toUpperCase()),
  'lower case': ofText((text) => text.toLowerCase()),
  'string length': ofText((text) => decimalValue({ coefficient: BigInt([...text].length), scale: 0 })),
  substring: ([text, start, length]) =>
    typeof text === 'string'
      ? substring(text, wholeNumber(start), length === undefined ? undefined : wholeNumber(length))
      : null,
  string: ([value = null]) => asText(value),
  number: ofText((text) => (text.length > 40 ? null : decimalValue(decimalFromText(text)))),
  date: ([value]) => {
    if (typeof value === 'string') return dayValue(dayNumber(value));
    return value !== undefined && isKind(value, 'day') ? value : null;
  },
  duration: ofText((text) => {
    const parts = /^(-?)P(\d{1,6})D$/.exec(text);
    return parts ? { kind: 'days', count: Number(parts[2]) * (parts[1] ? -1 : 1) } : null;
  }),
  today: (_, today) => dayValue(dayNumber(today)),
};
