import puppeteer from 'puppeteer-core';
import { CHROMIUM } from '../support/chromium.ts';
import type { Tab } from './tab.ts';

const LAUNCH = {
  chrome: { ...CHROMIUM, args: [...CHROMIUM.args, '--lang=en-GB'] },
  firefox: { extraPrefsFirefox: { 'intl.accept_languages': 'en-GB, en', 'app.update.auto': false } },
};

/** Opens a window of Chromium by its own protocol, or of Firefox by WebDriver BiDi. */
export async function openTab(browser: 'chrome' | 'firefox', executablePath: string): Promise<Tab> {
  const started = await puppeteer.launch({ ...LAUNCH[browser], browser, executablePath, headless: true });
  const page = await started.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content.Security.Policy|Trusted ?Types/i.test(message.text()))
      errors.push(message.text());
  });
  await page.setViewport({ width: 1280, height: 800 });
  return {
    version: await started.version(),
    goto: async (url) => void (await page.goto(url)),
    run: (what, ...given) =>
      page.evaluate(what as (...given: unknown[]) => ReturnType<typeof what>, ...(given as unknown[])),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    errors: async () => errors,
    close: () => started.close(),
  };
}
