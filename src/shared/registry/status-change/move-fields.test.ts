import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordForm } from '../../contracts/registries.contract.ts';
import { formOfMove, targetsOf } from './move-fields.ts';

const status = (id: string) => ({ id, title: id, color: '#BDBDBD' });
const BODY = {
  ...{ formatVersion: 1, id: 'tool', title: {} },
  root: {
    ...{ type: 'stack', id: 'root' },
    children: [
      { type: 'text', key: 'name', label: {}, required: true },
      { type: 'text', key: 'reason', label: {}, required: true, visible: { field: 'name', op: 'eq', value: 'x' } },
      { type: 'number', key: 'total', label: {}, computed: '1 + 1' },
      { type: 'date', key: 'date', label: {}, default: '2026-01-01' },
    ],
  },
} as NonNullable<RecordForm['body']>;
const FORM: Pick<RecordForm, 'statuses' | 'moves' | 'body'> = {
  statuses: ['new', 'used', 'gone'].map(status),
  moves: [
    { from: 'new', to: 'used', requires: [] },
    { from: 'new', to: 'gone', requires: ['reason', 'total'] },
    { from: 'used', to: 'gone', requires: ['date'] },
  ],
  body: BODY,
};

test('PRV-01 BEY-05 a status for many records offers the fields of its moves, each optional', () => {
  assert.deepEqual(
    targetsOf(FORM).map(({ id }) => id),
    ['used', 'gone'],
  );
  assert.equal(targetsOf({ ...FORM, moves: null }).length, 3);
  assert.equal(formOfMove(FORM, 'used'), null);
  assert.equal(formOfMove({ ...FORM, moves: null }, 'gone'), null);
  assert.equal(formOfMove({ ...FORM, body: null }, 'gone'), null);
  assert.deepEqual(formOfMove(FORM, 'gone')!.root, {
    ...{ type: 'stack', id: 'root' },
    children: [
      { type: 'text', key: 'reason', label: {} },
      { type: 'date', key: 'date', label: {} },
    ],
  });
});
