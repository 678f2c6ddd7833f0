import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAfter, isInFuture, movedDue } from './snooze.rules.ts';

const ZONE = 'Europe/Tallinn';
const HOUR = 3_600_000;
const at = (text: string) => new Date(text);
const now = at('2026-11-18T10:00:00.000Z');

test('BEY-10 a snooze ends in the future, at most a year ahead', () => {
  assert.equal(isInFuture(at('2026-11-18T10:00:00.001Z'), now), true);
  assert.equal(isInFuture(now, now), false);
  assert.equal(isInFuture(at('2027-11-18T10:00:00.000Z'), now), true);
  assert.equal(isInFuture(at('2027-11-19T10:00:01.000Z'), now), false);
});

test('BEY-10 a private snooze moves nothing, and ends before the due time, or within a week for an overdue task', () => {
  const due = { at: at('2026-11-20T15:00:00.000Z'), isDay: false };
  const private_ = (until: string) => dueAfter(due, { until: at(until), stopsClock: false }, now, ZONE);
  assert.deepEqual(private_('2026-11-20T15:00:00.000Z'), { due: due.at });
  assert.equal(private_('2026-11-20T15:00:00.001Z'), 'snooze.after_due');
  const late = { at: now, isDay: false };
  const overdue = (until: string) => dueAfter(late, { until: at(until), stopsClock: false }, now, ZONE);
  assert.deepEqual(overdue('2026-11-25T10:00:00.000Z'), { due: now });
  assert.equal(overdue('2026-11-25T10:00:00.001Z'), 'snooze.overdue_long');
  assert.deepEqual(
    dueAfter({ at: null, isDay: false }, { until: at('2027-01-01T00:00:00Z'), stopsClock: false }, now, ZONE),
    {
      due: null,
    },
  );
});

test('BEY-10 a stopped clock moves the due time by the duration of the snooze; an overdue task stays as much overdue', () => {
  const stopped = (due: string) =>
    dueAfter({ at: at(due), isDay: false }, { until: at('2026-11-19T10:00:00.000Z'), stopsClock: true }, now, ZONE);
  assert.deepEqual(stopped('2026-11-18T11:00:00.000Z'), { due: at('2026-11-19T11:00:00.000Z') });
  assert.deepEqual(stopped('2026-11-18T09:59:00.000Z'), { due: at('2026-11-19T09:59:00.000Z') });
});

test('BEY-10 a due day stays the end of a day, also on days of 23 and 25 hours', () => {
  const day = (text: string, hours: number) =>
    movedDue({ at: at(text), isDay: true }, hours * HOUR, ZONE)?.toISOString();
  // Friday 20 November ends at 22:00 UTC; an hour later it is Saturday.
  assert.equal(day('2026-11-20T21:59:59.999Z', 1), '2026-11-21T21:59:59.999Z');
  assert.equal(day('2026-11-20T21:59:59.999Z', 24), '2026-11-21T21:59:59.999Z');
  // Summer time ends on 25 October 2026: that day has 25 hours.
  assert.equal(day('2026-10-24T20:59:59.999Z', 24), '2026-10-25T21:59:59.999Z');
  // It begins on 28 March 2027: that day has 23.
  assert.equal(day('2027-03-27T21:59:59.999Z', 23), '2027-03-28T20:59:59.999Z');
});

test('a due time at the end of the calendar is not moved beyond it', () => {
  const at = new Date('9999-12-31T20:00:00Z');
  for (const isDay of [true, false]) assert.equal(movedDue({ at, isDay }, 86_400_000, 'Europe/Tallinn'), at);
});
