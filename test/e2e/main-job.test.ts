import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newPage, signIn, speak } from '../support/browser.ts';
import { type RunningVerva, startVerva } from '../support/verva.ts';

let verva: RunningVerva;
let browser: Browser;
before(async () => {
  [verva, browser] = await Promise.all([startVerva(), launchBrowser()]);
});
after(async () => {
  await browser?.close();
  await verva?.stop();
});

const taskIdOf = (page: Page) => new URL(page.url()).searchParams.get('taskId');
const badge = (page: Page) => page.locator('.toolbar .count [aria-hidden]').first();

describe('the main job', () => {
  test('GRD-01 GRD-02 GRD-04 a stranger is asked to sign in and gets to the page that was wanted', async () => {
    const { page, context, errors } = await newPage(browser);
    await speak(page, 'en');
    await page.goto(`${verva.url}/inbox?taskId=none`);
    await page.waitForURL('**/login?redirect=*');
    assert.equal(await page.locator('verva-inbox').count(), 0);
    await page.locator('input[name=username]').fill('mart.kask');
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill('Verva-demo-2026');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/inbox?taskId=none');
    await page.locator('verva-task-form').getByText('does not exist').waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('LOG-02 ERR-01 a wrong password is said at its field and keeps the name', async () => {
    const { page, context } = await newPage(browser);
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').fill('mart.kask');
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill('not the password');
    await page.keyboard.press('Enter');
    await page.getByText('Incorrect username or password.').waitFor();
    assert.equal(await page.locator('input[name=username]').inputValue(), 'mart.kask');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'password');
    await context.close();
  });

  test('RTE-01 RTE-02 TSK-01 a chosen task stands in the address, and Back closes it', async () => {
    const { page, context, errors } = await newPage(browser);
    await signIn(page, verva.url, 'mart.kask');
    await page.goto(`${verva.url}/`);
    await page.waitForURL('**/inbox');
    const first = page.locator('verva-inbox button.item').first();
    const name = await first.locator('.name').getAttribute('title');
    await first.click();
    await page.waitForURL('**/inbox?taskId=*');
    await page.locator('verva-task-form h1').waitFor();
    assert.equal((await page.locator('verva-task-form h1').textContent())?.trim(), name);
    const shared = page.url();
    await page.goBack();
    await page.getByText('Select a task to see it here.').waitFor();
    await page.goto(shared);
    await page.locator('verva-task-form h1', { hasText: name ?? '' }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('TSK-09 TSK-08 completing leads on to the next task, and the count falls', async () => {
    const { page, context, errors } = await newPage(browser);
    await signIn(page, verva.url, 'liis.saar');
    await page.locator('verva-inbox button.item').first().click();
    await page.locator('verva-task-form .outcomes button').first().waitFor();
    const before = taskIdOf(page);
    const count = Number.parseInt((await badge(page).textContent()) ?? '', 10);
    await completeOpenTask(page);
    await page.waitForFunction((old) => new URL(location.href).searchParams.get('taskId') !== old, before);
    await page.getByText('Task completed.').first().waitFor();
    assert.notEqual(taskIdOf(page), before);
    assert.equal(await page.locator(`verva-inbox [data-task="${before}"]`).count(), 0);
    await page.waitForFunction(
      (old) => Number.parseInt(document.querySelector('.toolbar .count [aria-hidden]')?.textContent ?? '0', 10) !== old,
      count,
    );
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('TSK-18 the second of two people is told who was first, and keeps what was typed', async () => {
    const first = await newPage(browser);
    const second = await newPage(browser);
    await signIn(first.page, verva.url, 'mart.kask');
    await signIn(second.page, verva.url, 'anna.tamm');
    const shared = await sharedTask(first.page, second.page);
    for (const { page } of [first, second]) {
      await page.goto(`${verva.url}/inbox?taskId=${shared}`);
      await page.locator('verva-task-form .outcomes button').first().waitFor();
    }
    // The loser has the task open while the winner completes it, and does not hear of it before trying.
    await second.page.route('**/api/live**', (route) => route.abort());
    await completeOpenTask(first.page);
    await first.page.waitForFunction((id) => !location.href.includes(id), shared);
    await completeOpenTask(second.page);
    await second.page.getByText('already completed').waitFor();
    await second.page.getByText('Your input is still here.').waitFor();
    await Promise.all([first.context.close(), second.context.close()]);
  });

  test('I18N-03 the whole page speaks another language at once, without a reload', async () => {
    const { page, context } = await newPage(browser);
    await signIn(page, verva.url, 'mart.kask');
    await page.locator('verva-inbox button.item').first().waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.locator('button.profile').click();
    await page.getByRole('menuitemradio', { name: 'Eesti' }).click();
    await page.locator('verva-inbox').getByPlaceholder('Otsi ülesandeid').waitFor();
    await page.locator('.toolbar .tab', { hasText: 'Minu ülesanded' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'et');
    assert.equal(await page.evaluate(() => 'sameDocument' in window), true);
    await context.close();
  });

  test('LAY-05 a task that arrives elsewhere changes the count by itself', async () => {
    const { page, context } = await newPage(browser);
    await signIn(page, verva.url, 'liis.saar');
    await badge(page).waitFor();
    const count = await badge(page).textContent();
    const other = await newPage(browser);
    await signIn(other.page, verva.url, 'liis.saar');
    await other.page.locator('verva-inbox button.item').first().click();
    await other.page.locator('verva-task-form .outcomes button').first().waitFor();
    await completeOpenTask(other.page);
    await page.waitForFunction(
      (old) => (document.querySelector('.toolbar .count [aria-hidden]')?.textContent ?? '0') !== old,
      count,
    );
    await Promise.all([context.close(), other.context.close()]);
  });
});

/** Fills what is required with something that fits, and takes the first outcome. */
export async function completeOpenTask(page: Page): Promise<void> {
  const form = page.locator('verva-task-form');
  await form.locator('.outcomes button').first().waitFor();
  for (const field of await form
    .locator('input[required]:visible, textarea[required]:visible, select[required]:visible')
    .all()) {
    const tag = await field.evaluate((element) => element.tagName);
    const type = await field.getAttribute('type');
    if (tag === 'SELECT') {
      await field.selectOption({ index: 1 });
    } else if (type === 'checkbox' || type === 'radio') {
      await field.check();
    } else if (!(await field.inputValue())) {
      const mode = await field.getAttribute('inputmode');
      const placeholder = (await field.getAttribute('placeholder')) ?? '';
      await field.fill(
        placeholder.includes('YYYY') ? '30/11/2026' : mode ? '5' : 'Checked on site, everything in order.',
      );
    }
  }
  await form.locator('.outcomes button').first().click();
  const dialog = form.locator('dialog[open]');
  const asked = await Promise.race([
    dialog.waitFor({ state: 'visible', timeout: 1000 }).then(
      () => true,
      () => false,
    ),
    form
      .locator('.outcomes button[aria-busy]')
      .waitFor({ timeout: 1000 })
      .then(
        () => false,
        () => false,
      ),
  ]);
  if (asked) {
    await dialog.locator('textarea').fill('Agreed.');
    await dialog.locator('footer button').last().click();
  }
}

/** A task that both people have in their inboxes. */
async function sharedTask(a: Page, b: Page): Promise<string> {
  const idsOf = async (page: Page) => {
    await page.locator('verva-inbox button.item').first().waitFor();
    return page
      .locator('verva-inbox button.item')
      .evaluateAll((items) => items.map((item) => (item as HTMLElement).dataset['task'] as string));
  };
  const [ofA, ofB] = [await idsOf(a), new Set(await idsOf(b))];
  const shared = ofA.find((id) => ofB.has(id));
  assert.ok(shared, 'the demo has a task of a group that both are in');
  return shared;
}
