import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive, arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { pngOf } from '../support/pictures.ts';

const verva = journey();
const ADMINISTRATOR = 'anna.tamm';
const PICTURE = { name: 'logo.png', mimeType: 'image/png' };

const administrator = async () => client(verva.url, await identityToken(verva.url, ADMINISTRATOR));

test('ADM-03 BEY-22 API-06 tags are created, changed after a conflict, merged and deleted, with their users', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/tags`, ADMINISTRATOR);
  const tags = page.locator('verva-settings-tags');
  const dialog = tags.getByRole('dialog');
  const row = (name: string) => tags.locator('tbody tr', { hasText: name });
  const act = async (name: string, item: string) => {
    await tags.getByRole('button', { name: `Actions: ${name}`, exact: true }).click();
    await tags.getByRole('menuitem', { name: item }).click();
  };

  // By keyboard alone.
  await tags.getByRole('button', { name: 'New tag' }).first().focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('First aid');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press('Enter');
  await row('First aid').getByText('Green').waitFor();

  const request = await administrator();
  const first = (await request('GET', '/api/identity/tags')).body.find(
    ({ name }: { name: string }) => name === 'First aid',
  );
  await request('PUT', '/api/identity/users/kadri.magi/tags', { tags: ['First aid'] });
  await request('PUT', '/api/identity/users/mart.kask/tags', { tags: ['First aiders'] });
  await page.reload();
  await row('First aiders').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await act('First aid', 'Rename and colour…');
  await request('PUT', `/api/identity/tags/${first.id}`, { name: 'Rescue', color: 'green' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Rescuers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Saved in the meantime: Rescue').waitFor();
  await dialog.getByText('Your input is still here.').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await row('Rescuers').waitFor();

  await act('Rescuers', 'Merge into…');
  await dialog.getByRole('combobox', { name: 'Into the tag' }).fill('aiders');
  await tags.getByRole('option', { name: /First aiders/ }).click();
  await dialog.getByText('1 user with the tag “Rescuers” gets the tag “First aiders”.').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await row('Rescuers').waitFor({ state: 'detached' });
  await row('First aiders').getByText('2', { exact: true }).waitFor();

  await act('First aiders', 'Delete…');
  await dialog.getByText('It is removed from 2 users.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await tags.getByText('No tags yet').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('ADM-05 RTE-04 a company is created, gets a logo, and is made inactive or deleted according to its uses', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/companies`, ADMINISTRATOR);
  const companies = page.locator('verva-settings-companies');
  const dialog = companies.getByRole('dialog');
  await companies.locator('tbody tr', { hasText: 'Põhjaranna Sadam AS' }).getByText('Estonia').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await companies.getByRole('button', { name: 'New company' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Põhjaranna Laevad OÜ');
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('PS');
  await dialog.getByRole('combobox', { name: 'Country' }).fill('finl');
  await companies.getByRole('option', { name: /Finland/ }).click();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Another company has the code PS.').waitFor();
  await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('PL');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.waitForURL('**/settings/companies?id=*');

  const file = companies.locator('input[type=file]');
  await file.setInputFiles({ ...PICTURE, buffer: Buffer.from('no picture') });
  await companies.getByRole('button', { name: 'Save' }).click();
  await companies.getByText('The content of the file cannot be read as').waitFor();
  await file.setInputFiles({ ...PICTURE, buffer: pngOf(1025, 8) });
  await companies.getByRole('button', { name: 'Save' }).click();
  await companies.getByText(/The picture can be at most 1,?024/).waitFor();
  await file.setInputFiles({ ...PICTURE, buffer: pngOf(64, 64) });
  await companies.getByRole('switch', { name: /^Active/ }).click();
  assert.deepEqual(await axeFindings(page), []);
  await companies.getByRole('button', { name: 'Save' }).click();
  await companies.locator('.settings-head img').waitFor();
  await companies.locator('.settings-head').getByText('Inactive').waitFor();

  await page.reload();
  await companies.locator('.settings-head img').waitFor();
  await companies.getByRole('button', { name: 'Actions: Põhjaranna Laevad OÜ' }).click();
  await companies.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByText('No user, department or manual uses it.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/settings/companies');
  await companies.getByText('2 rows', { exact: true }).waitFor();

  await companies.getByRole('button', { name: 'Actions: Põhjaranna Sadam AS' }).click();
  await companies.getByRole('menuitem', { name: 'Delete…' }).click();
  await dialog.getByText('It cannot be deleted while it is used.').waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  assert.deepEqual(errors, []);
  await context.close();
});

test('RTE-06 BEY-22 RTE-04 a dimension gets values below each other; one that a form uses is not deleted', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/dimensions`, ADMINISTRATOR);
  const dimensions = page.locator('verva-settings-dimensions');
  const dialog = dimensions.getByRole('dialog');
  const row = (name: string) => dimensions.locator('tbody tr', { hasText: name });
  const act = async (name: string, item: string) => {
    await dimensions.getByRole('button', { name: `Actions: ${name}`, exact: true }).click();
    await dimensions.getByRole('menuitem', { name: item }).click();
  };
  const field = (name: string) => dialog.getByRole('textbox', { name });

  await dimensions.getByRole('button', { name: 'New dimension' }).click();
  await field('Name').fill('Projects');
  await field('Code').fill('projects');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/settings/dimensions?id=*');
  await dimensions.getByText('No published form uses this dimension.').waitFor();
  await dimensions.getByText('No values yet').waitFor();

  await dimensions.getByRole('button', { name: 'New value' }).click();
  await field('Code').fill('P1');
  await field('Name').fill('Quay renewal');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await row('Quay renewal').waitFor();
  await act('Quay renewal', 'New value below…');
  await field('Code').fill('P1-1');
  await field('Name').fill('Bollards');
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await row('Bollards').getByText('Quay renewal').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await act('Quay renewal', 'Edit…');
  await dialog.getByRole('combobox', { name: 'Part of' }).fill('boll');
  await dimensions.getByRole('option', { name: /Bollards/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A value cannot be below itself.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await act('Quay renewal', 'Delete…');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Values below this one: 1.').waitFor();
  await dialog.getByRole('button', { name: 'Make inactive' }).click();
  await row('P1').getByText('Inactive', { exact: true }).waitFor();

  await act('Projects', 'Delete…');
  await dialog.getByText('No form uses it.').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/settings/dimensions');

  await dimensions.getByRole('button', { name: /^Objects/ }).click();
  await row('Quay 1').waitFor();
  await act('Objects', 'Delete…');
  await dialog.getByText('It cannot be deleted while these forms use it.').waitFor();
  await dialog.locator('.uses li').first().waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(errors, []);
  await context.close();
});

test('GRD-03 RTE-06 the settings of reference data refuse a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arrive(page, verva.url, 'kadri.magi');
  for (const name of ['tags', 'companies', 'dimensions']) {
    await page.goto(`${verva.url}/settings/${name}`);
    await page.waitForURL('**/401?noGoBack');
  }
  await context.close();
});
