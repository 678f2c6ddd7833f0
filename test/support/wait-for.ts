import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** When to give up; the duration itself is not tested. */
const LIMIT_MS = 20_000;

/** Resolves once the value read equals the expected one, for pages that show a result after some time. */
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
