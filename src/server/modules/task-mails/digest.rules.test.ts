import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionExpiry, nextDigest } from './digest.rules.ts';

const next = (now: string, hour: number) => nextDigest(new Date(now), hour, 'Europe/Tallinn').toISOString();

test('TSK-17 a digest is sent at its hour in the time zone of the organisation, and never at once', () => {
  assert.equal(next('2026-11-21T05:59:59.999Z', 8), '2026-11-21T06:00:00.000Z');
  assert.equal(next('2026-11-21T06:00:00Z', 8), '2026-11-22T06:00:00.000Z');
  // Past midnight in Tallinn, the day before in UTC.
  assert.equal(next('2026-11-21T22:30:00Z', 8), '2026-11-22T06:00:00.000Z');
  assert.equal(next('2026-10-24T06:00:00Z', 8), '2026-10-25T06:00:00.000Z', 'the clock changes in the night');
});

test('PUB-04 a button in an e-mail expires after some days, or when the task is due', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const expiry = (due: string | null) => actionExpiry(now, 14, due === null ? null : new Date(due)).toISOString();
  const latest = '2026-12-05T10:00:00.000Z';
  assert.equal(expiry(null), latest);
  assert.equal(expiry('2026-11-25T10:00:00Z'), '2026-11-25T10:00:00.000Z');
  assert.equal(expiry('2027-01-01T10:00:00Z'), latest);
  assert.equal(expiry('2026-11-21T10:00:00Z'), latest, 'the e-mail is about an overdue task');
});
