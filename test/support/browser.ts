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

/**
 * How long a test waits for an expected state: a sign-in by an identity provider takes 15 s when both cores are busy.
 */
const WAIT_MS = 60_000;

export interface PageOptions {
  readonly size?: keyof typeof SIZES;
  readonly dark?: boolean;
  readonly locale?: string;
  /** Accepts the self-signed certificates of servers in this run. */
  readonly ignoresCertificates?: boolean;
}

/** Launches a real Chromium without background requests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(CHROMIUM);
}

/** Opens a page of a first-time visitor. Errors of the page's own code fail the test that reads `errors`. */
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

/** Leaves the offer of a second factor, which follows the first sign-in, for later. */
export async function protectLater(page: Page): Promise<void> {
  await page.waitForURL('**/second-factor?**');
  await page.locator('main .btn.ghost').click();
}

/** Chooses the interface language in this browser, whatever the user's profile says. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.addInitScript((id) => {
    localStorage.setItem('vva_language', JSON.stringify({ value: id, expire: null }));
  }, language);
}

/**
 * Gives the page a session, for tests that are not about signing in. The address that it opens next begins with it.
 */
export async function giveSession(page: Page, url: string, username: string, language = 'en'): Promise<void> {
  await speak(page, language);
  const { RefreshToken } = await identityTokens(url, username, PASSWORD);
  await page.addInitScript(
    ({ key, entry }) => {
      // Only once: the page's session may end, and must not be restored.
      if (location.protocol === 'about:' || sessionStorage.getItem('arrived')) return;
      sessionStorage.setItem('arrived', 'yes');
      localStorage.setItem(key, entry);
    },
    { key: SESSION_KEY, entry: JSON.stringify({ v: RefreshToken, exp: Date.now() + 86_400_000 }) },
  );
}

/** Opens an address with a session, at once: the inbox before it would be half of the work of a short test. */
export async function arriveAt(page: Page, address: string, username: string, language = 'en'): Promise<void> {
  await giveSession(page, new URL(address).origin, username, language);
  await page.goto(address);
}

/** Opens the inbox with a session. */
export async function arrive(page: Page, url: string, username: string, language = 'en'): Promise<void> {
  await arriveAt(page, `${url}/inbox`, username, language);
  await page.waitForURL('**/inbox**');
}

/** Signs in through the sign-in screen. */
export async function signIn(page: Page, url: string, username: string, language = 'en'): Promise<void> {
  await speak(page, language);
  await page.goto(`${url}/login`);
  await page.locator('input[name=username]').fill(username);
  await page.locator('form button[type=submit]').click();
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/inbox**');
}

/** Stops the clock on this page and on pages opened later; time passes only when the test advances it. */
export async function stopClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}

/** How long a screen may be in transition: reloading data is dimmed, an opening part is incomplete. */
const CHANGING_MS = 5000;

/** Returns violations of WCAG 2.2 AA and best practices that persist, one line each. Includes open shadow roots. */
export async function axeFindings(page: Page, rules?: readonly string[]): Promise<string[]> {
  const end = performance.now() + CHANGING_MS;
  for (;;) {
    const findings = await lookOnce(page, rules);
    if (findings.length === 0 || performance.now() > end) return findings;
    await setTimeout(200);
  }
}

async function lookOnce(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Evaluated instead of added as a script element, which the pages' policies refuse.
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
