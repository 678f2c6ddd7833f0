import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

async function assets(username: string): Promise<Page> {
  const { page } = await newPage(verva.browser);
  await arrive(page, verva.url, username);
  await page.getByRole('link', { name: 'Assets' }).click();
  await page.getByRole('button', { name: 'Forklift 3 t' }).waitFor();
  return page;
}

test('PRV-01 RTE-08 BEY-19 an employee finds an asset, opens it beside the list, and the address leads a colleague to it', async () => {
  const page = await assets('kristjan.oja');
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('searchbox', { name: 'Search Assets' }).fill('forklift');
  await page.getByRole('button', { name: 'Laptop of the crane office' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Forklift 3 t' }).click();
  await page.getByRole('heading', { name: 'Forklift 3 t', level: 1 }).waitFor();
  await page.waitForURL(/\/assets\/A-0004\?q=forklift$/);
  // What is saved beside the list appears in it.
  await page.getByRole('textbox', { name: 'Place' }).fill('Berth 9');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('cell', { name: 'Berth 9' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);

  const colleague = await assets('liis.saar');
  await colleague.goto(page.url());
  await colleague.getByRole('heading', { name: 'Forklift 3 t', level: 1 }).waitFor();
  await colleague.getByRole('cell', { name: 'Berth 9' }).waitFor();
  assert.equal(await colleague.getByRole('button', { name: 'Add', exact: true }).count(), 0, 'a reader adds nothing');
  await colleague.getByRole('button', { name: 'Close' }).click();
  await colleague.getByRole('heading', { name: 'Forklift 3 t', level: 1 }).waitFor({ state: 'detached' });
});

test('PRV-01 FIL-03 assets are filtered by status and by a field of their form, and sorted by it', async () => {
  const page = await assets('kristjan.oja');
  await page
    .getByRole('group', { name: 'Status' })
    .getByRole('button', { name: /^Assigned/ })
    .click();
  await page.waitForURL(/status=eq:assigned/);
  await page.getByRole('button', { name: 'Price', exact: true }).click();
  await page.waitForURL(/sort=data\.price/);
  const prices = async () => {
    const headings = await page.getByRole('columnheader').allTextContents();
    const cells = await page.locator(`tbody td:nth-child(${headings.indexOf('Price') + 1})`).allTextContents();
    return cells.filter((text) => text !== '–').map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
  };
  await page.getByRole('columnheader', { name: 'Price' }).and(page.locator('[aria-sort=ascending]')).waitFor();
  await page.locator('table[aria-busy=false]').waitFor();
  assert.equal(await page.getByRole('row', { name: /Pending/ }).count(), 0);
  const found = await prices();
  assert.ok(found.length > 1, found.join());
  assert.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
  );
});
