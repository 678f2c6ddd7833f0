import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDuration,
  armTimer,
  dueOf,
  instantOf,
  moveTimer,
  parseCycle,
  parseDuration,
  rearmTimer,
  TimerError,
} from './timers.ts';

const zone = 'Europe/Tallinn';
const at = '2026-01-05T10:00:00Z';

test('days follow the calendar of the time zone and hours are exact across a clock change', () => {
  assert.equal(addDuration('2026-03-28T12:00:00Z', 'P1D', zone), '2026-03-29T11:00:00Z');
  assert.equal(addDuration('2026-03-28T12:00:00Z', 'PT24H', zone), '2026-03-29T12:00:00Z');
  assert.equal(addDuration('2026-01-31T10:00:00Z', 'P1M', zone), '2026-02-28T10:00:00Z');
  assert.equal(addDuration('2026-01-31T10:00:00Z', 'P1DT90M', zone), '2026-02-01T11:30:00Z');
});

test('dates are instants, local times, or days: their beginning, or their end as a due date', () => {
  assert.equal(instantOf('2026-01-05T10:00:00+02:00', zone), '2026-01-05T08:00:00Z');
  assert.equal(instantOf('2026-01-05T10:00:00', zone), '2026-01-05T08:00:00Z');
  assert.equal(instantOf('2026-01-05T10:00:00@Europe/Paris', zone), '2026-01-05T09:00:00Z');
  assert.equal(instantOf('2026-01-05', zone), '2026-01-04T22:00:00Z');
  assert.equal(dueOf('2026-01-05', '2026-01-01T00:00:00Z', zone), '2026-01-05T21:59:59Z');
  assert.equal(dueOf('PT2H', '2026-01-01T00:00:00Z', zone), '2026-01-01T02:00:00Z');
});

test('an invalid duration, date or cycle is named in the error', () => {
  for (const text of ['', '2 days', '-P1D', 'PT']) assert.throws(() => parseDuration(text), TimerError, text);
  assert.throws(() => instantOf('tomorrow', zone), TimerError);
  assert.throws(() => instantOf('2026-02-30', zone), TimerError);
  assert.throws(() => addDuration('2026-01-01T00:00:00Z', 'P999999Y', zone), TimerError);
  for (const text of ['R3', 'PT1H', 'R0/PT1H', 'R/PT0S', 'R/PT0.5S', 'R/a/b/c', '0 0 9 * * ?']) {
    assert.throws(() => parseCycle(text), TimerError, text);
  }
});

test('times outside of the years 1 to 9999 are rejected; parts of a millisecond are dropped', () => {
  const far = [
    '999999-01-01',
    '+294277-01-01',
    '+275761-01-01',
    '-000044-03-15',
    '0000-12-31',
    '+010000-01-01T00:00:00Z',
  ];
  for (const text of [...far, '10000-01-01', '9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+14:00']) {
    assert.throws(() => instantOf(text, zone), TimerError, text);
  }
  for (const text of ['P8000Y', 'P96000M', 'P3000000D', 'PT99999999H', 'PT9007199254740991S', 'P4294967295Y']) {
    assert.throws(() => addDuration('2026-01-01T00:00:00Z', text, zone), TimerError, text);
  }
  for (const text of ['PT99999999999999999999S', 'P99999999999Y', 'Infinity', 'PInfinityD']) {
    assert.throws(() => dueOf(text, '2026-01-01T00:00:00Z', zone), TimerError, text);
  }
  assert.throws(() => rearmTimer({ on: 'timer', due: '2026-01-01T00:00:00Z', every: 'P8000Y' }, at, zone), TimerError);
  const last = { on: 'timer', due: '9999-12-31T00:00:00Z' } as const;
  assert.deepEqual(moveTimer(last, 172_800_000), last);
  assert.equal(instantOf('2026-01-01T00:00:00.123456789Z', zone), '2026-01-01T00:00:00.123Z');
});

test('a cycle that began long ago skips missed times', () => {
  for (const [every, next] of [
    ['P1D', '2026-01-06T00:20:52Z'],
    ['P1M', '2026-02-01T00:20:52Z'],
    ['P1DT1H', undefined],
  ] as const) {
    const sub = armTimer('cycle', `R/0002-01-01T00:00:00Z/${every}`, at, 'UTC');
    const { due } = rearmTimer(sub, at, 'UTC')!;
    assert.ok(due > at && Date.parse(due) - Date.parse(at) <= 31 * 86_400_000, due);
    if (next) assert.equal(due.slice(0, 10), next.slice(0, 10));
  }
});

test('a cycle counts down and ends', () => {
  const first = armTimer('cycle', 'R2/PT1H', '2026-01-01T00:00:00Z', zone);
  assert.deepEqual(first, { on: 'timer', due: '2026-01-01T01:00:00Z', every: 'PT1H', left: 2 });
  const second = rearmTimer(first, '2026-01-01T01:00:01Z', zone);
  assert.deepEqual(second, { on: 'timer', due: '2026-01-01T02:00:00Z', every: 'PT1H', left: 1 });
  assert.equal(rearmTimer(second!, '2026-01-01T02:00:00Z', zone), undefined);
  assert.equal(
    rearmTimer(armTimer('duration', 'PT1H', '2026-01-01T00:00:00Z', zone), '2026-01-02T00:00:00Z', zone),
    undefined,
  );
});

test('a cycle continues from the planned time and skips missed times', () => {
  const hourly = armTimer('cycle', 'R/PT1H', '2026-01-01T00:00:00Z', zone);
  assert.equal(rearmTimer(hourly, '2026-01-01T05:30:00Z', zone)!.due, '2026-01-01T06:00:00Z');
  assert.equal(rearmTimer(hourly, '2026-01-01T05:00:00Z', zone)!.due, '2026-01-01T06:00:00Z');
  const daily = armTimer('cycle', 'R/P1D', '2026-03-27T12:00:00Z', zone);
  assert.equal(daily.due, '2026-03-28T12:00:00Z');
  assert.equal(rearmTimer(daily, '2026-03-28T12:00:05Z', zone)!.due, '2026-03-29T11:00:00Z');
});

test('a cycle can have a start time', () => {
  const cycle = armTimer('cycle', 'R/2026-01-01T08:00:00Z/P1D', '2025-12-01T00:00:00Z', zone);
  assert.equal(cycle.due, '2026-01-01T08:00:00Z');
});

test('days missed across a clock change keep the hour of the day', () => {
  const daily = armTimer('cycle', 'R/P1D', '2026-03-26T12:00:00Z', zone);
  assert.equal(rearmTimer(daily, '2026-03-30T15:00:00Z', zone)!.due, '2026-03-31T11:00:00Z');
});
