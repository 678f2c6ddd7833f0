import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { startHosted } from './hosted-server.ts';
import type { RunningServer } from './verva.ts';

export interface Journey {
  /** Address of this file's server. */
  readonly url: string;
  readonly browser: Browser;
  /** Returns everything that the server printed. */
  output(): string;
}

type Settings = Readonly<Record<string, string>>;

/** Opens a browser and starts a server, with these settings, for all tests of a file. */
export function journey(env: Settings | (() => Promise<Settings>) = {}): Journey {
  let verva: RunningServer | undefined;
  let browser: Browser | undefined;
  before(async () => {
    // Sequential: if the second fails to start, the first can still be stopped.
    browser = await launchBrowser();
    verva = await startHosted(typeof env === 'function' ? await env() : env);
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
    output: () => verva!.output(),
  };
}
