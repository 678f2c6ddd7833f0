import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MassKind } from '../../../shared/contracts/mass-actions.contract.ts';
import { isOffered, offeredKind, offerOf, unionOf } from './offered.rules.ts';

const KIND = {
  taskKey: 'approve',
  outcomes: [{ id: 'approve' }, { id: 'reject' }],
  fields: [{ key: 'note' }, { key: 'fee' }],
} as unknown as MassKind;
const only = { outcomes: ['approve'], fields: ['note'] };

test('TSK-12 a kind of case offers every task, none, or those that it lists', () => {
  assert.equal(offerOf(null, 'approve'), 'all');
  assert.equal(offerOf([], 'approve'), 'none');
  assert.equal(offerOf([{ taskKey: 'pay' }], 'approve'), 'none');
  assert.deepEqual(offerOf([{ taskKey: 'approve' }], 'approve'), { outcomes: null, fields: null });
  assert.deepEqual(offerOf([{ taskKey: 'approve', ...only }], 'approve'), only);
});

test('TSK-12 kinds of case of one process offer together what each of them offers', () => {
  assert.equal(unionOf([]), 'all');
  assert.equal(unionOf(['none', 'all', only]), 'all');
  assert.equal(unionOf(['none', 'none']), 'none');
  assert.deepEqual(unionOf(['none', only]), only);
  assert.deepEqual(unionOf([only, { outcomes: ['approve', 'reject'], fields: null }]), {
    outcomes: ['approve', 'reject'],
    fields: null,
  });
  assert.deepEqual(unionOf([only, { outcomes: null, fields: ['fee'] }]), { outcomes: null, fields: ['note', 'fee'] });
});

test('TSK-12 a kind of task shows the outcomes and fields that are offered', () => {
  assert.equal(offeredKind(KIND, 'all'), KIND);
  assert.equal(offeredKind(KIND, 'none'), undefined);
  const shown = offeredKind(KIND, only)!;
  assert.deepEqual([shown.outcomes.map(({ id }) => id), shown.fields.map(({ key }) => key)], [['approve'], ['note']]);
  assert.deepEqual(offeredKind(KIND, { outcomes: null, fields: null }), KIND);
});

test('TSK-12 an action outside of what is offered is refused', () => {
  const complete = (rest: object) => ({ action: 'complete', ...rest }) as const;
  assert.equal(isOffered('all', complete({ outcome: 'reject' })), true);
  assert.equal(isOffered('none', complete({})), false);
  assert.equal(isOffered(only, complete({ outcome: 'approve', variables: { note: 'x' } })), true);
  assert.equal(isOffered(only, complete({ outcome: 'reject' })), false);
  assert.equal(isOffered(only, complete({ outcome: 'approve', variables: { fee: 1 } })), false);
  assert.equal(isOffered(only, complete({})), false);
  assert.equal(isOffered({ outcomes: null, fields: null }, complete({ variables: { fee: 1 } })), true);
});
