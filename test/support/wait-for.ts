import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** When to give up; how long something takes is not what is asked. */
const LIMIT_MS = 20_000;

/** Resolves once what is read is what is expected: a page shows some time after it was asked what came of it. */
export async function waitFor<T>(
  read: () => T | Promise<T>,
  expected: T,
  message?: string,
  limitMs = LIMIT_MS,
): Promise<void> {
  const end = performance.now() + limitMs;
  for (;;) {
    const found = await read();
    if (isDeepStrictEqual(found, expected)) return;
    if (performance.now() > end) assert.deepEqual(found, expected, message);
    await setTimeout(50);
  }
}
