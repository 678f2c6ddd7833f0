import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evaluate as evaluateFeel } from 'feelin';
import { toNumber } from './decimal.ts';
import { evaluate, parseExpression } from './expression.ts';
import { FUNCTIONS } from './expression-functions.ts';
import { type FeelValue, isKind, isList, type Scope } from './values.ts';

const TODAY = '2026-11-21';

/** Values that the generated expressions read, as literals that both engines evaluate. */
const CONTEXTS: readonly Readonly<Record<string, string>>[] = [
  {
    ...{ a: '2.5', b: '-7', c: '0', s: '"abc"', u: '"Bc"', p: 'true', o: 'false', n: 'null' },
    ...{ d: 'date("2026-02-28")', e: 'date("2024-12-31")', t: 'time("22:15:30")', w: 'duration("P3DT4H")' },
    ...{ m: 'date and time("2026-03-29T03:30:00")', y: 'duration("P1Y2M")', l: '[3, -1, 3, 0.25]', k: '["b", "a"]' },
  },
  {
    ...{ a: 'null', b: '12', c: '-0.25', s: '""', u: 'null', p: 'null', o: 'true', n: 'null' },
    ...{ d: 'date("2026-01-31")', e: 'null', t: 'time("00:00:00")', w: 'duration("-PT30M")' },
    ...{ m: 'null', y: 'duration("-P1M")', l: '[null, 2]', k: '["x", null, "x"]' },
  },
];
const ROWS = [
  [{ qty: 2, name: 'x' }],
  [
    { qty: 4, name: 'x' },
    { qty: -1.5, name: 'y' },
    { qty: 3, name: 'x' },
  ],
] as const;

interface Row {
  readonly qty: number;
  readonly name: string;
}

function feelinContext(literals: Readonly<Record<string, string>>, lines: readonly Row[]): Record<string, unknown> {
  const values = Object.entries(literals).map(([name, text]) => [name, evaluateFeel(text, {}).value]);
  return { ...Object.fromEntries(values), lines };
}

function ourScope(literals: Readonly<Record<string, string>>, lines: readonly Row[], table = 'lines'): Scope {
  const empty: Scope = { kind: 'scope', get: () => null, has: () => false };
  const read = (text: string) => evaluate(parseExpression(text), empty, TODAY);
  const scope = (values: ReadonlyMap<string, FeelValue>): Scope => ({
    kind: 'scope',
    get: (name) => values.get(name) ?? null,
    has: (name) => values.has(name),
  });
  const rows = lines.map(({ qty, name }) =>
    scope(
      new Map([
        ['qty', read(String(qty))],
        ['name', name],
      ]),
    ),
  );
  return scope(
    new Map([...Object.entries(literals).map(([name, text]) => [name, read(text)] as const), [table, rows]]),
  );
}

/** Converts a result to plain JavaScript; values with a text form of their own become that text. */
function plain(value: FeelValue): unknown {
  if (isKind(value, 'decimal')) return toNumber(value.value);
  if (isList(value)) return value.map(plain);
  if (isKind(value, 'scope')) return { qty: plain(value.get('qty')), name: plain(value.get('name')) };
  if (typeof value !== 'object' || value === null) return value;
  const written = FUNCTIONS.string[2]([value], { today: TODAY, spend: () => undefined });
  return `${value.kind} ${written}`;
}

const KINDS = { FeelDate: 'day', FeelTime: 'time', FeelDateTime: 'moment', FeelDuration: 'duration' } as const;

function plainOfFeelin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOfFeelin);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const kind = KINDS[value.constructor.name as keyof typeof KINDS];
  if (!kind) return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainOfFeelin(one)]));
  const isMonths = kind === 'duration' && (value as { yearsMonths?: boolean }).yearsMonths;
  return `${isMonths ? 'months' : kind} ${String(value)}`;
}

/** Compares with tolerance: feelin uses binary fractions. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  }
  return JSON.stringify(one) === JSON.stringify(other);
}

type Kind =
  | 'number'
  | 'truth'
  | 'text'
  | 'day'
  | 'time'
  | 'dateTime'
  | 'duration'
  | 'months'
  | 'numbers'
  | 'texts'
  | 'truths'
  | 'rows';

// Numbers that binary fractions hold exactly, so that both engines compare them alike.
const literal = fc.integer({ min: -40, max: 40 }).map((value) => (value < 0 ? `(${value / 4})` : String(value / 4)));
const comparison = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');

const kinds = fc.letrec<Record<Kind, string>>((tie) => {
  const form = (strings: TemplateStringsArray, ...parts: (Kind | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
    fc
      .tuple(...parts.map((part) => (typeof part === 'string' ? tie(part) : part)))
      .map((texts) => strings.reduce((whole, string, index) => `${whole}${texts[index - 1]}${string}`));
  const one = (...words: string[]) => fc.constantFrom(...words);
  const ifOf = (kind: Kind) => form`(if ${'truth'} then ${kind} else ${kind})`;
  const anyOf = (...forms: fc.Arbitrary<string>[]) =>
    fc.oneof({ depthSize: 'small', maxDepth: 4, withCrossShrink: true }, ...forms);
  const place = one('1', '2', '3', '-1', '-2', '9', '(1 + 1)');
  return {
    number: anyOf(
      fc.oneof(literal, one('a', 'b', 'c', 'a', 'n')),
      form`(${'number'} ${one('+', '-', '*')} ${'number'})`,
      form`(${'number'} + ${'number'} ${one('+', '-', '*')} ${'number'})`,
      form`(${'number'} / ${one('2', '4', '0.5', '0', 'n', '(-1)')})`,
      form`-(${'number'})`,
      form`${one('abs', 'floor', 'ceiling', 'sum', 'min', 'max', 'product')}(${'number'})`,
      form`${one('min', 'max', 'sum', 'product', 'mean')}(${'number'}, ${'number'})`,
      form`${one('min', 'max', 'sum')}(${'numbers'})`,
      form`${one('round up', 'round down', 'round half up', 'round half down', 'decimal')}(${'number'}, 0)`,
      form`modulo(${literal}, ${one('3', '(-4)', '0.75', 'b')})`,
      form`count(${fc.oneof(tie('numbers'), tie('texts'), tie('rows'))})`,
      form`string length(${'text'})`,
      form`number(string(${'number'}))`,
      form`number(${one('"1 000,5", " ", ","', '"1.000,5", ".", ","', '"12.5"', '"x"', '"-3"')})`,
      form`(${'numbers'})[${place}]`,
      form`(${'rows'})[${place}].qty`,
      form`sum((${'rows'}).qty)`,
      form`(${'day'}).${one('year', 'month', 'day', 'weekday')}`,
      form`(${'dateTime'}).${one('year', 'month', 'day', 'hour', 'minute', 'second')}`,
      form`(${'time'}).${one('hour', 'minute', 'second')}`,
      form`(${'duration'}).${one('days', 'hours', 'minutes', 'seconds')}`,
      form`(${'months'}).${one('years', 'months')}`,
      form`(${'day'} - ${'day'}).days`,
      form`${one('week of year', 'day of year')}(${'day'})`,
      ifOf('number'),
    ),
    truth: anyOf(
      one('true', 'false', 'p', 'o', 'n'),
      form`(${'number'} ${comparison} ${'number'})`,
      form`(${'text'} ${comparison} ${'text'})`,
      form`(${'day'} ${comparison} ${'day'})`,
      form`(${'dateTime'} ${comparison} ${'dateTime'})`,
      form`(${'time'} ${comparison} ${'time'})`,
      form`(${'duration'} ${one('<', '<=', '>', '>=')} ${'duration'})`,
      form`(${'months'} ${one('<', '>')} ${'months'})`,
      form`(${'number'} ${one('=', '!=')} ${fc.oneof(tie('text'), tie('day'), tie('truth'), one('null'))})`,
      form`(${'truth'} ${one('=', '!=', 'and', 'or')} ${'truth'})`,
      form`not(${'truth'})`,
      fc
        .tuple(tie('number'), literal, tie('number'))
        .map(([of, from, size]) => `(${of} between ${from} and (${from} + abs(${size})))`),
      form`(${literal} in ${one('[', '(')}${literal} .. 12${one(']', ')')})`,
      form`(${'number'} in [${literal} .. n])`,
      form`(${'number'} in (< ${literal}, >= ${'number'}, ${literal}))`,
      form`(${'number'} in ${one('>', '>=', '<', '<=')} ${literal})`,
      form`(${'number'} in ${'numbers'})`,
      form`(${'text'} in [${'text'}, ${'text'}])`,
      form`(${'day'} in [date("2024-01-01") .. date("2026-01-31")])`,
      form`${one('contains', 'starts with', 'ends with')}(${'text'}, ${'text'})`,
      form`list contains(${'numbers'}, ${literal})`,
      form`list contains(${'texts'}, ${'text'})`,
      form`(${one('some', 'every')} v in ${'numbers'} satisfies v ${comparison} ${'number'})`,
      form`(${one('some', 'every')} r in ${'rows'} satisfies (r.qty > ${'number'} or r.name = ${'text'}))`,
      form`${one('all', 'any')}(${'truths'})`,
      form`${one('odd', 'even')}(count(${'numbers'}))`,
      ifOf('truth'),
    ),
    text: anyOf(
      one('"abc"', '"B"', '""', '"a,b"', 's', 'u'),
      form`(${'text'} + ${'text'})`,
      form`${one('upper case', 'lower case')}(${'text'})`,
      form`substring(${'text'}, ${one('1', '2', '9', '-1')})`,
      form`substring(${'text'}, ${one('1, 2', '2, 1', '3, 0', '1, 9')})`,
      form`${one('substring before', 'substring after')}(${'text'}, ${'text'})`,
      form`string join(${'texts'}, ${one('"-"', '""')})`,
      form`string join(${'texts'})`,
      form`string(${fc.oneof(tie('number'), tie('truth'), tie('day'), tie('duration'), tie('months'), tie('dateTime'), tie('time'))})`,
      form`string(${fc.oneof(tie('numbers'), tie('texts'))})`,
      form`(${'rows'})[${place}].name`,
      form`${one('day of week', 'month of year')}(${'day'})`,
      ifOf('text'),
    ),
    day: anyOf(
      one('d', 'e', '@"2026-05-31"', 'date(2025, 1, 15)', 'date(2025, 2, 30)', 'date("2026-02-30")'),
      form`(${'day'} ${one('+', '-')} ${one('duration("P5D")', 'duration("P1Y")', '@"P13M"', 'duration("-P1M")')})`,
      form`(${'months'} + ${'day'})`,
      form`date(${'dateTime'})`,
      ifOf('day'),
    ),
    time: anyOf(
      one('t', 'time("08:05:00")', 'time(23, 59, 59)', 'time("25:00:00")', '@"10:20:30"'),
      form`(${'time'} ${one('+', '-')} ${'duration'})`,
      form`time(${'dateTime'})`,
    ),
    dateTime: anyOf(
      one('m', '@"2026-12-31T23:59:59"', '@"2024-02-29T00:00:00"', '@"2026-01-31T12:00:00"'),
      form`(${'dateTime'} ${one('+', '-')} ${fc.oneof(tie('duration'), tie('months'))})`,
    ),
    duration: anyOf(
      one('w', 'duration("P2D")', 'duration("PT90M")', 'duration("-P1DT1S")', 'duration("P1W")', '@"PT0S"'),
      form`(${'duration'} ${one('+', '-')} ${'duration'})`,
      form`(${'dateTime'} - ${'dateTime'})`,
      form`(${'time'} - ${'time'})`,
      form`(${'day'} - ${'day'})`,
      form`abs(${'duration'})`,
    ),
    months: anyOf(
      one('y', 'duration("P1Y")', 'duration("P14M")', 'duration("P0M")'),
      form`(${'months'} ${one('+', '-')} ${'months'})`,
    ),
    numbers: anyOf(
      one('l', '[1, 2, 3, 4]', '[]'),
      form`[${'number'}, ${'number'}]`,
      form`(for v in ${'numbers'} return v ${one('+', '*')} ${'number'})`,
      form`(for i in 1..${one('1', '4', '(-2)')} return i * ${literal})`,
      form`(for v in ${'numbers'}, z in [1, 2] return v * z)`,
      form`(for r in ${'rows'} return r.qty)`,
      form`(${'numbers'})[item ${one('<', '<=', '>', '>=')} ${'number'}]`,
      form`(${'rows'}).qty`,
      form`append(${'numbers'}, ${'number'})`,
      form`concatenate(${'numbers'}, ${'numbers'})`,
      form`${one('reverse', 'distinct values', 'flatten')}(${'numbers'})`,
      form`union(${'numbers'}, ${'numbers'})`,
      form`index of(${'numbers'}, ${literal})`,
      form`sublist([1, 2, 3], ${one('1', '2, 1', '-2', '-1, 1')})`,
      form`flatten([${'numbers'}, [${'number'}, ${'numbers'}]])`,
    ),
    texts: anyOf(
      one('k', '["x", "y"]'),
      form`[${'text'}, ${'text'}]`,
      form`(${'rows'}).name`,
      form`split(${'text'}, ${one('","', '"b"')})`,
      form`(for v in ${'texts'} return v + ${'text'})`,
      form`distinct values(${'texts'})`,
    ),
    truths: anyOf(form`[${'truth'}, ${'truth'}]`, form`(for v in ${'numbers'} return v > ${literal})`),
    rows: anyOf(
      one('lines'),
      form`lines[qty ${one('<', '>', '<=', '>=')} ${'number'}]`,
      form`lines[name = ${'text'} ${one('and', 'or')} qty > ${literal}]`,
      form`reverse(${'rows'})`,
    ),
  };
});

/** Rounding to places is only the outermost operation: binary fractions do not hold tenths. */
const rounding = fc
  .tuple(
    fc.constantFrom('round up', 'round down', 'round half up', 'round half down', 'decimal', 'floor', 'ceiling'),
    literal,
    fc.constantFrom('1', '2'),
  )
  .map(([name, value, places]) => `${name}(${value}, ${places})`);

/** Only the outermost operation: inside longer expressions feelin may read this name as `date` and `time`. */
const dateAndTime = fc
  .constantFrom(
    ...['d', 'e', '@"2024-02-29"'].flatMap((day) => ['t', 'time(1, 2, 3)'].map((time) => `${day}, ${time}`)),
    ...['"2026-12-31T23:59:59"', '"2024-02-29"', '"x"'],
  )
  .map((values) => `date and time(${values})`);

/** Intended differences, listed in docs/forms.md under "Unlike FEEL": our result and feelin's. */
const INTENDED: readonly (readonly [text: string, ours: unknown, feelin: unknown])[] = [
  // Numbers are decimal.
  ['0.1 + 0.2 = 0.3', true, false],
  // A column contains only its filled cells.
  ['sum(sparse.qty)', 3, null],
  // Only true is true.
  ['if "x" then 1 else 2', 2, 1],
  ['some v in [1] satisfies v', false, true],
  ['count([null, 1][item = null])', 1, 0],
  // A list of one item is a list.
  ['[1] = 1', null, true],
  // Values of different types have no order, and a reversed range contains nothing.
  ['"a" < 5', null, false],
  ['"a" in [1..3]', null, true],
  ['3 between 5 and 1', false, true],
  ['3 in [5..1]', false, true],
  ['for i in 1..0 return i', [1, 0], null],
  // A condition inside a filter may be a function or a boolean field.
  ['count(sparse[contains(name, "x")])', 1, 0],
  // Durations can be negated, multiplied, divided and added.
  ['-duration("P1D")', 'duration -P1D', null],
  ['duration("PT90M") * 2', 'duration PT3H', null],
  ['(time("17:30:00") - time("09:00:00")) / duration("PT1H")', 8.5, Number.NaN],
  ['sum([duration("PT1H"), duration("PT30M")])', 'duration PT1H30M', null],
  ['duration("P1M1D")', null, 'months P1M1D'],
  ['date("2026-01-01") + duration("PT30H")', 'day 2026-01-02', 'moment 2026-01-02T06:00:00Z'],
  ['years and months duration(date("2026-01-31"), date("2026-02-28"))', 'months P0M', 'months P28D'],
  // There are no time zones: all times are on the organisation's clock.
  ['date and time("2026-01-01T10:00:00Z")', null, 'moment 2026-01-01T10:00:00Z'],
  // All ordered values have a minimum and a maximum, and can be sorted and found in a list.
  ['min("b", "a")', 'a', null],
  ['max([date("2026-01-01"), date("2026-02-01")])', 'day 2026-02-01', null],
  ['list contains([date("2026-01-01")], date("2026-01-01"))', true, false],
  ['sort([3, 1, 2])', [1, 2, 3], null],
  // Positions begin at 1; `split` takes text, not a pattern; blank text is not a number.
  ['substring("abc", 0)', null, 'c'],
  ['split("a.b", ".")', ['a', 'b'], ['', '', '', '']],
  ['number("")', null, 0],
];

test('FRM-02 each difference from FEEL is intended', () => {
  const rows = [
    { qty: 3, name: 'xy' },
    { qty: null, name: 'z' },
  ] as unknown as readonly Row[];
  for (const [text, ours, feelin] of INTENDED) {
    const found = plain(evaluate(parseExpression(text), ourScope({}, rows, 'sparse'), TODAY));
    assert.deepEqual(found, ours, text);
    assert.deepEqual(plainOfFeelin(evaluateFeel(text, { sparse: rows }).value), feelin, text);
  }
});

test('FRM-02 FRM-08 thousands of generated expressions give the same result as feelin', () => {
  const contexts = CONTEXTS.flatMap((literals) =>
    ROWS.map((rows) => [feelinContext(literals, rows), ourScope(literals, rows)] as const),
  );
  const cases = fc.record({
    text: fc.oneof(...Object.values(kinds), rounding, dateAndTime).filter((text) => text.length <= 500),
    context: fc.nat(contexts.length - 1),
  });
  let settled = 0;
  fc.assert(
    fc.property(cases, ({ text, context }) => {
      const [values, scope] = contexts[context]!;
      const expected = plainOfFeelin(evaluateFeel(text, values).value);
      const found = plain(evaluate(parseExpression(text), scope, TODAY));
      if (found !== null) settled += 1;
      assert.ok(isSame(found, expected), `${text}\nours ${JSON.stringify(found)}, feelin ${JSON.stringify(expected)}`);
    }),
    { numRuns: 3000 },
  );
  assert.ok(settled > 1200, `most cases are more than null: ${settled}`);
});
