import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage, signIn } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

/** Resolves once the drawer is so wide. */
const drawerOf = (page: Page, width: number) =>
  page.waitForFunction(
    (wanted) => document.querySelector('nav.drawer')?.getBoundingClientRect().width === wanted,
    width,
  );

describe('the frame', () => {
  test('LAY-01 LAY-02 LAY-04 the drawer is 220 wide, folds to 56, and stays as it was left', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'mart.kask');
    await drawerOf(page, 220);
    assert.equal((await page.locator('.toolbar').boundingBox())?.height, 65);
    assert.equal(await page.locator('nav.drawer a').first().getAttribute('href'), '/inbox');
    await page.getByRole('button', { name: 'Collapse' }).click();
    await drawerOf(page, 56);
    await page.reload();
    await drawerOf(page, 56);
    assert.equal(await page.locator('nav.drawer a.entry').first().getAttribute('aria-label'), 'Inbox');
    await context.close();
  });

  test('LAY-01 LAY-06 LAY-13 on a phone the drawer lies over the page, with the profile, and goes by choice, Escape and a tap beside it', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'mobile' });
    await signIn(page, verva.url, 'mart.kask');
    const drawer = page.locator('dialog.over');
    const open = async () => {
      await page.getByRole('button', { name: 'Open menu' }).click();
      await drawer.waitFor();
    };
    await open();
    assert.equal(Math.round((await drawer.boundingBox())?.width ?? 0), Math.round(390 * 0.9));
    await drawer.getByText('Mart Kask').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await open();
    await page.mouse.click(380, 400);
    await drawer.waitFor({ state: 'detached' });
    await open();
    await drawer.getByRole('link', { name: 'Inbox' }).first().click();
    await drawer.waitFor({ state: 'detached' });
    await context.close();
  });

  test('LAY-08 after 300 pixels of scrolling a button leads back to the top', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'mart.kask');
    const list = page.locator('verva-inbox .list');
    await list.locator('.item').first().waitFor();
    const button = page.getByRole('button', { name: 'Scroll to top' });
    const scrollTo = (top: number) => list.evaluate((element, pixels) => element.scrollTo(0, pixels), top);
    await scrollTo(301);
    await button.waitFor();
    await scrollTo(300);
    await button.waitFor({ state: 'detached' });
    await scrollTo(301);
    await button.click();
    await page.waitForFunction(
      () => document.querySelector('verva-inbox')?.shadowRoot?.querySelector('.list')?.scrollTop === 0,
    );
    await button.waitFor({ state: 'detached' });
    await context.close();
  });

  test('GRD-03 GRD-05 a page without the permission leads to the error page, from which the inbox is reached', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'wei.zhang');
    await page.goto(`${verva.url}/settings`);
    await page.waitForURL('**/401?noGoBack');
    await page.getByText('You do not have permission to open this page.').waitFor();
    await page.getByRole('button', { name: 'Go to inbox' }).click();
    await page.waitForURL('**/inbox');
    await context.close();
  });

  test('PUB-05 an unknown address says so inside of the frame', async () => {
    const { page, context } = await newPage(verva.browser);
    await signIn(page, verva.url, 'mart.kask');
    await page.goto(`${verva.url}/no-such-page`);
    await page.getByRole('alert').getByText('This page does not exist.').waitFor();
    assert.equal(await page.locator('nav.drawer').count(), 1);
    await context.close();
  });
});
