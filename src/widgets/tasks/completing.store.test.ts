import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { call } from '../../shared/api/index.ts';
import type { Task } from '../../shared/contracts/tasks.contract.ts';
import { createCompleting } from './completing.store.ts';

const task = (id: string, status = 'open') => ({ id, status }) as unknown as Task;
const OUTCOMES = [{ id: 'approve', label: { en: 'Approve' }, style: 'primary', comment: 'optional', validate: true }];

const SUM = { key: 'total', label: { en: 'Total' }, amount: 120.5, currency: 'EUR', scale: 2, count: 1 };

interface Sent {
  readonly path: string;
  // biome-ignore lint/suspicious/noExplicitAny: requests of the store have any shape
  readonly options: any;
}

/** A server whose check takes a moment and refuses one task. */
function fakeServer() {
  const sent: Sent[] = [];
  let asked = 0;
  const send = (async ({ method, path }: { method: string; path: string }, options: Sent['options']) => {
    sent.push({ path, options });
    if (path === '/api/tasks/{id}') return { outcomes: OUTCOMES };
    if (path.endsWith('/items')) return { items: [{ taskId: 'b', title: 'Mart completed this.' }], next: null };
    if (path.endsWith('/summary')) return { sums: [SUM], refusals: [] };
    if (method === 'GET') {
      asked += 1;
      return { id: 'dry', state: asked < 2 ? 'running' : 'done', total: 2, done: 1, failed: 1 };
    }
    return options.body.dryRun
      ? { id: 'dry', state: 'queued', total: 2, done: 0, failed: 0 }
      : { id: 'run', state: 'held', total: 1, held: { id: 'held' } };
  }) as unknown as typeof call;
  return { send, sent };
}

test('TSK-07 TSK-14 open tasks are checked first, and those that passed are completed by one run that can be undone', async () => {
  const { send, sent } = fakeServer();
  const completing = createCompleting(send, [task('a'), task('z', 'completed'), task('b')], 0);
  await completing.load();
  assert.deepEqual(completing.state.value, { step: 'outcome', outcomes: OUTCOMES });
  await completing.check('approve', 'As agreed');
  assert.deepEqual(sent[1]!.options.body, {
    taskIds: ['a', 'b'],
    action: { action: 'complete', outcome: 'approve', comment: 'As agreed' },
    dryRun: true,
  });
  const now = completing.state.value;
  assert.ok(now.step === 'checked');
  assert.deepEqual([now.run.done, now.refused.map(({ taskId }) => taskId), now.sums], [1, ['b'], [SUM]]);

  await completing.start();
  await completing.start();
  const [first, second] = sent.slice(-2).map(({ options }) => options);
  assert.deepEqual(first.body, { checked: 'dry' });
  assert.equal(first.headers.Prefer, 'undo=10');
  assert.equal(second.idempotencyKey, first.idempotencyKey, 'a lost response starts no second run');
});

test('TSK-07 a check without its sums of money can still be started', async () => {
  const { send } = fakeServer();
  const withoutSums = (async (endpoint: { path: string }, options: unknown) => {
    if (endpoint.path.endsWith('/summary')) throw new Error('offline');
    return send(endpoint as never, options as never);
  }) as unknown as typeof call;
  const completing = createCompleting(withoutSums, [task('a'), task('b')], 0);
  await completing.load();
  await completing.check('approve', '');
  assert.deepEqual(completing.state.value.step === 'checked' && completing.state.value.sums, []);
  assert.equal((await completing.start()).id, 'run');
});

test('TSK-07 a check that fails leads back to the outcomes', async () => {
  const { send } = fakeServer();
  const failing = (async (endpoint: { method: string }, options: unknown) => {
    if (endpoint.method === 'POST') throw new Error('offline');
    return send(endpoint as never, options as never);
  }) as unknown as typeof call;
  const completing = createCompleting(failing, [task('a')], 0);
  await completing.load();
  await assert.rejects(completing.check('approve', ''), /offline/);
  assert.equal(completing.state.value.step, 'outcome');
});
