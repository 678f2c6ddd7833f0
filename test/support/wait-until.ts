import { waitUntil as wait } from '@open-wc/testing';

/** When to give up; the duration itself is not tested. A busy machine needs more than open-wc's one second. */
const LIMIT_MS = 20_000;

/** Resolves once `isSo` returns a truthy value. */
export function waitUntil(isSo: () => unknown, message?: string): Promise<void> {
  return wait(isSo as () => boolean, message, { timeout: LIMIT_MS });
}
