import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { waitFor } from '../support/wait-for.ts';

const run = journey();

const form = (page: Page) => page.locator('verva-task-form');
const openTab = (page: Page, name: RegExp) => form(page).getByRole('tab', { name }).click();

async function inboxOf(username: string) {
  const { page, context, errors } = await newPage(run.browser);
  await arrive(page, run.url, username);
  await page.locator('verva-inbox button.item').first().waitFor();
  return { page, context, errors };
}

test('TSK-05 TSK-17 BEY-03 Toomas delegates a task; Liis works on it, comments and returns it; he completes it and the history names both', async () => {
  const toomas = await inboxOf('toomas.rebane');
  const row = toomas.page.locator('verva-inbox button.item', { hasText: 'Team day catering' });
  await row.click();
  await form(toomas.page).getByRole('button', { name: 'Delegate', exact: true }).click();
  const dialog = form(toomas.page).getByRole('dialog', { name: 'Delegate this task' });
  await dialog.getByRole('combobox', { name: 'Colleague' }).fill('liis');
  await dialog.getByRole('option', { name: 'Liis Saar' }).click();
  await dialog.getByRole('textbox', { name: 'What to do' }).fill('Please look at the place.');
  await dialog.getByRole('button', { name: 'Delegate', exact: true }).click();
  await toomas.page.getByText('Delegated. Assignee: Liis Saar.').first().waitFor();
  const address = toomas.page.url();

  const liis = await inboxOf('liis.saar');
  await liis.page.goto(address);
  await form(liis.page).getByText('Toomas Rebane: Please look at the place.').waitFor();
  await form(liis.page).getByText('Toomas Rebane decides after you.').waitFor();
  await openTab(liis.page, /^Comments/);
  const comment = form(liis.page).getByRole('textbox', { name: 'New comment' });
  await comment.fill('I was there, <b>all is well</b>. ');
  await comment.press('End');
  await comment.pressSequentially('@toomas');
  await form(liis.page).getByRole('option', { name: 'Toomas Rebane' }).waitFor();
  await comment.press('Enter');
  await form(liis.page).getByRole('button', { name: 'Comment', exact: true }).click();
  await form(liis.page).locator('.comment-item').getByText('I was there, <b>all is well</b>.').waitFor();
  assert.deepEqual(await axeFindings(liis.page), []);

  // Toomas is notified on the page that he has open.
  await openTab(toomas.page, /^Comments/);
  await form(toomas.page).locator('.comment-item').getByText('For Toomas Rebane, by Liis Saar').waitFor();

  await form(liis.page).locator('.outcomes').getByRole('button', { name: 'Give back' }).click();
  const back = form(liis.page).getByRole('dialog', { name: 'Give the task back' });
  await back.getByRole('textbox', { name: 'Comment' }).fill('Nothing stands against it.');
  await back.getByRole('button', { name: 'Give back' }).click();
  await liis.page.getByText('The task is back with Toomas Rebane.').first().waitFor();

  await openTab(toomas.page, /^Form/);
  await form(toomas.page).getByText('Liis Saar: Nothing stands against it.').waitFor();
  await openTab(toomas.page, /^History/);
  const history = form(toomas.page).locator('.tl');
  await history.getByText(/^Delegated to Liis Saar/).waitFor();
  const returned = history.locator('li', { hasText: 'Given back to Toomas Rebane' });
  await returned.getByText('For Toomas Rebane, by Liis Saar').waitFor();

  await openTab(toomas.page, /^Form/);
  await form(toomas.page).locator('.outcomes').getByRole('button', { name: 'Reject' }).click();
  const why = form(toomas.page).getByRole('dialog');
  await why.getByRole('textbox', { name: 'Comment' }).fill('Not this year.');
  await why.getByRole('button', { name: 'Reject' }).click();
  await toomas.page.waitForURL((url) => url.href !== address);
  assert.deepEqual(toomas.errors, []);
  await toomas.context.close();
  await liis.context.close();
});

test('BEY-19 RTE-04 Toomas saves a list as a private view, opens it by its address, and deletes it', async () => {
  const { page, context, errors } = await inboxOf('toomas.rebane');
  const inbox = page.locator('verva-inbox');
  await inbox.getByRole('button', { name: 'Sort and group' }).click();
  await inbox.getByLabel('Group by').selectOption('priority');
  await inbox.getByRole('button', { name: 'Saved views' }).click();
  const panel = inbox.getByRole('region', { name: 'Saved views' });
  await panel.getByRole('button', { name: 'Save as…' }).click();
  const dialog = inbox.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('By priority');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await panel.getByRole('button', { name: /^By priority/ }).waitFor();
  await page.waitForURL(/[?&]view=/);
  const address = page.url();

  await panel.getByRole('button', { name: 'All my tasks' }).click();
  await page.waitForURL((url) => !url.searchParams.has('view'));
  await page.goto(address);
  await inbox.getByRole('button', { name: 'Close the view By priority' }).waitFor();
  await inbox.getByRole('button', { name: 'Sort and group' }).click();
  assert.equal(await inbox.getByLabel('Group by').inputValue(), 'priority');
  await inbox.getByRole('button', { name: 'Saved views' }).click();
  await panel.getByRole('button', { name: 'Delete', exact: true }).click();
  await inbox.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has('view'));
  await page.goto(address);
  await page.getByText('This view does not exist, or you do not have access to it.').waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

const taskIdOf = (page: Page) => new URL(page.url()).searchParams.get('taskId');

/** Resolves once the inbox has this number of rows, all with this beginning of their task's name. */
const rowsAre = (page: Page, count: number, name: string) =>
  page.waitForFunction(
    ([wanted, begins]) => {
      const { shadowRoot } = document.querySelector('verva-inbox')!;
      const rows = [...(shadowRoot?.querySelectorAll<HTMLElement>('li .item .name') ?? [])];
      return rows.length === wanted && rows.every(({ title }) => title.startsWith(String(begins)));
    },
    [count, name] as const,
  );

test("LAY-16 TSK-17 BEY-19 a manager's morning by keyboard only, and the saved view is there tomorrow", async () => {
  const { page, context, errors } = await newPage(run.browser);
  let deliver = () => {};
  const delivered = new Promise<void>((done) => {
    deliver = done;
  });
  await page.route(/\/assets\/keys-/, (route) => delivered.then(() => route.continue()));
  await arrive(page, run.url, 'mart.kask');
  await page.locator('verva-inbox .item:focus').waitFor();

  // Search, pressed before the code of the shortcuts has arrived: the first result has the focus after the search field.
  await page.keyboard.press('/');
  deliver();
  await page.locator('verva-inbox input[type=search]:focus').waitFor();
  await page.keyboard.type('leave');
  await page.keyboard.press('Enter');
  await rowsAre(page, 3, 'Approve leave');
  await tabTo(page, '.item');

  // Open, and approve three: e goes to the outcomes of the task, and Enter completes it. The next task of the inbox
  // opens, and j goes back to the list.
  const approved: (string | null)[] = [];
  for (let left = 2; left >= 0; left -= 1) {
    await page.keyboard.press('Enter');
    await form(page).locator('.outcomes button').first().waitFor();
    await page.locator('verva-task-form h1', { hasText: 'Approve leave' }).waitFor();
    const taskId = taskIdOf(page);
    approved.push(taskId);
    await page.keyboard.press('e');
    await page.locator('verva-task-form .outcomes .btn.primary:focus').waitFor();
    assert.equal(taskIdOf(page), taskId, 'e goes to the outcomes of the open task');
    await page.keyboard.press('Enter');
    await page.waitForFunction((old) => new URL(location.href).searchParams.get('taskId') !== old, taskId);
    await page.locator(`verva-task-form[task-id="${taskIdOf(page)}"] h1:focus`).waitFor();
    await rowsAre(page, left, 'Approve leave');
    if (left > 0) {
      await page.keyboard.press('j');
      await page.locator('verva-inbox .item:focus').waitFor();
    }
  }
  assert.equal(new Set(approved).size, 3);

  // Delegate the task that follows.
  const delegated = taskIdOf(page);
  await tabTo(page, '.head-actions button', 'Delegate');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('liis');
  await page.getByRole('option', { name: 'Liis Saar' }).waitFor();
  await page.keyboard.press('Enter');
  await tabTo(page, 'button[type=submit]', 'Delegate');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const mart = client(run.url, await identityToken(run.url, 'mart.kask'));
  const holder = async () => (await mart('GET', `/api/tasks/${delegated}`)).body.assignee?.name;
  await waitFor(holder, 'Liis Saar');

  // Filter without the search, and save the view.
  await page.keyboard.press('/');
  await page.locator('verva-inbox input[type=search]:focus').waitFor();
  await page.keyboard.press('Escape');
  await tabTo(page, '.list-tools button[aria-label^="Filter"]');
  await page.keyboard.press('Enter');
  await tabTo(page, '.filters-panel .chip', 'Unread');
  await page.keyboard.press('Space');
  await page.locator('verva-inbox .chip[aria-pressed=true]', { hasText: 'Unread' }).waitFor();
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, '.list-tools button[aria-label="Saved views"]', '', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, '.views-panel button', 'Save as');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('My mornings');
  await page.keyboard.press('Enter');
  await page.locator('verva-inbox .view-name', { hasText: 'My mornings' }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();

  // Tomorrow, in a new session of the browser.
  const tomorrow = await newPage(run.browser);
  await tomorrow.page.clock.install({ time: Date.now() + 20 * 3_600_000 });
  await arrive(tomorrow.page, run.url, 'mart.kask');
  await tomorrow.page.locator('verva-inbox .item:focus').waitFor();
  await tomorrow.page.keyboard.press('/');
  await tabTo(tomorrow.page, '.list-tools button[aria-label="Saved views"]');
  await tomorrow.page.keyboard.press('Enter');
  await tabTo(tomorrow.page, '.views-panel button.view', 'My mornings');
  await tomorrow.page.keyboard.press('Enter');
  await tomorrow.page.locator('verva-inbox .view-name', { hasText: 'My mornings' }).waitFor();
  await tomorrow.page.locator('verva-inbox .active-line', { hasText: 'Unread' }).waitFor();
  assert.deepEqual(tomorrow.errors, []);
  await tomorrow.context.close();
});
