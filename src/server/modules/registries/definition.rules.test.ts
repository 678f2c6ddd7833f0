import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RegistryDefinition } from '../../../shared/contracts/registry-settings.contract.ts';
import type { DataField } from '../../../shared/forms/index.ts';
import { AppError } from '../../platform/errors.ts';
import { assertDefinition, type Known } from './definition.rules.ts';

const FIELDS = (
  [
    ['name', 'text'],
    ['price', 'money'],
    ['bought', 'date'],
    ['rent', 'period'],
  ] as const
).map(([key, type]) => ({ key, type, label: { en: key } }) as unknown as DataField);

const definition = (more: Partial<RegistryDefinition> = {}): RegistryDefinition => ({
  title: { en: 'Assets' },
  description: {},
  icon: null,
  formId: 'asset',
  numbers: { pattern: 'A-{0000}', resets: 'never' },
  columns: [],
  statuses: ['pending', 'assigned'].map((id) => ({ id, title: { en: id }, color: '#FFB74D' })),
  moves: [],
  readGroups: [],
  writeGroups: [],
  deleteGroups: [],
  ownerReads: false,
  retention: null,
  active: true,
  ...more,
});
const column = (field: string, from: string, filter = false) => ({
  field,
  from,
  filter,
  listed: true,
  searchable: false,
});
const faults = (more: Partial<RegistryDefinition>, known: Partial<Known> = {}): string[] => {
  try {
    assertDefinition(definition(more), { fields: FIELDS, missingGroups: [], ...known });
    return [];
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'registry.invalid');
    return (error.extra.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
  }
};

test('PRV-01 columns are fields of the published form, each once, the title a text', () => {
  const all = [column('title', 'name'), column('data.name', 'name', true), column('data.rent', 'rent')];
  assert.deepEqual(faults({ columns: all }), []);
  assert.deepEqual(
    assertDefinition(definition({ columns: all }), { fields: FIELDS, missingGroups: [] }).map(({ kind }) => kind),
    ['text', 'text', 'plain'],
  );
  assert.deepEqual(
    faults({
      columns: [
        column('title', 'price'),
        column('data.gone', 'gone'),
        column('data.name', 'price'),
        column('data.rent', 'rent', true),
        column('data.rent', 'rent'),
      ],
    }),
    [
      '/columns/0/from field.choice_unknown',
      '/columns/1/from field.choice_unknown',
      '/columns/2/field field.choice_unknown',
      '/columns/3/filter registry.not_filterable',
      '/columns/4 registry.twice',
    ],
  );
});

test('PRV-01 statuses differ, and moves, groups and retention name what exists', () => {
  const move = { from: 'pending', to: 'assigned', groups: ['stewards'], requires: ['name'] };
  const good = { moves: [move], retention: { months: 12, from: 'status:assigned', action: 'remove' as const } };
  assert.deepEqual(faults(good), []);
  for (const from of ['created', 'data.bought']) {
    assert.deepEqual(faults({ retention: { months: 1, from, action: 'anonymise' } }), []);
  }
  const twice = { id: 'pending', title: { en: ' ' }, color: '#FFFFFF' };
  assert.deepEqual(
    faults(
      {
        title: {},
        statuses: [...definition().statuses, twice],
        moves: [move, move, { from: 'x', to: 'pending', groups: [], requires: ['y'] }, { ...move, from: 'assigned' }],
        readGroups: ['nobodies'],
        retention: { months: 1, from: 'data.price', action: 'remove' },
      },
      { missingGroups: ['nobodies'] },
    ),
    [
      '/title field.required',
      '/statuses/2/title field.required',
      '/statuses/2/id registry.twice',
      '/moves/1 registry.twice',
      '/moves/2/from field.choice_unknown',
      '/moves/2/requires/0 field.choice_unknown',
      '/moves/3/to field.choice_unknown',
      '/readGroups/0 field.choice_unknown',
      '/retention/from field.choice_unknown',
    ],
  );
  assert.deepEqual(faults({ retention: { months: 1, from: 'status:gone', action: 'remove' } }), [
    '/retention/from field.choice_unknown',
  ]);
  assert.deepEqual(faults({}, { fields: null }), ['/formId field.choice_unknown']);
  assert.deepEqual(faults({ numbers: { pattern: 'A', resets: 'never' } }), [
    '/numbers/pattern registry.pattern_invalid',
  ]);
});
