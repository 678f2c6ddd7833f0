import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysLate, dueGroup } from './days.due.ts';

const zone = 'Europe/Tallinn';
// A Friday, 23:30 in Tallinn; in UTC it is 21:30.
const friday = new Date('2026-11-20T21:30:00Z');
const at = (due: string) => ({ due, dueDate: null });

test('a task is overdue once its instant has passed, also on the same day', () => {
  assert.equal(dueGroup(at('2026-11-20T21:29:00Z'), friday, zone), 'overdue');
  assert.equal(daysLate(at('2026-11-20T21:29:00Z'), friday, zone), 0);
  assert.equal(daysLate(at('2026-11-18T08:00:00Z'), friday, zone), 2);
});

test("today is the tenant's day, not that of UTC or of the browser", () => {
  assert.equal(dueGroup(at('2026-11-20T21:59:00Z'), friday, zone), 'today');
  // 00:30 in Tallinn is tomorrow, although it is the same day in UTC.
  assert.equal(dueGroup(at('2026-11-20T22:30:00Z'), friday, zone), 'week');
});

test('CONST-01 the week runs from Monday to Sunday', () => {
  assert.equal(dueGroup({ due: '2026-11-22T21:59:59Z', dueDate: '2026-11-22' }, friday, zone), 'week');
  assert.equal(dueGroup({ due: '2026-11-23T21:59:59Z', dueDate: '2026-11-23' }, friday, zone), 'later');
});

test('a task without a due time has its own group', () => {
  assert.equal(dueGroup({ due: null, dueDate: null }, friday, zone), 'none');
});
