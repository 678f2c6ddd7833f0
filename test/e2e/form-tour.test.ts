import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { taskRow } from '../support/task-row.ts';
import { waitFor } from '../support/wait-for.ts';

const place = journey();

test('FRM-02 FRM-03 FRM-04 every kind of field is filled in under the strict policy, signed, printed and sent', async () => {
  const { page, context, errors } = await newPage(place.browser);
  await arrive(page, place.url, 'kristjan.oja');
  const name = 'Try every kind of field: Ropes for berth 5';
  await taskRow(page, name).click();
  const form = page.locator('verva-task-form');
  await form.getByRole('heading', { name, level: 1 }).waitFor();

  await form.getByRole('tab', { name: 'Choices' }).click();
  const country = form.getByRole('combobox', { name: 'Country' });
  await page.waitForFunction((box) => (box as HTMLInputElement).value === 'Estonia', await country.elementHandle());
  await country.fill('Finl');
  await form.getByRole('option', { name: 'Finland' }).waitFor();
  await country.press('ArrowDown');
  await country.press('Enter');
  await waitFor(() => country.inputValue(), 'Finland');

  await form.getByRole('tab', { name: 'People and objects' }).click();
  const responsible = form.getByRole('combobox', { name: 'Responsible' });
  await responsible.fill('Mart');
  await form.getByRole('option', { name: 'Mart Kask' }).waitFor();
  await responsible.press('ArrowDown');
  await responsible.press('Enter');
  await waitFor(() => responsible.inputValue(), 'Mart Kask');

  await form.getByRole('tab', { name: 'Rows and files' }).click();
  await form.getByRole('textbox', { name: 'Signature: Or type your name' }).fill('Kristjan Oja');
  await form.getByRole('button', { name: 'Sign', exact: true }).click();
  await form.getByRole('img', { name: /^Kristjan Oja, / }).waitFor();

  await page.emulateMedia({ media: 'print' });
  const sheet = form.getByRole('region', { name });
  await sheet.getByRole('heading', { name: 'People and objects' }).waitFor();
  for (const text of ['Finland', 'Mart Kask', 'Mooring rope 40 mm', '€5,262.40']) {
    await sheet.getByText(text, { exact: true }).first().waitFor();
  }
  for (const hidden of ['.drawer', '.toolbar', 'verva-inbox .list-pane', 'verva-task-form .outcomes']) {
    assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
  }
  await page.emulateMedia({ media: null });

  await form.getByRole('button', { name: 'Stop here' }).click();
  const dialog = form.getByRole('dialog', { name: 'Stop here' });
  await dialog.getByText('The tour ends and keeps your entries.').waitFor();
  await dialog.getByRole('button', { name: 'Stop here' }).click();
  await taskRow(page, name).waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});
