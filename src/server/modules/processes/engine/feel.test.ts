import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFeel, FeelError, isVariableName, runFeel } from './feel.ts';
import { costOf, MAX_STEP_COST } from './feel-cost.ts';
import type { Json, Vars } from './model.ts';

const clock = { at: '2026-01-05T22:30:00Z', zone: 'Europe/Tallinn' };
const run = (text: string, vars: Vars = {}): Json => runFeel(compileFeel(text), (name) => vars[name], clock);
const fails = (text: string, code: string, vars: Vars = {}) =>
  assert.throws(
    () => run(text, vars),
    (error: unknown) => error instanceof FeelError && error.code === code,
    text,
  );

test('expressions return plain JSON', () => {
  assert.equal(run('a + b * 2', { a: 1, b: 2 }), 5);
  assert.equal(run('if n > 3 then "big" else "small"', { n: 4 }), 'big');
  assert.deepEqual(run('for x in list return x * 2', { list: [1, 2] }), [2, 4]);
  assert.deepEqual(
    run('people[age > 30].name', {
      people: [
        { name: 'a', age: 40 },
        { name: 'b', age: 20 },
      ],
    }),
    ['a'],
  );
  assert.deepEqual(run('{a: 1, b: a + 1}'), { a: 1, b: 2 });
  assert.equal(run('date("2026-01-31") + duration("P1M")'), '2026-02-28');
  assert.equal(run('some x in list satisfies x > 1', { list: [1, 2] }), true);
  assert.equal(run('n in [1..5]', { n: 5 }), true);
  assert.equal(run('substring before(mail, "@")', { mail: 'mari@x.ee' }), 'mari');
  assert.equal(run('decimal(0.1 + 0.2, 2) = 0.3'), true);
});

test('a missing variable is null; comparing or adding null gives null, and if takes else', () => {
  assert.equal(run('a'), null);
  assert.equal(run('a = null'), true);
  assert.equal(run('a > 1'), null);
  assert.equal(run('a + 1'), null);
  assert.equal(run('if a > 1 then 1 else 2'), 2);
});

test('now and today return the time of the event in the time zone of the organisation', () => {
  assert.equal(run('today()'), '2026-01-06');
  assert.match(String(run('now()')), /^2026-01-06T00:30/);
  assert.equal(run('today() > date("2026-01-05")'), true);
  assert.equal(run('today() + duration("P1D")'), '2026-01-07');
});

test('functions that can block the server, unknown functions and function definitions are rejected', () => {
  for (const text of [
    'matches(a, "^(a+)+$")',
    'replace(a, "b", "c")',
    'split(a, ",")',
    'foo(1)',
    '(function(x) x)(1)',
    'function(n) n',
    'a.b(1)',
  ]) {
    fails(text, 'feel.function');
  }
  fails('sum(list)(1)', 'feel.function');
});

test('invalid, too long, too deep and too large expressions are rejected', () => {
  fails('1 +', 'feel.syntax');
  fails('', 'feel.syntax');
  fails('a == 1', 'feel.syntax');
  fails(`"${'x'.repeat(2000)}"`, 'feel.size');
  fails(`${'('.repeat(60)}1${')'.repeat(60)}`, 'feel.size');
  fails(Array.from({ length: 400 }, () => '1').join('+'), 'feel.size');
});

test('names are single words with one meaning', () => {
  fails('two words', 'feel.name');
  fails('count(count)', 'feel.name');
  fails('for partial in list return 1', 'feel.name');
  assert.equal(isVariableName('constructor'), false);
  assert.equal(isVariableName('__proto__'), false);
  assert.equal(isVariableName('amount_2'), true);
  assert.equal(isVariableName('2nd'), false);
});

test('a range to iterate over has literal ends at most 1000 apart; a range in a test may have any ends', () => {
  assert.deepEqual(run('for x in 1..3 return x'), [1, 2, 3]);
  assert.deepEqual(run('for x in [1..3] return x'), [1, 2, 3]);
  fails('for x in 1..n return x', 'feel.range');
  fails('for x in [1..n] return x', 'feel.range');
  fails('for x in 1..1001 return x', 'feel.range');
  assert.equal(run('n in [1..m]', { n: 3, m: 100_000 }), true);
});

test('the cost is computed from the data before the expression runs', () => {
  fails('for x in 1..1000, y in 1..1000 return x * y', 'feel.cost');
  const list = Array.from({ length: 700 }, (_, index) => index);
  assert.equal((run('for x in list return x + 1', { list }) as Json[]).length, 700);
  fails('for x in list, y in list return x * y', 'feel.cost', { list });
  fails('list[count(list[item > 1]) > 1]', 'feel.cost', { list });
  fails('distinct values(list)', 'feel.cost', { list });
  const doubled = Array.from({ length: 18 }, (_, index) => `a${index + 1}: a${index} + a${index}`).join(', ');
  fails(`{a0: text, ${doubled}}`, 'feel.cost', { text: 'x'.repeat(100) });
});

test('functions of time are dear', () => {
  fails('for x in 1..1000 return for y in 1..40 return now()', 'feel.cost');
  fails('for x in 1..1000 return for y in 1..20 return duration("P1D")', 'feel.cost');
  assert.equal((run('for x in 1..1000 return date("2026-01-01")') as Json[]).length, 1000);
});

test('the expressions of one step share a budget, whether they have loops or only read large variables', () => {
  const list = Array.from({ length: 20_000 }, (_, index) => index);
  for (const text of [
    'count(list)',
    'list = list',
    '[list = list, list = list]',
    'for x in 1..200, y in 1..20 return x',
  ]) {
    const budget = { used: 0 };
    const work = () => {
      for (let times = 0; times < 1000; times += 1) runFeel(compileFeel(text), () => list, clock, budget);
    };
    assert.throws(work, (error: FeelError) => error.code === 'feel.cost', text);
    assert.ok(budget.used <= MAX_STEP_COST);
  }
  const budget = { used: 0 };
  for (let times = 0; times < 10_000; times += 1) runFeel(compileFeel('x > 3'), () => 4, clock, budget);
});

test('a variable is measured once, however often an expression names it', () => {
  let reads = 0;
  const list = new Proxy(
    Array.from({ length: 1000 }, () => 1),
    {
      get: (target, key, receiver) => {
        reads += typeof key === 'string' && /^\d+$/.test(key) ? 1 : 0;
        return Reflect.get(target, key, receiver) as unknown;
      },
    },
  );
  costOf(compileFeel(`[${Array(50).fill('list').join(', ')}]`).tree, () => list);
  assert.equal(reads, 1000);
});

test('infinite and too long results, and results that are not data, are rejected', () => {
  fails('10 ** 400', 'feel.result');
  fails('[1..3]', 'feel.result');
  fails('x', 'feel.result', { x: Array.from({ length: 10_001 }, () => 1) });
});

test('a compiled expression is cached, and its warnings do not accumulate', () => {
  const feel = compileFeel('missing > 1');
  for (let round = 0; round < 100; round += 1) runFeel(feel, () => undefined, clock);
  assert.equal(feel.warnings.length, 0);
  assert.equal(compileFeel('missing > 1'), feel);
});
