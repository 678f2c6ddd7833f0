import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { UNDO_SECONDS } from '../../src/shared/contracts/constants.ts';

/** The maximum that the server allows. */
const LONGEST_SECONDS = 30;
const isApi = (url: URL) => url.pathname.startsWith('/api/');

/**
 * Runs a part of a test with a longer undo window: on a busy machine ten seconds can pass before the test clicks.
 * Requests are modified in transit, after checking that the interface asks for ten seconds.
 */
export async function inUndoWindow(page: Page, part: () => Promise<void>): Promise<void> {
  const asked = new Set<string>();
  await page.route(isApi, (route) => {
    const { prefer, ...headers } = route.request().headers();
    if (!prefer) return route.fallback();
    asked.add(prefer);
    return route.continue({ headers: { ...headers, prefer: `undo=${LONGEST_SECONDS}` } });
  });
  await part();
  assert.deepEqual([...asked], [`undo=${UNDO_SECONDS}`]);
  if (!page.isClosed()) await page.unroute(isApi);
}
