import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usersInCircles } from './circles.rules.ts';

const circles = (managers: Record<string, string[]>) => [...usersInCircles(new Map(Object.entries(managers)))].sort();

test('ADM-01 users in a circle of managers are found, those below and above it are not', () => {
  assert.deepEqual(circles({ a: ['b'], b: ['c'], c: ['a'], d: ['a'], e: ['d'], a2: ['b2'] }), ['a', 'b', 'c']);
  assert.deepEqual(circles({ a: ['b', 'c'], b: ['c'], c: [] }), []);
  assert.deepEqual(circles({ a: ['b', 'top'], b: ['a'], top: [] }), ['a', 'b']);
  assert.deepEqual(circles({ a: ['a'] }), ['a']);
});
