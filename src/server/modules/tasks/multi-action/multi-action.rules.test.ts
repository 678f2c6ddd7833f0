import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MultiAction } from '../../../../shared/contracts/all-tasks.contract.ts';
import { assertAction, changeOf } from './multi-action.rules.ts';

const WHOLE: readonly MultiAction[] = [
  { action: 'claim' },
  { action: 'release' },
  { action: 'read' },
  { action: 'unread' },
  { action: 'assign', userId: 'anna' },
  { action: 'delegate', userId: 'anna', returns: true, comment: 'Look' },
  { action: 'complete', outcome: 'approve', variables: {}, comment: 'Fine' },
  { action: 'priority', priority: 0 },
  { action: 'due', due: null },
  { action: 'followUp', followUp: '2026-11-21' },
  { action: 'snooze', until: '2026-11-21T10:00:00Z', stopsClock: true },
];

test('TSK-07 each action has its own fields', () => {
  for (const action of WHOLE) assert.doesNotThrow(() => assertAction(action), action.action);
  assert.doesNotThrow(() => assertAction({ action: 'complete' }));
  const own = Object.fromEntries(WHOLE.map((action) => [action.action, action]));
  for (const action of WHOLE) {
    for (const [name, value] of WHOLE.flatMap((other) => Object.entries(other))) {
      if (Object.hasOwn(own[action.action]!, name)) continue;
      const errors = [{ pointer: `/action/${name}`, code: 'field.unknown', params: { attribute: name } }];
      const foreign = { ...action, [name]: value } as MultiAction;
      assert.throws(
        () => assertAction(foreign),
        { code: 'request.invalid', extra: { errors } },
        `${action.action} ${name}`,
      );
    }
  }
});

test('TSK-07 ERR-04 the missing field of an action is named', () => {
  for (const [action, parameter] of [
    [{ action: 'assign' }, 'userId'],
    [{ action: 'delegate' }, 'userId'],
    [{ action: 'delegate', userId: 'anna' }, 'returns'],
    [{ action: 'priority' }, 'priority'],
    [{ action: 'due' }, 'due'],
    [{ action: 'followUp' }, 'followUp'],
    [{ action: 'snooze' }, 'until'],
  ] as const) {
    assert.throws(() => assertAction(action), { code: 'request.missing_parameter', params: { parameter } });
  }
});

test('TSK-16 a due day ends with that day, and a follow-up day begins with it', () => {
  const change = (action: MultiAction) => changeOf(action, 'Europe/Tallinn');
  assert.deepEqual(change({ action: 'priority', priority: 70 }), { field: 'priority', priority: 70 });
  assert.deepEqual(change({ action: 'due', due: '2026-11-21' }), {
    field: 'due',
    at: new Date('2026-11-21T21:59:59.999Z'),
    isDay: true,
  });
  assert.deepEqual(change({ action: 'followUp', followUp: '2026-11-21' }), {
    field: 'followUp',
    at: new Date('2026-11-20T22:00:00Z'),
  });
  const instant = '2026-11-21T10:00:00.500Z';
  assert.deepEqual(change({ action: 'due', due: instant }), { field: 'due', at: new Date(instant), isDay: false });
  assert.deepEqual(change({ action: 'due', due: null }), { field: 'due', at: null, isDay: false });
  assert.deepEqual(change({ action: 'followUp', followUp: null }), { field: 'followUp', at: null });
  for (const action of ['claim', 'complete', 'snooze'] as const) assert.equal(change({ action }), undefined);
});

test('TSK-16 a date that does not exist is refused', () => {
  for (const text of [
    '2026-02-30',
    '2026-13-01T00:00:00Z',
    'tomorrow',
    '2026-11-21T10:00:00',
    '2026-11-21T10:00:00.1234Z',
  ]) {
    for (const name of ['due', 'followUp'] as const) {
      const errors = [{ pointer: `/action/${name}`, code: 'field.type', params: { attribute: name } }];
      assert.throws(
        () => changeOf({ action: name, [name]: text }, 'UTC'),
        { code: 'request.invalid', extra: { errors } },
        text,
      );
    }
  }
});
