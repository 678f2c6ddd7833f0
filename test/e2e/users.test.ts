import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arriveAt, axeFindings, newPage, protectLater } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { messageOf, temporaryPasswordIn } from '../support/outbox.ts';

const verva = journey();
const ADMINISTRATOR = 'anna.tamm';
const NEW_PASSWORD = 'Talv-2026-tuleb';

test('ADM-01 VAL-10 LOG-07 an invited user signs in with the temporary password, and is listed as active', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/users`, ADMINISTRATOR);
  const users = page.locator('verva-settings-users');
  const row = (name: string) => users.locator('tbody tr', { hasText: name });
  await row('Kadri Mägi').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await users.getByRole('button', { name: 'New user' }).click();
  const dialog = users.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name });
  await field('Username').fill('tiit');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Needs a longer Username').waitFor();
  await field('Username').fill('tiit.uus');
  await field('Name').last().fill('Tiit Uus');
  await field('E-mail').fill('tiit.uus@pohjaranna.example');
  assert.deepEqual(await axeFindings(page), []);
  const message = await messageOf(verva.url, 'tiit.uus@pohjaranna.example', () =>
    dialog.getByRole('button', { name: 'Create' }).click(),
  );
  await page.waitForURL('**/settings/users?id=tiit.uus');
  await users.getByText('Invited', { exact: true }).waitFor();

  const theirs = await newPage(verva.browser);
  await theirs.page.goto(`${verva.url}/login`);
  await theirs.page.locator('input[name=username]').fill('tiit.uus');
  await theirs.page.keyboard.press('Enter');
  await theirs.page.locator('input[name=password]').fill(temporaryPasswordIn(message));
  await theirs.page.keyboard.press('Enter');
  await theirs.page.locator('input[name=newPassword]').fill(NEW_PASSWORD);
  await theirs.page.locator('input[name=confirmPassword]').fill(NEW_PASSWORD);
  await theirs.page.keyboard.press('Enter');
  await protectLater(theirs.page);
  await theirs.page.waitForURL('**/inbox');

  await page.reload();
  await users.getByText('Active', { exact: true }).waitFor();

  // The user's page is open: a deactivation reaches it without a request of its own.
  await users.getByRole('button', { name: 'Actions: Tiit Uus' }).click();
  await users.getByRole('menuitem', { name: 'Deactivate…' }).click();
  await dialog.getByText('All sessions of the user end at once').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await users.getByText('Inactive', { exact: true }).waitFor();
  await theirs.page.getByRole('dialog').locator('input[name=password]').waitFor();
  await theirs.context.close();

  await users.getByRole('button', { name: 'Actions: Tiit Uus' }).click();
  await users.getByRole('menuitem', { name: 'Reactivate' }).click();
  await users.getByText('Active', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('ADM-01 FIL-01 RTE-04 the list is filtered in its address, and a user is edited with department, managers and groups', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/users`, ADMINISTRATOR);
  const users = page.locator('verva-settings-users');
  const rows = users.locator('tbody tr');
  await rows.nth(5).waitFor();
  await users.getByRole('searchbox', { name: 'Search users' }).fill('mägi');
  await users.getByText('1 row', { exact: true }).waitFor();
  await page.reload();
  await users.getByText('1 row', { exact: true }).waitFor();
  // On a tablet the values fold below the name, and nothing scrolls sideways.
  await page.setViewportSize({ width: 820, height: 1180 });
  const name = await rows.first().locator('.fold-name').boundingBox();
  const below = await rows.first().locator('td:not(.fold-name, .fold-actions)').first().boundingBox();
  assert.ok(name && below && below.y >= name.y + name.height, 'the values are in a second line');
  assert.equal(await users.evaluate((element) => element.scrollWidth <= element.clientWidth), true);
  await page.setViewportSize({ width: 1280, height: 800 });

  await rows.getByRole('button', { name: 'Kadri Mägi', exact: true }).click();
  await page.waitForURL('**/settings/users?**id=kadri.magi**');
  assert.deepEqual(await axeFindings(page), []);
  await users.getByRole('textbox', { name: 'Job title' }).fill('Head of finance');
  await users.getByRole('combobox', { name: 'Functional managers' }).fill('Liis');
  await users.getByRole('option', { name: /Liis Saar/ }).click();
  await users.getByRole('combobox', { name: 'Groups' }).fill('Permits');
  await users.getByRole('option', { name: /Permits/ }).click();
  await users.getByRole('button', { name: 'Save' }).click();
  await users.getByText(/^Saved \d/).waitFor();

  await page.reload();
  await users.getByRole('button', { name: 'Remove Liis Saar' }).waitFor();
  await users.getByRole('button', { name: 'Remove Permits' }).waitFor();
  assert.equal(await users.getByRole('textbox', { name: 'Job title' }).inputValue(), 'Head of finance');
  await users.getByRole('button', { name: 'Back to the list' }).click();
  await users.getByText('1 row', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('GRD-03 RTE-06 the user settings refuse a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/users`, 'kadri.magi');
  await page.waitForURL('**/401?noGoBack');
  await context.close();
});

test('ADM-08 ADM-01 users are imported after a look at what would change, a refused row says why, and an undo removes them', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/users`, ADMINISTRATOR);
  const users = page.locator('verva-settings-users');
  await users.getByRole('button', { name: 'Import' }).click();
  await users.getByRole('heading', { name: 'Import users' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const rows = Array.from(
    { length: 10 },
    (_, index) => `proov.${index},Proov ${'ABCDEFGHIJ'[index]},proov.${index}@x.test,`,
  );
  const csv = ['username,name,email,department', ...rows, 'proov.vale,Vale Rida,vale@x.test,Nowhere'].join('\n');
  const choose = (text: string) =>
    users
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(csv.replace('department', 'Shoe size'));
  await users.getByText('Unknown columns: Shoe size').waitFor();
  await choose(csv);
  const table = users.getByRole('table');
  await table.getByText('Nowhere is not on the list.').waitFor();
  assert.match((await table.locator('tbody tr').first().textContent()) ?? '', /Refused/);
  assert.deepEqual(await axeFindings(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await axeFindings(page), []);
  await page.setViewportSize({ width: 1280, height: 800 });
  const download = page.waitForEvent('download');
  await users.getByRole('button', { name: 'Download refused rows' }).click();
  assert.equal((await download).suggestedFilename(), 'refused-rows.csv');
  await users.getByRole('button', { name: 'New 10' }).click();
  await table.getByText('Proov J').waitFor();
  await users.getByRole('button', { name: 'Import 10 users' }).click();
  await users.getByText('10 users imported.').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await users.getByRole('button', { name: 'Undo' }).click();
  await users.getByText('Import undone for 10 users.').waitFor();
  await users.getByRole('button', { name: 'Back to the list' }).click();
  await users.getByRole('searchbox', { name: 'Search users' }).fill('proov.');
  await users.getByText('Kadri Mägi').first().waitFor({ state: 'detached' });
  assert.equal(await users.getByText('Proov').count(), 0);
  assert.deepEqual(errors, []);
  await context.close();
});
