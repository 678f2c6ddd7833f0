import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { KIND, purchaseForm } from '../../../../../test/support/purchase-form.ts';
import { type Condition, checkDefinition, createFormModel, type FormValues } from '../../../../shared/forms/index.ts';
import { filterMessages } from '../../../../shared/ui/filters/filters.messages.ts';
import { editorMessages } from '../editor.messages.ts';
import { asExpression } from './as-expression.ts';
import { added, moved, plain, turned } from './edits.ts';
import { asking, asks, begun, isComplete, shownOperatorOf } from './operators.ts';
import { fieldsInScope } from './scope.ts';
import { sentence, type Words } from './sentence.ts';

const BODY = purchaseForm(
  { type: 'text', key: 'supplier', label: { en: 'Supplier', et: 'Tarnija' } },
  KIND,
  { type: 'number', key: 'total', label: { en: 'Total' } },
  { type: 'date', key: 'neededBy', label: { en: 'Needed by' } },
  { type: 'period', key: 'leave', label: { en: 'Leave' } },
  { type: 'checkbox', key: 'urgent', label: { en: 'Urgent' } },
  {
    type: 'table',
    key: 'lines',
    label: { en: 'Lines' },
    columns: [
      { type: 'text', key: 'item', label: { en: 'Item' } },
      { type: 'number', key: 'qty', label: { en: 'Quantity' } },
    ],
  },
  { type: 'multiline', key: 'reason', label: { en: 'Reason' } },
);
const words: Words = {
  t: (key, values) => editorMessages.text('en', key, values),
  filters: (key, values) => filterMessages.text('en', key, values),
  language: 'en',
  languageId: 'en',
};
const read = (condition: Condition) => sentence(condition, fieldsInScope(BODY, 'reason'), words);
const names = (node: string | null) => fieldsInScope(BODY, node).map(({ name }) => name);

before(() => Promise.all([editorMessages.load('en'), filterMessages.load('en')]));

test('FRM-09 a condition can use every field except its own; in a column, cells of the row come first', () => {
  assert.deepEqual(names('reason').slice(-5), ['leave', 'leave.from', 'leave.to', 'urgent', 'lines']);
  assert.ok(!names('reason').includes('reason'));
  assert.deepEqual(names('lines.qty').slice(0, 2), ['row.item', 'supplier']);
  assert.ok(!names('lines.qty').includes('lines'));
  assert.ok(names(null).includes('reason'));
});

test('FRM-09 a condition is shown as a sentence', () => {
  const large: Condition = { field: 'total', op: 'gt', value: 5000 };
  const service: Condition = { field: 'kind', op: 'eq', value: 'service' };
  assert.equal(read({ all: [large, service] }), 'Total greater than 5,000 and Kind is Service');
  assert.equal(
    read({ all: [large, { any: [service, { field: 'urgent', op: 'eq', value: true }] }] }),
    'Total greater than 5,000 and (Kind is Service or Urgent is yes)',
  );
  assert.equal(read({ not: { field: 'supplier', op: 'eq', value: '' } }), 'not (Supplier is empty)');
  assert.equal(read({ field: 'neededBy', op: 'lte', value: 'today+7' }), 'Needed by until 7 days from now');
  assert.equal(read({ field: 'leave.from', op: 'gt', value: '2026-11-21' }), 'Leave, first day after 21 Nov 2026');
  assert.equal(read({ field: 'total', op: 'inrange', value: [1, null] }), 'Total between 1 – …');
  assert.equal(read({ field: 'gone', op: 'eq', value: 1 }), 'gone is 1');
});

test('FRM-09 a new condition is valid at once, and keeps its value if a new operator accepts it', () => {
  const fields = fieldsInScope(BODY, 'reason');
  for (const field of fields) {
    const children = BODY.root.children.map((node) =>
      'key' in node && node.key === 'reason' ? { ...node, visible: begun(field) } : node,
    );
    assert.deepEqual(checkDefinition({ ...BODY, root: { ...BODY.root, children } }), [], field.name);
  }
  const total = { field: 'total', op: 'gt', value: 5 } as const;
  assert.deepEqual(asking(total, 'lte', 'number'), { field: 'total', op: 'lte', value: 5 });
  assert.deepEqual(asking(total, 'inrange', 'number'), { field: 'total', op: 'inrange', value: [5, null] });
  assert.equal(shownOperatorOf(asking(total, 'notBlank', 'number')), 'notBlank');
  assert.ok(!isComplete(asking(asking(total, 'blank', 'text'), 'eq', 'text')), 'nothing is typed yet');
  const [supplier] = fields;
  assert.ok(supplier);
  assert.deepEqual(asks(total, 'number', supplier), { field: 'supplier', op: 'neq', value: '' });
});

test('FRM-09 parts of a condition are added, moved, nested and negated without loss', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((expr): Condition => ({ expr })) as [Condition, Condition, Condition];
  assert.deepEqual(added(a, [], b), { condition: { all: [a, b] }, path: [1] });
  const nested: Condition = { all: [a, { any: [b, c] }] };
  assert.deepEqual(moved(nested, [0], 'in'), { condition: { all: [{ any: [a, b, c] }] }, path: [0, 0] });
  assert.deepEqual(moved(nested, [1, 0], 'out'), { condition: { all: [a, { any: [c] }, b] }, path: [2] });
  assert.deepEqual(moved(nested, [1], 'up'), { condition: { all: [{ any: [b, c] }, a] }, path: [0] });
  assert.equal(moved(nested, [0], 'up'), null);
  assert.equal(moved(nested, [0], 'out'), null);
  assert.deepEqual(turned(nested, [1]), { all: [a, { not: { any: [b, c] } }] });
  assert.deepEqual(turned({ not: a }, []), a);
  assert.deepEqual(plain({ any: [a] }), a);
});

test('FRM-09 a condition converted to an expression holds for the same values', () => {
  const conditions: readonly Condition[] = [
    { field: 'total', op: 'gt', value: 5 },
    { field: 'total', op: 'inrange', value: [3, 8] },
    { field: 'supplier', op: 'like', value: 'NOR' },
    { field: 'supplier', op: 'eq', value: '' },
    { field: 'kind', op: 'in', value: ['goods', 'service'] },
    { field: 'neededBy', op: 'lte', value: 'today+7' },
    { field: 'leave.from', op: 'gt', value: '2026-11-21' },
    { all: [{ field: 'urgent', op: 'eq', value: true }, { not: { field: 'total', op: 'lt', value: 4 } }] },
    {
      any: [
        { field: 'total', op: 'eq', value: 9 },
        { field: 'kind', op: 'neq', value: 'goods' },
      ],
    },
  ];
  const given: readonly FormValues[] = [
    { supplier: 'Norden', kind: 'goods', total: 9, neededBy: '2026-11-25', urgent: true },
    { supplier: 'Quay', kind: 'service', total: 4, neededBy: '2026-12-25', leave: { from: '2026-12-01', to: null } },
    { kind: 'goods', total: 3, neededBy: '2026-11-21', leave: { from: '2026-11-01', to: '2026-11-02' } },
  ];
  const holds = (visible: Condition, values: FormValues) => {
    const children = BODY.root.children.map((node) =>
      'key' in node && node.key === 'reason' ? { ...node, visible } : node,
    );
    const body = { ...BODY, root: { ...BODY.root, children } };
    assert.deepEqual(checkDefinition(body), []);
    return createFormModel(body, { values, languageId: 'en', today: '2026-11-21' }).field('reason').visible.value;
  };
  for (const condition of conditions) {
    const expr = asExpression(condition, fieldsInScope(BODY, 'reason'));
    for (const values of given) assert.equal(holds({ expr }, values), holds(condition, values), expr);
  }
});
