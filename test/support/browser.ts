import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { SESSION_KEY } from '../../src/shared/session/stored-session.ts';
import { CHROMIUM } from './chromium.ts';
import { identityTokens } from './identity-client.ts';

const require = createRequire(import.meta.url);
const AXE = require.resolve('axe-core/axe.min.js');

const SIZES = { desktop: { width: 1280, height: 800 }, mobile: { width: 390, height: 844 } } as const;

/** How long a test waits for what it expects: a sign-in by an identity provider takes 15 s where others burn both cores. */
const WAIT_MS = 60_000;

export interface PageOptions {
  readonly size?: keyof typeof SIZES;
  readonly dark?: boolean;
  readonly locale?: string;
  /** Servers of this run may speak for themselves. */
  readonly ignoresCertificates?: boolean;
}

/** A real Chromium without anything that calls home. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM);
}

/** A page of a visitor who was never here before. Errors of the page's own code fail the test that reads `errors`. */
export async function newPage(
  browser: Browser,
  { size = 'desktop', dark = false, locale = 'en-GB', ignoresCertificates = false }: PageOptions = {},
): Promise<{ page: Page; context: BrowserContext; errors: string[] }> {
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: dark ? 'dark' : 'light',
    locale,
    timezoneId: 'Europe/Tallinn',
    reducedMotion: 'reduce',
    ignoreHTTPSErrors: ignoresCertificates,
  });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?(Types|HTML|Script)/i.test(message.text())) errors.push(message.text());
  });
  return { page, context, errors };
}

const PASSWORD = 'Verva-demo-2026';

/** Has the language of the interface chosen in this browser, whatever the person's own is. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((id) => {
    localStorage.setItem('vva_language', JSON.stringify({ value: id, expire: null }));
  }, language);
}

/** Is signed in already, as somebody who comes back to this browser: what a test does that is not about signing in. */
export async function arrive(page: Page, url: string, username: string, language = 'en'): Promise<void> {
  await speak(page, language);
  const { RefreshToken } = await identityTokens(url, username, PASSWORD);
  await page.addInitScript(
    ({ key, entry }) => {
      // Once: the session of this page may end, and a later one is not this one.
      if (location.protocol === 'about:' || sessionStorage.getItem('arrived')) return;
      sessionStorage.setItem('arrived', 'yes');
      localStorage.setItem(key, entry);
    },
    { key: SESSION_KEY, entry: JSON.stringify({ v: RefreshToken, exp: Date.now() + 86_400_000 }) },
  );
  await page.goto(`${url}/inbox`);
  await page.waitForURL('**/inbox**');
}

/** Signs in through the screen, as a person does. */
export async function signIn(page: Page, url: string, username: string, language = 'en'): Promise<void> {
  await speak(page, language);
  await page.goto(`${url}/login`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('form button[type=submit]').click();
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/inbox**');
}

/** From here on, and on the pages that are opened then, time passes only when the test says so. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** For how long a screen may still be on its way: what is read anew is dimmed, what opens is half there. */
const CHANGING_MS = 5000;

/** What axe finds at WCAG 2.2 AA and its best practices and goes on finding, one line each. It looks into open shadow roots. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const end = performance.now() + CHANGING_MS;
  for (;;) {
    const findings = await lookOnce(page, rules);
    if (findings.length === 0 || performance.now() > end) return findings;
    await setTimeout(200);
  }
}

async function lookOnce(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated and not added as a script: that is what the policies of our pages refuse.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await readFile(AXE, 'utf8'));
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as {
      axe: {
        run(options: {
          resultTypes: string[];
          runOnly?: readonly string[];
        }): Promise<{ violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(only ? { runOnly: only } : {}) });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${JSON.stringify(target)} ${failureSummary ?? ''}`),
    );
  }, rules);
}
