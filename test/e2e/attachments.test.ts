import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { arrive, axeFindings, newPage, type PageOptions } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { pdfOf, picture, scanPdf } from '../support/sample-files.ts';
import { taskRow } from '../support/task-row.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer });
const PDF = file('Quote 2026-1107.pdf', 'application/pdf', pdfOf(12));

/** Opens a task by its name in the inbox of a user who may act on it. */
async function openTask(username: string, name: string, options: PageOptions = {}) {
  const visit = await newPage(verva.browser, options);
  const { page } = visit;
  await arrive(page, verva.url, username);
  await taskRow(page, name).click();
  const form = page.locator('verva-task-form');
  await form.getByRole('heading', { name, level: 1 }).waitFor();
  return { ...visit, form };
}

/** Chooses files, as in the browser's dialog. */
async function choose(page: Page, add: Locator, files: ReturnType<typeof file>[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), add.click()]);
  await chooser.setFiles(files);
}

describe('attachments', () => {
  test('FRM-05 FRM-06 files are added to a row, refused with a reason, removed, restored, and sent with the task', async () => {
    const name = 'Approve purchase: Gate barrier motor';
    const { page, form, errors, context } = await openTask('mart.kask', name);
    const add = form.getByRole('button', { name: 'Add files: Quote, line 1' });
    await choose(page, add, [
      PDF,
      file('Photo.png', 'image/png', picture()),
      file('really-a-page.pdf', 'application/pdf', Buffer.from('<html><script>alert(1)</script>')),
    ]);
    const rows = form.getByRole('listitem');
    await form.getByRole('button', { name: 'Remove Quote 2026-1107.pdf' }).waitFor();
    await form.getByRole('button', { name: 'Remove Photo.png' }).waitFor();
    await form.getByText('The content of the file cannot be read as PDF.', { exact: true }).waitFor();
    assert.deepEqual(errors.splice(0), []);
    assert.deepEqual(await axeFindings(page), []);
    errors.length = 0;
    await form.getByRole('button', { name: 'Remove really-a-page.pdf from the list' }).click();
    await rows.filter({ hasText: 'really-a-page' }).waitFor({ state: 'detached' });

    await form.getByRole('button', { name: 'Remove Photo.png' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await form.getByRole('button', { name: 'Preview Photo.png' }).waitFor();
    await form.getByRole('tab', { name: 'Files' }).click();
    await form.getByText('Quote · Mart Kask').first().waitFor();
    await form.getByRole('tab', { name: 'Form' }).click();

    await form.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('LAY-11 FRM-07 ERR-08 the preview shows pictures and documents, steps through the list by keyboard and restores the focus', async () => {
    const name = 'Approve purchase: Laptop for the permit desk';
    const { page, form, errors, context } = await openTask('mart.kask', name);
    await form.getByRole('tab', { name: 'Files' }).click();
    for (const one of [
      PDF,
      file('Photo.png', 'image/png', picture()),
      file('broken.pdf', 'application/pdf', Buffer.from('%PDF-1.7\nnothing follows')),
      file('notes.txt', 'text/plain', Buffer.from('12 plants')),
      file('Scan.pdf', 'application/pdf', scanPdf()),
    ]) {
      await choose(page, form.getByRole('button', { name: 'Add files: Attachments' }), [one]);
      await form.getByRole('button', { name: `Remove ${one.name}` }).waitFor();
    }
    const eye = form.getByRole('button', { name: 'Preview Quote 2026-1107.pdf' });
    await eye.click();
    const preview = form.getByRole('dialog', { name: 'Preview of Quote 2026-1107.pdf' });
    await preview.getByRole('img', { name: 'Page 1 of 12' }).waitFor();
    await page.waitForFunction(drawn);
    assert.deepEqual(errors.splice(0), []);
    assert.deepEqual(await axeFindings(page), []);
    errors.length = 0;
    await preview.getByRole('button', { name: 'Page 9', exact: true }).click();
    await preview.getByRole('button', { name: 'Page 9', exact: true, current: 'page' } as never).waitFor();
    await page.keyboard.press('+');
    await preview.getByRole('button', { name: '125%' }).waitFor();
    await page.keyboard.press('r');
    await page.keyboard.press('ArrowRight');
    const second = form.getByRole('dialog', { name: 'Preview of Photo.png' });
    await second.getByRole('img', { name: 'Photo.png' }).waitFor();
    await second.getByText('2 of 5').first().waitFor();
    await page.keyboard.press('ArrowRight');
    await form
      .getByText('There is no preview for this pdf document (try disabling any pdf downloading extensions)', {
        exact: true,
      })
      .waitFor();
    await page.keyboard.press('ArrowRight');
    const last = form.getByRole('dialog', { name: 'Preview of notes.txt' });
    await last.getByText('There is no preview for this document', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      last.getByRole('alert').getByRole('button', { name: 'Download' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'notes.txt');
    await page.keyboard.press('ArrowRight');
    const scan = form.getByRole('dialog', { name: 'Preview of Scan.pdf' });
    // The document only names the character map, so it is fetched.
    await scan.getByText('你好').waitFor();
    // Both pictures need the decoders for scans.
    await page.waitForFunction(dark, [
      [150, 142],
      [420, 142],
    ]);
    await page.keyboard.press('Escape');
    await scan.waitFor({ state: 'detached' });
    await waitFor(
      () => eye.evaluate((button) => (button.getRootNode() as ShadowRoot).activeElement === button),
      true,
      'the focus is where it was',
    );
    assert.deepEqual(errors, []);
    await context.close();
  });
});

/** Whether the first page of the document is black at all these positions, in points from its upper left. */
function dark(places: readonly (readonly number[])[]): boolean {
  const form = document.querySelector('verva-inbox')?.shadowRoot?.querySelector('verva-task-form')?.shadowRoot;
  const canvas = form?.querySelector<HTMLCanvasElement>('.pdf-pages canvas');
  if (!canvas || canvas.width < 100) return false;
  const at = ([x = 0, y = 0]: readonly number[]) =>
    canvas.getContext('2d')!.getImageData((x * canvas.width) / 595, (y * canvas.height) / 842, 1, 1).data;
  return places.every((place) => at(place)[0]! < 40 && at(place)[3] === 255);
}

/** Whether a page of the document has any drawn content. */
function drawn(): boolean {
  const root = document.querySelector('verva-inbox')?.shadowRoot;
  const task =
    root?.querySelector('verva-task-form')?.shadowRoot ?? document.querySelector('verva-task-form')?.shadowRoot;
  const canvas = task?.querySelector<HTMLCanvasElement>('.pdf-pages canvas');
  if (!canvas || canvas.width < 100) return false;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  return data.some((value, index) => index % 4 === 0 && value < 80);
}
