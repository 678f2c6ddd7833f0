import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPattern, numberOf, PATTERN_EXAMPLE, periodOf } from './numbers.rules.ts';

test('PRV-01 numbers follow the pattern of their series, and restart each year or month if it says so', () => {
  const day = '2026-03-09';
  assert.equal(numberOf({ pattern: 'A-{yyyy}-{0000}' }, day, 7), 'A-2026-0007');
  assert.equal(numberOf({ pattern: '{yy}/{mm}/{0}' }, day, 12_345), '26/03/12345');
  assert.deepEqual(
    (['never', 'year', 'month'] as const).map((resets) => periodOf({ resets }, day)),
    ['', '2026', '2026-03'],
  );
});

test('PRV-01 a pattern has one counter, and names the period in which its numbers start again', () => {
  const fits = (pattern: string, resets: 'never' | 'year' | 'month' = 'never') => isPattern({ pattern, resets });
  for (const pattern of ['A-{0000}', '{0}', 'X/{yy}/{mm}/{000}']) assert.ok(fits(pattern), pattern);
  for (const pattern of ['A', 'A-{dd}-{0}', '{0}{0}', '{0', 'A-{0} ', '{0000000000000}']) {
    assert.ok(!fits(pattern), pattern);
  }
  assert.deepEqual(
    [fits('{yyyy}-{0}', 'year'), fits('{0}', 'year'), fits('{yy}{mm}{0}', 'month'), fits('{yyyy}{0}', 'month')],
    [true, false, true, false],
  );
  assert.ok(fits(PATTERN_EXAMPLE, 'year'));
});
