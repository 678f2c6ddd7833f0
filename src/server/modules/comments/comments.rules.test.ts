import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentOf, mayEdit, mayRemove, textOf } from './comments.rules.ts';

test('TSK-17 a comment is trimmed and limited, in characters as people count them', () => {
  assert.equal(textOf('  Look \n'), 'Look');
  assert.equal(textOf(undefined), '');
  assert.equal(textOf('😀'.repeat(4000)), '😀'.repeat(4000));
  const code = 'comment.too_long';
  const params = { max: 4000 };
  assert.throws(() => textOf('x'.repeat(4001)), {
    code,
    params,
    extra: { errors: [{ pointer: '/text', code, params }] },
  });
});

test('TSK-17 a comment has a text', () => {
  const code = 'comment.required';
  assert.equal(commentOf(' a '), 'a');
  assert.throws(() => commentOf('  '), { code, extra: { errors: [{ pointer: '/text', code }] } });
});

test('TSK-17 authors edit while the task is open, and remove at any time; administrators remove', () => {
  const comment = { authorId: 'anna', removedAt: null };
  const removed = { ...comment, removedAt: '2026-11-21' };
  assert.equal(mayEdit(comment, 'anna', true), true);
  for (const [one, who, isOpen] of [
    [comment, 'anna', false],
    [comment, 'mart', true],
    [removed, 'anna', true],
  ] as const) {
    assert.equal(mayEdit(one, who, isOpen), false);
  }
  assert.deepEqual(
    [mayRemove(comment, 'anna', false), mayRemove(comment, 'mart', true), mayRemove(comment, 'mart', false)],
    [true, true, false],
  );
  assert.deepEqual([mayRemove(removed, 'anna', false), mayRemove(removed, 'mart', true)], [false, false]);
});
