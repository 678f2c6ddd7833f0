import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFourEyes, NEW_FOUR_EYES, namedPeople, refusalOf } from './four-eyes.rules.ts';

test('BEY-28 a process has one of three rules; a new one protects the requester', () => {
  assert.equal(NEW_FOUR_EYES, 'requester');
  assert.deepEqual(['none', 'requester', 'strict', 'other', '', undefined].map(isFourEyes), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('BEY-28 the requester never decides, and under the strict rule nor does an earlier decider', () => {
  const facts = { requesters: new Set(['anna']), deciders: new Set(['mart', 'anna']) };
  assert.equal(refusalOf(undefined, ['anna']), null);
  assert.equal(refusalOf(facts, ['anna']), 'own_request');
  assert.equal(refusalOf(facts, ['liis', 'anna']), 'own_request', 'a decision on behalf of the requester');
  assert.equal(refusalOf(facts, ['liis', 'mart']), 'decided_before');
  assert.equal(refusalOf(facts, ['liis']), null);
  assert.equal(refusalOf(facts, []), null);
});

test('BEY-28 the variable `requester` names people by text, object or list', () => {
  assert.deepEqual(namedPeople(' anna '), ['anna']);
  assert.deepEqual(namedPeople({ id: '1', userId: ' 2', username: 'anna', name: 'Anna' }), ['1', '2', 'anna']);
  assert.deepEqual(namedPeople(['anna', { id: 'mart' }, ['liis']]), ['anna', 'mart', 'liis']);
  for (const value of ['  ', null, undefined, 7, true, {}, { id: 7, username: '' }, { id: { id: 'anna' } }])
    assert.deepEqual(namedPeople(value), []);
});
