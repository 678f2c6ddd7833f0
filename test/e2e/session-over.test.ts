import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage, signIn, speak } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { taskRow } from '../support/task-row.ts';
import { freePort } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

const idpPort = await freePort();
const idp = `http://localhost:${idpPort}`;
const verva = journey({ DEMO_IDP_PORT: String(idpPort) });

const PASSWORD = 'Verva-demo-2026';
const NOTE = 'Typed before the session ended.';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in' });
const note = (page: Page) => page.locator('verva-task-form textarea').first();
const outcome = (page: Page) => page.locator('verva-task-form .outcomes button').first();

async function openTask(page: Page, name: string): Promise<void> {
  await taskRow(page, name).first().click();
  await outcome(page).waitFor();
}

/** Ends the session at the identity service, as an administrator does elsewhere; the page is not notified. */
async function endSession(page: Page): Promise<void> {
  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('vva_session') ?? '{}').v as string);
  const response = await fetch(`${verva.url}/identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.RevokeToken',
    },
    body: JSON.stringify({ ClientId: 'verva-web', Token: token }),
  });
  assert.equal(response.status, 200);
}

/** Makes the page check its session, as when it becomes visible again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

describe('a session that ends during work', () => {
  test('LOG-21 GRD-02 a refused submission opens a sign-in above the form; the input stays, and is then accepted', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await page.clock.install();
    // The server ends the stream of a session that is revoked, so connecting again could be the first refused request.
    await page.route('**/api/live*', () => undefined);
    await arrive(page, verva.url, 'mart.kask');
    await openTask(page, 'Approve leave');
    const address = page.url();
    // The draft is saved before the session ends; otherwise saving it would be the first refused request.
    const kept = page.waitForResponse((response) => /\/draft$/.test(new URL(response.url()).pathname));
    await note(page).fill(NOTE);
    assert.equal((await kept).ok(), true);
    await endSession(page);
    // A token refused within seconds of its receipt is not renewed again.
    await page.clock.fastForward(5000);
    await outcome(page).click();

    await dialog(page).getByText('nothing you entered is lost').waitFor();
    assert.equal(page.url(), address);
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password');
    assert.equal(await dialog(page).getByRole('textbox', { name: 'Username' }).count(), 0);
    // The dialog cannot be dismissed.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog(page).locator('input[name=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await dialog(page).getByRole('alert').filter({ hasText: 'Incorrect username or password.' }).waitFor();
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });

    assert.equal(page.url(), address);
    await waitFor(() => note(page).inputValue(), NOTE);
    assert.equal(await page.locator('verva-task-form').getByRole('alert').count(), 0);
    await outcome(page).click();
    await page
      .getByText(/^“.*” completed: .+$/)
      .first()
      .waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test("LOG-21 after signing in again other users' changes arrive automatically", async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await openTask(page, 'Server room');
    await endSession(page);
    await lookAgain(page);
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const count = page.locator('.toolbar .count [aria-hidden]').first();
    const before = await count.textContent();

    const other = await newPage(verva.browser);
    await arrive(other.page, verva.url, 'mart.kask');
    await openTask(other.page, 'Gate barrier');
    for (const area of await other.page.locator('verva-task-form textarea').all()) await area.fill('Fine.');
    await outcome(other.page).click();
    await other.page
      .getByText(/^“.*” completed: .+$/)
      .first()
      .waitFor();
    await page.waitForFunction(
      (old) => document.querySelector('.toolbar .count [aria-hidden]')?.textContent !== old,
      before,
    );
    await Promise.all([context.close(), other.context.close()]);
  });

  test('LOG-21 every tab keeps its input, and one sign-in is enough for all', async () => {
    const { page, context } = await newPage(verva.browser);
    await page.clock.install();
    await arrive(page, verva.url, 'juri.lepik');
    await page.locator('button.profile').waitFor();
    const second = await context.newPage();
    await speak(second, 'en');
    await second.goto(`${verva.url}/inbox`);
    await second.locator('button.profile').waitFor();
    await endSession(page);
    await page.clock.fastForward(5000);
    await lookAgain(page);
    await dialog(second).waitFor();
    assert.match(second.url(), /\/inbox$/);
    await dialog(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await dialog(second).waitFor({ state: 'detached' });
    await context.close();
  });

  test('LOG-21 another user who signs in meanwhile finds nothing of the previous one', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await openTask(page, 'Mooring lines');
    const area = note(page);
    await area.fill(NOTE);
    await endSession(page);
    await lookAgain(page);
    await dialog(page).waitFor();
    const second = await context.newPage();
    await signIn(second, verva.url, 'wei.zhang');
    await page
      .locator('button.profile', { hasText: '张' })
      .or(page.locator('button.profile', { hasText: 'Zhang' }))
      .waitFor();
    await dialog(page).waitFor({ state: 'detached' });
    await area.waitFor({ state: 'detached' });
    await context.close();
  });

  test('LOG-21 LOG-14 a user of single sign-on signs in again in a separate window', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await page.clock.install();
    await speak(page, 'en');
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').fill('kati.mets');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${idp}/interaction/**`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${verva.url}/inbox**`);
    await page.locator('verva-inbox button.item').first().waitFor();
    await page.locator('verva-inbox input[type=search]').fill('typed');

    // Its provider no longer knows the session when it is renewed.
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('vva_session') ?? '{}') as object;
      localStorage.setItem('vva_session', JSON.stringify({ ...kept, v: 'ended' }));
    });
    await page.clock.fastForward('56:00');
    await lookAgain(page);
    const go = dialog(page).getByRole('button', { name: 'Continue to your organisation' });
    await go.waitFor();
    assert.equal(await dialog(page).locator('input[name=password]').count(), 0);
    const [popup] = await Promise.all([context.waitForEvent('page'), go.click()]);
    if (!popup.isClosed()) await popup.waitForEvent('close');
    await dialog(page).waitFor({ state: 'detached' });
    assert.equal(await page.locator('verva-inbox input[type=search]').inputValue(), 'typed');
    await page.locator('button.profile', { hasText: 'Kati Mets' }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('LOG-21 signing out instead removes the content from the screen', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await page.locator('button.profile').waitFor();
    await endSession(page);
    await lookAgain(page);
    await dialog(page).locator('input[name=password]').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog(page).getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await page.locator('verva-inbox').waitFor({ state: 'detached' });
    await context.close();
  });
});

describe('a user of several organisations', () => {
  test('LOG-23 chooses one after signing in, and all requests concern it', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    const asked: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/tasks')) asked.push(request.headers()['verva-tenant']);
    });
    const live = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/live');
    await atChoice(page);
    assert.deepEqual(await names(page), ['Lumikko Linnavalitsus', 'Põhjaranna Sadam AS', 'Verva Teenused OÜ']);
    assert.deepEqual(asked, []);
    await page.getByRole('button', { name: 'Põhjaranna Sadam AS' }).click();
    await page.locator('button.profile', { hasText: 'Põhjaranna Sadam AS' }).waitFor();
    await page.waitForURL('**/inbox');
    assert.equal((await live).headers()['verva-tenant'], 'pohjaranna');
    await page.locator('verva-inbox .list').waitFor();
    assert.ok(asked.length > 0);
    assert.deepEqual([...new Set(asked)], ['pohjaranna']);
    assert.deepEqual(errors, []);

    // Each tab may use a different organisation; a new tab starts with the last choice.
    const second = await context.newPage();
    await speak(second, 'en');
    await second.goto(`${verva.url}/inbox`);
    await second.locator('button.profile', { hasText: 'Põhjaranna Sadam AS' }).click();
    await second.getByRole('menuitem', { name: 'Switch organisation' }).click();
    await second.getByRole('dialog', { name: 'Switch organisation' }).waitFor();
    assert.deepEqual(await axeFindings(second), []);
    await second.getByRole('button', { name: 'Lumikko Linnavalitsus' }).click();
    await second.locator('button.profile', { hasText: 'Lumikko Linnavalitsus' }).waitFor();
    await second.reload();
    await second.locator('button.profile', { hasText: 'Lumikko Linnavalitsus' }).waitFor();
    await page.reload();
    await page.locator('button.profile', { hasText: 'Põhjaranna Sadam AS' }).waitFor();

    // The next sign-in asks again and lists the last choice first.
    await page.locator('button.profile').click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await atChoice(page);
    assert.equal((await names(page))[0], 'Lumikko Linnavalitsus');
    await page.getByText('Last used').waitFor();
    await context.close();
  });

  test('LOG-23 with one organisation is not asked', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'helen.koppel');
    await page.locator('button.profile').click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Switch organisation' }).count(), 0);
    await context.close();
  });

  async function atChoice(page: Page): Promise<void> {
    await signIn(page, verva.url, 'grete.norden');
    await page.getByRole('heading', { level: 1, name: 'Choose an organisation' }).waitFor();
  }

  const names = (page: Page) => page.locator('.tenants .strong').allTextContents();
});
