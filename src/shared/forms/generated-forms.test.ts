import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Condition,
  checkDefinition,
  createFormModel,
  type DataField,
  type FieldState,
  type FieldValue,
  type FormBody,
  type FormModel,
  type FormNode,
  submitForm,
} from './index.ts';

const TODAY = '2026-11-21';
const CONTEXT = { languageId: 'en', today: TODAY };
const TYPES = [
  'text',
  'number',
  'money',
  'date',
  'checkbox',
  'dropdown',
  'time',
  'dateTime',
  'period',
  'multiSelect',
  'tags',
  'users',
] as const;
type Type = (typeof TYPES)[number];

/** A value of each type, including some that exceed limits; chosen by a number, so that generated cases shrink well. */
const VALUES: Readonly<Record<Type, readonly FieldValue[]>> = {
  text: [null, 'a', 'abc', 'abcdef'],
  number: [null, 0, 2, 7.5, 12],
  money: [null, 0, 1050, 700].map((amount) => (amount === null ? null : { amount, currency: 'EUR' })),
  date: [null, '2026-11-20', '2026-11-21', '2027-01-05'],
  checkbox: [false, true],
  dropdown: [null, 'x', 'y'],
  time: [null, '08:59', '09:00', '23:59'],
  dateTime: [null, '2026-11-20T23:59', '2026-11-21T00:00', '2027-01-05T12:30'],
  period: [
    null,
    { from: '2026-11-21', to: '2026-11-25' },
    { from: '2026-11-25', to: '2026-11-21' },
    { from: null, to: '2026-11-20' },
  ],
  multiSelect: [null, ['x'], ['y', 'x'], ['x', 'y', 'z']],
  tags: [null, ['red'], ['red', 'blue', 'green']],
  users: [null, ['0190b4a2-7c11-7d2e-8f3a-1c2d3e4f5a6b']],
};

interface Plan {
  readonly type: Type;
  readonly flag: number;
  readonly points: number;
  readonly computed: boolean;
}
const plan: fc.Arbitrary<Plan> = fc.record({
  type: fc.constantFrom(...TYPES),
  flag: fc.nat(31),
  points: fc.nat(1000),
  computed: fc.boolean(),
});
const plans = fc.record({
  before: fc.array(plan, { minLength: 1, maxLength: 4 }),
  columns: fc.array(plan, { minLength: 1, maxLength: 3 }),
  after: fc.array(plan, { minLength: 1, maxLength: 4 }),
});
const CONDITIONS: Readonly<
  Record<Type, readonly { op: 'eq' | 'neq' | 'gt' | 'like' | 'nlike' | 'in'; value: string | number | string[] }[]>
> = {
  text: [
    { op: 'like', value: 'BC' },
    { op: 'eq', value: '' },
  ],
  number: [
    { op: 'gt', value: 5 },
    { op: 'neq', value: '' },
  ],
  money: [
    { op: 'gt', value: 8.5 },
    { op: 'eq', value: 10.5 },
  ],
  date: [
    { op: 'gt', value: 'today' },
    { op: 'eq', value: '2026-11-20' },
  ],
  checkbox: [
    { op: 'eq', value: 'true' },
    { op: 'neq', value: 'true' },
  ],
  dropdown: [
    { op: 'in', value: ['x', 'z'] },
    { op: 'eq', value: 'y' },
  ],
  time: [
    { op: 'gt', value: '09:00' },
    { op: 'eq', value: '' },
  ],
  dateTime: [
    { op: 'gt', value: '2026-11-21T00:00' },
    { op: 'gt', value: 'today' },
  ],
  period: [
    { op: 'eq', value: '' },
    { op: 'neq', value: '' },
  ],
  multiSelect: [
    { op: 'eq', value: 'x' },
    { op: 'in', value: ['y', 'q'] },
  ],
  tags: [
    { op: 'like', value: 'RE' },
    { op: 'nlike', value: 'blue' },
  ],
  users: [
    { op: 'eq', value: '' },
    { op: 'neq', value: '' },
  ],
};

/** A field reads only earlier fields, so a generated form never depends on itself. */
function fieldOf(
  { type, flag, points, computed }: Plan,
  key: string,
  earlier: readonly { name: string; type: Type }[],
): DataField {
  const numbers = earlier
    .filter((field) => field.type === 'number' || field.type === 'money')
    .map((field) => field.name);
  const source = earlier[points % Math.max(earlier.length, 1)];
  const choice = source && CONDITIONS[source.type][points % 2];
  const condition: Condition | undefined = source && choice && { field: source.name, ...choice };
  const common = {
    key,
    label: { en: key },
    ...(condition && flag & 1 && { visible: condition }),
    ...(flag & 2 && { required: condition && flag & 4 ? condition : true }),
    ...(condition && flag & 8 && flag & 16 && { readOnly: { not: condition } }),
  };
  const expression = computed && numbers.length > 0 ? { computed: `${numbers.join(' + ')} * 1.05` } : {};
  switch (type) {
    case 'text':
      return { type, ...common, minLength: 2, maxLength: 5 };
    case 'number':
      return { type, ...common, ...expression, min: 1, max: 10, integer: (points & 1) === 1 };
    case 'money':
      return { type, ...common, ...expression, max: numbers[0] && !computed ? { expr: numbers[0] } : 9 };
    case 'date':
      return { type, ...common, min: 'today' };
    case 'checkbox':
      return { type, ...common };
    case 'dropdown':
      return { type, ...common, options: ['x', 'y'].map((id) => ({ id, text: { en: id } })) };
    case 'time':
      return { type, ...common, min: '09:00' };
    case 'dateTime':
      return { type, ...common, min: 'today' };
    case 'period':
      return { type, ...common, min: 'today', maxDays: 4 };
    case 'multiSelect':
      return { type, ...common, maxItems: 2, options: ['x', 'y', 'z'].map((id) => ({ id, text: { en: id } })) };
    case 'tags':
      return { type, ...common, maxItems: 2 };
    case 'users':
      return { type, ...common };
  }
}

function formOf(plans: { before: Plan[]; columns: Plan[]; after: Plan[] }): FormBody {
  const known: { name: string; type: Type }[] = [];
  const children: FormNode[] = plans.before.map((one, index) => {
    const field = fieldOf(one, `a${index}`, known);
    known.push({ name: field.key, type: one.type });
    return field;
  });
  const inRow = [...known];
  const columns = plans.columns.map((one, index) => {
    const field = fieldOf(one, `c${index}`, inRow);
    inRow.push({ name: `row.${field.key}`, type: one.type });
    return field;
  });
  const section: FormNode[] = [
    {
      type: plans.after.length % 2 ? 'table' : 'group',
      key: 't',
      label: { en: 't' },
      columns,
      maxRows: 3,
      required: true,
    },
  ];
  const added = plans.columns.findIndex((one) => one.type === 'number' || one.type === 'money');
  if (added >= 0) {
    section.push({ type: 'money', key: 'total', label: { en: 'total' }, computed: `sum(t.c${added})` });
    known.push({ name: 'total', type: 'money' });
  }
  const [first] = known;
  const visible = first && plans.after.length > 2 ? { field: first.name, ...CONDITIONS[first.type][1] } : undefined;
  children.push({ type: 'section', id: 's', ...(visible && { visible: visible as Condition }), children: section });
  for (const [index, one] of plans.after.entries()) {
    const field = fieldOf(one, `z${index}`, known);
    children.push(field);
    known.push({ name: field.key, type: one.type });
  }
  return {
    formatVersion: 1,
    id: 'generated',
    title: { en: 'g' },
    root: { type: 'stack', id: 'root', children },
    rules: [{ id: 'r', assert: { expr: 'count(t) != 2' }, at: 't', message: { en: 'not two' } }],
  };
}

interface Step {
  readonly place: number;
  readonly value: number;
  readonly act: 'set' | 'set again' | 'add' | 'remove';
}
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    place: fc.nat(1000),
    value: fc.nat(1000),
    act: fc.constantFrom('set', 'set', 'set', 'set again', 'add', 'remove'),
  }),
  { maxLength: 25 },
);

/** Returns the fields that a user could edit at this moment. */
function editable(model: FormModel): FieldState[] {
  const states = [...model.states.values()].flatMap((state) => {
    if (state.kind === 'field') return [state];
    return state.visible.value ? state.rows.value.flatMap((row) => [...row.cells.values()]) : [];
  });
  return states.filter((state) => state.visible.value && !state.readOnly.value);
}

function perform(model: FormModel, { place, value, act }: Step): void {
  const table = model.table('t');
  if (act === 'add' && table.visible.value && table.canAdd.value) table.addRow();
  const row = table.rows.value[place % Math.max(table.rows.value.length, 1)];
  if (act === 'remove' && table.visible.value && row) table.removeRow(row.rowId);
  if (!act.startsWith('set')) return;
  const states = editable(model);
  const state = states[place % Math.max(states.length, 1)];
  if (!state) return;
  const choices = VALUES[state.definition.node.type as Type];
  state.set(choices[value % choices.length] ?? choices[0] ?? null);
  // Reading while typing makes signals compute; the result must not depend on it.
  if (act === 'set again') void [model.values.value, model.issues.value];
}

test('FRM-08 a form filled field by field submits what the server computes', () => {
  let refused = 0;
  let hidden = 0;
  fc.assert(
    fc.property(plans, steps, (planned, done) => {
      const body = formOf(planned);
      assert.deepEqual(checkDefinition(body), []);
      const model = createFormModel(body, CONTEXT);
      for (const step of done) perform(model, step);
      const attempt = model.attempt();
      const expected = attempt.issues.map(({ pointer, issue }) => ({ pointer: `/variables${pointer}`, ...issue }));
      if (expected.length > 0) refused += 1;
      if ([...model.states.values()].some((state) => !state.visible.value)) hidden += 1;
      // Simulates the transfer: the server shares no object with the browser.
      const received = JSON.parse(JSON.stringify(attempt.values));
      const { values, errors } = submitForm(structuredClone(body), received, CONTEXT);
      assert.deepEqual(errors.map(withoutUndefined), expected.map(withoutUndefined));
      assert.deepEqual(values, attempt.values);
      // Accepted values are accepted again unchanged.
      const again = submitForm(body, JSON.parse(JSON.stringify(values)), { ...CONTEXT, current: values });
      assert.deepEqual(again.values, values);
    }),
    { numRuns: 400 },
  );
  assert.ok(
    refused > 50 && hidden > 50,
    `the cases are worth something: ${refused} with faults, ${hidden} with hidden fields`,
  );
});

function withoutUndefined(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

test('FRM-08 any input for a form gets a result and never throws', () => {
  const body = formOf({
    before: TYPES.map((type) => ({ type, flag: 0, points: 0, computed: false })),
    columns: TYPES.map((type) => ({ type, flag: 3, points: 1, computed: false })),
    after: [{ type: 'money', flag: 0, points: 1, computed: true }],
  });
  const key = fc.oneof(
    fc.constantFrom('a0', 'a1', 'a2', 't', 'total', '__proto__', 'constructor', 'rowId'),
    fc.string(),
  );
  const value = fc.oneof(fc.anything({ maxDepth: 3 }), fc.constantFrom(...Object.values(VALUES).flat()));
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.dictionary(key, value, { noNullPrototype: false })), (input) => {
      const { values, errors } = submitForm(body, input, CONTEXT);
      for (const error of errors) assert.match(error.pointer, /^\/variables(\/|$)/);
      for (const name of Object.keys(values)) assert.match(name, /^(a\d+|t|z\d|total)$/);
    }),
    { numRuns: 1500 },
  );
});

test('any definition is checked and never throws', () => {
  const names = fc.constantFrom(
    'type',
    'key',
    'label',
    'children',
    'root',
    'visible',
    'columns',
    'expr',
    'all',
    'field',
    'op',
    'value',
    'id',
    'options',
    'computed',
  );
  const things = fc.constantFrom<unknown>('text', 'table', 'stack', 'constructor', 'a', { en: 'x' }, [], null, 1, {
    expr: 'a +',
  });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      things,
      fc.dictionary(names, tie('tree')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, (root) => {
      const body = {
        formatVersion: 1,
        id: 'f',
        title: { en: 'f' },
        root: { type: 'stack', id: 'root', children: [root] },
      };
      if (checkDefinition(body).length === 0) createFormModel(body as unknown as FormBody, CONTEXT).attempt();
      checkDefinition(root);
    }),
    { numRuns: 2000 },
  );
});
