import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evaluate as evaluateFeel } from 'feelin';
import { dayText } from './days.ts';
import {
  decimalFromNumber,
  decimalFromText,
  divide,
  multiply,
  round,
  toFixedText,
  toNumber,
  toText,
} from './decimal.ts';
import { cachedExpression, ExpressionError, evaluate, parseExpression } from './expression.ts';
import { decimalValue, type FeelValue, isKind, isList, type Scope } from './values.ts';

const TODAY = '2026-11-21';

function asFeel(value: unknown): FeelValue {
  if (typeof value === 'number') return decimalValue(decimalFromNumber(value));
  if (Array.isArray(value)) return value.map(asFeel);
  if (typeof value === 'object' && value !== null) return scopeOf(value as Record<string, unknown>);
  return (value ?? null) as FeelValue;
}
function scopeOf(values: Record<string, unknown>): Scope {
  return { kind: 'scope', get: (name) => (Object.hasOwn(values, name) ? asFeel(values[name]) : null) };
}
/** A result in plain JavaScript, as feelin gives them. */
function plain(value: FeelValue): unknown {
  if (isKind(value, 'decimal')) return toNumber(value.value);
  if (isKind(value, 'day')) return dayText(value.number);
  if (isKind(value, 'days')) return `${value.count} days`;
  return isList(value) ? value.map(plain) : value;
}
function ours(text: string, values: Record<string, unknown> = {}): unknown {
  return plain(evaluate(parseExpression(text), scopeOf(values), TODAY));
}

// Numbers that binary fractions hold exactly, so that feelin's floats and our decimals can be compared to the last digit.
const number = fc.integer({ min: -40, max: 40 }).map((value) => value / 4);
const literal = number.map((value) => (value < 0 ? `(${value})` : String(value)));
// (feelin turns round limits that stand the wrong way round; FEEL says that nothing is between them.)
const numericLeaf = fc.oneof(literal, fc.constantFrom('a', 'b', 'c', 'sum(lines.q)', 'count(lines)', 'max(lines.q)'));

const { numeric, logical, textual } = fc.letrec<{ numeric: string; logical: string; textual: string }>((tie) => ({
  numeric: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numericLeaf,
    fc.tuple(tie('numeric'), fc.constantFrom('+', '-', '*'), tie('numeric')).map(([l, o, r]) => `(${l} ${o} ${r})`),
    fc
      .tuple(tie('numeric'), fc.constantFrom('+', '-'), tie('numeric'), fc.constantFrom('+', '*'), tie('numeric'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.tuple(fc.constantFrom('abs', 'floor', 'ceiling'), tie('numeric')).map(([name, of]) => `${name}(${of})`),
    fc
      .tuple(fc.constantFrom('min', 'max', 'sum'), tie('numeric'), tie('numeric'))
      .map(([name, l, r]) => `${name}(${l}, ${r})`),
    fc.tuple(tie('logical'), tie('numeric'), tie('numeric')).map(([when, l, r]) => `(if ${when} then ${l} else ${r})`),
    tie('textual').map((text) => `string length(${text})`),
    tie('numeric').map((of) => `-(${of})`),
  ),
  logical: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('true', 'false'),
    fc
      .tuple(tie('numeric'), fc.constantFrom('=', '!=', '<', '<=', '>', '>='), tie('numeric'))
      .map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('textual'), fc.constantFrom('=', '!='), tie('textual')).map((parts) => `(${parts.join(' ')})`),
    fc.tuple(tie('logical'), fc.constantFrom('and', 'or'), tie('logical')).map((parts) => `(${parts.join(' ')})`),
    tie('logical').map((of) => `not(${of})`),
    fc
      .tuple(tie('numeric'), tie('numeric'), tie('numeric'))
      .map(([of, from, to]) => `(${of} between ${from} and (${from} + abs(${to})))`),
    fc.tuple(tie('numeric'), tie('numeric'), tie('numeric')).map(([of, l, r]) => `(${of} in [${l}, ${r}])`),
    fc
      .tuple(fc.constantFrom('contains', 'starts with', 'ends with'), tie('textual'), tie('textual'))
      .map(([name, l, r]) => `${name}(${l}, ${r})`),
  ),
  textual: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('"abc"', '"B"', '""', 's', 'u'),
    fc.tuple(tie('textual'), tie('textual')).map(([l, r]) => `(${l} + ${r})`),
    fc.tuple(fc.constantFrom('upper case', 'lower case'), tie('textual')).map(([name, of]) => `${name}(${of})`),
  ),
}));

test('generated expressions give what feelin gives', () => {
  const values = fc.record({
    a: number,
    b: number,
    c: number,
    s: fc.constantFrom('abc', 'Bc'),
    u: fc.constantFrom('c', ''),
    lines: fc.array(fc.record({ q: number }), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.oneof(numeric, logical, textual), values, (text, context) => {
      const expected = evaluateFeel(text, context).value;
      assert.deepEqual(normal(ours(text, context)), normal(expected), text);
    }),
    { numRuns: 1500 },
  );
});

/** Minus zero is zero. */
function normal(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

test('nothing is null, and what cannot be computed is null too', () => {
  const values = { n: null, s: 'abc', a: 3, lines: [{ q: 1 }, { q: null }] };
  const same = [
    'n = null',
    'a = null',
    'n + 1',
    'n < 1',
    'true and n',
    'false and n',
    'true or n',
    'not(n)',
    '1 / 0',
    's + 1',
    'a = "3"',
    'sum([])',
    'min([])',
    'count(n)',
    'if n > 1 then 1 else 2',
    'n between 1 and 2',
    'missing',
    '-s',
    'abs(s)',
  ];
  for (const text of same) assert.deepEqual(ours(text, values), evaluateFeel(text, values).value, text);
  // On purpose unlike FEEL: a column gives its filled cells, so a total stands while a line is still empty.
  assert.equal(ours('sum(lines.q)', values), 1);
  assert.equal(ours('count(lines)', values), 2);
});

test('days are counted as days', () => {
  assert.equal(ours('(date("2026-03-01") - date("2026-02-01")).days + 1'), 29);
  assert.equal(ours('today() + duration("P14D")'), '2026-12-05');
  assert.equal(ours('date("2026-02-30")'), null);
  assert.equal(ours('date("2026-01-02") > date("2026-01-01")'), true);
});

test('an expression is refused at the place of its fault, and none is executed as code', () => {
  for (const [text, position] of [
    ['1 +', 3],
    ['alert(1)', 0],
    ['a => b', 3],
    ['constructor["x"]', 11],
    ['`x`', 0],
    ['if a then b', 11],
    ['round half up(1)', 0],
    ['1 = 2 = 3', 6],
  ] as const) {
    assert.throws(
      () => parseExpression(text),
      (error) => error instanceof ExpressionError && error.position === position,
      text,
    );
  }
  assert.throws(() => parseExpression(`${'('.repeat(65)}1${')'.repeat(65)}`), ExpressionError);
  assert.throws(() => parseExpression('1'.repeat(2001)), ExpressionError);
  assert.equal(ours('constructor'), null);
  assert.equal(ours('__proto__.constructor'), null);
});

test('any text at all is either refused or evaluated', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'ab1.,()[]"+-*/<>=! ', 'if ', 'then ', 'else ', 'sum(', 'not(', ' and ') }),
      (text) => {
        try {
          evaluate(cachedExpression(text), scopeOf({ a: 1, b: [1, 2] }), TODAY);
        } catch (error) {
          assert.ok(error instanceof ExpressionError, String(error));
        }
      },
    ),
    { numRuns: 3000 },
  );
});

test('decimals are exact where floats are not', () => {
  assert.equal(ours('0.1 + 0.2 = 0.3'), true);
  assert.equal(ours('round half up(1.005, 2)'), 1.01);
  assert.equal(ours('1.15 * 100'), 115);
  const dec = (text: string) => decimalFromText(text) ?? assert.fail(text);
  assert.equal(toText(divide(dec('1'), dec('3')) ?? assert.fail()), `0.${'3'.repeat(34)}`);
  assert.equal(toText(round(dec('-2.5'), 0)), '-3');
  assert.equal(toFixedText(dec('1240.5'), 2), '1240.50');
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      (a, b) => {
        const product = multiply({ coefficient: a, scale: 2 }, { coefficient: b, scale: 3 });
        const { coefficient = 0n, scale = 0 } = product ?? {};
        assert.equal(coefficient * 10n ** BigInt(5 - scale), a * b);
      },
    ),
  );
});

test('an expression that multiplies without end stays bounded', () => {
  const text = Array.from({ length: 400 }, () => 'a').join('*');
  assert.doesNotThrow(() => ours(text, { a: 123456789.123 }));
});
