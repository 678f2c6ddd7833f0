import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();
const PROVIDER = 'grete.norden';

test('PRV-05 FRM-09 BEY-23 a form is created from the list; a form in use gets a condition, is tested and published, and its tasks are moved', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, PROVIDER);
  await page.getByRole('button', { name: /Põhjaranna/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/forms`);
  const main = page.locator('main');
  await main.getByRole('link', { name: 'Purchase approval', exact: true }).waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await main.getByRole('button', { name: 'New form' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Gate pass');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.waitForURL('**/settings/formbuilder?formId=gate-pass');
  await page.getByRole('tree').waitFor();
  await main.getByRole('link', { name: 'Back to forms' }).click();
  await main.getByRole('link', { name: 'Gate pass' }).waitFor();

  // A form in use cannot be retired; the message lists where it is used.
  await main.getByRole('button', { name: 'More for Purchase approval' }).click();
  await page.getByRole('menuitem', { name: 'Retire' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retire' }).click();
  await page.locator('.used-by li', { hasText: 'Process' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  await main.getByRole('link', { name: 'Purchase approval', exact: true }).click();
  await page.locator('[data-node="supplier"]').click();
  const shown = page.getByRole('group', { name: 'Visible when' });
  await shown.getByRole('button', { name: 'Add a condition' }).click();
  await shown.getByRole('combobox', { name: 'Operator of condition 1' }).selectOption('startWith');
  await shown.getByRole('textbox', { name: 'Value of condition 1' }).fill('Rope');
  await shown.getByText('Subject starts with “Rope”').waitFor();

  const bar = page.locator('.fb-bar');
  await bar.getByRole('button', { name: 'Preview' }).click();
  const preview = page.locator('.form-view');
  await preview.getByRole('textbox', { name: 'Subject', exact: true }).fill('Chairs');
  await preview.getByRole('textbox', { name: 'Supplier', exact: true }).waitFor({ state: 'detached' });
  await preview.getByRole('textbox', { name: 'Subject', exact: true }).fill('Ropes');
  await preview.getByRole('textbox', { name: 'Supplier', exact: true }).fill('Norden');
  await main.getByRole('button', { name: 'Validate on server' }).click();
  await main.getByText('No errors on the server either.').waitFor();

  await bar.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/^\d+ open tasks use this form$/).waitFor();
  await dialog.locator('.pn-changes', { hasText: 'Supplier' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('textbox', { name: 'Description of changes' }).fill('Asks for a supplier of ropes only');
  await dialog.getByRole('radio', { name: /^Update all to the new version/ }).check();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.waitFor({ state: 'detached' });
  const headers = { Authorization: `Bearer ${await identityToken(verva.url, PROVIDER)}`, 'Verva-Tenant': 'pohjaranna' };
  const versions = async () => {
    const tasks = await (await fetch(`${verva.url}/api/forms/purchase-approval/tasks`, { headers })).json();
    return tasks.versions.map(({ number }: { number: number }) => number);
  };
  await waitFor(versions, [2]);

  await bar.getByRole('button', { name: 'Versions' }).click();
  await main.getByRole('listitem').filter({ hasText: 'Asks for a supplier of ropes only' }).getByRole('button').click();
  await main.locator('.pn-changes', { hasText: 'Supplier' }).waitFor();
  await main.getByRole('combobox', { name: 'to' }).selectOption({ label: 'Version 1' });
  await main.getByRole('button', { name: 'Restore version 1 as the draft' }).click();
  await bar.getByRole('button', { name: 'Design' }).click();
  await page.locator('[data-node="supplier"]').click();
  await shown.getByText('No condition').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
