import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../api/api-error.ts';
import { currentOf, mergeValues } from './merge-values.ts';

const BEFORE = { name: 'Cranes', color: 'blue', parent: { id: '1' } };

test('API-06 after a conflict, fields changed here stay and the others are taken over', () => {
  const typed = { ...BEFORE, name: 'Quay cranes' };
  const now = { ...BEFORE, name: 'Lifts', color: 'red' };
  assert.deepEqual(mergeValues(BEFORE, typed, now), {
    values: { name: 'Quay cranes', color: 'red', parent: { id: '1' } },
    theirs: { name: 'Lifts' },
  });
});

test('API-06 the same change on both sides is no difference', () => {
  const same = { ...BEFORE, parent: { id: '2' } };
  assert.deepEqual(mergeValues(BEFORE, same, { ...same }), { values: same, theirs: {} });
});

test('API-06 only a conflict names the row saved in the meantime', () => {
  const failed = (code: 'edit.conflict' | 'tag.in_use', status: number) => {
    const problem = { type: code, title: code, status, code, instance: '/', current: { version: 2 } };
    return new ApiError(code, status, { problem });
  };
  assert.deepEqual(currentOf(failed('edit.conflict', 412)), { version: 2 });
  assert.equal(currentOf(failed('tag.in_use', 409)), undefined);
  assert.equal(currentOf(new Error('network')), undefined);
});
