import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextTry, undoSeconds } from './deferred-actions.rules.ts';

test('BEY-06 the header sets the undo window, up to half a minute; without it there is none', () => {
  assert.equal(undoSeconds('undo=10'), 10);
  assert.equal(undoSeconds('respond-async, undo=5'), 5);
  assert.equal(undoSeconds(['wait=3', 'Undo="7"; a=b']), 7);
  assert.equal(undoSeconds('undo=999'), 30);
  for (const none of [undefined, '', 'undo', 'undo=-1', 'undo=ten', 'redundo=9', 'undo=0', 'undo=1.5']) {
    assert.equal(undoSeconds(none), 0, String(none));
  }
});

test('BEY-06 a failed action is retried with growing pauses and then abandoned; a refusal is final', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const waits = [1, 2, 3, 4].map((attempts) => nextTry(attempts, false, now)!.getTime() - now.getTime());
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000]);
  assert.equal(nextTry(5, false, now), undefined);
  assert.equal(nextTry(1, true, now), undefined);
});
