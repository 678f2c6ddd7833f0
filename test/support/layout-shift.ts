import type { Page } from 'playwright-core';

/** Milliseconds that every response takes, so that a page is drawn before its data arrives, as on a real connection. */
const LATENCY_MS = 60;

interface Shifts {
  sum: number;
  readonly moved: string[];
}

declare global {
  interface Window {
    vervaShifts?: Shifts;
  }
}

/** Records the layout shift of every document that the page opens from now on. */
export async function recordShifts(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, ...unlimited });
  await page.addInitScript(() => {
    const shifts: Shifts = { sum: 0, moved: [] };
    window.vervaShifts = shifts;
    const take = (entries: PerformanceEntryList) => {
      for (const entry of entries as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        for (const { node } of entry.sources)
          shifts.moved.push(node instanceof Element ? `${node.localName}.${node.className}` : String(node?.nodeName));
      }
    };
    new PerformanceObserver((list) => take(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns the sum of the layout shift of the current document, and what moved. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  // Entries arrive after the next frame.
  await page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done))));
  return page.evaluate(() => window.vervaShifts ?? { sum: Number.NaN, moved: [] });
}
