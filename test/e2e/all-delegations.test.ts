import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { typedDay } from '../support/typed-day.ts';

const verva = journey();

test('ADM-07 RTE-06 an administrator finds the delegations of all users, and enters one for a user', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/delegations`, 'anna.tamm');
  const rows = page.locator('.records tbody tr');
  await rows.first().waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const count = await rows.count();

  await page.getByRole('button', { name: 'New delegation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Who will be absent?' }).fill('Rein');
  await dialog.getByRole('option', { name: /Rein Väino/ }).click();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/settings/delegations?user=rein.vaino');

  const editor = page.locator('verva-delegation-editor');
  await editor.getByRole('button', { name: 'Add delegation' }).first().click();
  await editor.getByRole('combobox', { name: 'Delegate' }).fill('Kadri');
  await editor.getByRole('option', { name: /Kadri Mägi/ }).click();
  await editor.getByRole('textbox', { name: 'Start date' }).fill(typedDay(400));
  await editor.getByRole('textbox', { name: 'End date' }).fill(typedDay(402));
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByText('Upcoming', { exact: true }).waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.waitForURL('**/settings/delegations');
  await rows.filter({ hasText: 'Rein Väino' }).filter({ hasText: 'Kadri Mägi' }).waitFor();
  assert.equal(await rows.count(), count + 1);
  await page.getByRole('searchbox', { name: 'Search delegations' }).fill('rein');
  await page.getByText('1 row', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 row', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await page.goto(`${verva.url}/settings/delegations?user=no.such.user`);
  await page.getByText('This user does not exist.').waitFor();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await rows.first().waitFor();
  await context.close();
});

test('GRD-03 RTE-06 the delegations of others refuse a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/delegations`, 'kadri.magi');
  await page.waitForURL('**/401?noGoBack');
  await context.close();
});
