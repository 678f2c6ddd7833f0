import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

/** Colours of the asset statuses in the catalogue (PRV-01), as browsers give them. */
const [ASSETS] = /^- PRV-01 .*$/m.exec(readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8'))!;
const ASSET_COLORS = Object.fromEntries(
  [...ASSETS.matchAll(/(\w+) #(\w\w)(\w\w)(\w\w)/g)].map(([, name, ...parts]) => [
    name!,
    `rgb(${parts.map((part) => Number.parseInt(part, 16)).join(', ')})`,
  ]),
);

describe('one record on a page of its own', () => {
  const verva = journey();

  /** Opens the forklift's record as a user. */
  async function open(username: string) {
    const opened = await newPage(verva.browser);
    await arriveAt(opened.page, `${verva.url}/record-form-view?resource=assets&recordId=A-0004`, username);
    await opened.page.getByRole('heading', { name: 'Forklift 3 t', level: 1 }).waitFor();
    return opened;
  }
  const place = (page: Page) => page.getByRole('textbox', { name: 'Place' });
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

  test('RTE-05 PRV-01 FRM-07 a saved record, including files, is updated where others have it open, and keeps their input', async () => {
    const kristjan = await open('kristjan.oja');
    const liis = await open('liis.saar');
    const anna = await open('anna.tamm');

    // While Anna is typing.
    await anna.page.getByRole('textbox', { name: 'Notes' }).fill('Tyres are worn.');
    await place(kristjan.page).fill('Quay 3');
    const add = kristjan.page.getByRole('button', { name: 'Add files: Papers' });
    const [chooser] = await Promise.all([kristjan.page.waitForEvent('filechooser'), add.click()]);
    await chooser.setFiles([{ name: 'Inspection.txt', mimeType: 'text/plain', buffer: Buffer.from('Passed.') }]);
    await kristjan.page.getByRole('button', { name: 'Remove Inspection.txt' }).waitFor();
    await save(kristjan.page);
    await kristjan.page.locator('.snack', { hasText: 'Saved.' }).waitFor();

    await liis.page.getByText('Quay 3').waitFor();
    await liis.page.getByText('Inspection.txt').waitFor();
    assert.equal(await liis.page.getByRole('textbox').count(), 0);

    const changeNotice = anna.page.getByText(/^Changed by Kristjan Oja, /);
    await changeNotice.waitFor();
    assert.deepEqual(await axeFindings(anna.page), []);
    await anna.page.getByRole('button', { name: 'Keep mine' }).click();
    await anna.page.getByRole('button', { name: 'Remove Inspection.txt' }).waitFor();
    assert.equal(await place(anna.page).inputValue(), 'Quay 3');
    assert.equal(await anna.page.getByRole('textbox', { name: 'Notes' }).inputValue(), 'Tyres are worn.');
    await save(anna.page);
    await changeNotice.waitFor({ state: 'detached' });

    const notes = kristjan.page.getByRole('textbox', { name: 'Notes' });
    await waitFor(() => notes.inputValue(), 'Tyres are worn.');
    await liis.page.getByText('Tyres are worn.').waitFor();

    const mark = kristjan.page.locator('.record-status[aria-pressed=true] .record-mark');
    const colors: Record<string, string> = {};
    const titles = { pending: 'Pending', assigned: 'Assigned', archived: 'Archived', inventory: 'In inventory' };
    for (const [id, title] of Object.entries(titles)) {
      await kristjan.page.getByRole('button', { name: new RegExp(`^${title}`) }).click();
      colors[id] = await mark.evaluate((drawn) => getComputedStyle(drawn).backgroundColor);
    }
    assert.deepEqual(colors, ASSET_COLORS, 'the mark has the colour of the status');
    // Beside the form on a desktop; on a phone before it.
    const order = () =>
      kristjan.page.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
        const [statuses, form, about] = [box('.record-statuses'), box('.record-main'), box('.record-about')];
        if (statuses.left >= form.right && about.left >= form.right) return `beside, ${statuses.width}`;
        return statuses.bottom <= form.top && form.bottom <= about.top ? 'statuses, form, about' : 'mixed';
      });
    assert.equal(await order(), 'beside, 320');
    await kristjan.page.setViewportSize({ width: 390, height: 844 });
    await waitFor(order, 'statuses, form, about');
    assert.deepEqual(await axeFindings(kristjan.page), []);
    for (const { errors, context } of [kristjan, liis, anna]) {
      assert.deepEqual(errors, []);
      await context.close();
    }
  });
});
