import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDay } from './readings-follow.rules.ts';

test('MAN-06 a reading is due some days after it was assigned, or on a fixed day unless that has passed', () => {
  assert.equal(dueDay({ kind: 'days', days: 10 }, '2026-11-25'), '2026-12-05');
  assert.equal(dueDay({ kind: 'periodic', days: 0, everyMonths: 12 }, '2026-11-25'), '2026-11-25');
  assert.equal(dueDay({ kind: 'date', date: '2026-12-01' }, '2026-11-25'), '2026-12-01');
  assert.equal(dueDay({ kind: 'date', date: '2026-11-25' }, '2026-11-25'), '2026-11-25');
  assert.equal(dueDay({ kind: 'date', date: '2026-11-24' }, '2026-11-25'), '2026-12-09');
});
