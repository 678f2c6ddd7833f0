import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOf, periodOf } from './numbers.rules.ts';

test('PRV-01 numbers follow the pattern of their series, and restart each year or month if it says so', () => {
  const day = '2026-03-09';
  assert.equal(numberOf({ pattern: 'A-{yyyy}-{0000}' }, day, 7), 'A-2026-0007');
  assert.equal(numberOf({ pattern: '{yy}/{mm}/{0}' }, day, 12_345), '26/03/12345');
  assert.deepEqual(
    (['never', 'year', 'month'] as const).map((resets) => periodOf({ resets }, day)),
    ['', '2026', '2026-03'],
  );
});
