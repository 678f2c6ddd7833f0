import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from './days.ts';

test('today is the day of the tenant, not of the server', () => {
  const lateInTallinn = new Date('2026-11-21T22:30:00Z');
  assert.equal(dayOf(lateInTallinn, 'Europe/Tallinn'), '2026-11-22');
  assert.equal(dayOf(lateInTallinn, 'UTC'), '2026-11-21');
  assert.equal(dayOf(new Date('2026-11-21T03:00:00Z'), 'America/New_York'), '2026-11-20');
});

test('the first and the last year have days too', () => {
  assert.equal(dayOf('0001-01-02T12:00:00.000Z', 'Europe/Tallinn'), '0001-01-02');
  assert.equal(dayOf('0999-12-31T23:30:00.000Z', 'Asia/Tokyo'), '1000-01-01');
  assert.equal(dayOf('9999-12-30T12:00:00.000Z', 'Europe/Tallinn'), '9999-12-30');
});
