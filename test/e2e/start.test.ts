import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { pdfOf, picture } from '../support/sample-files.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

const FILES = [
  { name: 'Lamp.png', mimeType: 'image/png', buffer: picture() },
  { name: 'Plan.pdf', mimeType: 'application/pdf', buffer: pdfOf(2) },
];

/** Each language on one of the two screens, with a word of the item, and its title. */
const JOURNEYS = [
  { language: 'en', size: 'desktop', word: 'printer', title: 'Report a fault' },
  { language: 'et', size: 'mobile', word: 'RIKKEST', title: 'Teata rikkest' },
  { language: 'ru', size: 'desktop', word: 'принтер', title: 'Сообщить о неисправности' },
  { language: 'zh', size: 'mobile', word: '故障', title: '报告故障' },
] as const;

const form = (page: Page) => page.locator('verva-start-form');
const input = (page: Page, key: string) => form(page).locator(`[id$="-${key}"]`);
const focused = (page: Page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return `${at?.tagName} ${at?.id} ${at?.className} ${at?.textContent?.trim()}`;
  });

/** Moves the focus by the keyboard until it is where `isThere` says. */
async function tabTo(page: Page, isThere: (place: string) => boolean): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if (isThere(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`The focus never arrives; it is at ${await focused(page)}`);
}

describe('starting from the catalogue', () => {
  for (const { language, size, word, title } of JOURNEYS) {
    test(`CAT-01 CAT-02 from the catalogue to the number and the request by keyboard, with two files and a reload in between: ${language}, ${size}`, async () => {
      const { page, context, errors } = await newPage(verva.browser, { size });
      // Choosers are intercepted from now on: a key opens one sooner than a listener could be added.
      page.on('filechooser', () => undefined);
      await arriveAt(page, `${verva.url}/start`, 'kadri.magi', language);
      const catalogue = page.locator('verva-catalogue');
      await catalogue.locator('.start-card').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press('/');
      await page.keyboard.type(word);
      await waitFor(() => catalogue.locator('.start-link').allInnerTexts(), [title]);
      await tabTo(page, (place) => place.includes('start-link'));
      await page.keyboard.press('Enter');
      await page.waitForURL('**/start/fault-report');
      await form(page).getByRole('heading', { level: 1, name: title }).waitFor();

      await tabTo(page, (place) => /-subject\b/.test(place));
      await page.keyboard.type('Lamp of gate 3');
      await tabTo(page, (place) => /-place\b/.test(place));
      await page.keyboard.type('Gate 3');
      await tabTo(page, (place) => /^BUTTON.*(files|faile|файлы|文件)/i.test(place));
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
      await chooser.setFiles(FILES);
      const kadri = client(verva.url, await identityToken(verva.url, 'kadri.magi'));
      const saved = async () =>
        (await kadri('GET', '/api/catalogue/fault-report/form')).body.draft?.values.photos?.length;
      await waitFor(saved, FILES.length);

      await page.reload();
      await waitFor(() => input(page, 'subject').inputValue(), 'Lamp of gate 3');
      assert.equal(await input(page, 'place').inputValue(), 'Gate 3');
      for (const { name } of FILES) await form(page).getByText(name).first().waitFor();
      assert.deepEqual(await axeFindings(page), []);

      await tabTo(page, (place) => place.includes('btn primary'));
      await page.keyboard.press('Enter');
      const receipt = form(page).locator('.start-receipt');
      await receipt.waitFor();
      const number = (await receipt.locator('strong').textContent()) ?? '';
      assert.match(number, /^F-\d{4}-\d{4}$/);
      assert.equal(await receipt.locator('.plain li').count(), 1, 'who has it now');
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(errors, []);

      // Nothing was lost: the case has the values and both files.
      const provider = client(verva.url, await identityToken(verva.url, 'anna.tamm'));
      const { body } = await provider('GET', `/api/instances?businessKey=eq:${number}`);
      const { body: found } = await provider('GET', `/api/instances/${body.items[0].id}`);
      const { subject, place, photos } = found.variables;
      assert.deepEqual([subject, place], ['Lamp of gate 3', 'Gate 3']);
      assert.deepEqual(
        photos.map(({ fileName }: { fileName: string }) => fileName).sort(),
        FILES.map(({ name }) => name),
      );

      // Back from the API to the screen: the request opens from its confirmation.
      await receipt.locator('.btn.primary').press('Enter');
      await page.waitForURL(`**/requests/${body.items[0].id}`);
      // The list has it too, hidden on a phone while a request is open.
      await page.locator('verva-my-requests').getByText(number).locator('visible=true').first().waitFor();
      assert.deepEqual(errors, []);
      await context.close();
    });
  }

  test('CAT-01 a draft is marked in the catalogue, continued and discarded, and the inbox leads to a favourite', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arriveAt(page, `${verva.url}/start/visitor-notice`, 'jelena.smirnova');
    await input(page, 'subject').fill('Two surveyors');
    await form(page).getByText('Draft saved').waitFor();
    await form(page).getByRole('button', { name: 'Back to the catalogue' }).click();
    await page.waitForURL('**/start');
    const recent = page.getByRole('region', { name: 'Recently used' });
    await recent.getByText(/Draft of/).waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await recent.getByRole('button', { name: 'Continue: Announce a visitor' }).click();
    await waitFor(() => input(page, 'subject').inputValue(), 'Two surveyors');
    await page.goBack();
    await recent.getByRole('button', { name: 'Discard the draft: Announce a visitor' }).click();
    await recent.waitFor({ state: 'detached' });
    await page
      .getByRole('region', { name: 'Workplace' })
      .getByRole('button', { name: 'Add to favourites: Announce a visitor' })
      .click();
    await page.getByRole('region', { name: 'Favourites' }).waitFor();

    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox').getByRole('button', { name: 'Start something' }).click();
    await page.waitForURL('**/start');
    await page
      .getByRole('region', { name: 'Favourites' })
      .getByRole('button', { name: 'Announce a visitor', exact: true })
      .click();
    await page.waitForURL('**/start/visitor-notice');
    assert.equal(await input(page, 'subject').inputValue(), '');
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('CAT-01 a lost response is followed by one start, and values in the address fill the form', async () => {
    const { page, context } = await newPage(verva.browser);
    await arriveAt(
      page,
      `${verva.url}/start-form-view?item=device-request&v.reason=A%20new%20colleague`,
      'jelena.smirnova',
    );
    await waitFor(() => input(page, 'reason').inputValue(), 'A new colleague');
    await form(page).getByRole('button', { name: 'Start', exact: true }).click();
    await form(page).getByText('Please correct').waitFor();
    await input(page, 'kind').selectOption('phone');
    // The first answer is lost on its way.
    let isLost = false;
    await page.route('**/start', async (route) => {
      if (isLost) return route.continue();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
    await form(page).getByRole('button', { name: 'Start', exact: true }).click();
    await form(page).getByText('No connection.').waitFor();
    await form(page).getByRole('button', { name: 'Start', exact: true }).click();
    const number = await form(page).locator('.start-receipt strong').textContent();
    const admin = client(verva.url, await identityToken(verva.url, 'anna.tamm'));
    const { body } = await admin('GET', '/api/instances?process=eq:device-request');
    assert.deepEqual(
      body.items.map(({ businessKey }: { businessKey: string }) => businessKey),
      [number],
    );
    await context.close();
  });
});
