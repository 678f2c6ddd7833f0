import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, giveSession, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { inUndoWindow } from '../support/undo-window.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

const tasks = (page: Page) => page.locator('verva-tasks');
const rows = (page: Page) => tasks(page).locator('tbody tr');
const pager = (page: Page) => tasks(page).locator('.pager [role=status]');

async function open(page: Page, query = ''): Promise<void> {
  await page.goto(`${verva.url}/tasks${query}`);
  await rows(page).first().waitFor();
}

describe('all tasks in a browser', () => {
  test('RTE-04 TSK-03 TSK-07 an administrator finds, reassigns and opens tasks of all users', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'desktop' });
    await arrive(page, verva.url, 'anna.tamm');
    await page.getByRole('link', { name: 'All tasks', exact: true }).click();
    await rows(page).first().waitFor();
    assert.deepEqual(await axeFindings(page), []);

    // Filters unassigned tasks by clicking the workload without an assignee.
    await tasks(page).getByRole('button', { name: 'Workload' }).click();
    await page.waitForURL('**/tasks?panel=workload');
    await tasks(page).locator('.load-row', { hasText: 'Unassigned' }).click();
    await page.waitForURL('**/tasks?status=eq:open&assignee=eq:&sort=due:asc&panel=workload');
    await rows(page).filter({ hasNotText: 'Unassigned' }).first().waitFor({ state: 'detached' });
    await tasks(page).locator('tbody:not(.stale) .col-assignee', { hasText: 'Unassigned' }).first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // The panel and the view survive a reload; Back restores the conditions, and Escape closes the panel.
    await page.reload();
    await tasks(page).locator('.load-row').first().waitFor();
    await tasks(page).getByRole('button', { name: 'Unassigned', pressed: true }).waitFor();
    await page.goBack();
    await page.waitForURL('**/tasks?panel=workload');
    await tasks(page).getByRole('button', { name: 'Open tasks', pressed: true }).waitFor();
    await tasks(page).getByRole('button', { name: 'Workload' }).focus();
    await page.keyboard.press('Escape');
    await page.waitForURL('**/tasks');
    assert.equal(await tasks(page).locator('.load-panel').count(), 0);

    // One open and one finished task: the first is completed, the second is refused with the reason.
    await open(page, '?sort=due:asc');
    await rows(page).locator('.pick input').nth(0).check();
    const finished = rows(page).filter({ hasText: 'Completed' }).first();
    await finished.locator('.pick input').check();
    await tasks(page).getByRole('toolbar', { name: 'Selected tasks' }).getByRole('button', { name: 'Assign' }).click();
    const dialog = tasks(page).locator('dialog');
    await dialog.getByRole('combobox', { name: 'Person' }).fill('Mart');
    await dialog.getByRole('option', { name: 'Mart Kask' }).click();
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.getByRole('heading', { name: '1 task was not changed' }).waitFor();
    assert.match((await dialog.textContent())!, /completed this at/);
    // The list behind it is dimmed while it reloads.
    await tasks(page).locator('[aria-busy=false]').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await rows(page).first().locator('.col-assignee', { hasText: 'Mart Kask' }).waitFor();

    // Tasks of one kind are completed together by an outcome, after a check that says why others cannot be.
    await open(page, '?status=eq:open&name=like:approve%20purchase');
    await rows(page).nth(0).locator('.pick input').check();
    await rows(page).nth(1).locator('.pick input').check();
    const bar = tasks(page).getByRole('toolbar', { name: 'Selected tasks' });
    const [selected] = await Promise.all([
      page.waitForEvent('download'),
      bar.getByRole('button', { name: 'Export' }).click(),
    ]);
    const csv = String(await buffer(await selected.createReadStream()));
    assert.equal(csv.trim().split('\r\n').length, 3);
    await bar.getByRole('button', { name: 'Complete…' }).click();
    await dialog.getByRole('radio', { name: 'Approve' }).check();
    await dialog.getByRole('button', { name: 'Check' }).click();
    await dialog.getByText(/^Approve: \d of 2 tasks can be completed$/).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    // What the selection does not allow says why.
    await open(page, '?status=eq:completed');
    await rows(page).nth(0).locator('.pick input').check();
    await bar.getByRole('button', { name: 'Assign', description: 'All selected tasks have ended.' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('All selected tasks have ended.').first().waitFor();
    await open(page, '?sort=due:asc');

    // The URL contains the open task, which lies over the list without moving its columns; Escape and Back close it.
    const name = rows(page).first().locator('.name-link');
    const place = await name.boundingBox();
    await name.click();
    await page.waitForURL('**/tasks?sort=due:asc&taskId=*');
    await page.locator('verva-task-form [role=tab]').first().waitFor();
    assert.deepEqual(await name.boundingBox(), place);
    await page.reload();
    await page.locator('verva-task-form [role=tab]').first().waitFor();
    await page.locator('verva-task-form [role=tab]').first().focus();
    await page.keyboard.press('Escape');
    await page.locator('verva-task-form').waitFor({ state: 'detached' });
    await page.waitForURL('**/tasks?sort=due:asc');
    await name.click();
    await page.locator('verva-task-form [role=tab]').first().waitFor();
    await page.goBack();
    await page.locator('verva-task-form').waitFor({ state: 'detached' });
    await context.close();
  });

  test('TSK-03 TSK-14 BEY-06 selected tasks are completed by an outcome without the refused one, and undone', async () => {
    const { page, context } = await newPage(verva.browser);
    await giveSession(page, verva.url, 'mart.kask');
    await open(page, '?status=eq:open&name=like:approve%20leave');
    const of = (person: string) => rows(page).filter({ has: page.locator('.col-assignee', { hasText: person }) });
    const own = of('Mart Kask');
    await own.nth(1).waitFor();
    const before = await own.count();
    for (const row of [own.nth(0), own.nth(1), of('Toomas Rebane').first()]) await row.locator('.pick input').check();
    await tasks(page).getByRole('button', { name: 'Complete…' }).click();
    const dialog = tasks(page).getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Approve', exact: true }).check();
    await dialog.getByRole('button', { name: 'Check', exact: true }).click();
    await dialog.getByText('Approve: 2 of 3 tasks can be completed').waitFor();
    await dialog.getByText('You do not have permission to do this.').waitFor();
    await inUndoWindow(page, async () => {
      await dialog.getByRole('button', { name: 'Approve 2 tasks' }).click();
      const undo = page.getByRole('button', { name: 'Undo' });
      const undone = page.waitForResponse((reply) => reply.request().method() === 'DELETE');
      await undo.click();
      assert.equal((await undone).status(), 204);
    });
    await page.reload();
    await waitFor(() => own.count(), before);
    await page.goto(`${verva.url}/mass-action?view=runs`);
    const run = page.locator('verva-mass-action').getByRole('row').filter({ hasText: 'Approve leave' });
    await run.getByText('Stopped', { exact: true }).waitFor();
    await context.close();
  });

  test('TSK-03 FIL-03 the file contains what the column filter selects', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'desktop' });
    await giveSession(page, verva.url, 'anna.tamm');
    await open(page);
    await tasks(page).getByRole('button', { name: 'Filter: Case' }).click();
    const box = tasks(page).getByRole('dialog', { name: 'Filter: Case' });
    await box.getByRole('combobox', { name: 'Condition: Case' }).selectOption('startWith');
    await box.getByRole('textbox', { name: 'Value: Case' }).fill('pl-');
    await page.waitForURL('**businessKey=startWith:pl-**');
    await page.keyboard.press('Escape');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tasks(page).getByRole('button', { name: 'Export' }).click(),
    ]);
    assert.match(download.suggestedFilename(), /^All tasks \d{4}-\d\d-\d\d\.csv$/);
    const file = await buffer(await download.createReadStream());
    const [heading, ...lines] = file.toString('utf8').split('\r\n').slice(0, -1);
    assert.equal(heading, '\uFEFFStatus,Task,Case,Process,Assignee,Due');
    await waitFor(async () => Number(/\d+/.exec((await pager(page).textContent())!)?.[0]), lines.length);
    assert.ok(lines.every((line) => /,PL-/.test(line)));

    // A second request to such an address is refused with an explanation.
    const used = await page.goto(download.url());
    assert.equal(used!.status(), 410);
    await page.getByRole('heading', { name: 'This download link was already used.' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await context.close();
  });

  test('LAY-11 TSK-03 on a phone each task has two lines, and a user without the group does not see the page', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'mobile' });
    await giveSession(page, verva.url, 'anna.tamm');
    await open(page);
    assert.deepEqual(await axeFindings(page), []);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 390, `${width} px wide`);
    assert.ok(await rows(page).first().locator('.fold-businessKey').isVisible());
    await rows(page).first().getByRole('checkbox').check();
    await tasks(page).locator('.bulk').waitFor();
    const gapOf = () =>
      tasks(page).evaluate((element) => {
        const box = (selector: string) => element.shadowRoot!.querySelector(selector)!.getBoundingClientRect();
        const above = box('.bulk').top - box('.table-frame').bottom;
        return Math.min(above, box('.pager').top - box('.bulk').bottom) >= 8;
      });
    assert.ok(await gapOf(), 'the bar of the selection touches neither the list nor the pager');
    await rows(page).first().getByRole('checkbox').uncheck();
    // On a tablet less important columns fold, and nothing scrolls sideways or is cut to a few letters.
    await page.setViewportSize({ width: 820, height: 1180 });
    await tasks(page).locator('th').first().waitFor();
    await rows(page).first().locator('.fold-process').waitFor();
    const cut = await tasks(page).evaluate((element) => {
      const frame = element.shadowRoot!.querySelector('.table-frame')!;
      const texts = [...frame.querySelectorAll<HTMLElement>('.cut, .second, .val, .op')].filter(
        (one) => one.clientWidth > 0,
      );
      const short = texts.filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth < 60);
      return { sideways: frame.scrollWidth - frame.clientWidth, short: short.map((one) => one.textContent) };
    });
    assert.deepEqual(cut, { sideways: 0, short: [] });
    await page.setViewportSize({ width: 390, height: 844 });
    await tasks(page).getByRole('button', { name: 'Filters, 1 condition set' }).click();
    const answered = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/tasks/all');
    await tasks(page).getByRole('dialog').getByRole('button', { name: 'Clear filters' }).click();
    await answered;
    await page.waitForURL('**/tasks?sort=due:asc');
    // Reloading data is dimmed.
    await tasks(page).locator('[aria-busy=false]').waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await context.close();

    const other = await newPage(verva.browser, { size: 'desktop' });
    await arrive(other.page, verva.url, 'liis.saar');
    await other.page.getByRole('link', { name: 'Delegations', exact: true }).waitFor();
    assert.equal(await other.page.getByRole('link', { name: 'All tasks', exact: true }).count(), 0);
    await other.page.goto(`${verva.url}/tasks`);
    await other.page.waitForURL('**/401**');
    await other.context.close();
  });
});
