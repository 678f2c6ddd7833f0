import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();
const ADMINISTRATOR = 'anna.tamm';

/** The department settings, and their parts. */
function settingsOf(page: Page) {
  const settings = page.locator('verva-settings-departments');
  return {
    settings,
    dialog: settings.getByRole('dialog'),
    line: (name: string) => settings.locator('[role=treeitem]').filter({ hasText: name }),
    title: (name: string) => settings.getByRole('heading', { level: 2, name, exact: true }),
    path: () => settings.getByRole('navigation', { name: 'Departments above' }).getByRole('button').allTextContents(),
  };
}

test('ADM-04 RTE-06 an administrator creates, renames, moves by keyboard, moves back and deletes departments', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/departments`, ADMINISTRATOR);
  const { settings, dialog, line, title, path } = settingsOf(page);
  await line('Terminal').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await settings.getByRole('button', { name: 'New department' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Crane pool');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('TERM');
  await dialog.getByRole('combobox', { name: 'Department above' }).fill('works');
  await dialog.getByRole('option', { name: /^Port works/ }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Another department has the code TERM.').waitFor();
  await dialog.getByRole('textbox', { name: 'Code' }).fill('CRANE');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await title('Crane pool').waitFor();
  await line('Crane pool').filter({ hasText: 'No head' }).waitFor();
  assert.deepEqual(await path(), ['Põhjaranna Sadam', 'Port works']);
  assert.deepEqual(await axeFindings(page), []);

  await settings.getByRole('textbox', { name: 'Name' }).fill('Crane team');
  await settings.getByRole('combobox', { name: 'Head' }).fill('Ольга');
  await settings.getByRole('option', { name: /Ольга Иванова/ }).click();
  await settings.getByRole('combobox', { name: 'Company' }).fill('Terminal');
  await settings.getByRole('option', { name: /Põhjaranna Terminal/ }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText(/^Saved/).waitFor();
  await line('Crane team').waitFor();
  await waitFor(() => line('No head').count(), 0);
  await page.reload();
  await title('Crane team').waitFor();
  assert.equal(await settings.getByRole('combobox', { name: 'Head' }).inputValue(), 'Ольга Иванова');

  await line('Terminal').focus();
  await page.keyboard.press('Control+x');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+v');
  await dialog.getByText('Departments that move: 1. Active users in them: 5.').waitFor();
  await dialog.getByText(/no longer for these users/).waitFor();
  await dialog.getByText(/added for these users/).waitFor();
  assert.equal(await dialog.getByRole('combobox', { name: 'Department above' }).inputValue(), 'Administration');
  assert.deepEqual(await axeFindings(page), []);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await page.getByText('Moved below Administration: Terminal').first().waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Moved back: Terminal').first().waitFor();
  await line('Terminal').click();
  await title('Terminal').waitFor();
  assert.deepEqual(await path(), ['Põhjaranna Sadam', 'Port works']);

  // Manuals are addressed to it: it is moved, but not deleted.
  await line('Port works').click();
  await title('Port works').waitFor();
  await settings.getByRole('button', { name: 'Actions: Port works' }).click();
  await settings.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('It cannot be deleted while these manuals are addressed to it:').waitFor();
  assert.ok((await dialog.getByRole('listitem').count()) > 0);
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await line('Crane team').click();
  await title('Crane team').waitFor();
  await settings.getByRole('button', { name: 'Actions: Crane team' }).click();
  await settings.getByRole('menuitem', { name: 'New sub-department' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night shift');
  await dialog.getByRole('textbox', { name: 'Code' }).fill('NIGHT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await title('Night shift').waitFor();
  await line('Crane team').click();
  await title('Crane team').waitFor();
  await settings.getByRole('button', { name: 'Actions: Crane team' }).click();
  await settings.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('Users in it: 0. Departments below it: 1.').waitFor();
  await dialog.getByRole('combobox', { name: 'Move them to' }).fill('term');
  await dialog.getByRole('option', { name: /^Terminal/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await line('Crane team').waitFor({ state: 'detached' });
  await line('Night shift').click();
  await title('Night shift').waitFor();
  assert.deepEqual(await path(), ['Põhjaranna Sadam', 'Port works', 'Terminal']);
  await settings.getByRole('button', { name: 'Actions: Night shift' }).click();
  await settings.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByText('It contains no users and no departments').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await line('Night shift').waitFor({ state: 'detached' });
  assert.deepEqual(errors, []);
  await context.close();
});

test('ADM-04 what two administrators change at the same time is not lost, and users lead to their page and Back', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/departments`, ADMINISTRATOR);
  const { settings, line, title } = settingsOf(page);
  await line('Workshop').click();
  await title('Workshop').waitFor();
  await settings.getByRole('textbox', { name: 'Name' }).fill('Repair workshop');

  const api = client(verva.url, await identityToken(verva.url, ADMINISTRATOR));
  const id = new URL(page.url()).searchParams.get('id');
  const { body: department } = await api('GET', `/api/departments/${id}`);
  const theirs = { name: 'Central workshop', code: 'SHOP-1' };
  const answer = await api('PUT', `/api/departments/${id}`, theirs, { 'if-match': `"${department.version}"` });
  assert.equal(answer.status, 200);
  await settings.getByRole('button', { name: 'Save' }).click();
  await settings.getByText('Your input is still here.').waitFor();
  await settings.getByText('Saved in the meantime: Central workshop').waitFor();
  assert.equal(await settings.getByRole('textbox', { name: 'Name' }).inputValue(), 'Repair workshop');
  assert.equal(await settings.getByRole('textbox', { name: 'Code' }).inputValue(), 'SHOP-1');
  assert.deepEqual(await axeFindings(page), []);
  await settings.getByRole('button', { name: 'Save' }).click();
  await line('Repair workshop').waitFor();
  await settings.getByText(/^Saved \d/).waitFor();

  await settings.getByRole('button', { name: 'Сергей Петров' }).click();
  await page.waitForURL('**/settings/users?id=sergei.petrov');
  await page.goBack();
  await title('Repair workshop').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('GRD-03 RTE-06 the department settings refuse a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/departments`, 'kadri.magi');
  await page.waitForURL('**/401?noGoBack');
  await context.close();
});
