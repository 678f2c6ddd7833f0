import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { type RunningVerva, startVerva } from './verva.ts';

export interface Journey {
  /** Address of this file's server. */
  readonly url: string;
  readonly browser: Browser;
}

/** Starts one server and one browser for all tests of a file. */
export function journey(env: Readonly<Record<string, string>> = {}): Journey {
  let verva: RunningVerva | undefined;
  let browser: Browser | undefined;
  before(async () => {
    // Sequential: if the second fails to start, the first can still be stopped.
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
