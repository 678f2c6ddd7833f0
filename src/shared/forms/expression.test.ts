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
import { FUNCTIONS } from './expression-functions.ts';
import { decimalValue, type FeelValue, isKind, isList, type Scope } from './values.ts';

const TODAY = '2026-11-21';

function asFeel(value: unknown): FeelValue {
  if (typeof value === 'number') return decimalValue(decimalFromNumber(value));
  if (Array.isArray(value)) return value.map(asFeel);
  if (typeof value === 'object' && value !== null) return scopeOf(value as Record<string, unknown>);
  return (value ?? null) as FeelValue;
}
function scopeOf(values: Record<string, unknown>): Scope {
  return {
    kind: 'scope',
    get: (name) => (Object.hasOwn(values, name) ? asFeel(values[name]) : null),
    has: (name) => Object.hasOwn(values, name),
  };
}
/** Converts a result to plain JavaScript, as feelin returns it. */
function plain(value: FeelValue): unknown {
  if (isKind(value, 'decimal')) return toNumber(value.value);
  if (isKind(value, 'day')) return dayText(value.number);
  return isList(value) ? value.map(plain) : value;
}
function ours(text: string, values: Record<string, unknown> = {}): unknown {
  return plain(evaluate(parseExpression(text), scopeOf(values), TODAY));
}

test('FRM-02 a missing value is null, and so is a result that cannot be computed', () => {
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
    'lines[5]',
    'for v in n return v',
    'some v in n satisfies v > 1',
    'n[1]',
    'a in n',
    'n.day',
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
  // Intended difference from FEEL: a column contains only its filled cells, so a total is available while a line is
  // still empty.
  assert.equal(ours('sum(lines.q)', values), 1);
  assert.equal(ours('count(lines)', values), 2);
});

test('FRM-02 days are counted as days', () => {
  assert.equal(ours('(date("2026-03-01") - date("2026-02-01")).days + 1'), 29);
  assert.equal(ours('today() + duration("P14D")'), '2026-12-05');
  assert.equal(ours('date("2026-02-30")'), null);
  assert.equal(ours('date("2026-01-02") > date("2026-01-01")'), true);
});

test('FRM-08 an invalid expression is refused with the position, and none is executed as code', () => {
  for (const [text, position] of [
    ['1 +', 3],
    ['alert(1)', 0],
    ['a => b', 3],
    ['constructor("x")', 0],
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

const WORDS = [
  ...[
    'if ',
    ' then ',
    ' else ',
    ' and ',
    ' or ',
    ' in ',
    ' between ',
    'for v in ',
    ' return ',
    'some v in ',
    ' satisfies ',
  ],
  ...['b[', '..', '1..9', '"P1D"', '@"2026-01-31"', '__proto__', 'constructor', '.prototype', 'item', 'toString'],
];

test('FRM-08 any text is either refused or evaluated', () => {
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom(...'ab1.,()[]"+-*/<>=!@ ', ...WORDS, ...Object.keys(FUNCTIONS).map((name) => `${name}(`)),
        maxLength: 40,
      }),
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

test('decimals are exact where binary fractions are not', () => {
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
