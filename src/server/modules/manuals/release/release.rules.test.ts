import assert from 'node:assert/strict';
import { test } from 'node:test';
import { median } from './release.rules.ts';

test('BEY-14 the reading budget shows the median, rounded up', () => {
  assert.equal(median([]), 0);
  assert.equal(median([7]), 7);
  assert.equal(median([10, 2, 9]), 9);
  assert.equal(median([100, 2, 9, 4]), 7);
  assert.equal(median([3, 4]), 4);
});
