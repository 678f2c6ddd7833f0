import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type RunningVerva, startVerva } from './verva.ts';

export interface Journey {
  /** Where the server of this file is. */
  readonly url: string;
  readonly browser: Browser;
}

/** A server and a browser for all tests of a file, from the first to the last. */
export function journey(env: Readonly<Record<string, string>> = {}): Journey {
  let verva: RunningVerva | undefined;
  let browser: Browser | undefined;
  before(async () => {
    // One after the other: what has started is there to be ended when the other fails.
    browser = await launchBrowser();
    verva = await startVerva(env);
  });
  after(async () => {
    await browser?.close();
    await verva?.stop();
  });
  return {
    get url() {
      return verva!.url;
    },
    get browser() {
      return browser!;
    },
  };
}
