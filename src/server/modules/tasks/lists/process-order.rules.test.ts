import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isByKey, orderByName, orderOfCursor, printOrder } from './process-order.rules.ts';

const NAMES = new Map([
  ['a', 'Zebra'],
  ['b', 'Töö'],
  ['c', 'Leping'],
]);

test('BEY-27 processes are sorted by name in the order of the reader’s language, tasks without one first', () => {
  // In Estonian, Z is before T.
  assert.deepEqual(orderByName(['a', 'b', 'c', ''], NAMES, 'et'), ['', 'c', 'a', 'b']);
  assert.deepEqual(orderByName(['a', 'b', 'c', ''], NAMES, 'en'), ['', 'c', 'b', 'a']);
  assert.deepEqual(orderByName(['zz', 'c', 'b'], NAMES, 'en'), ['c', 'b', 'zz']);
  const many = Array.from({ length: 101 }, (_, index) => `p${index}`);
  assert.equal(orderByName(many, NAMES, 'et'), undefined);
  assert.equal(isByKey(['', 'a', 'b']), true);
  assert.equal(isByKey(['', 'c', 'a']), false);
});

test('BEY-27 a cursor keeps the order of its first page, and new processes come last', () => {
  const printed = printOrder(['', 'c', 'a', 'b']);
  assert.deepEqual(orderOfCursor(['a', 'b', 'c', ''], printed), ['', 'c', 'a', 'b']);
  assert.deepEqual(orderOfCursor(['a', 'aa', 'b', 'c'], printed), ['c', 'a', 'b', 'aa']);
  for (const none of [undefined, 5]) assert.equal(orderOfCursor(['a'], none), undefined);
  assert.deepEqual(orderOfCursor(['b', 'a'], '{}'), ['a', 'b'], 'what is no order changes none');
  const most = Array.from({ length: 100 }, (_, index) => `process-${index}`);
  assert.ok(printOrder(most).length <= 400, 'it fits a cursor');
});
