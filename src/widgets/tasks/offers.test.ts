import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { type BulkAction, reasonAgainst } from './offers.ts';

const task = (status: string, key: string, assignee: string | null = null) =>
  ({ status, process: { key }, taskKey: 'approve', assignee: assignee && { key: assignee } }) as unknown as Task;
const reasons = (tasks: readonly Task[], isAdmin = true) =>
  Object.fromEntries(
    (['complete', 'assign', 'delegate', 'due', 'priority', 'export', 'read', 'unread'] as const)
      .map((action: BulkAction) => [action, reasonAgainst(action, tasks, { key: 'ann', isAdmin })] as const)
      .filter(([, reason]) => reason !== null),
  );

test('TSK-07 the actions offered follow from the selected tasks, each of the others with its reason', () => {
  assert.deepEqual(reasons([task('open', 'order'), task('open', 'order')]), {});
  assert.deepEqual(reasons([task('open', 'order'), task('completed', 'leave')]), {}, 'one of them is open');
  assert.deepEqual(reasons([task('open', 'order'), task('open', 'leave')]), { complete: 'kinds' });
  const ended = { complete: 'ended', assign: 'ended', delegate: 'ended', due: 'ended', priority: 'ended' };
  assert.deepEqual(reasons([task('completed', 'order'), task('cancelled', 'order')]), ended);
  const others = { assign: 'others', delegate: 'others', due: 'others', priority: 'others' };
  assert.deepEqual(reasons([task('open', 'order', 'bob')], false), others);
  assert.deepEqual(reasons([task('open', 'order', 'ann')], false), {});
});
