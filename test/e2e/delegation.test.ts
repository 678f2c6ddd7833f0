import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive, axeFindings, giveSession, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { typedDay } from '../support/typed-day.ts';
import { inUndoWindow } from '../support/undo-window.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

async function openEditor(page: Page) {
  await page.goto(`${verva.url}/inbox`);
  await page.getByRole('link', { name: 'Delegations', exact: true }).click();
  await page.waitForURL('**/delegations');
  const editor = page.locator('verva-delegation-editor');
  await editor.getByRole('checkbox', { name: 'Show ended' }).waitFor();
  return {
    editor,
    cards: editor.locator('.dcard'),
    add: editor.getByRole('button', { name: 'Add delegation' }),
    delegate: editor.getByRole('combobox', { name: 'Delegate' }),
    start: editor.getByRole('textbox', { name: 'Start date' }),
    end: editor.getByRole('textbox', { name: 'End date' }),
    comment: editor.getByRole('textbox', { name: 'Comment' }),
    save: editor.getByRole('button', { name: 'Save', exact: true }),
  };
}
type Editor = Awaited<ReturnType<typeof openEditor>>;

/** By keyboard only, as users without a mouse do. */
async function choose({ delegate, editor }: Editor, start: string, name: string): Promise<void> {
  await delegate.fill(start);
  await editor.getByRole('option', { name }).waitFor();
  await delegate.press('ArrowDown');
  await delegate.press('Enter');
  await waitFor(() => delegate.inputValue(), name);
}

const isOpen = async (card: Locator) => (await card.getAttribute('aria-expanded')) === 'true';

/** Fills required fields and chooses the first outcome. */
async function complete(page: Page): Promise<void> {
  const form = page.locator('verva-task-form');
  const outcome = form.locator('.outcomes button').first();
  await outcome.waitFor();
  for (const field of await form.locator('input[type=checkbox][aria-required]:visible').all()) await field.check();
  for (const field of await form.locator(':is(input[type=text], textarea)[aria-required]:visible').all()) {
    if (!(await field.inputValue())) await field.fill('As agreed.');
  }
  await outcome.click();
}

describe('a delegation', () => {
  test('DEL-10 BEY-01 BEY-03 Piret covers for Anna and completes her task; the history names both', async () => {
    const anna = await newPage(verva.browser);
    await giveSession(anna.page, verva.url, 'anna.tamm');
    const editor = await openEditor(anna.page);
    await editor.add.click();
    await waitFor(() => editor.delegate.evaluate((field) => field.matches(':focus')), true);
    await choose(editor, 'vaher', 'Piret Vaher');
    await editor.start.fill(typedDay(0));
    await editor.end.fill(typedDay(7));
    await editor.comment.fill('Training');
    await editor.editor.getByText(/open tasks? will move to Piret Vaher/).waitFor();
    await editor.save.click();
    await anna.page.getByText('Delegation saved.').first().waitFor();
    await editor.editor.getByRole('region', { name: 'Active' }).waitFor();

    const piret = await newPage(verva.browser);
    await arrive(piret.page, verva.url, 'piret.vaher');
    await piret.page
      .locator('verva-inbox')
      .getByText(/^You’re covering for Anna Tamm until /)
      .waitFor();
    const row = piret.page.locator('verva-inbox button.item', { hasText: 'For Anna Tamm' }).first();
    const name = await row.locator('.name').getAttribute('title');
    await row.click();
    await piret.page.locator('verva-task-form h1', { hasText: name ?? '' }).waitFor();
    const task = piret.page.url();
    await complete(piret.page);
    await piret.page.waitForURL((url) => url.href !== task);

    await anna.page.goto(task);
    await anna.page.locator('verva-task-form').getByRole('tab', { name: 'History' }).click();
    await anna.page.locator('verva-task-form .tl').getByText('For Anna Tamm, by Piret Vaher').first().waitFor();
    await anna.page.goto(`${verva.url}/inbox`);
    await anna.page
      .locator('verva-inbox')
      .getByText(/^Piret Vaher is covering for you until /)
      .waitFor();
    // The editor shows the decisions so far.
    const again = await openEditor(anna.page);
    await again.cards.first().click();
    const report = again.editor.getByRole('region', { name: 'Completed in your name so far' });
    await report.getByText('For Anna Tamm, by Piret Vaher').waitFor();
    await report.getByText(name ?? '').waitFor();
    // The delegate sees for whom she covers, and what she completed; the view is part of the address.
    const covers = await openEditor(piret.page);
    await covers.editor.getByRole('tab', { name: 'Delegated to me' }).click();
    await piret.page.waitForURL('**/delegations?view=incoming');
    await piret.page.reload();
    await covers.cards.filter({ hasText: 'Anna Tamm' }).click();
    const done = covers.editor.getByRole('region', { name: 'Completed on behalf of Anna Tamm' });
    await done.getByText(name ?? '').waitFor();
    assert.deepEqual(await axeFindings(piret.page), []);
    await covers.editor.getByRole('tab', { name: 'Absences' }).click();
    await covers.editor.getByRole('region', { name: /^Absences from / }).waitFor();
    await covers.editor
      .getByRole('listitem')
      .filter({ hasText: /^Anna Tamm: Covered, .+: Piret Vaher$/ })
      .first()
      .waitFor({ state: 'attached' });
    await piret.page.goBack();
    await covers.cards.filter({ hasText: 'Anna Tamm' }).waitFor();
    assert.deepEqual([...anna.errors, ...piret.errors], []);
    assert.deepEqual(await axeFindings(anna.page), []);
    await anna.context.close();
    await piret.context.close();
  });

  test('BEY-01 DEL-06 Kadri finds days without cover in the calendar, and gives them to a colleague', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await giveSession(page, verva.url, 'kadri.magi');
    const { editor, cards } = await openEditor(page);
    await editor.getByRole('tab', { name: 'Absences' }).click();
    const gaps = editor.getByRole('region', { name: 'Days without cover' });
    await gaps.getByText(/^Kadri Mägi, .+: Liis Saar is also away\.$/).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    // The only colleague of her department has not confirmed the account.
    assert.equal(await editor.getByText('Eha Lepp').count(), 0);
    await gaps.getByRole('button', { name: 'Choose cover' }).click();
    const delegate = editor.getByRole('combobox', { name: 'Delegate' });
    await waitFor(() => delegate.inputValue(), '');
    await delegate.fill('anna');
    await editor.getByRole('option', { name: 'Anna Tamm' }).click();
    await editor.getByText(/will move to Anna Tamm/).waitFor();
    assert.equal(await editor.getByText(/^Overlaps/).count(), 0);
    await editor.getByRole('button', { name: 'Save all 3' }).click();
    await page.getByText('3 delegations saved.').first().waitFor();
    await page.reload();
    await waitFor(() => cards.locator('.strong').allTextContents(), ['Liis Saar', 'Anna Tamm', 'Liis Saar']);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('BEY-01 ADM-07 Anna, an administrator who is away while she covers for Mart, gives those days to a colleague', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arrive(page, verva.url, 'anna.tamm');
    const mine = await openEditor(page);
    const { editor } = mine;
    await editor.getByRole('tab', { name: 'Absences' }).click();
    const gap = editor.getByRole('listitem').filter({ hasText: /^Mart Kask, .+: Anna Tamm is also away\./ });
    await gap.getByRole('button', { name: 'Choose cover' }).click();
    await editor.getByRole('heading', { name: 'Delegations of Mart Kask' }).waitFor();
    await waitFor(() => mine.delegate.evaluate((field) => field.matches(':focus')), true);
    await choose(mine, 'lepik', 'Jüri Lepik');
    await editor.getByText(/will move to Jüri Lepik/).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await editor.getByRole('button', { name: 'Save all 3' }).click();
    await page.getByText('3 delegations saved.').first().waitFor();
    await editor.getByRole('button', { name: 'Back to the absences' }).click();
    await editor.getByRole('region', { name: /^Absences from / }).waitFor();
    assert.equal(await gap.count(), 0);
    await waitFor(() => editor.locator('#deleg-tab-calendar').evaluate((tab) => tab.matches(':focus')), true);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('DEL-02 DEL-03 DEL-06 a card opens and closes by clicks, and an overlap is reported and not saved', async () => {
    const { page, context } = await newPage(verva.browser);
    await giveSession(page, verva.url, 'liis.saar');
    const editor = await openEditor(page);
    await editor.add.click();
    await choose(editor, 'anna', 'Anna Tamm');
    await editor.start.fill(typedDay(100));
    await editor.end.fill(typedDay(99));
    await editor.editor.getByText('The start date cannot be after the end date.').waitFor();
    await editor.end.fill(typedDay(110));
    await editor.save.click();
    await page.getByText('Delegation saved.').first().waitFor();
    const saved = await editor.cards.count();
    await editor.add.click();
    await waitFor(() => editor.cards.count(), saved + 1);
    await waitFor(() => isOpen(editor.cards.first()), true, 'the new one is first and open');
    await choose(editor, 'anna', 'Anna Tamm');
    await editor.start.fill(typedDay(110));
    await editor.end.fill(typedDay(120));
    await editor.editor.getByText('overlap', { exact: true }).waitFor();
    await editor.save.click();
    await waitFor(() => editor.start.evaluate((field) => field.matches(':focus')), true, 'led to what is wrong');
    const second = editor.cards.nth(1);
    await second.click();
    await waitFor(() => isOpen(second), true);
    await second.click();
    await waitFor(() => isOpen(second), false);
    await page.reload();
    await editor.cards.first().waitFor();
    await waitFor(() => editor.cards.count(), saved);
    await context.close();
  });

  test('DEL-04 BEY-06 a removal can be undone from the message, and is executed even if the tab is closed', async () => {
    const { page, context } = await newPage(verva.browser);
    await giveSession(page, verva.url, 'sergei.petrov');
    const editor = await openEditor(page);
    for (const later of [200, 300]) {
      await editor.add.click();
      await choose(editor, 'anna', 'Anna Tamm');
      await editor.start.fill(typedDay(later));
      await editor.end.fill(typedDay(later + 1));
      await editor.save.click();
      // It is visible as long as there are unsaved changes.
      await editor.save.waitFor({ state: 'detached' });
    }
    const count = await editor.cards.count();
    const remove = async () => {
      if (!(await isOpen(editor.cards.first()))) await editor.cards.first().click();
      const held = page.waitForResponse((response) => response.request().method() === 'DELETE');
      await editor.editor.getByRole('button', { name: 'Remove' }).click();
      return (await (await held).json()) as { held: { until: string } };
    };
    await inUndoWindow(page, async () => {
      await remove();
      await page.getByText('Delegation removed.').first().waitFor();
      await waitFor(() => editor.cards.count(), count - 1);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Delegation restored.').first().waitFor();
      await editor.cards.nth(count - 1).waitFor();
      const { held } = await remove();
      await page.close();
      const later = await context.newPage();
      await later.goto(`${verva.url}/delegations`);
      await later.locator('verva-delegation-editor .dcard').first().waitFor();
      await waitFor(() => later.locator('verva-delegation-editor .dcard').count(), count - 1);
      assert.ok(Date.parse(held.until) > Date.now(), 'it can still be undone, and is shown no more');
    });
    await context.close();
  });
});
