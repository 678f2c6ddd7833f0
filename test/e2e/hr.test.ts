import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';

let intranet = '';
const verva = journey(async () => {
  const port = await freePort();
  intranet = `http://127.0.0.1:${port}`;
  return { DEMO_PORT: String(port) };
});

async function cardOf(username: string, address: string): Promise<{ page: Page; card: Locator; errors: string[] }> {
  const { page, errors } = await newPage(verva.browser);
  await arriveAt(page, verva.url + address, username);
  const card = page.locator('verva-hr-card');
  await card.getByRole('heading', { level: 2 }).waitFor();
  return { page, card, errors };
}

const titles = (card: Locator) => card.getByRole('heading', { level: 3 }).allTextContents();

test('HR-01 HR-03 HR adds a contract that the manager sees, and the employee sees who opened the pay', async () => {
  const hr = await cardOf('piret.vaher', '/hr/people/jelena.smirnova');
  await hr.card.getByText('TL-011').first().waitFor();
  assert.deepEqual(await axeFindings(hr.page), []);

  await hr.card.getByRole('button', { name: 'Add contract' }).click();
  const dialog = hr.card.getByRole('dialog');
  await dialog.getByLabel('Number').fill('TL-2026-114');
  await dialog.getByLabel('Position').fill('Shift manager');
  await dialog.getByRole('textbox', { name: 'First day' }).fill('01/02/2026');
  await dialog.getByLabel('Add dimension').selectOption({ label: 'Objects' });
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await dialog.getByRole('option', { name: /Quay 1/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Confirm this to save').waitFor();
  await dialog.getByLabel(/Another contract of this person/).check();
  assert.deepEqual(await axeFindings(hr.page), []);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await hr.card.getByText('TL-2026-114').first().waitFor();
  await hr.card.getByText('Quay 1 100').first().waitFor();

  await hr.card.getByRole('button', { name: 'Show, with a reason: Pay' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Review of the pay of cranes');
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await hr.card.getByText('€1,640.00 a month').waitFor();

  // The manager opens the card from the list of own reports, and has no place for pay, health checks and documents.
  const { page: list } = await newPage(verva.browser);
  await arriveAt(list, `${verva.url}/hr/people`, 'olga.ivanova');
  await list.getByRole('row').filter({ hasText: 'TL-2026-114' }).getByRole('button').click();
  const seen = list.locator('verva-hr-card');
  await seen.getByText('TL-2026-114').first().waitFor();
  assert.deepEqual(await titles(seen), ['Contracts']);
  assert.equal(await seen.getByRole('button', { name: 'Add contract' }).count(), 0);
  assert.deepEqual(await axeFindings(list), []);

  // The employee sees it all, and who opened it and why.
  const own = await cardOf('jelena.smirnova', '/hr/card');
  await own.card.getByText('€1,640.00 a month').waitFor();
  await own.card.getByText('No night shifts.').waitFor();
  const log = own.card.getByRole('region', { name: 'Who opened my data' });
  await log.getByRole('button', { name: 'Show all' }).click();
  const entry = log.getByRole('listitem').filter({ hasText: 'Review of the pay of cranes' });
  await entry.getByText('Piret Vaher').waitFor();
  assert.match((await entry.textContent()) ?? '', /Pay: opened/);
  await log.getByRole('listitem').filter({ hasText: 'Contracts: changed' }).first().waitFor();
  assert.equal(await own.card.getByRole('button', { name: 'Add contract' }).count(), 0);
  assert.deepEqual(await axeFindings(own.page), []);
  assert.deepEqual([...hr.errors, ...own.errors], []);
});

test('HR-01 EMB-01 the own card on another page: pay after a press, nothing in the storage of the page', async () => {
  const { page, errors } = await newPage(verva.browser);
  await page.goto(`${intranet}/card.html`);
  await page.locator('#who').selectOption('anna.tamm');
  await page.locator('#person button[type=submit]').click();
  const card = page.locator('verva-hr-card');
  await card.getByText('TL-004').first().waitFor();
  assert.equal(await card.getByText('€1,980.00').count(), 0);
  const before = await page.evaluate(() => [localStorage.length, sessionStorage.length]);
  await card.getByRole('button', { name: /^Näita: Töötasu$|^Show: Pay$/ }).click();
  await card.getByText(/1[ ,.\s]?980[.,]00/).waitFor();
  assert.deepEqual(await page.evaluate(() => [localStorage.length, sessionStorage.length]), before);
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(errors, []);
});
