import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderByParents } from './values.rules.ts';

test('ADM-08 a row follows the rows that it needs, also in a long chain and in a circle', () => {
  assert.deepEqual(orderByParents([[1], [2], []]), [2, 1, 0]);
  assert.deepEqual(orderByParents([[2, 1], [], [1]]), [1, 2, 0]);
  assert.deepEqual(orderByParents([[1], [0]]), [1, 0]);
  const long = Array.from({ length: 20_000 }, (_, index) => (index === 19_999 ? [] : [index + 1]));
  assert.equal(orderByParents(long)[0], 19_999);
});
