import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { inUndoWindow } from '../support/undo-window.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

async function openPage(page: Page) {
  await arriveAt(page, `${verva.url}/mass-action`, 'mart.kask');
  const element = page.locator('verva-mass-action');
  const kinds = element.getByRole('combobox', { name: 'Kind of task' });
  await kinds.waitFor();
  return { element, kinds };
}
type Opened = Awaited<ReturnType<typeof openPage>>;

/** Selects all tasks of a kind and the outcome, and runs the check; by keyboard once a checkbox has the focus. */
async function check(page: Page, { element, kinds }: Opened, kind: RegExp, outcome: string): Promise<void> {
  await kinds.locator('option', { hasText: kind }).first().waitFor({ state: 'attached' });
  const names = await kinds.locator('option').allTextContents();
  await kinds.selectOption({ label: names.find((name) => kind.test(name))! });
  const all = element.getByRole('checkbox', { name: /^Select all/ });
  await all.focus();
  await page.keyboard.press('Space');
  await element
    .getByText(/tasks? (is |are )?selected/)
    .first()
    .waitFor();
  const next = element.getByRole('button', { name: 'Next' });
  await next.focus();
  await page.keyboard.press('Enter');
  await element.getByRole('radio', { name: outcome, exact: true }).check();
  await element.getByRole('button', { name: 'Check', exact: true }).click();
  await element.getByText('Dry run at', { exact: false }).waitFor();
}

describe('the mass action', () => {
  test('RTE-03 BEY-05 BEY-06 checked tasks are deferred, undone, run again, and survive a reload at their address', async () => {
    const { page, context } = await newPage(verva.browser);
    const opened = await openPage(page);
    const { element } = opened;
    await check(page, opened, /^Leave request: Approve leave/, 'Approve');
    assert.deepEqual(await axeFindings(page), []);
    await inUndoWindow(page, async () => {
      await element.getByRole('button', { name: /^Approve \d+ tasks?$/ }).click();
      await element.getByRole('button', { name: 'Undo' }).click();
      await element.getByRole('heading', { name: 'Undone: nothing was changed' }).waitFor();
    });

    await element.getByRole('button', { name: /^Retry \d/ }).click();
    await element.getByRole('button', { name: 'Undo' }).waitFor();
    await page.waitForURL(/\/mass-action\?run=[0-9a-f-]{36}$/);
    await page.reload();
    // It starts when it can no longer be undone.
    await element.getByRole('heading', { name: /\d+ tasks? completed/ }).waitFor({ timeout: 90_000 });
    await element
      .getByRole('region', { name: 'Results' })
      .getByText(/^Completed, \d\d:\d\d$/)
      .first()
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const download = page.waitForEvent('download');
    await element.getByRole('button', { name: 'Export' }).click();
    assert.match((await download).suggestedFilename(), /^mass-action-.*\.csv$/);

    await element.getByRole('tab', { name: 'Earlier runs' }).click();
    await page.waitForURL('**/mass-action?view=runs');
    // The stopped run, and the one that replaced it.
    for (const state of ['Completed', 'Stopped']) {
      await element.getByRole('row').filter({ hasText: 'Approve leave' }).getByText(state, { exact: true }).waitFor();
    }
    await context.close();
  });

  test('BEY-05 TSK-14 on a phone each task shows why it would fail, and links to the task', async () => {
    const { page, context } = await newPage(verva.browser, { size: 'mobile' });
    const opened = await openPage(page);
    await check(page, opened, /^Permit application: Decide on permit/, 'Grant');
    const { element } = opened;
    await element.getByRole('heading', { name: /^Grant: 0 of \d+ tasks can be completed$/ }).waitFor();
    assert.equal(await element.getByRole('button', { name: /^Grant \d/ }).count(), 0);
    await element
      .getByText(/should be filled out/)
      .first()
      .waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await waitFor(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    await element
      .getByRole('button', { name: /^Open / })
      .first()
      .click();
    await page.waitForURL('**/inbox?taskId=*');
    await context.close();
  });
});
