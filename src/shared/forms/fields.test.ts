import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkDefinition,
  createFormModel,
  type DataField,
  type FormBody,
  type FormNode,
  type FoundReferences,
  referencesIn,
  submitForm,
} from './index.ts';

const TODAY = '2026-11-21';
const CONTEXT = { languageId: 'en', today: TODAY };
const MARI = '0190b4a2-7c11-7d2e-8f3a-1c2d3e4f5a6b';
const JAAN = '0190b4a2-7c11-7d2e-8f3a-1c2d3e4f5a6c';
const label = { en: 'It' };

function form(...children: FormNode[]): FormBody {
  const body: FormBody = {
    formatVersion: 1,
    id: 'f',
    title: { en: 'F' },
    root: { type: 'stack', id: 'root', children },
  };
  assert.deepEqual(checkDefinition(body), []);
  return body;
}

function faults(body: FormBody, input: unknown, references?: FoundReferences, current?: unknown): string[] {
  const { errors } = submitForm(body, input, { ...CONTEXT, current, ...(references && { references }) });
  return errors.map(({ pointer, code }) => `${pointer} ${code}`);
}

const CASES: readonly { field: DataField; good: unknown[]; bad: [unknown, string][] }[] = [
  {
    field: { type: 'time', key: 'a', label, min: '08:00', max: '17:30' },
    good: ['08:00', '17:30', null],
    bad: [
      ['24:00', 'field.type'],
      ['8:00', 'field.type'],
      ['07:59', 'field.time_range'],
      [830, 'field.type'],
    ],
  },
  {
    field: { type: 'dateTime', key: 'a', label, min: 'today', max: 'today+1' },
    good: ['2026-11-21T00:00', '2026-11-22T23:59', null],
    bad: [
      ['2026-11-20T23:59', 'field.time_range'],
      ['2026-11-23T00:00', 'field.time_range'],
      ['2026-02-30T10:00', 'field.type'],
      ['2026-11-21T10:00Z', 'field.type'],
      ['2026-11-21', 'field.type'],
    ],
  },
  {
    field: { type: 'period', key: 'a', label, min: 'today', maxDays: 5 },
    good: [{ from: '2026-11-21', to: '2026-11-25' }, { from: null, to: '2026-11-25' }, null, { from: null, to: null }],
    bad: [
      [{ from: '2026-11-22', to: '2026-11-21' }, 'field.period_reversed'],
      [{ from: '2026-11-21', to: '2026-11-26' }, 'field.period_long'],
      [{ from: '2026-11-20', to: '2026-11-21' }, 'field.date_range'],
      [{ from: '2026-11-21', to: '2026-11-22', length: 2 }, 'field.type'],
      [{ from: 'soon', to: null }, 'field.type'],
      [['2026-11-21'], 'field.type'],
    ],
  },
  {
    field: {
      type: 'multiSelect',
      key: 'a',
      label,
      maxItems: 2,
      options: ['x', 'y', 'z'].map((id) => ({ id, text: { en: id } })),
    },
    good: [['x'], ['y', 'x'], [], null, ['x', 'x', 'y']],
    bad: [
      [['x', 'y', 'z'], 'field.items'],
      [['q'], 'field.choice_unknown'],
      ['x', 'field.type'],
      [[1], 'field.type'],
      [Array.from({ length: 201 }, () => 'x'), 'field.items'],
    ],
  },
  {
    field: { type: 'tags', key: 'a', label, minItems: 2 },
    good: [['red', ' blue '], null],
    bad: [
      [['red', 'red'], 'field.items'],
      [['x'.repeat(101), 'y'], 'field.type'],
      [['a\u0000', 'b'], 'field.type'],
    ],
  },
  {
    field: { type: 'users', key: 'a', label, maxItems: 1 },
    good: [[MARI], [MARI.toUpperCase()], null],
    bad: [
      [[MARI, JAAN], 'field.items'],
      [['mari.maasikas'], 'field.type'],
    ],
  },
  {
    field: { type: 'department', key: 'a', label },
    good: [MARI, '', null],
    bad: [
      ['sales', 'field.type'],
      [[MARI], 'field.type'],
    ],
  },
  {
    field: { type: 'text', key: 'a', label, format: 'link' },
    good: ['https://verva.example/a?b=1', null],
    bad: [
      ['javascript:alert(1)', 'field.pattern'],
      ['https://', 'field.pattern'],
      ['https://a b.example', 'field.pattern'],
    ],
  },
];

test('FRM-02 FRM-08 each kind of field accepts its values and reports errors of others', () => {
  for (const { field, good, bad } of CASES) {
    const body = form(field);
    for (const value of good)
      assert.deepEqual(faults(body, { a: value }), [], `${field.type} ${JSON.stringify(value)}`);
    for (const [value, code] of bad) {
      assert.deepEqual(faults(body, { a: value }), [`/variables/a ${code}`], `${field.type} ${JSON.stringify(value)}`);
    }
  }
});

test('FRM-02 a required period needs both days, and conditions can use each day', () => {
  const body = form(
    { type: 'period', key: 'leave', label, required: true },
    { type: 'number', key: 'days', label, computed: '(leave.to - leave.from).days + 1' },
    { type: 'text', key: 'why', label, visible: { field: 'leave.to', op: 'gt', value: 'today+10' } },
  );
  assert.deepEqual(faults(body, { leave: { from: '2026-11-21', to: null } }), ['/variables/leave field.required']);
  const { values, errors } = submitForm(body, { leave: { from: '2026-11-21', to: '2026-11-25' }, days: 900 }, CONTEXT);
  assert.deepEqual(errors, []);
  assert.deepEqual(values, { leave: { from: '2026-11-21', to: '2026-11-25' }, days: 5 });
});

test('FRM-02 of several choices one match is enough for a condition, and a negated condition needs none', () => {
  const options = ['x', 'y', 'z'].map((id) => ({ id, text: { en: id } }));
  const shown = (op: 'eq' | 'neq' | 'in' | 'like', value: string | string[], chosen: string[]): boolean => {
    const body = form(
      { type: 'multiSelect', key: 'a', label, options },
      { type: 'text', key: 'b', label, visible: { field: 'a', op, value } },
    );
    return createFormModel(body, { ...CONTEXT, values: { a: chosen } }).field('b').visible.value;
  };
  assert.equal(shown('eq', 'x', ['y', 'x']), true);
  assert.equal(shown('eq', 'z', ['y', 'x']), false);
  assert.equal(shown('neq', 'x', ['y', 'x']), false);
  assert.equal(shown('neq', 'z', ['y', 'x']), true);
  assert.equal(shown('in', ['q', 'y'], ['x', 'y']), true);
  assert.equal(shown('eq', '', []), true);
  assert.equal(shown('neq', '', ['x']), true);
});

const found = (entries: Readonly<Record<string, { active?: boolean; properties?: Record<string, unknown> }>>) =>
  new Map(Object.entries(entries).map(([name, one]) => [name, { text: name, active: true, ...one }]));

test("FRM-04 FRM-08 a referenced object must exist, be active and match the field's filter", () => {
  const body = form(
    { type: 'text', key: 'company', label },
    {
      type: 'dropdown',
      key: 'center',
      label,
      source: { dropdownId: 'costCenters', filter: { companyId: { field: 'company' } } },
    },
    { type: 'users', key: 'people', label },
    {
      type: 'table',
      key: 'lines',
      label,
      columns: [{ type: 'dimension', key: 'project', label, dimension: 'PROJECT' }],
    },
  );
  const input = { company: 'a', center: 'cc1', people: [MARI, JAAN], lines: [{ project: MARI }] };
  assert.deepEqual(
    referencesIn(body, input).map(({ kind, of, id }) => `${kind}/${of}/${id}`),
    ['option/costCenters/cc1', `user//${MARI}`, `user//${JAAN}`, `dimension/PROJECT/${MARI}`],
  );
  const all = {
    'option/costCenters/cc1': { properties: { companyId: 'a' } },
    [`user//${MARI}`]: {},
    [`user//${JAAN}`]: {},
    [`dimension/PROJECT/${MARI}`]: {},
  };
  assert.deepEqual(faults(body, input, found(all)), []);
  assert.deepEqual(faults(body, input, found({})), [
    '/variables/center field.choice_unknown',
    '/variables/people field.reference_unknown',
    '/variables/lines/0/project field.reference_unknown',
  ]);
  const retired = { ...all, [`user//${JAAN}`]: { active: false } };
  assert.deepEqual(faults(body, input, found(retired)), ['/variables/people field.reference_unknown']);
  assert.deepEqual(faults(body, { ...input, company: 'b' }, found(all)), ['/variables/center field.choice_unknown']);
  // The task's earlier values may have been retired since; only newly chosen values are checked.
  assert.deepEqual(faults(body, input, found(retired), { people: [JAAN] }), []);
  assert.deepEqual(faults(body, { ...input, company: null }, found(all)), []);
});

test('FRM-09 a definition names the source of options, and tabs and steps contain only allowed nodes', () => {
  const check = (...children: unknown[]) =>
    checkDefinition({
      formatVersion: 1,
      id: 'f',
      title: label,
      root: { type: 'stack', id: 'root', children },
    }).map(({ pointer }) => pointer);
  const text = { type: 'text', key: 'a', label };
  assert.deepEqual(check({ type: 'dropdown', key: 'a', label }), ['/root/children/0']);
  assert.deepEqual(
    check({ type: 'radio', key: 'a', label, source: { dropdownId: 'd', filter: { x: { field: 'nobody' } } } }),
    ['/root/children/0/source/filter/x/field'],
  );
  assert.deepEqual(
    check({
      type: 'wizard',
      id: 'w',
      children: [
        {
          type: 'step',
          id: 's',
          title: label,
          children: [{ type: 'tabs', id: 't', children: [{ type: 'tab', id: 'u', children: [text] }] }],
        },
      ],
    }),
    [],
  );
  assert.deepEqual(check({ type: 'tabs', id: 't', children: [text] }), ['/root/children/0/children/0/type']);
  assert.deepEqual(check({ type: 'tab', id: 't', children: [text] }), ['/root/children/0/type']);
  assert.deepEqual(check({ type: 'section', id: 's', children: [{ type: 'wizard', id: 'w', children: [] }] }), [
    '/root/children/0/children/0/type',
  ]);
  assert.deepEqual(
    check({ type: 'group', key: 'g', label, rowLabel: label, columns: [{ type: 'signature', key: 's', label }] }),
    [],
  );
  assert.deepEqual(check({ type: 'table', key: 'g', label, columns: [{ type: 'signature', key: 's', label }] }), [
    '/root/children/0/columns/0/type',
  ]);
});
