import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Choice, type Content, resultOf, type StepAction, stepOf } from './plan.rules.ts';

const [A, B, C] = [
  { id: 'x', name: 'A' },
  { id: 'x', name: 'B' },
  { id: 'x', name: 'C' },
];
const REMOVED = { id: 'x', removed: true };
const D = { ...A, description: 'D' };

type Row = readonly [
  base: Content | undefined,
  file: Content,
  current: Content,
  action: StepAction | null,
  more?: object,
];

const ROWS: readonly Row[] = [
  [undefined, A, A, null],
  [undefined, A, null, 'add'],
  [undefined, A, B, 'conflict'],
  [undefined, A, B, 'change', { overwrite: true }],
  [undefined, null, B, null, { prune: true, overwrite: true }],
  [undefined, REMOVED, A, 'remove'],
  [undefined, REMOVED, null, null],
  [null, REMOVED, null, null],
  [A, A, A, null],
  [A, B, A, 'change'],
  [A, B, B, null],
  [null, A, null, 'add'],
  [A, null, A, 'keep'],
  [A, null, A, 'remove', { prune: true }],
  [A, REMOVED, A, 'remove'],
  [A, null, null, null, { prune: true }],
  [A, A, B, 'keep'],
  [A, A, B, 'change', { overwrite: true }],
  [A, A, null, 'keep'],
  [A, A, null, 'add', { overwrite: true }],
  [null, null, A, null, { prune: true, overwrite: true }],
  [A, B, C, 'conflict'],
  [A, B, C, 'change', { overwrite: true }],
  [A, B, D, 'merged'],
  [A, null, B, 'conflict'],
  [A, null, B, 'keep', { overwrite: true }],
  [A, null, B, 'remove', { overwrite: true, prune: true }],
  [A, B, null, 'conflict'],
  [null, A, B, 'conflict'],
];

test('BEY-22 what happens to an object follows from what was applied last, the file, and the present state', () => {
  for (const [base, file, current, action, options = {}] of ROWS) {
    const step = stepOf({ base, file, current }, { prune: false, overwrite: false, ...options });
    assert.equal(step?.action ?? null, action, JSON.stringify([base, file, current, options]));
  }
  assert.deepEqual(stepOf({ base: A, file: B, current: D }, { prune: false, overwrite: false }), {
    action: 'merged',
    result: { ...B, description: 'D' },
    conflicts: [],
  });
  assert.deepEqual(stepOf({ base: A, file: B, current: C }, { prune: false, overwrite: false })?.conflicts, ['/name']);
});

test('BEY-22 a choice decides between the file and what is here; a conflict needs one', () => {
  const result = (action: StepAction, choice?: Choice) => resultOf({ action, result: A, file: B }, choice);
  assert.equal(result('conflict'), null);
  assert.deepEqual(result('conflict', 'file'), { content: B });
  assert.equal(result('conflict', 'here'), undefined);
  assert.equal(result('keep'), undefined);
  assert.deepEqual(result('keep', 'file'), { content: B });
  assert.deepEqual(result('merged'), { content: A });
  assert.deepEqual(result('merged', 'file'), { content: B });
  assert.equal(result('change', 'here'), undefined);
  assert.deepEqual(result('add'), { content: A });
});
