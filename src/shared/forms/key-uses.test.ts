import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDefinition } from './check-definition.ts';
import type { FormBody, FormNode } from './definition.ts';
import { isDrawable } from './drawable.ts';
import { renameKey, usesOfKey } from './key-uses.ts';

const label = { en: 'x' };
const form = (children: readonly unknown[], more: object = {}): FormBody => ({
  formatVersion: 1,
  id: 'f',
  title: label,
  root: { type: 'stack', id: 'root', children: children as FormNode[] },
  ...more,
});

const PURCHASE = form(
  [
    { type: 'text', key: 'company', label },
    { type: 'number', key: 'count', label, min: { expr: 'count(lines)' } },
    { type: 'period', key: 'leave', label },
    {
      type: 'table',
      key: 'lines',
      label,
      totals: ['total'],
      columns: [
        { type: 'number', key: 'qty', label, visible: { field: 'company', op: 'neq', value: '' } },
        { type: 'money', key: 'price', label, required: { field: 'row.qty', op: 'gt', value: 1 } },
        { type: 'money', key: 'sum', label, computed: 'row.qty * row.price + 0 * count' },
        {
          type: 'dropdown',
          key: 'centre',
          label,
          source: { dropdownId: 'centres', filter: { companyId: { field: 'company' }, unit: { field: 'row.qty' } } },
        },
      ],
    },
    { type: 'money', key: 'total', label, computed: 'if count(lines.qty) > 0 then sum(lines.sum) else 0' },
    {
      type: 'section',
      id: 'why',
      visible: {
        any: [
          { field: 'total', op: 'gt', value: 5 },
          { not: { field: 'leave.from', op: 'eq', value: 'today' } },
          { expr: 'contains(company, "company") and count = 1' },
        ],
      },
      children: [],
    },
  ],
  { rules: [{ id: 'r', assert: { expr: 'total <= 100' }, at: 'total', message: label }] },
);

const pointers = (key: string) => usesOfKey(PURCHASE, key).map(({ pointer }) => pointer);

test('FRM-09 every use of a field is found, with its position', () => {
  assert.deepEqual(checkDefinition(PURCHASE), []);
  assert.deepEqual(pointers('company'), [
    '/root/children/3/columns/0/visible/field',
    '/root/children/3/columns/3/source/filter/companyId/field',
    '/root/children/5/visible/any/2/expr',
  ]);
  assert.deepEqual(pointers('total'), [
    '/root/children/3/totals/0',
    '/root/children/5/visible/any/0/field',
    '/rules/0/assert/expr',
    '/rules/0/at',
  ]);
  assert.deepEqual(
    usesOfKey(PURCHASE, 'lines.qty').map(({ place }) => `${place.kind} of ${place.of}`),
    ['required of lines.price', 'computed of lines.sum', 'filter of lines.centre', 'computed of total'],
  );
  // References between cells of one row are not uses of the table; a day of a period is a use of the period.
  assert.deepEqual(pointers('lines'), [
    '/root/children/1/min/expr',
    '/root/children/4/computed',
    '/root/children/4/computed',
  ]);
  assert.deepEqual(pointers('leave'), ['/root/children/5/visible/any/1/not/field']);
  assert.deepEqual(pointers('why'), []);
});

test('FRM-09 renaming a key changes every use, but not functions and texts of the same name', () => {
  const named = (from: string, to: string) => JSON.stringify(renameKey(PURCHASE, from, to));
  const renamed = renameKey(PURCHASE, 'count', 'howMany');
  assert.deepEqual(checkDefinition(renamed), []);
  const text = JSON.stringify(renamed);
  assert.match(text, /"min":\{"expr":"count\(lines\)"\}/);
  assert.match(text, /row\.qty \* row\.price \+ 0 \* howMany"/);
  assert.match(text, /contains\(company, \\"company\\"\) and howMany = 1/);
  assert.match(named('company', 'firm'), /contains\(firm, \\"company\\"\)/);

  for (const [from, to] of [
    ['lines', 'orders'],
    ['lines.qty', 'amount'],
    ['leave', 'absence'],
    ['total', 'inAll'],
  ] as const) {
    const changed = renameKey(PURCHASE, from, to);
    assert.deepEqual(checkDefinition(changed), [], from);
    const back = from.includes('.') ? `lines.${to}` : to;
    assert.equal(usesOfKey(changed, from).length, 0);
    assert.equal(usesOfKey(changed, back).length, usesOfKey(PURCHASE, from).length);
    assert.deepEqual(renameKey(changed, back, from.split('.').at(-1) as string), PURCHASE);
  }
  assert.match(named('lines', 'orders'), /row\.qty \* row\.price/);
  assert.match(named('lines.qty', 'amount'), /count\(lines\.amount\)/);
});

test('FRM-09 columns in loops and filters are renamed, loop variables are not', () => {
  const table = {
    type: 'table',
    key: 'lines',
    label,
    columns: [
      { type: 'number', key: 'qty', label },
      { type: 'text', key: 'item', label },
    ],
  };
  const before =
    'sum(for qty in lines return qty.qty + count(lines[qty > 1]) + max(lines[qty > 2].qty)) + lines[1].qty';
  const body = form([table, { type: 'number', key: 'n', label, computed: before }]);
  const computed = (changed: FormBody) => (changed.root.children[1] as { computed?: string }).computed;
  assert.equal(
    computed(renameKey(body, 'lines.qty', 'amount')),
    'sum(for qty in lines return qty.amount + count(lines[amount > 1]) + max(lines[amount > 2].amount)) + lines[1].amount',
  );
  assert.equal(computed(renameKey(body, 'lines', 'rows')), before.replaceAll('lines', 'rows'));
});

test('FRM-09 nodes not affected by a rename stay the same objects, and unreadable expressions stay unchanged', () => {
  const broken = form([
    { type: 'text', key: 'a', label },
    { type: 'number', key: 'b', label, computed: 'a +' },
    { type: 'text', key: 'c', label },
  ]);
  const renamed = renameKey(broken, 'a', 'z');
  assert.equal(renamed.root.children[1], broken.root.children[1]);
  assert.equal(renameKey(broken, 'nobody', 'z'), broken);
});

test('FRM-09 an invalid draft can be rendered as long as its nodes are nodes', () => {
  assert.equal(isDrawable(PURCHASE), true);
  assert.equal(
    isDrawable(form([{ type: 'text', key: 'Wrong Key', label: {}, nonsense: 1, visible: { expr: '(' } }])),
    true,
  );
  for (const body of [
    null,
    [],
    { id: 'f' },
    { ...PURCHASE, root: { type: 'stack', id: 'root' } },
    form([null]),
    form([{ type: 'text', key: 'a', label: 'not per language' }]),
    form([{ type: 'text', key: 'a', label, visible: { all: {} } }]),
    form([{ type: 'table', key: 'a', label }]),
    form([], { rules: [{}] }),
  ]) {
    assert.equal(isDrawable(body), false, JSON.stringify(body));
  }
});
