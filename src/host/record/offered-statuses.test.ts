import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredStatuses } from './offered-statuses.ts';

const statuses = ['pending', 'assigned', 'archived'].map((id) => ({ id, title: id, color: '#FFB74D' }));
const moves = [{ from: 'pending', to: 'assigned', requires: ['place'] }];
const offered = (saved: string | null, given: typeof moves | null = moves) =>
  offeredStatuses({ statuses, moves: given }, saved).map(({ id, requires }) => [id, ...requires].join(' '));

test('PRV-01 a record offers its status and those that it may change to, with the fields that they need', () => {
  assert.deepEqual(offered('pending'), ['pending', 'assigned place']);
  assert.deepEqual(offered('assigned'), ['assigned']);
  assert.deepEqual(offered(null), ['pending', 'assigned place']);
  assert.deepEqual(offered('pending', null), ['pending', 'assigned', 'archived']);
  assert.deepEqual(offered('gone'), ['gone', 'pending', 'assigned', 'archived']);
});
