import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REMINDERS, reminderDeadlines } from './due.rules.ts';

const at = (now: string, timeZone = 'Europe/Tallinn') =>
  Object.fromEntries(
    Object.entries(reminderDeadlines(new Date(now), timeZone)).map(([kind, date]) => [kind, date.toISOString()]),
  );

test('TSK-17 a due time is reminded of a day before and when it passed', () => {
  const { dueSoon, overdue } = at('2026-11-21T05:30:00Z');
  assert.deepEqual([dueSoon, overdue], ['2026-11-22T05:30:00.000Z', '2026-11-21T05:30:00.000Z']);
});

test('TSK-17 a due day is reminded of on the morning of the day before, and on the morning after', () => {
  // Eight o'clock in Tallinn is six in UTC; a day there ends at 22:00 UTC.
  const early = at('2026-11-21T05:59:59Z');
  assert.deepEqual([early.dueSoonDay, early.overdueDay], ['2026-11-21T21:59:59.999Z', '2026-11-19T21:59:59.999Z']);
  const morning = at('2026-11-21T06:00:00Z');
  assert.deepEqual([morning.dueSoonDay, morning.overdueDay], ['2026-11-22T21:59:59.999Z', '2026-11-20T21:59:59.999Z']);
  assert.deepEqual([...REMINDERS].sort(), Object.keys(morning).sort());
});

test('TSK-17 the end of a day follows the clock change', () => {
  assert.equal(at('2026-10-24T09:00:00Z').dueSoonDay, '2026-10-25T21:59:59.999Z');
  assert.equal(at('2026-10-24T09:00:00Z').overdueDay, '2026-10-23T20:59:59.999Z');
});
