import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayIn } from './session.rules.ts';

test('today is the day of the tenant, not of the server', () => {
  const lateInTallinn = new Date('2026-11-21T22:30:00Z');
  assert.equal(dayIn('Europe/Tallinn', lateInTallinn), '2026-11-22');
  assert.equal(dayIn('UTC', lateInTallinn), '2026-11-21');
  assert.equal(dayIn('America/New_York', new Date('2026-11-21T03:00:00Z')), '2026-11-20');
});
