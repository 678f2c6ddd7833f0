import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byDimension, sharePeriods } from './shares.rules.ts';

const row = (id: string, share: number, validFrom: string, validUntil: string | null, dimension = 'object') => ({
  ...{ id, share, validFrom, validUntil, dimension: { id: dimension, code: dimension, name: dimension } },
  value: { id, code: id, name: id },
});
const shown = (rows: Parameters<typeof sharePeriods>[0]) =>
  sharePeriods(rows).map(({ from, until, parts }) => [from, until, parts.map(({ id }) => id).join()]);

test('HR-01 the shares of a dimension are divided into periods of the same division', () => {
  const rows = [
    row('a', 100, '2026-01-01', '2026-03-31'),
    row('b', 60, '2026-04-01', null),
    row('c', 40, '2026-04-01', '2026-12-31'),
    row('d', 40, '2027-01-01', null),
  ];
  assert.deepEqual(shown(rows), [
    ['2026-01-01', '2026-03-31', 'a'],
    ['2026-04-01', '2026-12-31', 'b,c'],
    ['2027-01-01', null, 'b,d'],
  ]);
});

test('HR-01 days without shares have no period, and an end is kept', () => {
  const rows = [row('a', 100, '2028-02-01', '2028-02-29'), row('b', 100, '2028-04-01', '2028-04-30')];
  assert.deepEqual(shown(rows), [
    ['2028-02-01', '2028-02-29', 'a'],
    ['2028-04-01', '2028-04-30', 'b'],
  ]);
  assert.deepEqual(shown([]), []);
});

test('HR-01 the rows of each dimension are shown together', () => {
  const rows = [row('a', 100, '2026-01-01', null, 'x'), row('b', 100, '2026-01-01', null, 'y')];
  assert.deepEqual(
    [...byDimension(rows)].map(([id, own]) => [id, own.length]),
    [
      ['x', 1],
      ['y', 1],
    ],
  );
});
