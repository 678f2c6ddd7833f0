import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverOf, firstSaturday, frameOf, labelledDays, placeIn } from './timeline.rules.ts';

const days = (startDate: string, endDate: string) => ({ startDate, endDate });

test('BEY-01 a timeline shows the period with two days around it, at least two weeks', () => {
  assert.deepEqual(frameOf(days('2026-12-21', '2027-01-03')), { from: '2026-12-19', days: 18 });
  assert.deepEqual(frameOf(days('2026-12-21', '2026-12-21')), { from: '2026-12-19', days: 14 });
});

test('BEY-01 a period is split into the days that are covered and the gaps', () => {
  const period = days('2026-12-21', '2027-01-03');
  assert.deepEqual(coverOf(period, []), [{ kind: 'covered', ...period }]);
  assert.deepEqual(coverOf(period, [days('2026-12-28', '2026-12-30')]), [
    { kind: 'covered', ...days('2026-12-21', '2026-12-27') },
    { kind: 'gap', ...days('2026-12-28', '2026-12-30') },
    { kind: 'covered', ...days('2026-12-31', '2027-01-03') },
  ]);
  assert.deepEqual(coverOf(period, [days('2026-12-21', '2026-12-22'), days('2026-12-23', '2027-01-03')]), [
    { kind: 'gap', ...days('2026-12-21', '2026-12-22') },
    { kind: 'gap', ...days('2026-12-23', '2027-01-03') },
  ]);
});

test('a bar is cut at the ends of the frame', () => {
  const frame = { from: '2026-12-19', days: 14 };
  assert.deepEqual(placeIn(frame, days('2026-12-21', '2026-12-22')), { start: 2, width: 2 });
  assert.deepEqual(placeIn(frame, days('2026-12-01', '2026-12-19')), { start: 0, width: 1 });
  assert.deepEqual(placeIn(frame, days('2027-01-01', '2027-02-01')), { start: 13, width: 1 });
  assert.equal(placeIn(frame, days('2026-12-01', '2026-12-18')), null);
  assert.equal(placeIn(frame, days('2027-01-02', '2027-01-03')), null);
});

test('each day has a label up to a month, then Mondays, at most ten of them', () => {
  assert.equal(labelledDays({ from: '2026-12-19', days: 31 }).length, 31);
  assert.deepEqual(labelledDays({ from: '2026-11-23', days: 42 }), [
    '2026-11-23',
    '2026-11-30',
    '2026-12-07',
    '2026-12-14',
    '2026-12-21',
    '2026-12-28',
  ]);
  assert.equal(labelledDays({ from: '2026-01-01', days: 365 }).length, 9);
  assert.equal(firstSaturday({ from: '2026-11-23', days: 7 }), 5);
  assert.equal(firstSaturday({ from: '2026-11-29', days: 7 }), -1);
});
