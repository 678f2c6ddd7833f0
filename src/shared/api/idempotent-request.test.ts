import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from './api-error.ts';
import { createIdempotentRequest } from './idempotent-request.ts';

/** Sends requests with the given results, an error or null per attempt. Returns the idempotency keys. */
async function keysOf(attempts: readonly (readonly [wanted: unknown, failure: unknown])[]): Promise<string[]> {
  let made = 0;
  const idempotent = createIdempotentRequest(() => `key-${++made}`);
  const keys: string[] = [];
  for (const [wanted, failure] of attempts) {
    const sent = idempotent.carryOut(wanted, async (key) => {
      keys.push(key);
      if (failure) throw failure;
      return 'done';
    });
    if (failure) await assert.rejects(sent, { name: 'ApiError' });
    else assert.equal(await sent, 'done');
  }
  return keys;
}

test('API-06 a repetition after a lost or partial response has the same key until it succeeds', async () => {
  const failures = [
    new ApiError('network', 0),
    new TypeError('the line broke off'),
    new ApiError('unreadable', 502),
    new ApiError('unreadable', 400),
    new ApiError('idempotency.in_progress', 409),
    null,
    null,
  ];
  const keys = await keysOf(failures.map((failure) => [{ outcome: 'approve' }, failure]));
  assert.deepEqual(keys, [...Array<string>(6).fill('key-1'), 'key-2']);
});

test('API-06 a decision of the server ends it, and another request has its own key', async () => {
  assert.deepEqual(
    await keysOf([
      ['approve', new ApiError('edit.conflict', 412)],
      ['approve', new ApiError('network', 0)],
      ['reject', new ApiError('network', 0)],
      ['approve', null],
    ]),
    ['key-1', 'key-2', 'key-3', 'key-4'],
  );
});
