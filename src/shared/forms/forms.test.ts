import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDefinition, createFormModel, type FormBody, submitForm } from './index.ts';

const PURCHASE: FormBody = {
  formatVersion: 1,
  id: 'purchase-approval',
  kind: 'task',
  title: { en: 'Purchase approval', et: 'Ostu kinnitamine' },
  root: {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'richText', id: 'intro', content: { en: '<p>Read the <strong>rules</strong> first.</p>' } },
      { type: 'text', key: 'subject', label: { en: 'Subject', et: 'Teema' }, required: true, maxLength: 20 },
      { type: 'text', key: 'requester', label: { en: 'Requester' }, readOnly: true },
      {
        type: 'radio',
        key: 'kind',
        label: { en: 'Kind' },
        options: [
          { id: 'goods', text: { en: 'Goods' } },
          { id: 'service', text: { en: 'Service' } },
        ],
      },
      { type: 'date', key: 'neededBy', label: { en: 'Needed by' }, min: 'today' },
      { type: 'date', key: 'paidBy', label: { en: 'Paid by' }, min: { expr: 'neededBy' } },
      {
        type: 'table',
        key: 'lines',
        label: { en: 'Order lines' },
        required: true,
        maxRows: 3,
        totals: ['total'],
        columns: [
          { type: 'number', key: 'qty', label: { en: 'Quantity' }, required: true, min: 1, integer: true },
          { type: 'money', key: 'price', label: { en: 'Unit price' } },
          { type: 'money', key: 'sum', label: { en: 'Sum' }, computed: 'row.qty * row.price' },
        ],
      },
      { type: 'money', key: 'total', label: { en: 'Total' }, computed: 'sum(lines.sum)' },
      {
        type: 'section',
        id: 'why',
        visible: {
          any: [
            { field: 'total', op: 'gt', value: 5000 },
            { field: 'kind', op: 'eq', value: 'service' },
          ],
        },
        children: [
          { type: 'multiline', key: 'justification', label: { en: 'Justification' }, required: true, minLength: 10 },
        ],
      },
    ],
  },
  rules: [
    { id: 'r1', assert: { expr: 'total <= 100000' }, at: 'total', message: { en: 'Too much', et: 'Liiga palju' } },
  ],
  outcomes: [{ id: 'approve', label: { en: 'Approve' }, style: 'primary' }],
};

const CONTEXT = { languageId: 'en', today: '2026-11-21', current: { requester: 'Mart Kask', other: 1 } };
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const LINE = { rowId: 'r1', qty: 3, price: eur(1010) };

function codes(input: unknown, extra: object = {}): string[] {
  return submitForm(PURCHASE, input, { ...CONTEXT, ...extra }).errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

test('FRM-08 a valid submission is accepted with computed values of the server', () => {
  const sent = { subject: 'Ropes', lines: [{ ...LINE, sum: eur(1) }], total: eur(1) };
  assert.deepEqual(submitForm(PURCHASE, sent, CONTEXT), {
    values: {
      subject: 'Ropes',
      requester: 'Mart Kask',
      kind: null,
      neededBy: null,
      paidBy: null,
      lines: [{ rowId: 'r1', qty: 3, price: eur(1010), sum: eur(3030) }],
      total: eur(3030),
    },
    errors: [],
  });
});

test('FRM-08 unknown keys are refused, also in rows', () => {
  assert.deepEqual(
    codes({ subject: 'x', extra: 1, lines: [{ ...LINE, colour: 'red' }], ...JSON.parse('{"__proto__": {"a": 1}}') }),
    ['/variables/extra field.unknown', '/variables/lines/0/colour field.unknown', '/variables/__proto__ field.unknown'],
  );
});

test('FRM-08 a value for a hidden field is refused, and none is submitted', () => {
  assert.deepEqual(codes({ subject: 'x', lines: [LINE], justification: 'because of this' }), [
    '/variables/justification field.not_editable',
  ]);
  const open = submitForm(
    PURCHASE,
    { subject: 'x', kind: 'service', lines: [LINE], justification: 'because' },
    CONTEXT,
  );
  assert.deepEqual(
    open.errors.map((error) => [error.code, error.params]),
    [['field.too_short', { attribute: 'Justification', min: 10 }]],
  );
});

test('FRM-08 a read-only field cannot be changed, but may be sent unchanged', () => {
  assert.deepEqual(codes({ subject: 'x', lines: [LINE], requester: 'Somebody' }), [
    '/variables/requester field.not_editable',
  ]);
  assert.deepEqual(codes({ subject: 'x', lines: [LINE], requester: 'Mart Kask' }), []);
});

test('FRM-08 required fields, limits, dates and rows are validated, with pointers', () => {
  assert.deepEqual(codes({}), ['/variables/subject field.required', '/variables/lines field.required']);
  assert.deepEqual(
    codes({
      subject: 'a subject that is too long',
      neededBy: '2026-11-20',
      paidBy: '2026-11-19',
      lines: [LINE, { rowId: 'r2', qty: 0 }, { rowId: 'r3', qty: 1.5 }],
    }),
    [
      '/variables/subject field.too_long',
      '/variables/neededBy field.date_range',
      '/variables/paidBy field.date_range',
      '/variables/lines/1/qty field.number_range',
      '/variables/lines/2/qty field.not_whole',
    ],
  );
  assert.deepEqual(codes({ subject: 'x', lines: [{}, {}, {}, {}].map((_, i) => ({ qty: i + 1 })) }), [
    '/variables/lines field.rows',
  ]);
});

test('FRM-08 values of a wrong type are refused before other checks', () => {
  const wrong = {
    subject: 5,
    kind: 'gift',
    neededBy: '2026-02-30',
    lines: [{ qty: '3', price: 10 }, { price: { amount: 1.5, currency: 'EUR' } }, 7],
  };
  assert.deepEqual(codes(wrong), [
    '/variables/subject field.type',
    '/variables/kind field.choice_unknown',
    '/variables/neededBy field.type',
    '/variables/lines/0/qty field.not_a_number',
    '/variables/lines/0/price field.type',
    '/variables/lines/1/price field.type',
    '/variables/lines/2 field.type',
  ]);
  for (const input of [null, [], 'x', 7, undefined]) assert.deepEqual(codes(input), ['/variables field.type']);
  for (const text of ['\u0000', '\ud800']) {
    assert.deepEqual(codes({ subject: text }), ['/variables/subject field.type']);
  }
});

test('FRM-08 an outcome without validation still refuses unreadable values', () => {
  assert.deepEqual(codes({}, { checks: 'shape' }), []);
  assert.deepEqual(codes({ subject: 7 }, { checks: 'shape' }), ['/variables/subject field.type']);
});

test('a broken rule is reported at its field, in the requested language', () => {
  const lines = [{ qty: 1, price: eur(10_000_001) }];
  const { errors } = submitForm(
    PURCHASE,
    { subject: 'x', lines, justification: 'long enough' },
    {
      ...CONTEXT,
      languageId: 'et',
      prefix: '',
    },
  );
  assert.deepEqual(errors, [{ pointer: '/total', code: 'field.rule', params: { message: 'Liiga palju' } }]);
});

test('a row keeps its id and its errors when earlier rows are removed', () => {
  const model = createFormModel(PURCHASE, { languageId: 'en', today: '2026-11-21' });
  const lines = model.table('lines');
  const [first, second] = [lines.addRow(), lines.addRow()];
  const quantity = lines.rows.value[1]?.cells.get('qty');
  quantity?.set(0);
  quantity?.leave();
  lines.removeRow(first);
  assert.equal(lines.rows.value[0]?.rowId, second);
  assert.equal(lines.rows.value[0]?.cells.get('qty')?.shown.value?.code, 'field.number_range');
  assert.equal(lines.addRow(), 'r3');
});

test('VAL-07 a shown error disappears with the next change, also an error from the server', () => {
  const model = createFormModel(PURCHASE, { languageId: 'en', today: '2026-11-21' });
  const subject = model.field('subject');
  const shown = () => subject.shown.value?.code;
  assert.equal(shown(), undefined);
  assert.equal(model.attempt().issues.length, 2);
  assert.deepEqual(subject.shown.value, { code: 'field.required', params: { attribute: 'Subject' } });
  model.languageId.value = 'et';
  assert.equal(subject.shown.value?.params?.attribute, 'Teema');
  subject.set('x');
  assert.equal(shown(), undefined);
  const rest = model.showErrors([
    { pointer: '/variables/subject', code: 'field.pattern' },
    { pointer: '/comment', code: 'comment.required' },
  ]);
  assert.equal(subject.shown.value?.code, 'field.pattern');
  assert.deepEqual(rest, [{ pointer: '/comment', code: 'comment.required' }]);
  subject.set('y');
  assert.equal(shown(), undefined);
});

test('five hundred rows are validated with exact totals', () => {
  const many = structuredClone(PURCHASE) as { root: { children: { maxRows?: number }[] } } & FormBody;
  const table = many.root.children.find((node) => 'maxRows' in node);
  if (table) table.maxRows = 500;
  const lines = Array.from({ length: 500 }, () => ({ qty: 3, price: eur(10) }));
  const { values, errors } = submitForm(many, { subject: 'x', lines }, CONTEXT);
  assert.deepEqual(errors, []);
  assert.deepEqual(values.total, eur(15_000));
});

test('FRM-02 the definition used in the tests is accepted', () => {
  assert.deepEqual(checkDefinition(PURCHASE), []);
});

/** Returns a form with these nodes. */
function form(...children: unknown[]): unknown {
  return { formatVersion: 1, id: 'f', title: { en: 'F' }, root: { type: 'stack', id: 'root', children } };
}
const text = (key: string, more: object = {}) => ({ type: 'text', key, label: { en: key }, ...more });
const faults = (body: unknown) => checkDefinition(body).map((problem) => problem.pointer);

test('a definition reports each fault with its pointer', () => {
  assert.deepEqual(faults(7), ['']);
  assert.deepEqual(faults({}), ['/formatVersion', '/id', '/title', '/root']);
  assert.deepEqual(faults(form(text('a', { labels: 1 }), { type: 'constructor' }, { type: 'hologram', key: 'x' })), [
    '/root/children/0/labels',
    '/root/children/1/type',
    '/root/children/2/type',
  ]);
  assert.deepEqual(faults(form(text('A'), text('row'), text('toString'), text('__proto__'))), [
    '/root/children/0/key',
    '/root/children/1/key',
    '/root/children/2/key',
    '/root/children/3/key',
  ]);
  assert.deepEqual(faults(form(text('a'), text('a'))), ['/root/children/1/key']);
  assert.deepEqual(faults(form(text('a', { computed: '1 +' }), text('b', { computed: 'nothing' }))), [
    '/root/children/0/computed',
    '/root/children/1/computed',
  ]);
  assert.deepEqual(faults(form(text('a', { visible: { any: [{ field: 'b', op: 'eq', value: 1 }] } }))), [
    '/root/children/0/visible/any/0/field',
  ]);
  assert.deepEqual(faults(form({ type: 'richText', id: 't', content: { en: '<script>alert(1)</script>' } })), [
    '/root/children/0/content/en',
  ]);
});

test('a definition that depends on itself is refused, however indirectly', () => {
  const a = text('a', { visible: { field: 'b', op: 'eq', value: 'x' } });
  assert.deepEqual(faults(form(a, text('b', { computed: 'c' }), text('c', { computed: 'a' }))), ['/root/children/0']);
  const section = { type: 'section', id: 's', visible: { field: 'd', op: 'neq', value: '' }, children: [text('d')] };
  assert.deepEqual(faults(form(section)), ['/root/children/0/children/0']);
  const cell = { type: 'number', key: 'n', label: { en: 'n' }, computed: 'sum(t.n)' };
  const table = { type: 'table', key: 't', label: { en: 't' }, columns: [cell] };
  // A column that reads a whole table would cost the square of the number of rows.
  assert.deepEqual(faults(form(table)), ['/root/children/0/columns/0/computed', '/root/children/0/columns/0']);
  const wrapped = { ...table, columns: [{ ...cell, computed: '(if true then t else t).n' }] };
  assert.notDeepEqual(faults(form(wrapped)), []);
  assert.deepEqual(faults(form({ ...table, columns: [{ ...cell, computed: 'count(t)' }] })), []);
  assert.deepEqual(faults(form(text('x', { readOnly: { field: 'x', op: 'eq', value: 'locked' } }))), [
    '/root/children/0',
  ]);
});

test('FRM-05 a file field has limits, and conditions only check whether there are files', () => {
  const files = { type: 'attachment', key: 'offer', label: { en: 'Offer' } };
  const lines = { type: 'table', key: 'lines', label: { en: 'Lines' }, columns: [{ ...files, key: 'quote' }] };
  const ask = (op: string, value: string) => text('why', { visible: { field: 'offer', op, value } });
  assert.deepEqual(
    faults(form({ ...files, maxFiles: 3, accept: ['pdf', 'jpg'], maxSize: 5 }, lines, ask('neq', ''))),
    [],
  );
  assert.deepEqual(faults(form({ ...files, maxFiles: 51, accept: ['exe'], maxSize: 0 })), [
    '/root/children/0/maxFiles',
    '/root/children/0/accept/0',
    '/root/children/0/maxSize',
  ]);
  assert.deepEqual(faults(form(files, ask('like', 'a'))), ['/root/children/1/visible/field']);
});
