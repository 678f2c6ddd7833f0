import assert from 'node:assert/strict';
import { test } from 'node:test';
import { definitionOf, flows, gateway, Instance, start, task } from '../../../../../test/processes/model.ts';
import type { ProcessEvent } from './model.ts';
import { newState, step } from './step.ts';

test('a state stays small: ended items leave no data', async () => {
  const body = `${start()}${gateway('exclusive', 'm')}${task('a')}${gateway('exclusive', 'g', 'default="g_m"')}${task('b')}${flows('s>m m>a a>g g>b[n > 50] g>m')}`;
  const instance = new Instance(await definitionOf(body)).start({ n: 0 });
  const first = JSON.stringify(instance.state).length;
  for (let round = 1; round <= 51; round += 1) instance.complete('a', { n: round });
  assert.deepEqual(instance.open, ['b']);
  assert.ok(JSON.stringify(instance.state).length < first + 20);
});

test('a new instance has no items, in the first version of the stored form', () => {
  assert.deepEqual(newState(), { v: 1, seq: 0, status: 'new', items: [] });
});

test('the same event on the same state gives the same result, and a step does not change the given state', async () => {
  const definition = await definitionOf(
    `${start()}${task('a', 'verva:dueDate="=today() + duration(&quot;P2D&quot;)"')}${flows('s>a')}`,
  );
  const event: ProcessEvent = {
    kind: 'start',
    id: 'x',
    at: '2026-01-05T10:00:00Z',
    zone: 'Europe/Tallinn',
    vars: { list: [1] },
  };
  const state = newState();
  assert.deepEqual(step(definition, state, event), step(definition, newState(), event));
  assert.deepEqual(state, newState());
});
