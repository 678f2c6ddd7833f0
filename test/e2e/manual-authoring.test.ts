import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

const CATALOGUE = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8');
const COLOURS = /^- MAN-02 .*colours #(\w\w)(\w\w)(\w\w), #(\w\w)(\w\w)(\w\w)/m.exec(CATALOGUE)!;
/** The statuses of a manual, with red, green and blue as the catalogue gives them. */
const STATUSES = [
  ['Active', ...COLOURS.slice(1, 4)],
  ['Inactive', ...COLOURS.slice(4)],
] as const;

/** Waits for a status message. */
const waitForStatus = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).first().waitFor();

test('MAN-02 MAN-05 BEY-14 a manual is written in two languages, published with its requirements, and appears in the report', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, 'juri.lepik');
  await page.getByRole('link', { name: 'Manuals', exact: true }).click();
  await page.getByRole('link', { name: 'Manage manuals' }).click();
  await page.waitForURL('**/settings/manuals');
  await page.getByRole('button', { name: 'Add group' }).first().click();
  await page.getByRole('textbox', { name: 'Name, English' }).fill('Hot work');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('button', { name: 'Hot work', exact: true }).click();
  await page.getByText('No manuals in this group').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Clear filters' }).count(), 0, 'nothing is filtered');
  await page.getByRole('button', { name: 'New manual' }).first().click();
  await page.getByRole('textbox', { name: 'Title, English' }).fill('Hot work in tanks');
  await page.getByRole('textbox', { name: 'Code' }).fill('HOT-1');
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const english = page.getByRole('textbox', { name: 'Text, English' });
  await english.click();
  await page.keyboard.type('# Permit\nThe permit is valid for one shift.');
  await page.getByRole('button', { name: /^Eesti/ }).click();
  await page.getByRole('button', { name: 'Start from English' }).click();
  const estonian = page.getByRole('textbox', { name: 'Text, Eesti' });
  await estonian.filter({ hasText: 'The permit is valid for one shift.' }).waitFor();
  await page.getByRole('textbox', { name: 'Title, Eesti' }).fill('Tuletööd mahutites');

  await page.getByRole('tab', { name: 'Settings' }).click();
  for (const [name, ...rgb] of STATUSES) {
    const shape = page.locator('fieldset .status', { hasText: new RegExp(`^${name}$`) }).locator('.f');
    const fill = await shape.evaluate((drawn) => getComputedStyle(drawn).fill);
    assert.equal(fill, `rgb(${rgb.map((part) => Number.parseInt(part, 16)).join(', ')})`, name);
  }

  await page.getByRole('tab', { name: 'Audience' }).click();
  await page.getByRole('button', { name: 'Everybody' }).click();
  const total = page.getByRole('tabpanel').getByText(/^\d+ people must read it$/);
  await total.waitFor();
  const people = Number.parseInt((await total.textContent()) ?? '', 10);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitForStatus(page, `Saved. ${people} people must read it.`);

  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const budget = page.getByRole('region', { name: 'Reading time' });
  await budget.getByText(`${people} people must read it`).waitFor();
  await budget.getByText(`${people} people read everything: 1 min each`).waitFor();
  await budget.filter({ hasText: /Русский: \d+ p/ }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: `Publish to ${people} people` }).click();
  await waitForStatus(page, 'Version 1 is published.');

  await page.goto(`${verva.url}/manuals/reports`);
  // In the user's language, Estonian.
  const row = page.getByRole('row', { name: /Tuletööd mahutites/ });
  await row.filter({ hasText: new RegExp(`0 %[^]*${people}`) }).waitFor();
  await row.getByRole('button', { name: /Tuletööd mahutites/ }).click();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Tuletööd mahutites').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});
