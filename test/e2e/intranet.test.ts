import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newPage, type PageOptions } from '../support/browser.ts';
import { completeOpenTask } from '../support/complete-task.ts';
import { freePort, type RunningVerva, startVerva } from '../support/verva.ts';

// Somebody else's page on an origin of its own, with our inbox in it as one tag.
let verva: RunningVerva;
let browser: Browser;
let intranet = '';
before(async () => {
  const port = await freePort();
  intranet = `http://127.0.0.1:${port}/`;
  [verva, browser] = await Promise.all([startVerva({ DEMO_PORT: String(port) }), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await verva?.stop();
});

const rows = (page: Page) => page.locator('verva-inbox button.item');

async function visit(prepare: (page: Page) => Promise<unknown> = async () => undefined, options: PageOptions = {}) {
  const opened = await newPage(browser, options);
  await prepare(opened.page);
  const policies: (string | null)[] = [];
  opened.page.on('response', async (response) => {
    if (response.url() === intranet) policies.push(await response.headerValue('content-security-policy'));
  });
  await opened.page.goto(intranet);
  return { ...opened, policies };
}

async function enter(page: Page, username: string): Promise<void> {
  await page.locator('#who').selectOption(username);
  await page.locator('#person button[type=submit]').click();
  await rows(page).first().waitFor();
}

/** Every computed style of everything on the page outside of our element. */
const looks = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, body, body *:not(verva-inbox)')].map((element) => {
      const style = getComputedStyle(element);
      const all = [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
      return `${element.tagName} ${all.join('; ')}`;
    }),
  );

/** The look of the first row and of the field above the list, inside of the element. */
const insides = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('verva-inbox')!.shadowRoot!;
    return ['button.item', '.name', '.meta', 'input', '.verva-root'].map((selector) => {
      const style = getComputedStyle(root.querySelector(selector)!);
      return [...style].map((name) => `${name}: ${style.getPropertyValue(name)}`);
    });
  });

describe('the inbox on a page of another origin', () => {
  test('EMB-01 EMB-02 shows the tasks of whom the page says, under the promised policy', async () => {
    const { page, context, errors, policies } = await visit();
    await enter(page, 'mart.kask');
    assert.ok((await rows(page).count()) > 1);
    assert.equal(new URL(page.url()).origin, new URL(intranet).origin);
    for (const part of [
      "default-src 'none'",
      `script-src 'self' ${verva.url}`,
      "style-src 'self'",
      `connect-src 'self' ${verva.url}`,
      `img-src 'self' ${verva.url} data: blob:`,
      "require-trusted-types-for 'script'",
    ])
      assert.ok(policies[0]?.split('; ').includes(part), `${part} in ${policies[0]}`);
    // The page's language.
    await page.locator('verva-inbox').getByPlaceholder('Otsi ülesandeid').waitFor();
    const names = await rows(page).allTextContents();
    await page.locator('#who').selectOption('wei.zhang');
    await page.locator('#person button[type=submit]').click();
    await page.waitForFunction((before) => {
      const items = document.querySelector('verva-inbox')!.shadowRoot!.querySelectorAll('button.item');
      return items.length > 0 && [...items].map(({ textContent }) => textContent).join() !== before;
    }, names.join());
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-01 TSK-08 a task is opened and completed there', async () => {
    const { page, context, errors } = await visit();
    await enter(page, 'olga.ivanova');
    const completed = page.evaluate(
      () =>
        new Promise<string>((done) =>
          document.addEventListener('verva-task-completed', (event) => done((event as CustomEvent).detail.taskId)),
        ),
    );
    const first = rows(page).first();
    const id = await first.getAttribute('data-task');
    await first.click();
    await completeOpenTask(page);
    assert.equal(await completed, id);
    await page.locator(`verva-inbox [data-task="${id}"]`).waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-03 nothing of the page looks different for it, and nothing is added to it', async () => {
    const without = await visit((page) => page.route('**/embed/**', (route) => route.abort()));
    const before = await looks(without.page);
    const { page, context } = await visit();
    await rows(page).or(page.locator('verva-inbox .empty')).first().waitFor();
    assert.deepEqual(await looks(page), before);
    await Promise.all([context.close(), without.context.close()]);
  });

  test('EMB-03 the rules of the page do not reach into it', async () => {
    const plain = await visit();
    await enter(plain.page, 'mart.kask');
    const hostile = await visit(async (page) => {
      const css = await readFile(new URL('../../demo/intranet.css', import.meta.url), 'utf8');
      const rule = '{ color: red !important; font: 30px serif !important; letter-spacing: 9px !important; ';
      const body = `${css}\n:not(verva-inbox) ${rule} text-transform: uppercase !important; float: right !important }
        button, input, .item, .name, .meta, .verva-root ${rule} background: lime !important; border: 9px solid !important }`;
      await page.route('**/intranet.css', (route) => route.fulfill({ contentType: 'text/css', body }));
    });
    await enter(hostile.page, 'mart.kask');
    const width = (page: Page) => page.locator('verva-inbox').evaluate((element) => element.clientWidth);
    const size = await width(plain.page);
    await hostile.page.evaluate((pixels) => {
      document.querySelector<HTMLElement>('verva-inbox')!.style.width = `${pixels}px`;
    }, size);
    assert.deepEqual(await insides(hostile.page), await insides(plain.page));
    await Promise.all([plain.context.close(), hostile.context.close()]);
  });

  test('EMB-01 on a telephone nothing is wider than the screen', async () => {
    const { page, context } = await visit(undefined, { size: 'mobile' });
    await enter(page, 'mart.kask');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await context.close();
  });
});
