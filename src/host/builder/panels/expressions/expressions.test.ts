import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FormBody, FUNCTIONS } from '../../../../shared/forms/index.ts';
import { fieldsInScope } from '../conditions/scope.ts';
import { editorMessages } from '../editor.messages.ts';
import { valueWith } from '../sample/sample-scope.ts';
import { sampleValues } from '../sample/sample-values.ts';
import { problemOf } from './check.ts';
import { completionAt } from './completion.ts';
import { functionMessages } from './functions.messages.ts';
import { SIGNATURES } from './functions.ts';
import { feelText } from './value-text.ts';

const BODY: FormBody = {
  formatVersion: 1,
  id: 'order',
  title: { en: 'Order' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'date', key: 'neededBy', label: { en: 'Needed by' } },
      { type: 'period', key: 'leave', label: { en: 'Leave' } },
      {
        type: 'table',
        key: 'lines',
        label: { en: 'Lines' },
        columns: [
          { type: 'number', key: 'qty', label: { en: 'Quantity' }, integer: true },
          { type: 'money', key: 'price', label: { en: 'Unit price' } },
          { type: 'money', key: 'sum', label: { en: 'Sum' }, computed: 'row.qty * row.price' },
        ],
      },
      { type: 'money', key: 'total', label: { en: 'Total' }, computed: 'sum(lines.sum)' },
    ],
  },
};

const offered = (text: string, node: string | null = null, isAsked = false) =>
  completionAt(text, text.length, fieldsInScope(BODY, node), isAsked)?.suggestions.map(({ insert }) => insert) ?? [];

test('FRM-09 completion offers fields, parts of values, functions and keywords', () => {
  assert.deepEqual(offered('1 + tot'), ['total']);
  assert.ok(offered('ne').includes('neededBy'));
  assert.ok(offered('Unit', 'lines.sum').includes('row.price'), 'a field is found by its label');
  assert.deepEqual(offered('lines.'), ['qty', 'price', 'sum']);
  assert.deepEqual(offered('row.p', 'lines.sum'), ['price']);
  assert.deepEqual(offered('leave.'), ['from', 'to']);
  assert.deepEqual(offered('leave.from.w'), ['weekday']);
  assert.deepEqual(offered('string l'), ['string length(']);
  assert.ok(offered('if total > 5 t').includes('then'));
  assert.deepEqual(offered('"to'), [], 'nothing inside of a text');
  assert.deepEqual(offered('1 + '), []);
  assert.ok(offered('1 + ', null, true).length > 10, 'asked for, everything is offered');
});

test('FRM-09 faults in an expression are located', () => {
  const found = (text: string, node: string | null = null) => {
    const problem = problemOf(text, BODY, node);
    return problem && [problem.fault, text.slice(problem.from, problem.to)];
  };
  assert.equal(found('sum(lines.sum) + 1'), null);
  assert.equal(found('row.qty * 2', 'lines.sum'), null);
  assert.equal(found('for line in lines return line.qty'), null);
  assert.deepEqual(found('totl + 1'), ['field', 'totl']);
  assert.deepEqual(found('1 + lines.quantity'), ['field', 'lines.quantity']);
  assert.deepEqual(found('row.qty * 2'), ['field', 'row.qty']);
  assert.deepEqual(found('1 + + 2'), ['unexpected', '+']);
  assert.deepEqual(found('summ(1)'), ['function', 'summ']);
  assert.deepEqual(found('(1 + 2'), ['expected', '2']);
  assert.deepEqual(found('1 +'), ['ends', '+']);
  assert.deepEqual(found('abs(1, 2)'), ['arguments', 'abs']);
  assert.deepEqual(found('1 ? 2'), ['unreadable', '?']);
});

test('FRM-09 sample data match the form, and an expression is evaluated with them', async () => {
  await editorMessages.load('en');
  const values = sampleValues(BODY, '2026-11-21', 'en');
  assert.deepEqual(values.neededBy, '2026-11-28');
  const t = (key: Parameters<typeof editorMessages.text>[1], more?: Parameters<typeof editorMessages.text>[2]) =>
    editorMessages.text('en', key, more);
  const shown = (text: string, node: string | null = null) =>
    feelText(valueWith(text, BODY, values, node, '2026-11-21'), t, 'en');
  assert.equal(shown('lines.qty'), '[3, 4]');
  assert.equal(shown('total'), '9,150');
  assert.equal(shown('row.qty * row.price', 'lines.sum'), '3,750');
  assert.equal(shown('neededBy - today()'), 'P7D');
  assert.equal(shown('total > 5000'), 'yes');
  assert.equal(shown('"a" + "b"'), '“ab”');
  assert.equal(shown('missing'), 'nothing');
});

test('FRM-09 I18N-04 every function has a signature and a line of help', () => {
  assert.deepEqual(Object.keys(SIGNATURES).sort(), Object.keys(FUNCTIONS).sort());
  assert.deepEqual(Object.keys(functionMessages.sources.en).sort(), Object.keys(FUNCTIONS).sort());
});
