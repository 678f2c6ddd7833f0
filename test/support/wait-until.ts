import { waitUntil as wait } from '@open-wc/testing';

/** When to give up; how long something takes is not what is asked. A busy machine needs more than open-wc's one second. */
const LIMIT_MS = 20_000;

/** Resolves once `isSo` gives something true. */
export function waitUntil(isSo: () => unknown, message?: string): Promise<void> {
  return wait(isSo as () => boolean, message, { timeout: LIMIT_MS });
}
