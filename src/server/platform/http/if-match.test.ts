import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFresh } from './if-match.ts';

const row = { version: 3, updated_at: new Date('2026-11-21T10:00:00Z'), changer: 'Anna Tamm' };

test('MAN-02 API-06 a change of an older state names who changed it and when, with the current state', () => {
  const current = { title: 'Hot work' };
  const conflict = (name: string) => ({
    code: 'edit.conflict',
    params: { name, time: '2026-11-21T10:00:00.000Z' },
    extra: { current },
  });
  assert.throws(() => assertFresh(row, current, '"2"'), conflict('Anna Tamm'));
  assert.throws(() => assertFresh(row, current, undefined, 2), conflict('Anna Tamm'));
  assert.throws(() => assertFresh(row, current, '"3"', 2), conflict('Anna Tamm'));
  assert.throws(() => assertFresh({ ...row, changer: null }, current, '"2"', 3), conflict('Verva'));
  assert.doesNotThrow(() => assertFresh(row, current, undefined));
  assert.doesNotThrow(() => assertFresh(row, current, '"3"', 3));
});
