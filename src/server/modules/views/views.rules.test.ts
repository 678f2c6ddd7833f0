import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnused, queryOf } from './views.rules.ts';

test('BEY-19 a view asks its list by the query that anybody could write', () => {
  assert.equal(
    queryOf({
      filters: [
        { column: 'due', operation: 'lt', value: 'today+7' },
        { column: 'name', operation: 'like', value: 'a&b=c' },
      ],
      sort: 'priority:desc,due',
    }),
    'due=lt:today%2B7&name=like:a%26b%3Dc&sort=priority%3Adesc%2Cdue',
  );
  assert.equal(queryOf({ filters: [] }), '');
});

test('BEY-19 a view is unused when nobody has used or made it for twelve months', () => {
  const now = new Date('2026-11-21T10:00:00Z');
  const old = new Date('2025-11-21T09:59:59Z');
  assert.equal(isUnused(null, old, now), true);
  assert.equal(isUnused(old, old, now), true);
  assert.equal(isUnused(now, old, now), false);
  assert.equal(isUnused(null, new Date('2025-11-21T10:00:00Z'), now), false);
});
