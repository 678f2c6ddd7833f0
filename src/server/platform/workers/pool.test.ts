import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { waitFor } from '../../../../test/support/wait-for.ts';
import { forClient } from '../client-disconnect.ts';
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

test('work that exhausts time, memory or stack of a thread is refused by code, and the next call works', async () => {
  const pool = createWorkerPool(LIMITS);
  const quick = createWorkerPool({ ...LIMITS, runMs: 300 });
  assert.equal(await codeOf(quick.run(1, HOSTILE, 'loopForever', [])), 'content.too_complex');
  assert.equal(quick.size, 0);
  for (const name of ['allocateForever', 'recurse']) {
    assert.equal(await codeOf(pool.run(1, HOSTILE, name, [])), 'content.too_complex', name);
    assert.deepEqual(await pool.run(1, HOSTILE, 'echo', [{ a: [1, 'b'] }]), { a: [1, 'b'] });
  }
  assert.match(String(await codeOf(pool.run(1, HOSTILE, 'fault', []))), /An internal error/);
  assert.match(String(await codeOf(pool.run(1, HOSTILE, 'leave', []))), /ended/);
  assert.equal(await pool.run(1, HOSTILE, 'echo', ['again']), 'again');
  await pool.rest();
  assert.equal(pool.size, 0);
});

test('a full queue is refused with server.busy, one tenant cannot fill it, and a thread has no secrets', async () => {
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

test('a call that waits too long is refused with server.busy, and a running thread is not shared', async () => {
  const pool = createWorkerPool({ ...LIMITS, runMs: 3000, waitMs: 100 });
  const spinning = codeOf(pool.run(1, HOSTILE, 'loopForever', []));
  assert.equal(await codeOf(pool.run(1, HOSTILE, 'echo', [1])), 'server.busy');
  assert.equal(await spinning, 'content.too_complex');
  assert.equal(pool.size, 0);
});

test('the calls of a disconnected client are removed from the queue, and their running threads are ended', async () => {
  const pool = createWorkerPool(LIMITS);
  const server = createServer((request, response) => {
    const work = forClient(response, () => pool.run(1, HOSTILE, request.url!.slice(1), ['answered']));
    void work.then(
      (result) => response.end(String(result)),
      (error: AppError) => codes.push(error.code),
    );
  });
  const codes: string[] = [];
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const leave = new AbortController();
  const { signal } = leave;
  const ask = (name: string) => fetch(`${address}/${name}`, { signal }).catch(() => 'left');
  const left = [ask('loopForever')];
  await waitFor(() => pool.size, 1);
  left.push(ask('echo'), ask('echo'));
  await waitFor(() => pool.waiting, 2);
  leave.abort();
  assert.deepEqual(await Promise.all(left), ['left', 'left', 'left']);
  // Without the abort it would take two minutes.
  await waitFor(() => codes, ['request.abandoned', 'request.abandoned', 'request.abandoned']);
  assert.deepEqual([pool.size, pool.waiting], [0, 0]);
  assert.equal(await (await fetch(`${address}/echo`)).text(), 'answered');
  assert.equal(await pool.run(1, HOSTILE, 'echo', ['of no request']), 'of no request');
  server.closeAllConnections();
  server.close();
  await pool.rest();
});
