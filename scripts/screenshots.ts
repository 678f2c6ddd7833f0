// Takes pictures of the application with the demo organisations:
//   npm run screenshots                             the pictures of the README, into docs/pictures
//   npm run screenshots -- all [FOLDER] [NAME …]    every screen, or those whose name contains one of the names: in four
//                                                   languages and a pseudo language, at three widths, light and dark,
//                                                   into FOLDER (test-results/screens). Ends with 1 when something
//                                                   does not fit.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { LANGUAGES } from '../src/shared/contracts/constants.ts';
import { arrive, launchBrowser, newPage } from '../test/support/browser.ts';
import { misfits } from '../test/support/page-texts.ts';
import { speakPseudo } from '../test/support/pseudo.ts';
import { arriveFor, open, type Screen, screensOf, settled, VIEWPORTS } from '../test/support/screens.ts';
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

const taskOfInbox = async (page: Page, url: string) => {
  await openTask(page, url);
  // File fields appear shortly after the form.
  await page.locator('verva-task-form .with-files button').first().waitFor();
};
const intranet: Shot['go'] = async (page, _url, address) => {
  await page.goto(address);
  await page.locator('#who').selectOption('mart.kask');
  await page.locator('#person button[type=submit]').click();
  await page.locator('verva-inbox button.item').first().waitFor();
};

const README: readonly Shot[] = [
  { name: 'inbox', size: 'desktop', dark: false, go: taskOfInbox },
  { name: 'inbox', size: 'mobile', dark: false, go: (page, url) => inbox(page, url) },
  { name: 'inbox-dark', size: 'desktop', dark: true, go: taskOfInbox },
  { name: 'intranet', size: 'desktop', dark: false, go: intranet },
];

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

const LOCALES = { en: 'en-GB', et: 'et-EE', ru: 'ru-RU', zh: 'zh-CN', pseudo: 'en-GB' } as const;

/** Takes every screen in one language; returns what does not fit. */
async function takeAll(
  browser: Browser,
  screens: readonly Screen[],
  language: keyof typeof LOCALES,
  folder: string,
  url: string,
): Promise<string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    const { page, context } = await newPage(browser, { locale: LOCALES[language] });
    try {
      if (language === 'pseudo') await speakPseudo(page);
      await arriveFor(page, url, screen, language === 'pseudo' ? 'en' : language);
      await open(page, url, screen);
      for (const viewport of VIEWPORTS) {
        await page.setViewportSize(viewport);
        await settled(page);
        for (const fault of await misfits(page)) found.push(`${screen.name}, ${language}, ${viewport.width}: ${fault}`);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({
            path: join(folder, `${screen.name}-${viewport.width}-${language}-${colorScheme}.png`),
          });
        }
      }
    } catch (error) {
      found.push(`${screen.name}, ${language}: ${(error as Error).message.split('\n')[0]}`);
    } finally {
      await context.close();
    }
  }
  return found;
}

const [mode, given, ...names] = process.argv.slice(2);
const isAll = mode === 'all';
const root = join(import.meta.dirname, '..');
const folder = isAll ? (given ?? join(root, 'test-results/screens')) : join(root, 'docs/pictures');
await mkdir(folder, { recursive: true });
const intranetPort = await freePort();
const verva = await startVerva({ DEMO_PORT: String(intranetPort) });
const browser = await launchBrowser();
const found: string[] = [];
try {
  if (isAll) {
    const screens = (await screensOf(verva.url)).filter(
      ({ name }) => names.length === 0 || names.some((part) => name.includes(part)),
    );
    for (const language of [...LANGUAGES, 'pseudo'] as const)
      found.push(...(await takeAll(browser, screens, language, folder, verva.url)));
    for (const fault of found) console.log(fault);
    console.log(`${screens.length} screens in ${folder}; ${found.length} misfits.`);
  } else {
    for (const shot of README) await take(browser, shot, folder, verva.url, `http://127.0.0.1:${intranetPort}/`);
  }
} finally {
  await browser.close();
  await verva.stop();
}
process.exitCode = found.length === 0 ? 0 : 1;
