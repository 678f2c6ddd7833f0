import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { inUndoWindow } from '../support/undo-window.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();
const TASK = 'Two forklift batteries';

const note = (page: Page) => page.locator('verva-task-form textarea').first();
const row = (page: Page) => page.locator('verva-inbox button.item', { hasText: TASK });
const kept = (page: Page) => page.locator('verva-task-form .draft-note', { hasText: 'Draft saved' });

async function openTask(page: Page): Promise<void> {
  await row(page).click();
  await note(page).waitFor();
}

async function fillIn(page: Page, text: string): Promise<void> {
  for (const field of await page.locator('verva-task-form textarea').all()) await field.fill(text);
  const offers = page.locator('verva-task-form input[type=radio]');
  if ((await offers.count()) > 0) await offers.first().check();
}

describe('unsaved input', () => {
  test('TSK-19 BEY-07 input survives a reload, appears on another device, and is merged with input there', async () => {
    const desk = await newPage(verva.browser);
    const phone = await newPage(verva.browser);
    await arrive(desk.page, verva.url, 'mart.kask');
    await openTask(desk.page);
    const address = desk.page.url();
    await fillIn(desk.page, 'The old ones die in January.');
    await kept(desk.page).waitFor();
    await desk.page.reload();
    await waitFor(() => note(desk.page).inputValue(), 'The old ones die in January.');
    await arriveAt(phone.page, address, 'mart.kask');
    await waitFor(() => note(phone.page).inputValue(), 'The old ones die in January.');
    // Both continue typing in the same field; the phone's change arrives first.
    await phone.page.route('**/api/live**', (route) => route.abort());
    await desk.page.route('**/draft', (route) => route.abort());
    await note(desk.page).fill('From the desk.');
    await desk.page.locator('verva-task-form').getByText('kept on this device').waitFor();
    const first = phone.page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /\/draft$/.test(new URL(response.url()).pathname),
    );
    await note(phone.page).fill('From the phone.');
    assert.equal((await first).ok(), true);
    await desk.page.unroute('**/draft');
    await desk.page.evaluate(() => dispatchEvent(new Event('online')));
    await desk.page.getByRole('button', { name: 'Compare' }).click();
    const dialog = desk.page.getByRole('dialog', { name: 'Changed here and elsewhere' });
    await dialog.getByText('From the phone.').waitFor();
    assert.deepEqual([desk.errors, phone.errors], [[], []]);
    assert.deepEqual(await axeFindings(desk.page), []);
    await dialog.getByRole('radio', { name: /Other window/ }).check();
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await waitFor(() => note(desk.page).inputValue(), 'From the phone.');
    await Promise.all([desk.context.close(), phone.context.close()]);
  });

  test('LAY-07 leaving the page asks: stay, keep the draft, or discard it', async () => {
    const { page, context } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    const leave = () => page.locator('nav').getByRole('link', { name: 'Delegations' }).click();
    await leave();
    await page.waitForURL('**/delegations');
    await page.locator('nav.drawer a[href="/inbox"]').last().click();
    await openTask(page);
    await fillIn(page, 'Half a sentence');
    const question = page.getByRole('dialog', { name: 'Leave this task?' });
    await leave();
    await question.waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await question.getByRole('button', { name: 'Stay' }).click();
    await waitFor(() => note(page).inputValue(), 'Half a sentence');
    // The browser's Back, past the step within the inbox.
    const address = page.url();
    const back = () => page.evaluate(() => history.go(-2));
    await back();
    await question.getByRole('button', { name: 'Stay' }).click();
    await waitFor(async () => [page.url(), await note(page).inputValue()], [address, 'Half a sentence']);
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Leave, keep draft' }).click();
    await page.waitForURL('**/delegations');
    await page.goto(`${verva.url}/inbox`);
    await openTask(page);
    await waitFor(() => note(page).inputValue(), 'Half a sentence');
    await leave();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.waitForURL('**/delegations');
    await page.goto(`${verva.url}/inbox`);
    await openTask(page);
    assert.notEqual(await note(page).inputValue(), 'Half a sentence');
    await leave();
    await page.waitForURL('**/delegations');
    await context.close();
  });

  test('BEY-06 a completed task is undone within ten seconds, and the input is restored', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await openTask(page);
    const address = page.url();
    await fillIn(page, 'Decided too fast.');
    await inUndoWindow(page, async () => {
      await page.locator('verva-task-form .outcomes button').first().click();
      await page.waitForURL((url) => url.href !== address);
      await row(page).waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.waitForURL(address);
    });
    await row(page).waitFor();
    await waitFor(() => note(page).inputValue(), 'Decided too fast.');
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('BEY-08 a form that changes under a draft carries the values over and shows the differences once', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arrive(page, verva.url, 'mart.kask');
    await openTask(page);
    await fillIn(page, 'They die in January.');
    await kept(page).waitFor();
    const grete = client(verva.url, await identityToken(verva.url, 'grete.norden'));
    const there = { 'verva-tenant': 'pohjaranna' };
    const mart = client(verva.url, await identityToken(verva.url, 'mart.kask'));
    const tasks = (await mart('GET', '/api/tasks?limit=50')).body.items as {
      id: string;
      name: string;
      formId: string;
    }[];
    const { id, formId } = tasks.find(({ name }) => name.includes(TASK))!;
    const form = (await grete('GET', `/api/forms/${formId}`, undefined, there)).body;
    const text = JSON.stringify(form.body);
    const asked = /"key":"(\w+)","type":"multiline"/.exec(text)![1]!;
    const body = JSON.parse(text.replaceAll(`"${asked}"`, '"otherReason"'));
    const saved = await grete('PUT', `/api/forms/${formId}`, { body }, { ...there, 'if-match': `"${form.version}"` });
    assert.equal(saved.status, 200, JSON.stringify(saved.body));
    assert.equal((await grete('POST', `/api/forms/${formId}/publish`, {}, there)).status, 200);
    const moved = await grete('POST', `/api/forms/${formId}/tasks/move`, { taskIds: [id] }, there);
    assert.deepEqual(moved.body, { moved: 1, more: false });
    const banner = page.locator('verva-task-form .banner', { hasText: 'The form has changed since you began' });
    await banner.getByText('your answer: They die in January.').waitFor();
    assert.deepEqual(errors, []);
    assert.deepEqual(await axeFindings(page), []);
    await banner.getByRole('button', { name: 'Got it' }).click();
    await banner.waitFor({ state: 'detached' });
    await context.close();
  });
});
