import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Values } from '../../../shared/contracts/shapes.contract.ts';
import { AppError } from '../../platform/errors.ts';
import { assertMove, movesOf } from './moves.rules.ts';

const statuses = ['pending', 'assigned', 'archived'].map((id) => ({
  id,
  title: { en: id.toUpperCase() },
  color: '#FFB74D',
}));
const moves = [
  { from: 'pending', to: 'assigned', groups: [], requires: ['usedBy'] },
  { from: 'assigned', to: 'archived', groups: ['stewards'], requires: [] },
];
const registry = { statuses, moves };
const clerk = { isAdmin: false, groups: ['assetadmin'] };
const steward = { isAdmin: false, groups: ['assetadmin', 'stewards'] };
const root = { isAdmin: true, groups: [] };
const where = { fields: [], language: 'en' };

const outcome = (from: string | null, to: string, viewer: typeof clerk = clerk, data: Values = {}) => {
  try {
    return assertMove(registry, viewer, { from, to, data }, where).map(({ pointer }) => pointer);
  } catch (error) {
    assert.ok(error instanceof AppError);
    return [error.code, error.params];
  }
};

test('PRV-01 a status changes only as the registry allows, and the refusal names the allowed ones', () => {
  assert.deepEqual(outcome('pending', 'archived'), [
    'record.status_move',
    { from: 'PENDING', to: 'ARCHIVED', allowed: 'ASSIGNED' },
  ]);
  assert.deepEqual(outcome('archived', 'pending', root), [
    'record.status_move',
    { from: 'ARCHIVED', to: 'PENDING', allowed: '–' },
  ]);
  assert.deepEqual(outcome('assigned', 'assigned'), []);
});

test('PRV-01 a change needs one of its groups, except for administrators', () => {
  assert.deepEqual(outcome('assigned', 'archived')[0], 'record.status_move');
  for (const viewer of [steward, root]) assert.deepEqual(outcome('assigned', 'archived', viewer), []);
  assert.deepEqual(
    movesOf(registry, clerk)?.map(({ to }) => to),
    ['assigned'],
  );
  assert.equal(movesOf({ statuses, moves: [] }, clerk), null);
});

test('PRV-01 a change needs its fields, from administrators too', () => {
  for (const blank of [undefined, null, '', ' ', false, []] as unknown as Values[string][]) {
    const data = (blank === undefined ? {} : { usedBy: blank }) as Values;
    assert.deepEqual(outcome('pending', 'assigned', root, data), ['/data/usedBy']);
  }
  for (const filled of ['x', 0, true, ['a']]) {
    assert.deepEqual(outcome('pending', 'assigned', clerk, { usedBy: filled } as unknown as Values), []);
  }
});

test('PRV-01 a new record starts in the first status or goes on from it, and a removed status can be left', () => {
  assert.deepEqual(outcome(null, 'pending'), []);
  assert.deepEqual(outcome(null, 'assigned', clerk, { usedBy: 'x' } as unknown as Values), []);
  assert.deepEqual(outcome(null, 'archived')[0], 'record.status_move');
  assert.deepEqual(outcome('gone', 'archived'), []);
});
