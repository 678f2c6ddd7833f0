import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Delegation } from '../../shared/contracts/delegations.contract.ts';
import { type Draft, draftOf, EMPTY, faultsOf, isChanged, isWhole, lengthOf } from './delegation-editor.rules.ts';

const MART = { id: 'mart.kask', key: 'mart-key', name: 'Mart Kask' };
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...EMPTY,
  delegate: MART,
  startDate: '2026-12-21',
  endDate: '2027-01-03',
  ...more,
});
const none: [] = [];

test('DEL-08 a blank card lacks the delegate and both days', () => {
  assert.deepEqual(faultsOf(EMPTY, 'me', none), { delegate: 'required', startDate: 'required', endDate: 'required' });
  assert.equal(isWhole(EMPTY), false);
  assert.deepEqual(faultsOf(draft(), 'anna', none), {});
  assert.equal(isWhole(draft()), true);
});

test('DEL-07 the start cannot be after the end; one day is a period', () => {
  assert.deepEqual(faultsOf(draft({ startDate: '2027-01-04' }), 'anna', none), { endDate: 'reversed' });
  assert.deepEqual(faultsOf(draft({ startDate: '2027-01-03' }), 'anna', none), {});
});

test('DEL-06 a period that shares a day with another one of the user overlaps', () => {
  const other = { startDate: '2027-01-03', endDate: '2027-01-09' };
  assert.deepEqual(faultsOf(draft(), 'anna', [other]), { startDate: 'overlap' });
  assert.deepEqual(faultsOf(draft({ endDate: '2027-01-02' }), 'anna', [other]), {});
});

test('DEL-08 an invalid day, oneself as the delegate and a comment of 101 characters are refused', () => {
  assert.deepEqual(faultsOf(draft({ endDate: 'unreadable' }), 'anna', none), { endDate: 'unreadable' });
  assert.deepEqual(faultsOf(draft(), 'mart-key', none), { delegate: 'self' });
  assert.deepEqual(faultsOf(draft({ comment: 'x'.repeat(101) }), 'anna', none), { comment: 'tooLong' });
  assert.deepEqual(faultsOf(draft({ comment: `  ${'🌲'.repeat(100)}  ` }), 'anna', none), {});
  assert.equal(lengthOf('🌲a'), 2);
});

test("DEL-08 a card is unsaved when a field differs from the server's", () => {
  const saved = { id: 'x', version: 1, ...draft(), user: MART, delegate: MART } as unknown as Delegation;
  assert.equal(isChanged(draftOf(saved), saved), false);
  assert.equal(isChanged({ ...draftOf(saved), comment: 'a' }, saved), true);
  assert.equal(isChanged({ ...draftOf(saved), delegate: { ...MART, key: 'other' } }, saved), true);
  assert.equal(isChanged(EMPTY, null), true);
});
