import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

test('AUD-01 ADM-08 an administrator changes a user, finds the change with before and after, and exports it', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/users?id=rein.vaino`, 'anna.tamm');
  const editor = page.locator('verva-settings-users');
  const title = editor.getByRole('textbox', { name: 'Job title' });
  const before = await title.inputValue();
  await title.fill('Harbour pilot');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  // A page with unsaved input asks before it is left.
  await editor.getByText(/^Saved \d/).waitFor();
  await editor.getByRole('button', { name: 'Actions: Rein Väino' }).click();
  await editor.getByRole('menuitem', { name: 'What happened to this user' }).click();
  await page.waitForURL('**/settings/audit?subject=eq:rein.vaino');

  const rows = page.locator('.audit .records tbody tr');
  const row = rows.filter({ hasText: 'Harbour pilot' });
  await row.waitFor();
  assert.match((await row.textContent()) ?? '', /Anna Tamm/);
  assert.deepEqual(await axeFindings(page), []);
  await row.getByRole('button').click();
  const panel = page.getByRole('complementary', { name: 'Changed: Rein Väino' });
  await panel.getByRole('cell', { name: `Job title ${before}` }).waitFor();
  await panel.getByRole('cell', { name: 'Job title Harbour pilot' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press('ArrowDown');
  await page.locator('.audit tbody tr[aria-selected=true]').and(rows.nth(1)).waitFor();
  await page.keyboard.press('ArrowUp');
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });

  await row.getByRole('button').click();
  await panel.getByRole('button', { name: 'What did Anna Tamm do?' }).click();
  await page.waitForURL('**/settings/audit?actor=eq:anna.tamm');
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/Verified: \d+ sealed rows|No row is sealed yet/).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const file = await readFile(await download.path(), 'utf8');
  assert.match(file, /Anna Tamm/);
  assert.match(file, /Harbour pilot/);
  assert.deepEqual(errors, []);
  await context.close();
});

test('AUD-01 groups and delegations lead to what happened to them', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/groups?id=facilities`, 'anna.tamm');
  const groups = page.locator('verva-settings-groups');
  const actions = groups.locator('.detail-head').getByRole('button', { name: /^Actions: / });
  await actions.click();
  await groups.getByRole('menuitem', { name: 'What happened to this group' }).click();
  await page.waitForURL('**/settings/audit?entity=eq:app_group&entityId=eq:facilities');
  const rows = page.locator('.audit .records tbody tr');
  await rows.first().waitFor();
  await page.goBack();
  await actions.click();
  await groups.getByRole('menuitem', { name: 'Changes of members' }).click();
  await page.waitForURL('**/settings/audit?entity=eq:group_member&entityId=startWith:facilities*');
  await rows.filter({ hasText: 'Group membership' }).first().waitFor();

  await page.goto(`${verva.url}/settings/delegations?user=kadri.magi`);
  await page.getByRole('button', { name: 'What happened to them?' }).click();
  await page.waitForURL('**/settings/audit?entity=eq:delegation&subject=eq:kadri.magi');
  await page
    .getByText(/^(\d+ rows?|No matches)$/)
    .first()
    .waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test('AUD-01 GRD-03 the audit log refuses a user without the permission', async () => {
  const { page, context } = await newPage(verva.browser);
  await arriveAt(page, `${verva.url}/settings/audit`, 'kadri.magi');
  await page.waitForURL('**/401?noGoBack');
  await context.close();
});
