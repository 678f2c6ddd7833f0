import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, arriveAt, giveSession, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

/** External help centre, in Estonian. */
const HELP_URL = 'https://help.verva.example/et/';
const verva = journey({ HELP_URL });

/** Resolves once the drawer has this width. */
const drawerOf = (page: Page, width: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector('nav.drawer')?.getBoundingClientRect().width === wanted,
    width,
  );

/** Mart's page, for tests that leave no trace on it: it is reloaded, but its code is cached. */
let marts: Page | undefined;
async function desk(viewport = { width: 1280, height: 800 }): Promise<Page> {
  if (!marts) {
    marts = (await newPage(verva.browser)).page;
    await giveSession(marts, verva.url, 'mart.kask');
  }
  // Cleans up if the test failed earlier.
  await marts.unrouteAll();
  await marts.context().setOffline(false);
  await marts.emulateMedia({ reducedMotion: 'reduce' });
  await marts.setViewportSize(viewport);
  await marts.goto(`${verva.url}/inbox`);
  return marts;
}

describe('the frame', () => {
  test('LAY-01 LAY-02 LAY-04 the drawer is 220 wide, collapses to 56, and keeps its state', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await drawerOf(page, 220);
    assert.equal((await page.locator('.toolbar').boundingBox())?.height, 65);
    const first = page.locator('nav.drawer a').first();
    assert.deepEqual([await first.getAttribute('class'), await first.getAttribute('href')], ['logo', '/inbox']);
    for (const entry of await page.locator('nav.drawer a.entry').all()) {
      assert.ok((await entry.locator('svg').count()) > 0, 'an entry has an icon');
      assert.notEqual((await entry.locator('.cut').textContent())?.trim(), '', 'an entry has a title');
    }
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await page.getByRole('button', { name: 'Collapse' }).click();
    await drawerOf(page, 56);
    await kept;
    await page.reload();
    await drawerOf(page, 56);
    await page.locator('nav.drawer').getByRole('link', { name: 'Manuals' }).waitFor();
    await page.getByRole('button', { name: 'Expand' }).click();
    await drawerOf(page, 220);
    await context.close();
  });

  test('LAY-01 LAY-06 LAY-13 on a phone the drawer covers the page, with the profile, and closes by a choice, Escape or a tap outside', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'mobile' });
    await arrive(page, verva.url, 'mart.kask');
    const drawer = page.locator('dialog.over');
    const open = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await drawer.waitFor();
    };
    await open();
    await waitFor(async () => Math.round((await drawer.boundingBox())?.width ?? 0), Math.round(390 * 0.9));
    await drawer.getByText('Mart Kask').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await open();
    await page.mouse.click(380, 400);
    await drawer.waitFor({ state: 'detached' });
    await open();
    // The logo has the same link.
    await drawer.locator('a.entry', { hasText: 'Inbox' }).click();
    await drawer.waitFor({ state: 'detached' });
    await context.close();
  });

  test('LAY-03 help is at the bottom of the drawer and opens in a new tab', async () => {
    const page = await desk();
    const help = page.locator('nav.drawer .foot').getByRole('link', { name: 'Help, opens in a new tab' });
    assert.equal(await help.getAttribute('target'), '_blank');
    const centre = page.locator('nav.drawer .foot').getByRole('link', { name: 'Help centre, opens in a new tab' });
    assert.deepEqual([await centre.getAttribute('href'), await centre.getAttribute('target')], [HELP_URL, '_blank']);
    await page.locator('verva-inbox button.item').first().click();
    await page.waitForURL(/taskId=/);
    const [opened] = await Promise.all([page.waitForEvent('popup'), help.click()]);
    await opened.getByRole('heading', { level: 1, name: 'Task' }).waitFor();
    assert.equal(new URL(opened.url()).pathname, '/help/task');
    await opened.getByRole('link', { name: 'Delegations', exact: true }).click();
    await opened.getByRole('heading', { level: 1, name: 'Delegations' }).waitFor();
    await opened.getByRole('searchbox', { name: 'Search the help' }).fill('recovery code');
    await opened.locator('.help-hits a', { hasText: 'Sign-in' }).click();
    await opened.getByRole('heading', { level: 1, name: 'Sign-in' }).waitFor();
    await opened.close();
    await page
      .locator('nav.drawer')
      .getByRole('link', { name: /^Inbox/ })
      .click();
  });

  test('LAY-03 signed-out users get help for the sign-in', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'desktop', locale: 'ru-RU' });
    await page.goto(`${verva.url}/login`);
    const [opened] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Справка, откроется в новой вкладке' }).click(),
    ]);
    await opened.getByRole('heading', { level: 1, name: 'Вход' }).waitFor();
    await opened.getByRole('link', { name: 'Уведомления', exact: true }).first().click();
    await opened.getByRole('heading', { level: 1, name: 'Уведомления', exact: true }).waitFor();
    await context.close();
  });

  test("LAY-06 LAY-12 the toolbar shows the user and the page, their settings, and the organisation's logo or an icon", async () => {
    const page = await desk();
    const profile = page.locator('.toolbar button.profile');
    await profile.filter({ hasText: /Mart Kask.*Põhjaranna Sadam AS/ }).waitFor();
    const logo = profile.locator('.company img');
    await logo.waitFor();
    assert.match((await logo.getAttribute('src')) ?? '', /pohjaranna/);
    await page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.company img')?.naturalWidth ?? 0) > 0);
    await page.route(
      (url) => url.pathname.endsWith('/logo'),
      (route) => route.abort(),
    );
    await page.reload();
    await profile.locator('.company svg').waitFor();
    await logo.waitFor({ state: 'detached' });
    await profile.click();
    const choices = page.locator('[role=menu]:popover-open');
    for (const name of ['Edit profile', 'Change password', 'Log out']) {
      await choices.getByRole('menuitem', { name }).waitFor();
    }
  });

  test('LAY-15 the appearance is the system’s until another is chosen, which follows the user', async () => {
    const colours = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await newPage(verva.browser);
    await arrive(light.page, verva.url, 'helen.koppel');
    await light.page.locator('button.profile').waitFor();
    const bright = await colours(light.page);
    await light.page.emulateMedia({ colorScheme: 'dark' });
    await light.page.waitForFunction((old) => getComputedStyle(document.body).backgroundColor !== old, bright);
    const dark = await colours(light.page);
    await light.page.emulateMedia({ colorScheme: 'light' });
    await light.page.locator('button.profile').click();
    const saved = light.page.waitForResponse((response) => response.request().method() === 'PUT' && response.ok());
    await light.page.getByRole('menuitemradio', { name: 'Dark', exact: true }).click();
    await saved;
    const elsewhere = await newPage(verva.browser);
    await arrive(elsewhere.page, verva.url, 'helen.koppel');
    await elsewhere.page.waitForFunction((wanted) => getComputedStyle(document.body).backgroundColor === wanted, dark);
    await Promise.all([light.context.close(), elsewhere.context.close()]);
  });

  test('LAY-15 LAY-09 interface settings apply at once, in the other tab, and at the next visit', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'liis.saar');
    const other = await context.newPage();
    await other.goto(`${verva.url}/manuals`);
    await drawerOf(other, 220);
    await page.locator('button.profile').click();
    await page.getByRole('menuitem', { name: 'Display settings' }).click();
    const panel = page.getByRole('complementary', { name: 'Display settings' });
    await panel.getByLabel('Show footer').check();
    await panel.getByLabel('Icons only').check();
    await panel.getByLabel('Teal').check();
    await panel.getByRole('button', { name: 'Comfortable' }).click();
    await other.locator('html[data-density=comfortable]').waitFor({ state: 'attached' });
    await drawerOf(other, 56);
    await other
      .getByRole('contentinfo')
      .getByText(/© \d{4} Verva/)
      .waitFor();
    await other.waitForFunction(() =>
      ['html', 'verva-manual-reader'].every(
        (name) => getComputedStyle(document.querySelector(name)!).getPropertyValue('--verva-brand') === '#0f766e',
      ),
    );
    await panel.getByLabel('Full screen').check();
    await page.locator('.toolbar').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Leave full screen' }).click();
    const kept = page.waitForResponse((response) => (response.request().postData() ?? '').includes('"show":false'));
    await panel.getByLabel('Show menu').uncheck();
    await kept;
    await other.reload();
    await other.getByRole('button', { name: 'Open menu' }).click();
    await other.locator('dialog.over').getByRole('link', { name: 'Delegations' }).waitFor();
    await other.keyboard.press('Escape');
    await panel.getByRole('button', { name: 'Reset to defaults' }).click();
    await drawerOf(other, 220);
    await panel.getByRole('button', { name: 'Close display settings' }).click();
    await page.locator('button.profile:focus').waitFor();
    await context.close();
  });

  test('LAY-16 a page has a title, focuses its heading, its content is one key away, and a lost network is reported', async () => {
    const page = await desk();
    await page.waitForFunction(() => /^\(\d+\) Inbox · Verva$/.test(document.title));
    // The list takes the focus by itself; other pages leave it to the first key.
    await page.locator('verva-inbox .item:focus').waitFor();
    await page.locator('nav.drawer').getByRole('link', { name: 'Manuals' }).press('Enter');
    await page.locator('h1:focus', { hasText: 'Manuals' }).waitFor();
    await waitFor(() => page.title(), 'Manuals · Verva');
    await page.reload();
    await page.locator('h1', { hasText: 'Manuals' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.context().setOffline(true);
    await page.getByText('No connection. What you see may be out of date.').waitFor();
    await page.context().setOffline(false);
    await page.locator('.snack', { hasText: 'You are back online.' }).waitFor();
  });

  for (const size of ['desktop', 'mobile'] as const) {
    test(`TSK-20 LAY-13 nothing shifts while an inbox is rendered (${size})`, async () => {
      const { page, context } = await newPage(verva.browser, { size });
      await arrive(page, verva.url, 'mart.kask');
      await page.addInitScript(() => {
        const moved: number[] = [];
        Object.assign(window, { moved });
        const observer = new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) moved.push((shift as unknown as { value: number }).value);
        });
        observer.observe({ type: 'layout-shift', buffered: true });
      });
      await page.reload();
      await page.locator('verva-inbox button.item').first().waitFor();
      const moved = await page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
        return (window as unknown as { moved: readonly number[] }).moved;
      });
      const sum = moved.reduce((all, one) => all + one, 0);
      // Google's threshold for good is 0.1; a correct layout is close to zero.
      assert.ok(sum < 0.02, `${moved}`);
      await context.close();
    });
  }

  test('ERR-07 a list stays when the code of a task cannot be loaded, until a task is opened', async () => {
    const { page, context } = await newPage(verva.browser);
    const isTaskCode = /\/assets\/task-form-[^/]*\.js$/;
    await page.route(isTaskCode, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => isTaskCode.test(request.url()));
    await arrive(page, verva.url, 'mart.kask');
    await page.locator('verva-inbox input[type=search]').fill('gate');
    await refused;
    await page.locator('verva-inbox button.item', { hasText: 'Gate barrier motor' }).click();
    await page.getByRole('alert').getByText('This part of the page could not be loaded.').waitFor();
    await page.unroute(isTaskCode);
    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await page
      .locator('verva-task-form')
      .getByRole('heading', { level: 1, name: /Gate barrier motor/ })
      .waitFor();
    await context.close();
  });

  test('ERR-07 LAY-14 a page whose code is missing shows a message, and loads after a reload', async () => {
    const page = await desk();
    const code = /\/assets\/delegations-page-/;
    await page.route(code, (route) => route.abort());
    await page.locator('nav.drawer').getByRole('link', { name: 'Delegations' }).click();
    await page.getByRole('alert').getByText('This part of the page could not be loaded.').waitFor();
    await page.unroute(code);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.locator('verva-delegation-editor').waitFor();
  });

  test('LAY-16 at 400 % zoom the pages can be read and used without horizontal scrolling', async () => {
    // A window of 1280 by 1024 at 400 %.
    const page = await desk({ width: 320, height: 256 });
    const pages = { inbox: 'inbox', manuals: 'manual-reader', delegations: 'delegation-editor', tasks: 'tasks' };
    for (const [path, name] of Object.entries(pages)) {
      await page.goto(`${verva.url}/${path}`);
      await page.locator(`verva-${name}`).getByRole('button').first().waitFor();
      await waitFor(() => page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    }
  });

  test('LAY-16 at 200 % zoom nothing is outside, and the outcomes are visible', async () => {
    // A window of 1280 by 800 at 200 %.
    const page = await desk({ width: 640, height: 400 });
    await page.locator('verva-inbox button.item').first().click();
    const outcome = page.locator('verva-task-form .outcomes button').first();
    await outcome.waitFor();
    await waitFor(() => page.evaluate(() => document.documentElement.scrollWidth), 640);
    const isInSight = async () => {
      const { y = 0, height = 0 } = (await outcome.boundingBox()) ?? {};
      return y > 0 && y + height <= 400;
    };
    await waitFor(isInSight, true);
  });

  test('LAY-13 on a phone the form of a task has two thirds of the height, and its outcomes stay on one line', async () => {
    for (const language of ['en', 'ru']) {
      const { page, context } = await newPage(verva.browser, { size: 'mobile' });
      await arriveAt(page, `${verva.url}/inbox`, 'mart.kask', language);
      await page.locator('verva-inbox button.item', { hasText: 'Mooring lines' }).click();
      await page.locator('verva-task-form .form-view').waitFor();
      const task = page.locator('verva-task-form .detail');
      const measured = () =>
        task.evaluate((detail) => {
          detail.scrollTo(0, 300);
          const box = (selector: string) => detail.querySelector(selector)!.getBoundingClientRect();
          const tops = [...detail.querySelectorAll<HTMLElement>('.outcomes > .choices > .btn')].map(
            (one) => one.offsetTop,
          );
          const top = Math.max(detail.getBoundingClientRect().top, box('.detail-tabs').bottom);
          return {
            isRoomy: (box('.outcomes').top - top) / innerHeight >= 2 / 3,
            isAtFoot: Math.abs(box('.outcomes').bottom - innerHeight) <= 1,
            lines: new Set(tops).size,
            // The card of an order line has no empty half.
            isFull: box('[data-column="sum"]').top === box('[data-column="quote"]').top,
          };
        });
      await waitFor(measured, { isRoomy: true, isAtFoot: true, lines: 1, isFull: true });
      await page.getByRole('button', { name: language === 'en' ? 'More outcomes' : 'Другие решения' }).click();
      await page.getByRole('menuitem', { name: language === 'en' ? 'Reject' : 'Отклонить' }).waitFor();
      await context.close();
    }
  });

  test('LAY-16 a dialog does not animate with reduced motion', async () => {
    const page = await desk();
    await page.locator('verva-inbox button.item', { hasText: 'Gate barrier' }).click();
    await page.locator('verva-task-form .outcomes').getByRole('button', { name: 'Reject' }).click();
    const dialog = page.locator('verva-task-form dialog[open]');
    const duration = () => dialog.evaluate((element) => getComputedStyle(element).animationDuration);
    assert.equal(Number.parseFloat(await duration()), 0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    assert.ok(Number.parseFloat(await duration()) > 0);
  });

  test('LAY-08 after 300 pixels of scrolling a button leads back to the top', async () => {
    const page = await desk();
    const list = page.locator('verva-inbox .list');
    await list.locator('.item').first().waitFor();
    const button = page.getByRole('button', { name: 'Scroll to top' });
    const scrollTo = (top: number) => list.evaluate((element, pixels) => element.scrollTo(0, pixels), top);
    await scrollTo(301);
    await button.waitFor();
    await scrollTo(300);
    await button.waitFor({ state: 'detached' });
    await scrollTo(301);
    // It covers nothing: its place is in the toolbar.
    const place = page.locator('.toolbar').getByRole('button', { name: 'Scroll to top' });
    await place.waitFor();
    await button.click();
    await page.waitForFunction(
      () => document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.list')?.scrollTop === 0,
    );
    await button.waitFor({ state: 'detached' });
  });

  test('LAY-08 a form that is scrolled offers no way to the top', async () => {
    const page = await desk({ width: 1280, height: 500 });
    await page.locator('verva-inbox button.item', { hasText: 'Mooring lines' }).click();
    await page.locator('verva-task-form .form-view').waitFor();
    const scrolled = await page.locator('verva-task-form .detail-scroll').evaluate(async (form) => {
      const isScrolled = new Promise((done) => form.addEventListener('scroll', done, { once: true }));
      form.scrollTo(0, 400);
      await isScrolled;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return form.scrollTop;
    });
    assert.ok(scrolled > 300);
    assert.equal(await page.getByRole('button', { name: 'Scroll to top' }).count(), 0);
    // The list next to it still does.
    await page.locator('verva-inbox .list').evaluate((list) => list.scrollTo(0, 301));
    await page.getByRole('button', { name: 'Scroll to top' }).waitFor();
  });

  test('PUB-02 the error page explains the error in the language of the browser, and its sign-in link signs out', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'liis.saar', 'et');
    await page.locator('button.profile').waitFor();
    await page.goto(`${verva.url}/401?code=VRV-17`);
    const alert = page.getByRole('alert');
    await alert.getByText('Midagi läks valesti').waitFor();
    await alert.getByText('Viga VRV-17').waitFor();
    await alert.getByText('Logige uuesti sisse või pöörduge kasutajatoe poole.').waitFor();
    await page.goto(`${verva.url}/401`);
    await alert.getByText('Viga 401').waitFor();
    await alert.getByRole('button', { name: 'Tagasi sisselogimisele' }).click();
    await page.waitForURL((url) => url.pathname === '/login');
    await page.goto(`${verva.url}/inbox`);
    await page.waitForURL((url) => url.pathname === '/login');
    assert.equal(await page.evaluate(() => localStorage.getItem('vva_session')), null);
    await context.close();
  });

  test('GRD-03 GRD-05 PUB-03 a page without permission leads to the error page, which links to the inbox', async () => {
    const { page, context } = await newPage(verva.browser);
    await arriveAt(page, `${verva.url}/settings`, 'wei.zhang');
    await page.waitForURL('**/401?noGoBack');
    await page.getByText('You do not have permission to open this page.').waitFor();
    await page.getByRole('button', { name: 'Go to inbox' }).click();
    await page.waitForURL('**/inbox');
    await context.close();
  });

  test('RTE-05 a single form of a task or a record is shown without drawer and toolbar, can be completed, and is not in the drawer', async () => {
    const { page, context, errors } = await newPage(verva.browser, { size: 'mobile' });
    await arrive(page, verva.url, 'mart.kask');
    await page.locator('verva-inbox button.item', { hasText: 'Gate barrier motor' }).click();
    await page.locator('verva-task-form .outcomes button').first().waitFor();
    const taskId = new URL(page.url()).searchParams.get('taskId');
    await page.goto(`${verva.url}/task-form-view?taskId=${taskId}`);
    await page.locator('verva-task-form .outcomes button').first().waitFor();
    assert.equal(await page.locator('nav, header.toolbar').count(), 0);
    assert.deepEqual(errors, []);
    for (const field of await page.locator('verva-task-form textarea').all()) await field.fill('It stands still.');
    const offers = page.locator('verva-task-form input[type=radio]');
    if ((await offers.count()) > 0) await offers.first().check();
    await page.locator('verva-task-form .outcomes button').first().click();
    await page.locator('verva-task-form .banner', { hasText: 'You are completing this task.' }).waitFor();
    await page.goto(`${verva.url}/task-form-view`);
    await page.getByText('No task selected').waitFor();

    await page.goto(`${verva.url}/record-form-view?resource=assets&recordId=A-0003`);
    await page.getByText('This record does not exist, or you do not have access to it.').waitFor();
    await context.close();
    const { page: own, context: ownContext, errors: ownErrors } = await newPage(verva.browser, { size: 'mobile' });
    await arriveAt(own, `${verva.url}/record-form-view?resource=assets&recordId=A-0003`, 'kristjan.oja');
    await own.getByRole('heading', { name: 'Torque wrench 200 Nm', level: 1 }).waitFor();
    assert.equal(await own.locator('nav, header.toolbar').count(), 0);
    await own.getByRole('button', { name: /^In inventory/ }).click();
    await own.getByRole('textbox', { name: 'Place' }).fill('Workshop, shelf 4');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await own.locator('.snack', { hasText: 'Saved.' }).waitFor();
    await own.reload();
    await own.getByRole('heading', { name: 'Torque wrench 200 Nm', level: 1 }).waitFor();
    await own.getByRole('button', { name: /^In inventory/, pressed: true }).waitFor();
    assert.equal(await own.getByRole('textbox', { name: 'Place' }).inputValue(), 'Workshop, shelf 4');
    assert.deepEqual(ownErrors, []);
    await ownContext.close();
  });

  test('PUB-05 an unknown address shows a message inside the frame', async () => {
    const page = await desk();
    await page.goto(`${verva.url}/no-such-page`);
    await page.getByRole('alert').getByText('This page does not exist.').waitFor();
    await page.locator('nav.drawer').waitFor();
  });
});
