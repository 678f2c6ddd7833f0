import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { carryOver, type FormBody, type FormNode, submitForm } from './index.ts';

const text = (key: string) => ({ type: 'text', key, label: { en: key } }) as const;
const form = (...children: FormNode[]): FormBody => ({
  formatVersion: 1,
  id: 'f',
  title: { en: 'F' },
  root: { type: 'stack', id: 'root', children },
});
const options = (...ids: string[]) => ids.map((id) => ({ id, text: { en: id } }));

const OLD = form(
  text('subject'),
  text('phone'),
  { type: 'number', key: 'amount', label: { en: 'Amount' } },
  { type: 'multiSelect', key: 'colours', label: { en: 'Colours' }, options: options('red', 'blue') },
  {
    type: 'table',
    key: 'lines',
    label: { en: 'Lines' },
    columns: [text('item'), { type: 'number', key: 'qty', label: { en: 'Quantity' } }],
  },
);
const NEW = form(
  { type: 'date', key: 'neededBy', label: { en: 'Needed by' } },
  {
    type: 'section',
    id: 's',
    children: [text('subject'), { type: 'money', key: 'amount', label: { en: 'Sum' } }],
  },
  { type: 'multiSelect', key: 'colours', label: { en: 'Colours' }, options: options('red', 'green') },
  {
    type: 'table',
    key: 'lines',
    label: { en: 'Lines' },
    columns: [text('item'), text('note'), { type: 'number', key: 'double', label: { en: 'D' }, computed: '2' }],
  },
);

test('BEY-08 values are carried over to a newer form by their keys, and others are reported with the value', () => {
  const { values, differences } = carryOver(OLD, NEW, {
    subject: 'Ropes',
    phone: '+3725551234',
    amount: 12,
    colours: ['blue', 'red'],
    lines: [
      { rowId: 'r1', item: 'Rope', qty: 2 },
      { rowId: 'r2', item: 'Hook', qty: null },
    ],
  });
  assert.deepEqual(values, {
    subject: 'Ropes',
    colours: ['red'],
    lines: [
      { rowId: 'r1', item: 'Rope' },
      { rowId: 'r2', item: 'Hook' },
    ],
  });
  assert.deepEqual(
    differences.map(({ kind, field, label, answers }) => [kind, field, label.en, answers.map(({ value }) => value)]),
    [
      ['gone', 'phone', 'phone', ['+3725551234']],
      ['unreadable', 'amount', 'Sum', [12]],
      ['gone', 'lines.qty', 'Quantity', [2]],
      ['new', 'neededBy', 'Needed by', []],
      ['new', 'lines.note', 'note', []],
    ],
  );
});

test('BEY-08 empty values are not reported, and the same form accepts everything', () => {
  assert.deepEqual(
    carryOver(OLD, NEW, { phone: null, amount: null, lines: [] }).differences.map(({ kind }) => kind),
    ['new', 'new'],
  );
  const values = {
    subject: 'a',
    phone: null,
    amount: 4,
    colours: ['red'],
    lines: [{ rowId: 'r1', item: 'x', qty: 1 }],
  };
  assert.deepEqual(carryOver(OLD, OLD, values), { values, differences: [] });
});

test('BEY-08 whatever a draft contains, the carried-over values can be submitted', () => {
  const value = fc.oneof(
    fc.anything({ maxDepth: 2 }),
    fc.array(fc.dictionary(fc.constantFrom('rowId', 'item', 'qty'), fc.anything({ maxDepth: 1 }))),
  );
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('subject', 'phone', 'amount', 'colours', 'lines', '__proto__'), value),
      (draft) => {
        const { values } = carryOver(OLD, NEW, draft);
        const { errors } = submitForm(NEW, values, { languageId: 'en', today: '2026-11-21', checks: 'shape' });
        const faults = errors.filter(({ pointer }) => !/\/lines(\/\d+\/rowId)?$/.test(pointer));
        assert.deepEqual(faults, []);
      },
    ),
    { numRuns: 500 },
  );
});
