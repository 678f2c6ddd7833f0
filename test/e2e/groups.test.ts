import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();
const ADMINISTRATOR = 'anna.tamm';

test('ADM-02 ADM-08 an administrator creates a group, adds members by name and from a list, and removes one', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/groups`, ADMINISTRATOR);
  const groups = page.locator('verva-settings-groups');
  await groups.getByRole('button', { name: /^Facilities/ }).waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await groups.getByRole('button', { name: 'New group' }).click();
  await groups.getByRole('textbox', { name: 'Name' }).fill('Crane drivers');
  await groups.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/settings/groups?id=crane-drivers');
  await groups.getByText('No members yet').waitFor();

  await groups.getByRole('combobox', { name: 'Add a user' }).fill('Kadri');
  await groups.getByRole('option', { name: /Kadri Mägi/ }).click();
  const row = (name: string) => groups.locator('tbody tr', { hasText: name });
  await row('Kadri Mägi').waitFor();
  await groups.getByRole('button', { name: /^Crane drivers.*1 member/ }).waitFor();

  await groups.getByRole('button', { name: 'Import members' }).click();
  const dialog = groups.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Usernames' }).fill('username\nkadri.magi\nmart.kask\nno.such.user');
  await dialog.getByText('To add: 1. Already members: 1.').waitFor();
  await dialog.getByText('This username does not exist and is skipped: no.such.user').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await row('Mart Kask').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await groups.getByRole('button', { name: 'Actions: Kadri Mägi' }).click();
  await groups.getByRole('menuitem', { name: 'Remove from the group' }).click();
  await row('Kadri Mägi').waitFor({ state: 'detached' });
  await page.reload();
  await row('Mart Kask').waitFor();
  await waitFor(() => groups.locator('tbody tr').count(), 1);

  await groups.getByRole('button', { name: 'Actions: Crane drivers' }).click();
  await groups.getByRole('menuitem', { name: 'Delete' }).click();
  await groups.getByRole('dialog').getByText('Its member loses what the group gives.').waitFor();
  await groups.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/settings/groups');
  await groups.getByRole('button', { name: /^Crane drivers/ }).waitFor({ state: 'detached' });

  // A group that processes name is not deleted; what names it is listed.
  await groups.getByRole('button', { name: /^Facilities/ }).click();
  await groups.getByRole('button', { name: 'Actions: Facilities' }).click();
  await groups.getByRole('menuitem', { name: 'Delete' }).click();
  await groups.getByRole('dialog').locator('li', { hasText: 'Process' }).first().waitFor();
  assert.equal(await groups.getByRole('dialog').getByRole('button', { name: 'Delete' }).count(), 0);
  await groups.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  // The provider's own right: to be seen, not to be changed.
  await groups.getByRole('button', { name: /^Provider administrators/ }).click();
  await groups.getByText('Only the provider changes the members of this group.').waitFor();
  assert.equal(await groups.getByRole('combobox', { name: 'Add a user' }).count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});

test('GRD-03 RTE-06 the group settings refuse a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/groups`, 'kadri.magi');
  await page.waitForURL('**/401?noGoBack');
  await context.close();
});
