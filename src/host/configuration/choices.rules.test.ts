import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConfigStep } from '../../shared/contracts/config.contract.ts';
import { effectOf, stateOf } from './choices.rules.ts';

const step = (key: string, action: ConfigStep['action']): ConfigStep => ({
  ...{ kind: 'forms', key, title: key, action },
  ...{ changes: [], more: 0, conflicts: [], effects: [] },
});

test('BEY-22 a conflict is open until a version is chosen, and a choice overrules the plan', () => {
  const none = new Map();
  assert.equal(effectOf(step('a', 'conflict'), none), 'open');
  assert.equal(effectOf(step('a', 'keep'), none), 'kept');
  assert.equal(effectOf(step('a', 'merged'), none), 'applied');
  for (const action of ['add', 'keep', 'conflict'] as const) {
    assert.equal(effectOf(step('a', action), new Map([['forms/a', 'here']])), 'kept');
    assert.equal(effectOf(step('a', action), new Map([['forms/a', 'file']])), 'applied');
  }
  const plan = {
    steps: [step('a', 'add'), step('b', 'conflict'), step('c', 'remove'), step('d', 'keep')],
    faults: [{ kind: 'forms', key: 'c', pointer: '/forms/c', code: 'form.in_use', title: 'Used' }],
  };
  assert.deepEqual(stateOf(plan, none), { applied: 2, open: 1, faulty: 1 });
  assert.deepEqual(
    stateOf(
      plan,
      new Map([
        ['forms/b', 'file'],
        ['forms/c', 'here'],
      ]),
    ),
    { applied: 2, open: 0, faulty: 0 },
  );
});
