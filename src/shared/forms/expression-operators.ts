import { add, compare, decimalFromNumber, divide, multiply, negate, subtract, toNumber } from './decimal.ts';
import {
  DAY_SECONDS,
  dayValue,
  durationValue,
  momentValue,
  monthsValue,
  plusMonths,
  secondsOfDay,
} from './temporal.ts';
import { decimalValue, type FeelValue, isKind, isList, type RangeValue } from './values.ts';

export type BinaryOperator = '+' | '-' | '*' | '/' | '=' | '!=' | '<' | '<=' | '>' | '>=' | 'and' | 'or';

/** Maximum length of joined text: a chain of `+` must not exhaust the memory. */
export const TEXT_MAX = 20_000;

/** Compares two values of one ordered type; `null` when they cannot be compared. */
export function order(left: FeelValue, right: FeelValue): number | null {
  if (isKind(left, 'decimal')) return isKind(right, 'decimal') ? compare(left.value, right.value) : null;
  if (typeof left === 'string') return typeof right === 'string' ? (left < right ? -1 : left > right ? 1 : 0) : null;
  const [one, other] = [measureOf(left), measureOf(right)];
  return one && other && one[0] === other[0] ? one[1] - other[1] : null;
}

/** Returns type and size of values measured in days, seconds or months. */
function measureOf(value: FeelValue): readonly [string, number] | null {
  if (isKind(value, 'day')) return [value.kind, value.number];
  if (isKind(value, 'months')) return [value.kind, value.count];
  if (isKind(value, 'time') || isKind(value, 'moment') || isKind(value, 'duration')) {
    return [value.kind, value.seconds];
  }
  return null;
}

/** FEEL's `=`: null equals only null; values of different types give null. */
export function equal(left: FeelValue, right: FeelValue): boolean | null {
  if (left === null || right === null) return left === right;
  if (typeof left === 'boolean' && typeof right === 'boolean') return left === right;
  if (isList(left) && isList(right)) {
    return left.length === right.length && left.every((item, index) => equal(item, right[index] ?? null) === true);
  }
  if (isKind(left, 'scope') && isKind(right, 'scope')) return left === right;
  const difference = order(left, right);
  return difference === null ? null : difference === 0;
}

/** Moves a day, or a day with time, by a duration; `sign` -1 moves it back. */
function moved(from: FeelValue, by: FeelValue, sign: 1 | -1): FeelValue {
  if (isKind(by, 'months')) {
    if (isKind(from, 'months')) return monthsValue(from.count + sign * by.count);
    if (isKind(from, 'day')) return dayValue(plusMonths(from.number, sign * by.count));
    if (!isKind(from, 'moment')) return null;
    const time = secondsOfDay(from.seconds);
    const day = plusMonths((from.seconds - time) / DAY_SECONDS, sign * by.count);
    return day === null ? null : momentValue(day * DAY_SECONDS + time);
  }
  if (!isKind(by, 'duration')) return null;
  const seconds = sign * by.seconds;
  if (isKind(from, 'duration')) return durationValue(from.seconds + seconds);
  if (isKind(from, 'day')) return dayValue(from.number + Math.floor(seconds / DAY_SECONDS));
  if (isKind(from, 'moment')) return momentValue(from.seconds + seconds);
  return isKind(from, 'time') ? { kind: 'time', seconds: secondsOfDay(from.seconds + seconds) } : null;
}

function plus(left: FeelValue, right: FeelValue): FeelValue {
  if (isKind(left, 'decimal')) return isKind(right, 'decimal') ? decimalValue(add(left.value, right.value)) : null;
  if (typeof left === 'string') {
    return typeof right === 'string' && left.length + right.length <= TEXT_MAX ? left + right : null;
  }
  return moved(left, right, 1) ?? moved(right, left, 1);
}

/** Converts days, and days with times, to seconds. */
function secondsAt(value: FeelValue): number | null {
  if (isKind(value, 'day')) return value.number * DAY_SECONDS;
  return isKind(value, 'moment') ? value.seconds : null;
}

function minus(left: FeelValue, right: FeelValue): FeelValue {
  if (isKind(left, 'decimal')) return isKind(right, 'decimal') ? decimalValue(subtract(left.value, right.value)) : null;
  if (isKind(left, 'time') && isKind(right, 'time')) return durationValue(left.seconds - right.seconds);
  const [end, start] = [secondsAt(left), secondsAt(right)];
  return end !== null && start !== null ? durationValue(end - start) : moved(left, right, -1);
}

/** Multiplies or divides numbers and durations. */
function product(left: FeelValue, right: FeelValue, isDivision: boolean): FeelValue {
  if (!isKind(right, 'decimal')) {
    const [size, unit] = [measureOf(left), measureOf(right)];
    if (!isDivision || !size || !unit || size[0] !== unit[0] || !isDuration(left)) {
      return isDivision || !isKind(left, 'decimal') ? null : product(right, left, false);
    }
    const [top, bottom] = [decimalFromNumber(size[1]), decimalFromNumber(unit[1])];
    return top && bottom && decimalValue(divide(top, bottom));
  }
  if (isKind(left, 'decimal')) {
    return decimalValue((isDivision ? divide : multiply)(left.value, right.value));
  }
  if (!isDuration(left)) return null;
  const size = decimalFromNumber(measureOf(left)![1])!;
  const result = (isDivision ? divide : multiply)(size, right.value);
  if (!result) return null;
  const whole = Math.trunc(toNumber(result));
  return isKind(left, 'months') ? monthsValue(whole) : durationValue(whole);
}

function isDuration(value: FeelValue): boolean {
  return isKind(value, 'duration') || isKind(value, 'months');
}

export function negated(value: FeelValue): FeelValue {
  if (isKind(value, 'decimal')) return decimalValue(negate(value.value));
  if (isKind(value, 'duration')) return durationValue(-value.seconds);
  return isKind(value, 'months') ? monthsValue(-value.count) : null;
}

/** Three-valued logic: `deciding` determines the result whatever the other operand is. */
function logic(left: FeelValue, right: FeelValue, deciding: boolean): boolean | null {
  if (left === deciding || right === deciding) return deciding;
  return left === !deciding && right === !deciding ? !deciding : null;
}

function compared(left: FeelValue, right: FeelValue, holds: (difference: number) => boolean): boolean | null {
  const difference = order(left, right);
  return difference === null ? null : holds(difference);
}

export function binary(operator: BinaryOperator, left: FeelValue, right: FeelValue): FeelValue {
  switch (operator) {
    case '+':
      return plus(left, right);
    case '-':
      return minus(left, right);
    case '*':
      return product(left, right, false);
    case '/':
      return product(left, right, true);
    case '=':
      return equal(left, right);
    case '!=': {
      const same = equal(left, right);
      return same === null ? null : !same;
    }
    case '<':
      return compared(left, right, (difference) => difference < 0);
    case '<=':
      return compared(left, right, (difference) => difference <= 0);
    case '>':
      return compared(left, right, (difference) => difference > 0);
    case '>=':
      return compared(left, right, (difference) => difference >= 0);
    case 'and':
      return logic(left, right, false);
    case 'or':
      return logic(left, right, true);
  }
}

/** Returns `null` when the value cannot be compared with an end, or both ends are missing. */
export function inRange(value: FeelValue, { from, to, fromIncluded, toIncluded }: RangeValue): boolean | null {
  if (from === null && to === null) return null;
  const above = from === null ? 1 : order(value, from);
  const below = to === null ? -1 : order(value, to);
  if (above === null || below === null) return null;
  return (above > 0 || (above === 0 && fromIncluded)) && (below < 0 || (below === 0 && toIncluded));
}

/** `in`: a value, a list, a range, or a list of these. */
export function isIn(value: FeelValue, tests: FeelValue): boolean | null {
  if (tests === null) return null;
  let isUnknown = false;
  for (const test of isList(tests) ? tests : [tests]) {
    const holds = isKind(test, 'range') ? inRange(value, test) : equal(value, test) === true;
    if (holds) return true;
    if (holds === null) isUnknown = true;
  }
  return isUnknown ? null : false;
}
