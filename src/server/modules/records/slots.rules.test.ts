import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistryColumn } from '../../../shared/contracts/registry-settings.contract.ts';
import { type ColumnKind, columnFields, columnKind } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import { assignSlots, type WantedColumn } from './slots.rules.ts';

const column = (key: string, kind: ColumnKind, more: Partial<WantedColumn> = {}): WantedColumn => ({
  field: `data.${key}`,
  from: key,
  kind,
  listed: true,
  searchable: false,
  filter: true,
  ...more,
});
const slots = (columns: readonly RegistryColumn[]) =>
  columns.map(({ from, slot = '-', ready }) => `${from} ${slot}${ready ? ' ready' : ''}`);

test('PRV-01 each filtered column gets a free slot of its kind, and is not ready before it is indexed', () => {
  const { columns, isIndexed } = assignSlots(
    [
      column('name', 'text', { field: 'title' }),
      column('serial', 'text'),
      column('price', 'number'),
      column('bought', 'instant'),
      column('tags', 'many'),
      column('rent', 'plain'),
      column('notes', 'text', { filter: false }),
      column('place', 'text'),
    ],
    [],
  );
  assert.deepEqual(slots(columns), [
    'name - ready',
    'serial t1',
    'price n1',
    'bought i1',
    'tags many',
    'rent - ready',
    'notes - ready',
    'place t2',
  ]);
  assert.equal(isIndexed, false);
});

test('PRV-01 a column keeps its slot while its field and kind stay, whatever happens to others', () => {
  const [a, b, c] = [column('a', 'text'), column('b', 'text'), column('c', 'text')];
  const before = assignSlots([a, b, c], []).columns.map((one) => ({ ...one, ready: true }));
  const after = assignSlots([c, a, column('d', 'text')], before);
  assert.deepEqual(slots(after.columns), ['c t3 ready', 'a t1 ready', 'd t2']);
  assert.equal(assignSlots([c, a], before).isIndexed, true);
  // Another field, another kind, a new search: the index has to be filled again.
  const changed = (more: Partial<WantedColumn>) => slots(assignSlots([{ ...a, ...more }], before).columns);
  assert.deepEqual(changed({ from: 'x' }), ['x t1']);
  assert.deepEqual(changed({ kind: 'number' }), ['a n1']);
  assert.deepEqual(changed({ searchable: true }), ['a t1']);
  assert.deepEqual(changed({ filter: false }), ['a - ready']);
});

test('PRV-01 a column without a free slot is refused by its pointer', () => {
  const nine = Array.from({ length: 9 }, (_, index) => column(`c${index}`, 'text'));
  const five = Array.from({ length: 5 }, (_, index) => column(`n${index}`, 'number'));
  assert.throws(
    () => assignSlots([...nine, ...five], []),
    (error) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'registry.slots_full');
      assert.deepEqual(
        error.extra.errors?.map(({ pointer, params }) => [pointer, params]),
        [
          ['/columns/8', { max: 8 }],
          ['/columns/13', { max: 4 }],
        ],
      );
      return true;
    },
  );
});

test('PRV-01 columns are fields of the form in its order, except files and tables', () => {
  const types = ['text', 'money', 'dateTime', 'users', 'period', 'attachment', 'signature'];
  const fields = types.map((type) => ({ type, key: type, label: {} }));
  const root = {
    type: 'stack',
    id: 'root',
    children: [
      { type: 'section', id: 's', children: fields },
      { type: 'table', key: 'lines', label: {}, columns: fields },
      { type: 'richText', id: 'r', content: {} },
    ],
  };
  assert.deepEqual(
    columnFields({ root } as unknown as Parameters<typeof columnFields>[0]).map(({ key }) => key),
    types.slice(0, 5),
  );
  assert.deepEqual(
    types.map((type) => columnKind({ type })),
    ['text', 'number', 'instant', 'many', 'plain', null, null],
  );
});
