import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertDueInFuture } from './manual.rules.ts';

test('MAN-02 a fixed due date is today or later', () => {
  const code = 'manual.due_past';
  const params = { date: '2026-11-20' };
  assert.throws(() => assertDueInFuture({ kind: 'date', date: '2026-11-20' }, '2026-11-21'), {
    code,
    params,
    extra: { errors: [{ pointer: '/due/date', code, params }] },
  });
  assert.doesNotThrow(() => assertDueInFuture({ kind: 'date', date: '2026-11-21' }, '2026-11-21'));
  assert.doesNotThrow(() => assertDueInFuture({ kind: 'days', days: 0 }, '2026-11-21'));
});
