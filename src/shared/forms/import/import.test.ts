import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertFilledAlike } from '../../../../test/support/imported-forms.ts';
import {
  checkDefinition,
  createFormModel,
  type FormBody,
  type FormNode,
  isLayout,
  isRepeating,
  parseRichText,
} from '../index.ts';
import { contentOfHtml, contentOfMarkdown } from './content.ts';
import { type ImportCode, type ImportedForm, importForm } from './index.ts';
import { readJavaScript } from './javascript.ts';

function allOf(node: FormNode): FormNode[] {
  if (isLayout(node)) return [node, ...node.children.flatMap(allOf)];
  return isRepeating(node) ? [node, ...node.columns] : [node];
}

/** Returns the imported fields by key. */
function fieldsOf({ body }: ImportedForm): Record<string, Record<string, unknown>> {
  assert.ok(body);
  assert.deepEqual(checkDefinition(body), []);
  return Object.fromEntries(
    allOf(body.root).flatMap((node) => ('key' in node ? [[node.key, node as unknown as Record<string, unknown>]] : [])),
  );
}

const formJs = (...components: object[]): ImportedForm =>
  importForm({ type: 'default', schemaVersion: 18, components });
const formIo = (...components: object[]): ImportedForm =>
  importForm({ display: 'form', components: components.map((component) => ({ input: true, ...component })) });
const codesOf = ({ report }: ImportedForm): ImportCode[] => report.map(({ code }) => code);

test('FRM-09 the format is detected, and an unknown one is reported', () => {
  assert.equal(formJs({ type: 'textfield', key: 'a' }).source, 'form-js');
  assert.equal(importForm({ components: [{ type: 'textfield', key: 'a', input: true }] }).source, 'form-io');
  assert.equal(importForm([{ type: 'textfield', key: 'a', input: true }]).source, 'form-io');
  assert.equal(
    importForm({ schema: { components: [{ type: 'textfield', key: 'a', input: true }] } }).source,
    'form-io',
  );
  for (const other of [null, 7, 'x', [], {}, { components: 'x' }, { components: [1, null] }]) {
    const { source, body, report } = importForm(other);
    assert.deepEqual([source, body, report.map(({ code }) => code)], [null, null, ['format.unknown']]);
  }
  const { body } = formIo({ type: 'textfield', key: 'a', label: 'A' });
  assert.deepEqual(importForm(body), { source: 'verva', body, report: [], components: [] });
  const faulty = importForm({ ...body, root: {} });
  assert.deepEqual([faulty.source, faulty.body, faulty.report[0]?.code], ['verva', null, 'format.invalid']);
});

test('FRM-09 rows and widths of form-js become columns, groups become sections', () => {
  const { body, report } = formJs(
    { type: 'textfield', key: 'a', label: 'A', layout: { row: 'r', columns: 12 } },
    { type: 'number', key: 'b', label: 'B', layout: { row: 's' } },
    { type: 'textfield', key: 'c', label: 'C', layout: { row: 'r', columns: 4 } },
    { type: 'group', id: 'g', label: 'Group', components: [{ type: 'checkbox', key: 'd', label: 'D' }] },
  );
  assert.deepEqual(report, []);
  assert.deepEqual(
    body?.root.children.map((node) => [
      node.type,
      'children' in node ? node.children.map((child) => ('width' in child ? child.width : null)) : null,
    ]),
    [
      ['columns', [8, 3]],
      ['number', null],
      ['section', [null]],
    ],
  );
});

test('FRM-09 keys become valid and unique, and conditions follow them', () => {
  const imported = formJs(
    { type: 'textfield', key: 'First name', label: 'A' },
    { type: 'textfield', key: 'first-name', label: 'B' },
    { type: 'group', path: 'home', components: [{ type: 'textfield', key: 'street', label: 'C' }] },
    { type: 'textfield', key: 'street', label: 'D', conditional: { hide: '=home.street = "x"' } },
    { type: 'textfield', key: 'constructor', label: 'E' },
    { type: 'textfield', key: '__proto__', label: 'F' },
  );
  const fields = fieldsOf(imported);
  assert.deepEqual(Object.keys(fields), [
    'firstName',
    'firstName2',
    'street',
    'street2',
    'constructorField',
    'proto__',
  ]);
  assert.deepEqual(fields.street2?.visible, { field: 'street', op: 'neq', value: 'x' });
  assert.equal(codesOf(imported).filter((code) => code === 'key.changed').length, 5);
});

test('FRM-09 FRM-02 conditions of form-js hold for the same values', () => {
  const fields = fieldsOf(
    formJs(
      { type: 'number', key: 'amount', label: 'A' },
      { type: 'checkbox', key: 'agreed', label: 'B' },
      { type: 'textfield', key: 'x', label: 'C', conditional: { hide: '=amount < 100 or agreed' } },
      { type: 'textfield', key: 'y', label: 'D', conditional: { hide: '=not(amount > 5)' } },
      { type: 'textfield', key: 'z', label: 'E', conditional: { hide: '=outside = 1' } },
    ),
  );
  // A comparison with an empty field is neither true nor false, so it hides nothing.
  assert.deepEqual(fields.x?.visible, {
    not: {
      any: [
        { field: 'amount', op: 'lt', value: 100 },
        { field: 'agreed', op: 'eq', value: true },
      ],
    },
  });
  assert.deepEqual(fields.y?.visible, { not: { expr: 'not(amount > 5)' } });
  assert.equal(fields.z?.visible, undefined);
});

test('FRM-09 FRM-02 expressions in rows read the row, others read the whole column', () => {
  const imported = formJs(
    {
      type: 'dynamiclist',
      path: 'lines',
      label: 'Lines',
      components: [
        { type: 'number', key: 'count', label: 'A' },
        { type: 'number', key: 'price', label: 'B' },
        { type: 'expression', key: 'sum', label: 'C', expression: '=this.count * price' },
      ],
    },
    { type: 'expression', key: 'total', label: 'D', expression: '=sum(lines.sum)' },
  );
  const fields = fieldsOf(imported);
  assert.deepEqual([fields.sum?.type, fields.sum?.computed], ['number', 'row.count * row.price']);
  assert.deepEqual([fields.total?.type, fields.total?.computed], ['number', 'sum(lines.sum)']);
  const model = createFormModel(imported.body as FormBody, {
    values: { lines: [{ rowId: 'r1', count: 2, price: 4 }] },
    languageId: 'en',
    today: '2026-11-21',
  });
  assert.equal(model.values.value.total, 8);
});

test('FRM-09 cycles and unknown references are removed with a note, and the field stays', () => {
  const imported = formJs(
    { type: 'expression', key: 'a', label: 'A', expression: '=b + 1' },
    { type: 'expression', key: 'b', label: 'B', expression: '=a + 1' },
    { type: 'expression', key: 'c', label: 'C', expression: '={ x: 1 }.x' },
  );
  assert.deepEqual(Object.keys(fieldsOf(imported)), ['a', 'b', 'c']);
  assert.ok(codesOf(imported).includes('expression.dropped'));
});

test('FRM-09 fields of Form.io become the matching type with their rules', () => {
  const imported = formIo(
    { type: 'textfield', key: 'a', label: 'A', validate: { required: true, minLength: 2, pattern: '\\d{2}\\-x' } },
    { type: 'currency', key: 'b', label: 'B', currency: 'EUR', validate: { min: 1 } },
    {
      type: 'selectboxes',
      key: 'c',
      label: 'C',
      values: [{ label: 'One', value: '1 st' }],
      defaultValue: { '1 st': true },
    },
    { type: 'datetime', key: 'd', label: 'D', enableTime: false },
    { type: 'file', key: 'e', label: 'E', filePattern: '.pdf,.exe', fileMaxSize: '512KB' },
    { type: 'select', key: 'f', label: 'F', dataSrc: 'url', data: { url: 'https://example.org' } },
    { type: 'textfield', key: 'g', label: 'G', multiple: true, defaultValue: ['x', 'y'] },
    { type: 'password', key: 'h', label: 'H' },
    { type: 'textfield', key: 'i', label: 'I', validate: { pattern: '(?=x).*' } },
    { type: 'number', key: 'j', label: 'J', defaultValue: 'much' },
  );
  const fields = fieldsOf(imported);
  const { label: _a, ...a } = fields.a ?? {};
  assert.deepEqual(a, { type: 'text', key: 'a', required: true, minLength: 2, pattern: '\\d{2}-x' });
  assert.deepEqual([fields.b?.type, fields.b?.currency, fields.b?.min], ['money', 'EUR', 1]);
  assert.deepEqual([fields.c?.type, fields.c?.default], ['multiSelect', ['1_st']]);
  assert.deepEqual(
    [fields.d?.type, fields.f?.type, fields.g?.type, fields.g?.default],
    ['date', 'text', 'tags', ['x', 'y']],
  );
  assert.deepEqual([fields.e?.maxFiles, fields.e?.accept, fields.e?.maxSize], [1, ['pdf'], 1]);
  assert.deepEqual([fields.i?.pattern, fields.j?.default], [undefined, undefined]);
  const codes = codesOf(imported).sort();
  assert.deepEqual(codes, [
    'component.replaced',
    'default.dropped',
    'options.changed',
    'options.external',
    'rule.dropped',
    'rule.dropped',
  ]);
  assert.deepEqual(
    imported.components.map(({ carried }) => carried),
    ['full', 'full', 'full', 'full', 'part', 'part', 'full', 'part', 'part', 'part'],
  );
});

test('FRM-09 FRM-02 conditions, formulas and rules of Form.io are read and never executed', () => {
  const imported = formIo(
    { type: 'checkbox', key: 'gift', label: 'A' },
    { type: 'selectboxes', key: 'topics', label: 'B', values: [{ label: 'Sea', value: 'the sea' }] },
    { type: 'number', key: 'n', label: 'C', validate: { custom: "valid = input > 3 ? true : 'More';" } },
    { type: 'textfield', key: 'd', label: 'D', conditional: { show: false, when: 'gift', eq: 'true' } },
    { type: 'textfield', key: 'e', label: 'E', customConditional: "show = data.topics['the sea'] && !data.gift" },
    { type: 'textfield', key: 'f', label: 'F', conditional: { json: { '>': [{ var: 'data.n' }, 2] } } },
    { type: 'number', key: 'g', label: 'G', calculateValue: 'value = (data.n || 1) * 2' },
    { type: 'textfield', key: 'h', label: 'H', customConditional: 'show = fetch("/x")' },
    { type: 'number', key: 'i', label: 'I', calculateValue: 'while (true) {}' },
  );
  const fields = fieldsOf(imported);
  assert.deepEqual(fields.d?.visible, { field: 'gift', op: 'neq', value: true });
  assert.deepEqual(fields.e?.visible, {
    all: [
      { field: 'topics', op: 'eq', value: 'the_sea' },
      { field: 'gift', op: 'neq', value: true },
    ],
  });
  assert.deepEqual(fields.f?.visible, { field: 'n', op: 'gt', value: 2 });
  assert.equal(fields.g?.computed, '((if n = null then 1 else n) * 2)');
  assert.deepEqual([fields.h?.visible, fields.i?.computed], [undefined, undefined]);
  assert.deepEqual(
    imported.body?.rules?.map(({ assert: condition, at, message }) => [condition, at, message]),
    [[{ field: 'n', op: 'gt', value: 3 }, 'n', { en: 'More' }]],
  );
  assert.ok(codesOf(imported).includes('condition.dropped') && codesOf(imported).includes('expression.dropped'));
});

test('FRM-09 pages, tabs, grids, surveys and buttons of Form.io are converted', () => {
  const panel = (key: string, ...components: object[]): object => ({ type: 'panel', key, title: key, components });
  const { body } = importForm({
    display: 'wizard',
    components: [
      panel('one', {
        type: 'tabs',
        key: 't',
        components: [{ key: 'x', label: 'X', components: [{ type: 'textfield', key: 'a', label: 'A', input: true }] }],
      }),
      panel('two', {
        type: 'datagrid',
        key: 'rows',
        label: 'Rows',
        components: [{ type: 'textfield', key: 'a', label: 'A' }],
      }),
      { type: 'button', key: 'reject', label: 'Reject', event: 'rejected', action: 'event', theme: 'danger' },
    ],
  });
  assert.ok(body);
  const [wizard] = body.root.children;
  assert.equal(wizard?.type, 'wizard');
  assert.deepEqual(
    allOf(body.root).map(({ type }) => type),
    ['stack', 'wizard', 'step', 'tabs', 'tab', 'text', 'step', 'table', 'text'],
  );
  assert.deepEqual(
    body.outcomes?.map(({ id, style }) => [id, style]),
    [['rejected', 'danger']],
  );
});

test('FRM-09 static text keeps allowed content and nothing executable', () => {
  const { html, left } = contentOfHtml(
    '<h1 onclick="x()">A &amp; <i>b</i></h1><script>alert(1)</script><ul><li>x<li>y</ul>z <a href="javascript:x">k</a>',
  );
  assert.equal(html, '<h3>A &amp; <em>b</em></h3><ul><li>x</li><li>y</li></ul><p>z k</p>');
  assert.deepEqual(left, ['script', 'a']);
  assert.equal(
    contentOfMarkdown('# T\n\n1. a\n2. **b** [c](https://example.org/?a=1&b=2)').html,
    '<h3>T</h3><ol><li>a</li><li><strong>b</strong> <a href="https://example.org/?a=1&amp;b=2">c</a></li></ol>',
  );
  const part = fc.constantFrom(
    '<p>',
    '</p>',
    '<ul>',
    '<li>',
    '</ul>',
    '<b>',
    '</b>',
    '<a href="https://a.b/c">',
    '</a>',
    '<',
    '>',
    '&',
    '&#0;',
    '{{x}}',
    '<!--',
    '**',
    '# ',
    '\n',
    '* ',
    'x',
    '<script>',
    '\u0000',
    '\ud800',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      for (const made of [contentOfHtml(parts.join('')), contentOfMarkdown(parts.join(''))]) {
        parseRichText(made.html);
        assert.ok(made.html.isWellFormed() && !made.html.includes('script') && !made.html.includes('\u0000'));
      }
    }),
    { numRuns: 300 },
  );
});

test('FRM-09 any imported JSON gives a report and a publishable form, or none', () => {
  const word = fc.constantFrom(
    'textfield',
    'number',
    'select',
    'datagrid',
    'dynamiclist',
    'columns',
    'group',
    'panel',
    'tabs',
    'survey',
    'button',
    'day',
    'a',
    'data.a',
    '=a',
    '=a.b + 1',
    'show = data.a == 1',
    'value = row.a * 2',
    '__proto__',
    'constructor',
    '',
    '<p>{{x}}</p>',
    '(a+)+$',
    '\u0000',
    '2026-01-01',
  );
  const names = fc.constantFrom(
    'type',
    'key',
    'label',
    'components',
    'columns',
    'rows',
    'values',
    'data',
    'validate',
    'conditional',
    'customConditional',
    'calculateValue',
    'expression',
    'path',
    'defaultValue',
    'logic',
    'layout',
    'questions',
    'hide',
    'when',
    'eq',
    'conditions',
    'pattern',
    'min',
    'multiple',
    'input',
    '__proto__',
    'display',
    'title',
    'width',
    'action',
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      word,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.double(),
      tie('list'),
      tie('object'),
    ),
    list: fc.array(tie('tree'), { maxLength: 5 }),
    object: fc
      .array(fc.tuple(names, tie('tree')), { maxLength: 8 })
      .map((entries) =>
        JSON.parse(
          `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`).join(',')}}`,
        ),
      ),
  }));
  const component = fc
    .tuple(word, fc.array(fc.tuple(names, tree), { maxLength: 8 }))
    .map(([type, entries]) => ({ ...Object.fromEntries(entries.filter(([name]) => name !== '__proto__')), type }));
  fc.assert(
    fc.property(
      fc.array(fc.oneof(component, tree), { maxLength: 6 }),
      fc.constantFrom('default', 'form'),
      (components, type) => {
        const { body, report } = importForm({ type, display: type === 'form' ? 'wizard' : undefined, components });
        assert.ok(report.length <= 1000);
        if (body === null) return assert.ok(report.length > 0);
        assert.deepEqual(checkDefinition(body), []);
        assertFilledAlike(body);
      },
    ),
    { numRuns: 1500 },
  );
});

test('FRM-09 depth, counts and sizes are bounded', () => {
  let deep: object = { type: 'textfield', key: 'x', input: true };
  for (let count = 0; count < 5000; count += 1) deep = { type: 'panel', key: 'p', components: [deep] };
  assert.ok(codesOf(formIo(deep)).includes('limit.reached'));
  const list = (type: string): ImportedForm =>
    importForm({
      type,
      components: Array.from({ length: 20_000 }, (_, index) => ({
        type: 'textfield',
        key: `k${index}`,
        label: 'x'.repeat(400),
        input: true,
      })),
    });
  for (const type of ['default', 'form']) {
    const { body, report, components } = list(type);
    assert.deepEqual([body !== null && checkDefinition(body), components.length], [[], 2000]);
    assert.ok(report.some(({ code }) => code === 'limit.reached'));
  }
  const long = 'x'.repeat(10_000_000);
  const huge = formIo(
    {
      type: 'textfield',
      key: long,
      label: long,
      customConditional: long,
      calculateValue: `value = ${'1+'.repeat(1000)}1`,
      validate: { pattern: long },
    },
    { type: 'content', key: 'c', html: '<p><b>'.repeat(100_000) },
    {
      type: 'select',
      key: 's',
      label: 'S',
      values: Array.from({ length: 50_000 }, (_, index) => ({ label: long.slice(0, 20), value: index })),
    },
  );
  assert.deepEqual(huge.body && checkDefinition(huge.body), []);
  assert.ok(JSON.stringify(huge.report).length < 20_000);
  // Doubled forty times it would have 10^12 parts.
  assert.equal(
    readJavaScript(`value = data.a; ${'value += value;'.repeat(40)}`, 'value', { row: [], input: ['a'] }),
    null,
  );
});
