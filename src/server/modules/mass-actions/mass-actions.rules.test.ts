import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindOf, selectionOf } from './mass-actions.rules.ts';

const action = { action: 'complete' } as const;
const id = '019aa5d0-0000-7000-8000-000000000001';

test('TSK-14 tasks are selected by exactly one of ids, a filter and a dry run', () => {
  assert.deepEqual(selectionOf({ taskIds: [id, id.toUpperCase()], action }), { taskIds: [id] });
  const filter = { processKey: 'p', taskKey: 't' };
  assert.deepEqual(selectionOf({ filter, action }), { filter });
  assert.deepEqual(selectionOf({ checked: id }), { checked: id });
  assert.throws(() => selectionOf({ action }), { code: 'mass.empty' });
  for (const body of [
    { taskIds: [id], filter, action },
    { taskIds: [id], checked: id },
    { taskIds: [id] },
    { checked: id, action },
    { checked: id, dryRun: true },
  ]) {
    assert.throws(() => selectionOf(body), { code: 'request.invalid' }, JSON.stringify(body));
  }
});

test('TSK-14 a mass action covers one kind of task', () => {
  const of = (process_key: string, node_id: string) => ({ process_key, node_id });
  assert.equal(kindOf([]), null);
  assert.deepEqual(kindOf([of('p', 'a'), of('p', 'a')]), { processKey: 'p', taskKey: 'a' });
  assert.throws(() => kindOf([of('p', 'a'), of('p', 'b')]), { code: 'mass.mixed_kinds' });
  assert.throws(() => kindOf([of('p', 'a'), of('q', 'a')]), { code: 'mass.mixed_kinds' });
});
