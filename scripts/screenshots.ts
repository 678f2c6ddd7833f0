// Takes the pictures of the README and of further screens:  npm run screenshots [-- FOLDER]
// Without a folder only the README's pictures are taken, into docs/pictures.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { arrive, launchBrowser, newPage } from '../test/support/browser.ts';
import { freePort, startVerva } from '../test/support/verva.ts';

interface Shot {
  readonly name: string;
  readonly size: 'desktop' | 'mobile';
  readonly dark: boolean;
  readonly locale?: string;
  readonly go: (page: Page, url: string, intranet: string) => Promise<void>;
}

const WIDTH = { desktop: 1280, mobile: 390 } as const;

const inbox = async (page: Page, url: string, username = 'mart.kask') => {
  await arrive(page, url, username);
  await page.locator('verva-inbox button.item').first().waitFor();
};
const openTask = async (page: Page, url: string, username?: string, text = 'Purchase') => {
  await inbox(page, url, username);
  const wanted = page.locator('verva-inbox button.item', { hasText: text });
  await ((await wanted.count()) > 0 ? wanted : page.locator('verva-inbox button.item')).first().click();
  await page.locator('verva-task-form .outcomes button').first().waitFor();
};

const SCREENS: Readonly<Record<string, Shot['go']>> = {
  'sign-in': async (page, url) => {
    await page.goto(`${url}/login`);
    await page.locator('input[name=username]').waitFor();
  },
  'sign-in-password': async (page, url) => {
    await page.goto(`${url}/login`);
    await page.locator('input[name=username]').fill('anna.tamm');
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await page.locator('.error').waitFor();
  },
  'inbox-list': (page, url) => inbox(page, url),
  inbox: async (page, url) => {
    await openTask(page, url);
    // File fields appear shortly after the form.
    await page.locator('verva-task-form .with-files button').first().waitFor();
  },
  'inbox-filter': async (page, url) => {
    await inbox(page, url);
    await page.locator('verva-inbox search button').click();
    await page.locator('verva-inbox .filters-panel select').first().waitFor();
  },
  'inbox-empty': async (page, url) => {
    await inbox(page, url);
    await page.locator('verva-inbox input[type=search]').fill('nothing is called like this');
    await page.locator('verva-inbox .empty .btn').first().waitFor();
  },
  'task-errors': async (page, url) => {
    await openTask(page, url, 'liis.saar', 'order');
    for (const field of await page.locator('verva-task-form input:visible').all())
      await field.fill('').catch(() => undefined);
    await page.locator('verva-task-form .outcomes button').first().click();
    await page
      .locator('verva-task-form .error')
      .first()
      .waitFor({ timeout: 3000 })
      .catch(() => undefined);
  },
  'task-history': async (page, url) => {
    await openTask(page, url);
    await page.locator('verva-task-form [role=tab]').last().click();
    await page.locator('verva-task-form .tl li').first().waitFor();
  },
  'profile-menu': async (page, url) => {
    await inbox(page, url);
    if (await page.locator('button.profile').count()) await page.locator('button.profile').click();
    else await page.locator('.toolbar button').first().click();
  },
  'not-found': async (page, url) => {
    await inbox(page, url);
    await page.goto(`${url}/no-such-page`);
    await page.locator('.empty').waitFor();
  },
  'mass-action': async (page, url) => {
    await inbox(page, url);
    await page.goto(`${url}/mass-action`);
    await page.locator('verva-mass-action thead input').check();
  },
  'mass-action-check': async (page, url) => {
    await inbox(page, url);
    await page.goto(`${url}/mass-action`);
    await page.locator('verva-mass-action thead input').check();
    await page.locator('verva-mass-action .outcomes .primary').click();
    await page.locator('verva-mass-action input[type=radio]').first().check();
    await page.locator('verva-mass-action .outcomes .primary').click();
    await page.locator('verva-mass-action .meter').waitFor();
    await page.locator('verva-mass-action .why').first().waitFor();
  },
  intranet: async (page, _url, intranet) => {
    await page.goto(intranet);
    await page.locator('#who').selectOption('mart.kask');
    await page.locator('#person button[type=submit]').click();
    await page.locator('verva-inbox button.item').first().waitFor();
  },
};

const README: readonly Shot[] = [
  { name: 'inbox', size: 'desktop', dark: false, go: SCREENS.inbox! },
  { name: 'inbox', size: 'mobile', dark: false, go: SCREENS['inbox-list']! },
  { name: 'inbox-dark', size: 'desktop', dark: true, go: SCREENS.inbox! },
  { name: 'intranet', size: 'desktop', dark: false, go: SCREENS.intranet! },
];

const ALL: readonly Shot[] = Object.entries(SCREENS).flatMap(([name, go]) =>
  (['desktop', 'mobile'] as const).flatMap((size) =>
    [false, true].map((dark) => ({ name: dark ? `${name}-dark` : name, size, dark, go })),
  ),
);

async function take(browser: Browser, shot: Shot, folder: string, url: string, intranet: string): Promise<void> {
  const { page, context } = await newPage(browser, {
    size: shot.size,
    dark: shot.dark,
    ...(shot.locale ? { locale: shot.locale } : {}),
  });
  try {
    await shot.go(page, url, intranet);
    await page.screenshot({ path: join(folder, `${shot.name}-${WIDTH[shot.size]}.png`) });
  } catch (error) {
    console.error(`${shot.name} ${shot.size}: ${(error as Error).message.split('\n')[0]}`);
    await page.screenshot({ path: join(folder, `${shot.name}-${WIDTH[shot.size]}.failed.png`) });
  } finally {
    await context.close();
  }
}

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/pictures');
const only = process.argv[3];
await mkdir(folder, { recursive: true });
const intranetPort = await freePort();
const verva = await startVerva({ DEMO_PORT: String(intranetPort) });
const browser = await launchBrowser();
try {
  const shots = (process.argv[2] ? ALL : README).filter(({ name }) => !only || name.startsWith(only));
  for (const shot of shots) await take(browser, shot, folder, verva.url, `http://127.0.0.1:${intranetPort}/`);
} finally {
  await browser.close();
  await verva.stop();
}
