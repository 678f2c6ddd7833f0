import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../errors.ts';
import { createWorkerPool, type PoolLimits } from './pool.ts';

const HOSTILE = new URL('./hostile.support.ts', import.meta.url);
const LIMITS: PoolLimits = {
  threads: 1,
  waiting: 3,
  waitingOfOne: 2,
  waitMs: 120_000,
  runMs: 120_000,
  heapMb: 64,
  idleMs: 120_000,
};

const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => assert.fail('It was not refused.'),
    (error: unknown) => error,
  );
  return error instanceof AppError ? error.code : error;
};

test('work that takes all time, memory or stack of a thread is refused by code, and the next call is answered', async () => {
  const pool = createWorkerPool(LIMITS);
  const quick = createWorkerPool({ ...LIMITS, runMs: 300 });
  assert.equal(await codeOf(quick.run(1, HOSTILE, 'spin', [])), 'content.too_complex');
  assert.equal(quick.size, 0);
  for (const name of ['hoard', 'recurse']) {
    assert.equal(await codeOf(pool.run(1, HOSTILE, name, [])), 'content.too_complex', name);
    assert.deepEqual(await pool.run(1, HOSTILE, 'echo', [{ a: [1, 'b'] }]), { a: [1, 'b'] });
  }
  assert.match(String(await codeOf(pool.run(1, HOSTILE, 'fault', []))), /A fault of ours/);
  assert.match(String(await codeOf(pool.run(1, HOSTILE, 'leave', []))), /ended/);
  assert.equal(await pool.run(1, HOSTILE, 'echo', ['again']), 'again');
  await pool.rest();
  assert.equal(pool.size, 0);
});

test('a full line is refused with server.busy, one tenant cannot fill it, and a thread knows no secrets', async () => {
  const pool = createWorkerPool(LIMITS);
  const running = pool.run(1, HOSTILE, 'echo', ['running']);
  const waiting = [pool.run(1, HOSTILE, 'echo', [1]), pool.run(1, HOSTILE, 'echo', [2])];
  assert.equal(await codeOf(pool.run(1, HOSTILE, 'echo', [3])), 'server.busy');
  const other = pool.run(2, HOSTILE, 'echo', [4]);
  assert.equal(await codeOf(pool.run(3, HOSTILE, 'echo', [5])), 'server.busy');
  assert.deepEqual(await Promise.all([running, ...waiting, other]), ['running', 1, 2, 4]);
  assert.equal(pool.size, 1);
  assert.deepEqual(await pool.run(1, HOSTILE, 'environment', []), []);
  await pool.rest();
});

test('a call that waits too long is refused with server.busy, and the thread of one that runs is not shared', async () => {
  const pool = createWorkerPool({ ...LIMITS, runMs: 3000, waitMs: 100 });
  const spinning = codeOf(pool.run(1, HOSTILE, 'spin', []));
  assert.equal(await codeOf(pool.run(1, HOSTILE, 'echo', [1])), 'server.busy');
  assert.equal(await spinning, 'content.too_complex');
  assert.equal(pool.size, 0);
});
