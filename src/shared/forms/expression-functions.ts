import { dayNumber, dayText, weekday } from './days.ts';
import {
  type Decimal,
  decimalFromText,
  divide,
  floor,
  isWhole,
  multiply,
  negate,
  type Rounding,
  rounded,
  subtract,
  toNumber,
  toText,
} from './decimal.ts';
import { binary, equal, negated, order, TEXT_MAX } from './expression-operators.ts';
import {
  DAY_SECONDS,
  dayOfYear,
  dayValue,
  isoDuration,
  isoMoment,
  isoTime,
  momentValue,
  monthsBetween,
  monthsValue,
  readClock,
  readDuration,
  readMoment,
  secondsOfDay,
  weekOfYear,
  yearMonthDay,
} from './temporal.ts';
import { decimalValue, type FeelValue, isKind, isList, wholeValue } from './values.ts';

/** State of one evaluation, apart from names: the current day and the remaining steps. */
export interface Run {
  /** An ISO day. */
  readonly today: string;
  /** Throws when fewer steps remain than asked for. */
  spend(steps: number): void;
}

type Body = (args: readonly FeelValue[], run: Run) => FeelValue;
/** Minimum and maximum number of arguments, and the implementation. */
type FeelFunction = readonly [least: number, most: number, body: Body];

const MANY = Number.POSITIVE_INFINITY;

/** Returns the argument of a list function; a single value counts as a list of one. */
function listOf(value: FeelValue | undefined): readonly FeelValue[] | null {
  if (value === null || value === undefined) return null;
  return isList(value) ? value : [value];
}

/** Returns the arguments of an aggregate: one list, or the values themselves. */
function several(args: readonly FeelValue[]): readonly FeelValue[] {
  const [first = null] = args;
  return args.length === 1 && isList(first) ? first : args;
}

/** A function over a list; costs one step per item. */
function ofList(body: (list: readonly FeelValue[], rest: readonly FeelValue[], run: Run) => FeelValue): Body {
  return ([first, ...rest], run) => {
    const list = listOf(first);
    run.spend(list?.length ?? 0);
    return list && body(list, rest, run);
  };
}

function ofMany(body: (values: readonly FeelValue[]) => FeelValue): Body {
  return (args, run) => {
    const values = several(args);
    run.spend(values.length);
    return body(values);
  };
}

const isKindOf = (kind: 'decimal' | 'duration' | 'months') => (value: FeelValue) => isKind(value, kind);

/** Combines numbers, or durations of one type; `null` for anything else and for an empty list. */
function combined(values: readonly FeelValue[], join: (a: FeelValue, b: FeelValue) => FeelValue): FeelValue {
  if (values.length === 0) return null;
  const isSummable = (['decimal', 'duration', 'months'] as const).some((kind) => values.every(isKindOf(kind)));
  return isSummable ? values.reduce(join) : null;
}

const total = (values: readonly FeelValue[]): FeelValue => combined(values, (a, b) => binary('+', a, b));

/** Returns the smallest (-1) or greatest (1) of numbers, texts, days and other ordered values. */
function extreme(side: -1 | 1): Body {
  return ofMany((values) => {
    let best = values[0] ?? null;
    for (const value of values) {
      const difference = order(value, best);
      if (difference === null) return null;
      if (difference * side > 0) best = value;
    }
    return best;
  });
}

function ofTexts(change: (text: string, other: string) => FeelValue): Body {
  return ([text, other], run) => {
    if (typeof text !== 'string' || typeof other !== 'string') return null;
    run.spend(text.length >> 6);
    return change(text, other);
  };
}

function ofText(change: (text: string) => FeelValue): Body {
  return ([text], run) => {
    if (typeof text !== 'string') return null;
    run.spend(text.length >> 6);
    return change(text);
  };
}

/** Of a list of characters, which takes much longer to make than a text takes to search. */
function ofCharacters(change: (characters: readonly string[]) => FeelValue): Body {
  return ([text], run) => {
    if (typeof text !== 'string') return null;
    run.spend(text.length >> 3);
    return change([...text]);
  };
}

function wholeNumber(value: FeelValue | undefined): number | null {
  return value !== undefined && isKind(value, 'decimal') && isWhole(value.value) ? toNumber(value.value) : null;
}

/** Rounds to the given number of places, 0 by default. */
function rounding(isAway: Rounding): Body {
  return ([value = null, places]) => {
    const wanted = places === undefined ? 0 : wholeNumber(places);
    if (!isKind(value, 'decimal') || wanted === null || Math.abs(wanted) > 30) return null;
    return decimalValue(rounded(value.value, wanted, isAway));
  };
}

function modulo(dividend: Decimal, divisor: Decimal): Decimal | null {
  const quotient = divide(dividend, divisor);
  const taken = quotient && multiply(floor(quotient), divisor);
  return taken && subtract(dividend, taken);
}

const TWO: Decimal = { coefficient: 2n, scale: 0 };

function remainderOfTwo(wanted: bigint): Body {
  return ([value = null]) => {
    const rest = isKind(value, 'decimal') ? modulo(value.value, TWO) : null;
    return rest && rest.coefficient === wanted && rest.scale === 0;
  };
}

/** Returns a part of a list or text. Positions count from 1, from the end when negative. */
function part<T>(items: readonly T[], args: readonly (FeelValue | undefined)[]): readonly T[] | null {
  const start = wholeNumber(args[0]);
  const length = args[1] === undefined ? MANY : wholeNumber(args[1]);
  if (start === null || start === 0 || length === null) return null;
  const from = start > 0 ? start - 1 : Math.max(items.length + start, 0);
  return items.slice(from, from + Math.max(length, 0));
}

/** Converts a value to text as FEEL does; `null` for rows and ranges, and for texts that are too long. */
function asText(value: FeelValue, isInner = false): string | null {
  if (typeof value === 'string') return isInner ? `"${value.replace(/["\\]/g, '\\$&')}"` : value;
  if (value === null || typeof value === 'boolean') return String(value);
  if (isList(value)) {
    const texts = value.map((item) => asText(item, true));
    const text = texts.includes(null) ? null : `[${texts.join(', ')}]`;
    return text && text.length <= TEXT_MAX ? text : null;
  }
  switch (value.kind) {
    case 'decimal':
      return toText(value.value);
    case 'day':
      return dayText(value.number);
    case 'time':
      return isoTime(value.seconds, true);
    case 'moment':
      return isoMoment(value.seconds, true);
    case 'duration':
    case 'months':
      return isoDuration(value);
    default:
      return null;
  }
}

function asNumber(text: FeelValue, grouping: FeelValue, point: FeelValue): FeelValue {
  if (typeof text !== 'string' || text.length > 60) return null;
  const whole = typeof grouping === 'string' && grouping !== '' ? text.split(grouping).join('') : text;
  const isOther = typeof point === 'string' && point !== '' && point !== '.';
  return decimalValue(decimalFromText(isOther ? whole.replaceAll('.', '#').replaceAll(point, '.') : whole));
}

function joined(list: readonly FeelValue[], delimiter: FeelValue): FeelValue {
  const texts = list.filter((item) => item !== null);
  if (!texts.every((item) => typeof item === 'string')) return null;
  const text = texts.join(typeof delimiter === 'string' ? delimiter : '');
  return text.length <= TEXT_MAX ? text : null;
}

/** Returns the same key for equal values; a row equals only itself. */
function identity(value: FeelValue): unknown {
  if (isKind(value, 'scope') || isKind(value, 'range')) return value;
  return `${typeof value === 'object' && value && 'kind' in value ? value.kind : typeof value} ${asText(value, true)}`;
}

function distinct(list: readonly FeelValue[]): FeelValue[] {
  const seen = new Map<unknown, FeelValue>();
  for (const item of list) {
    const key = identity(item);
    if (!seen.has(key)) seen.set(key, item);
  }
  return [...seen.values()];
}

function flat(list: readonly FeelValue[]): FeelValue[] {
  return list.flatMap((item) => (isList(item) ? flat(item) : [item]));
}

/** Sorts a list; `null` when two items cannot be compared. */
function sorted(list: readonly FeelValue[]): FeelValue {
  const first = list[0];
  if (first !== undefined && list.some((item) => order(item, first) === null)) return null;
  return [...list].sort((a, b) => order(a, b) ?? 0);
}

/** Returns the days since 1970 of a day, with or without a time. */
function dayOf(value: FeelValue | undefined): number | null {
  if (value === undefined) return null;
  if (isKind(value, 'moment')) return Math.floor(value.seconds / DAY_SECONDS);
  return isKind(value, 'day') ? value.number : null;
}

function ofDay(change: (number: number) => FeelValue): Body {
  return ([value]) => {
    const number = dayOf(value);
    return number === null ? null : change(number);
  };
}

/** Formats whole numbers as text such as `2026-11-21`; the readers validate it. */
function written(args: readonly FeelValue[], widths: readonly number[], sign: string): string {
  return args.map((arg, index) => String(wholeNumber(arg)).padStart(widths[index] ?? 2, '0')).join(sign);
}

function timeOf(args: readonly FeelValue[]): FeelValue {
  const [value = null] = args;
  if (isKind(value, 'time')) return value;
  if (isKind(value, 'moment')) return { kind: 'time', seconds: secondsOfDay(value.seconds) };
  const text = args.length === 3 ? written(args, [2, 2, 2], ':') : value;
  const seconds = typeof text === 'string' ? readClock(text) : null;
  return seconds === null ? null : { kind: 'time', seconds };
}

function dateTimeOf([value = null, time]: readonly FeelValue[]): FeelValue {
  const number = dayOf(value) ?? (typeof value === 'string' && time === undefined ? dayNumber(value) : null);
  if (number !== null) {
    if (time === undefined) return typeof value === 'string' ? momentValue(number * DAY_SECONDS) : null;
    return isKind(time, 'time') ? momentValue(number * DAY_SECONDS + time.seconds) : null;
  }
  const seconds = typeof value === 'string' ? readMoment(value) : null;
  return seconds === null || time !== undefined ? null : momentValue(seconds);
}

/** Reads `@"…"`: a day, a time, a day with time or a duration. */
export function temporal(text: string): FeelValue {
  return dayValue(dayNumber(text)) ?? timeOf([text]) ?? dateTimeOf([text]) ?? readDuration(text);
}

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = 'January February March April May June July August September October November December'.split(' ');

const FUNCTION_TABLE = {
  not: [1, 1, ([value]) => (typeof value === 'boolean' ? !value : null)],

  sum: [1, MANY, ofMany(total)],
  product: [1, MANY, ofMany((values) => combined(values, (a, b) => binary('*', a, b)))],
  mean: [1, MANY, ofMany((values) => binary('/', total(values), wholeValue(values.length)))],
  min: [1, MANY, extreme(-1)],
  max: [1, MANY, extreme(1)],
  count: [1, 1, ([list]) => wholeValue(listOf(list)?.length ?? Number.NaN)],
  all: [
    1,
    MANY,
    ofMany((values) => (values.includes(false) ? false : values.every((value) => value === true) ? true : null)),
  ],
  any: [
    1,
    MANY,
    ofMany((values) => (values.includes(true) ? true : values.every((value) => value === false) ? false : null)),
  ],

  abs: [
    1,
    1,
    ([value = null]) => {
      if (isKind(value, 'decimal')) {
        return decimalValue(value.value.coefficient < 0n ? negate(value.value) : value.value);
      }
      const opposite = negated(value);
      return opposite !== null && (order(value, opposite) ?? 0) >= 0 ? value : opposite;
    },
  ],
  floor: [1, 2, rounding((isNegative) => isNegative)],
  ceiling: [1, 2, rounding((isNegative) => !isNegative)],
  'round up': [2, 2, rounding(() => true)],
  'round down': [2, 2, rounding(() => false)],
  'round half up': [2, 2, rounding((_, half) => half >= 0)],
  'round half down': [2, 2, rounding((_, half) => half > 0)],
  decimal: [2, 2, rounding((_, half, isOdd) => half > 0 || (half === 0 && isOdd))],
  modulo: [
    2,
    2,
    ([dividend = null, divisor = null]) =>
      isKind(dividend, 'decimal') && isKind(divisor, 'decimal')
        ? decimalValue(modulo(dividend.value, divisor.value))
        : null,
  ],
  odd: [1, 1, remainderOfTwo(1n)],
  even: [1, 1, remainderOfTwo(0n)],
  number: [1, 3, ([text = null, grouping = null, point = null]) => asNumber(text, grouping, point)],

  string: [
    1,
    1,
    ([value = null], run) => {
      if (isList(value)) run.spend(value.length);
      return value === null ? null : asText(value);
    },
  ],
  'string length': [1, 1, ofCharacters((characters) => wholeValue(characters.length))],
  'upper case': [1, 1, ofText((text) => text.toUpperCase())],
  'lower case': [1, 1, ofText((text) => text.toLowerCase())],
  contains: [2, 2, ofTexts((text, match) => text.includes(match))],
  'starts with': [2, 2, ofTexts((text, match) => text.startsWith(match))],
  'ends with': [2, 2, ofTexts((text, match) => text.endsWith(match))],
  substring: [
    2,
    3,
    (args, run) => ofCharacters((characters) => part(characters, args.slice(1))?.join('') ?? null)(args, run),
  ],
  'substring before': [2, 2, ofTexts((text, match) => text.slice(0, Math.max(text.indexOf(match), 0)))],
  'substring after': [
    2,
    2,
    ofTexts((text, match) => (text.includes(match) ? text.slice(text.indexOf(match) + match.length) : '')),
  ],
  split: [
    2,
    2,
    (args, run) => {
      const parts = ofTexts((text, delimiter) => (delimiter === '' ? [...text] : text.split(delimiter)))(args, run);
      run.spend(isList(parts) ? parts.length : 0);
      return parts;
    },
  ],
  'string join': [1, 2, ofList((list, [delimiter = null]) => joined(list, delimiter))],

  'list contains': [2, 2, ofList((list, [wanted = null]) => list.some((item) => equal(item, wanted) === true))],
  'index of': [
    2,
    2,
    ofList((list, [wanted = null]) =>
      list.flatMap((item, index) => (equal(item, wanted) === true ? [wholeValue(index + 1)] : [])),
    ),
  ],
  append: [2, MANY, ofList((list, items) => [...list, ...items])],
  concatenate: [
    1,
    MANY,
    (args, run) => {
      const list = args.flat() as FeelValue[];
      run.spend(list.length);
      return list;
    },
  ],
  union: [
    1,
    MANY,
    (args, run) => {
      const list = args.flat() as FeelValue[];
      run.spend(list.length);
      return distinct(list);
    },
  ],
  'distinct values': [1, 1, ofList(distinct)],
  flatten: [
    1,
    1,
    ofList((list, _, run) => {
      const all = flat(list);
      run.spend(all.length);
      return all;
    }),
  ],
  reverse: [1, 1, ofList((list) => list.toReversed())],
  sort: [
    1,
    1,
    ofList((list, _, run) => {
      run.spend(list.length * 4);
      return sorted(list);
    }),
  ],
  sublist: [2, 3, ofList((list, place) => part(list, place))],

  today: [0, 0, (_, { today }) => dayValue(dayNumber(today))],
  date: [
    1,
    3,
    (args) => {
      const [value = null] = args;
      const text = args.length === 3 ? written(args, [4, 2, 2], '-') : value;
      return dayValue(typeof text === 'string' ? dayNumber(text) : args.length === 1 ? dayOf(value) : null);
    },
  ],
  time: [1, 3, timeOf],
  'date and time': [1, 2, dateTimeOf],
  duration: [1, 1, ofText(readDuration)],
  'years and months duration': [
    2,
    2,
    ([from, to]) => {
      const [start, end] = [dayOf(from), dayOf(to)];
      return start === null || end === null ? null : monthsValue(monthsBetween(start, end));
    },
  ],
  'day of week': [1, 1, ofDay((number) => DAYS[weekday(number) - 1] ?? null)],
  'month of year': [1, 1, ofDay((number) => MONTHS[yearMonthDay(number)[1] - 1] ?? null)],
  'week of year': [1, 1, ofDay((number) => wholeValue(weekOfYear(number)))],
  'day of year': [1, 1, ofDay((number) => wholeValue(dayOfYear(number)))],
} as const satisfies Record<string, FeelFunction>;

export type FunctionName = keyof typeof FUNCTION_TABLE;
/** All functions by name; the set is closed. */
export const FUNCTIONS: Readonly<Record<FunctionName, FeelFunction>> = FUNCTION_TABLE;
