import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate, parseExpression } from './expression.ts';
import { checkDefinition, createFormModel, FORM_STEPS, type FormBody, submitForm, withinSteps } from './index.ts';
import { type FeelValue, type Scope, wholeValue } from './values.ts';

const TODAY = '2026-11-21';

function scopeOf(values: Readonly<Record<string, FeelValue>>): Scope {
  const own = new Map(Object.entries(values));
  return { kind: 'scope', get: (name) => own.get(name) ?? null, has: (name) => own.has(name) };
}

function table(rows: number): Scope {
  return scopeOf({ lines: Array.from({ length: rows }, (_, index) => scopeOf({ qty: wholeValue(index) })) });
}

/** Finds the fewest steps with which an expression can be evaluated. */
function stepsOf(text: string, rows: number): number {
  const [expression, scope] = [parseExpression(text), table(rows)];
  assert.notEqual(evaluate(expression, scope, TODAY), null, text);
  let [least, most] = [0, 1_000_000];
  while (least < most) {
    const middle = Math.floor((least + most) / 2);
    if (evaluate(expression, scope, TODAY, middle) === null) least = middle + 1;
    else most = middle;
  }
  return least;
}

test('FRM-08 iterating over a table takes steps in proportion to its rows', () => {
  for (const text of [
    'sum(lines.qty)',
    'max(lines.qty) - min(lines.qty)',
    'count(lines[qty > 3])',
    'lines[qty >= 0][-1].qty',
    'sum(for line in lines return line.qty * 2)',
    'some line in lines satisfies line.qty < 0',
    'every line in lines satisfies line.qty >= 0',
    'count(distinct values(lines.qty))',
    'sort(lines.qty)',
    '5 in lines.qty',
    'list contains(reverse(concatenate(lines.qty, lines.qty)), 5)',
  ]) {
    const [few, many] = [stepsOf(text, 250), stepsOf(text, 1000)];
    assert.ok(many <= few * 4, `${text}: ${few} steps for 250 rows, ${many} for 1,000`);
    assert.ok(many <= 10_000, `${text}: ${many} steps`);
  }
});

test('FRM-08 an expression that would take too many steps is null', () => {
  for (const text of [
    'count(for a in lines return count(for b in lines return a.qty * b.qty))',
    'count(for a in lines, b in lines return 1)',
    'every a in lines, b in lines satisfies a.qty = a.qty',
    'count(lines[count(lines[qty > 1]) > 1])',
    'count(for i in 1..1000000 return i)',
    'count(for i in 1..1000, j in 1..1000, k in 1..1000 return i)',
    'count(for a in 1..1000 return for b in 1..1000 return string(lines.qty))',
    `count(${'concatenate('.repeat(60)}lines.qty${', lines.qty)'.repeat(60)})`,
    'count(for a in lines return flatten([lines.qty, lines.qty]))',
    'string length(string join(for a in 1..20000 return "ab", "-"))',
  ]) {
    assert.equal(evaluate(parseExpression(text), table(1000), TODAY), null, text);
  }
});

test('FRM-08 names that every object has are not names of a form', () => {
  const row = table(1);
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'length']) {
    for (const text of [name, `lines.${name}`, `lines[1].${name}`, `"x".${name}`, `[1].${name}`, `today().${name}`]) {
      const value = evaluate(parseExpression(text), row, TODAY);
      // A property of a list is the list of its items' properties.
      assert.deepEqual(value, text.startsWith('lines.') || text.startsWith('[1].') ? [] : null, text);
    }
    assert.throws(() => parseExpression(`${name}(1)`), name);
  }
});

function form(...children: unknown[]): FormBody {
  const root = { type: 'stack', id: 'root', children };
  return { formatVersion: 1, id: 'f', title: { en: 'f' }, root } as unknown as FormBody;
}

/** Returns the fault of an expression of the form or of a column. */
function refused(computed: string, place: 'form' | 'column' = 'form'): string {
  const number = { type: 'number', label: { en: 'n' } };
  const own = { ...number, key: 'own', computed };
  const columns = [
    { ...number, key: 'qty' },
    { type: 'date', key: 'due', label: { en: 'd' } },
    ...(place === 'column' ? [own] : []),
  ];
  const lines = { type: 'table', key: 'lines', label: { en: 'l' }, columns };
  const total = { ...number, key: 'total', computed: 'sum(lines.qty)' };
  const period = { type: 'period', key: 'leave', label: { en: 'p' } };
  const body = form(
    lines,
    total,
    period,
    { type: 'date', key: 'start', label: { en: 's' } },
    ...(place === 'form' ? [own] : []),
  );
  return checkDefinition(body)
    .map(({ params }) => String(params?.detail))
    .join('; ');
}

test('FRM-08 an expression that would iterate over a table for every row is refused when the definition is checked', () => {
  for (const text of [
    'sum(for a in lines return sum(lines.qty) - a.qty)',
    'count(for a in lines, b in lines return a.qty * b.qty)',
    'count(lines[qty > max(lines.qty)])',
    'some a in lines satisfies count(lines[qty = a.qty]) > 1',
  ]) {
    assert.equal(refused(text), 'goes through a table again for every item of a list', text);
  }
  for (const text of ['row.qty / sum(lines.qty)', 'count(lines[qty > 1])', 'max(for a in lines return a.qty)']) {
    assert.match(refused(text, 'column'), /^goes through a table for every row: /, text);
  }
  for (const text of ['row.qty / total', 'row.qty / count(lines)', 'lines[1].qty + total', 'row.due.year']) {
    assert.equal(refused(text, 'column'), '', text);
  }
});

test('FRM-02 names in loops and filters are resolved to their fields', () => {
  for (const text of [
    'sum(for line in lines return line.qty)',
    'sum(lines[qty > total].qty)',
    'count(lines[item.qty > 1 and due < start])',
    'sum(for line in lines[qty > 1] return line.qty * total)',
    'sum(for line in lines return line.qty / count(lines))',
    'lines[-1].due.year + start.month',
    'if start in leave then 1 else (leave.to - leave.from).days',
    'count((for day in leave return day.weekday)[item < 6])',
    'sum(for total in [1, 2] return total)',
  ]) {
    assert.equal(refused(text), '', text);
  }
  assert.equal(refused('sum(for line in lines return line.price)'), 'there is no field lines.price');
  assert.equal(refused('sum(lines[price > 1].qty)'), 'there is no field price');
  assert.equal(refused('sum(for line in rows return line)'), 'there is no field rows');
  assert.equal(refused('sum(for line in lines return qty)'), 'there is no field qty');
  assert.match(refused('sum(for line in lines return line)'), /can only be counted/);
  assert.match(refused('sum(for line in lines return own)'), /^depends on itself/);
  // A number in brackets is an index and reads the form's names, as in evaluation.
  assert.equal(refused('lines[qty + 1].due.year'), 'there is no field qty');
  assert.match(refused('lines[own + 1].qty'), /^depends on itself/);
  assert.match(refused('leave.days'), /there is no field leave\.days/);
});

test('FRM-02 expressions read rows, periods and times of a form', () => {
  const label = { en: 'x' };
  const model = createFormModel(
    form(
      {
        type: 'table',
        key: 'work',
        label,
        columns: [
          { type: 'time', key: 'from', label },
          { type: 'time', key: 'to', label },
          { type: 'checkbox', key: 'paid', label },
          { type: 'number', key: 'hours', label, computed: '(row.to - row.from) / duration("PT1H")' },
        ],
      },
      { type: 'period', key: 'leave', label },
      { type: 'number', key: 'days', label, computed: 'count((for day in leave return day.weekday)[item < 6])' },
      { type: 'number', key: 'paid', label, computed: 'sum(work[paid].hours)' },
      { type: 'time', key: 'last', label, computed: 'max(work.to)' },
      { type: 'dateTime', key: 'end', label, computed: 'date and time(leave.to, last) + duration("P1M")' },
      { type: 'text', key: 'weekday', label, computed: 'day of week(leave.from)' },
      { type: 'checkbox', key: 'away', label, computed: 'today() in leave' },
    ),
    {
      languageId: 'en',
      today: TODAY,
      values: {
        work: [
          { rowId: 'r1', from: '09:00', to: '17:30', paid: true },
          { rowId: 'r2', from: '10:00', to: '11:15', paid: false },
          { rowId: 'r3', from: null, to: null, paid: true },
        ],
        leave: { from: '2026-11-20', to: '2026-11-30' },
      },
    },
  );
  const { days, paid, last, end, weekday, away } = model.values.value;
  assert.deepEqual(
    { days, paid, last, end, weekday, away },
    {
      days: 7,
      paid: 8.5,
      last: '17:30',
      end: '2026-12-30T17:30',
      weekday: 'Friday',
      away: true,
    },
  );
});

test('FRM-08 the expressions of a submission share a limit: too much work is refused, not done', () => {
  const label = { en: 'n' };
  const section = (id: string, fields: unknown[]) => ({ type: 'section', id, children: fields });
  const fields = (count: number, computed: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'number',
      key: `k${index}`,
      label,
      computed: computed(index),
    }));
  const context = { languageId: 'en', today: TODAY };
  const tooMuch = [{ pointer: '/variables', code: 'content.too_complex' }];

  const loop = (index: number) => `count(for i in 1..${30_000 + index} return i)`;
  const few = submitForm(form(section('a', fields(10, loop))), {}, context);
  assert.deepEqual([few.errors, few.values.k3], [[], 30_003]);
  const many = form(section('a', fields(100, loop)), section('b', []));
  assert.deepEqual(submitForm(many, {}, context), { values: {}, errors: tooMuch });

  const columns = [
    { type: 'number', key: 'q', label },
    ...fields(19, (index) => `count(for i in 1..${1500 + index} return i)`),
  ];
  const rows = Array.from({ length: 1000 }, (_, index) => ({ rowId: `r${index}`, q: index }));
  const lines = form({ type: 'table', key: 'lines', label, maxRows: 1000, columns });
  assert.deepEqual(submitForm(lines, { lines: rows }, context).errors, tooMuch);
  // An ordinary table of that size needs a fifth of the limit.
  const ordinary = [{ type: 'number', key: 'q', label }, ...fields(19, (index) => `row.q * ${index} + 5`)];
  const usual = form({ type: 'table', key: 'lines', label, maxRows: 1000, columns: ordinary });
  const submitted = withinSteps(FORM_STEPS / 5, () => submitForm(usual, { lines: rows }, context));
  assert.deepEqual(submitted.errors, []);
});

test('FRM-08 functions that take a text apart count its characters', () => {
  const long = scopeOf({ text: 'x'.repeat(10_000) });
  for (const call of ['substring(text, 2)', 'string length(text)', 'split(text, "")']) {
    assert.equal(evaluate(parseExpression(`count(for i in 1..1000 return ${call})`), long, TODAY), null, call);
  }
});
