import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { pdfOf } from '../support/sample-files.ts';
import { inUndoWindow } from '../support/undo-window.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

const TITLE = 'Working at the edge of the quay';
const CHAPTERS = ['Purpose', 'Before work starts', 'During the work', 'When something goes wrong', 'Records'];
const PARAGRAPH =
  '<p>Wear a life jacket within two metres of the edge, and tell the harbour office when you begin.</p>';

/** Writes a manual with a required attachment, and publishes it to Anna. */
async function publish(): Promise<void> {
  const token = await identityToken(verva.url, 'juri.lepik');
  const send = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const isFile = body instanceof FormData;
    const response = await fetch(verva.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': crypto.randomUUID(),
        ...(isFile ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    });
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Record<string, unknown>;
  };
  const group = await send('POST', '/api/manuals/groups', { name: { en: 'Quay' } });
  const manual = await send('POST', '/api/manuals', { code: 'Q-1', groupId: group.id, title: TITLE });
  const version = `/api/manuals/${manual.id}/versions/${manual.draftNumber}`;
  const html = CHAPTERS.map((title) => `<h1>${title}</h1>${PARAGRAPH.repeat(6)}`).join('');
  await send('PUT', `${version}/texts/en`, { title: TITLE, html });
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdfOf(1, 'Card'))], { type: 'application/pdf' }), 'Card.pdf');
  const file = await send('POST', `${version}/texts/en/attachments`, form);
  await send('PUT', `/api/manuals/attachments/${file.id}`, { required: true });
  const { items } = (await send('GET', '/api/identity/users?q=anna.tamm')) as { items: { key: string }[] };
  await send('PUT', `/api/manuals/${manual.id}/audience`, { rules: [{ kind: 'user', ref: items[0]?.key }] });
  await send('POST', `${version}/release`, { asks: 'full' });
}

test('MAN-07 BEY-06 MAN-06 Anna reads a manual, opens the required attachment, confirms, undoes it, confirms again and gets a receipt', async () => {
  await publish();
  const { page, context, errors } = await newPage(verva.browser);
  // The second confirmation is final without the wait of ten seconds.
  let undo = 'undo=10';
  await page.route('**/confirmReadManual', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: undo } }),
  );
  await arrive(page, verva.url, 'anna.tamm');
  await page.getByRole('link', { name: 'Manuals', exact: true }).click();
  const reader = page.locator('verva-manual-reader');
  const row = reader.getByRole('button', { name: new RegExp(TITLE) });
  await row.getByText('Not due', { exact: true }).waitFor();
  await row.click();
  await page.waitForURL('**/manuals?manualId=*');
  const confirm = reader.getByRole('button', { name: 'Confirm reading' });
  await reader.getByRole('heading', { name: TITLE }).waitFor();
  await waitFor(() => confirm.getAttribute('aria-disabled'), 'true');

  // By keyboard only: the text has the focus, and the space bar scrolls it.
  const toOpen = reader.getByText('Open the required attachments first.', { exact: true }).first();
  while (!(await toOpen.count())) {
    await page.keyboard.press('Space');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  await reader.getByRole('button', { name: 'Open Card.pdf' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview of Card.pdf' });
  await preview.getByRole('img', { name: 'Page 1 of 1' }).waitFor();
  await page.keyboard.press('Escape');
  await reader.getByText('I confirm that I have read this manual.').waitFor();
  const progress = reader.getByRole('progressbar', { name: 'Read so far' });
  await waitFor(() => progress.getAttribute('aria-valuenow'), '100');
  // The bar ends full, after its transition.
  const widths = () =>
    progress.evaluate((bar) => [bar.firstElementChild!, bar].map((one) => one.getBoundingClientRect().width));
  await waitFor(async () => new Set(await widths()).size, 1);
  await inUndoWindow(page, async () => {
    await confirm.click();
    await reader.getByRole('button', { name: 'Undo' }).click();
    await confirm.waitFor();
  });
  undo = 'undo=1';
  await confirm.click();
  await reader.getByText(/^You confirmed version 1 \(English\) on /).waitFor();
  await reader.getByRole('button', { name: 'Receipt', exact: true }).click();
  const receipt = page.getByRole('dialog', { name: 'Receipt' });
  await receipt.getByText('Verified: this receipt is unaltered.').waitFor();
  const download = page.waitForEvent('download');
  await receipt.getByRole('button', { name: 'Download JSON' }).click();
  assert.equal((await download).suggestedFilename(), `${TITLE}.json`);
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.press('Escape');
  await reader.getByRole('button', { name: 'Back to the list' }).click();
  await reader.getByRole('tab', { name: 'My confirmations' }).click();
  await reader.getByRole('button', { name: new RegExp(`^${TITLE}.*English`) }).waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});
