import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { recordShifts, shiftsOf } from '../support/layout-shift.ts';
import { isData, listenToAnswers, misfits, outside, shownTexts } from '../support/page-texts.ts';
import { OPEN, speakPseudo } from '../support/pseudo.ts';
import { arriveFor, open, type Screen, screensOf, settled, VIEWPORTS } from '../support/screens.ts';

const verva = journey();

/**
 * Texts of the form model and of routes, which carry their four languages themselves, the format of dates, names of
 * countries, which the browser knows, the name of the chosen file, and the key of an authenticator app.
 */
const OWN_TEXTS = /^(Complete|Form builder|DD\.MM\.YYYY|Estonia|people-2026-11\.csv|(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4})$/;

/** Texts that no catalogue has, and parts that are too small. */
async function faultsOf(page: Page, { name, who, address }: Screen, answers: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    await settled(page);
    for (const fault of await misfits(page)) found.push(`${name}, ${viewport.width}: ${fault}`);
    // Before a person signs in there are no texts of an organisation, thus no language of tests. The page of all texts
    // shows them in each language.
    if (!who || address === '/settings/i18n') continue;
    const texts = await shownTexts(page);
    assert.ok(
      texts.some(({ text }) => text.includes(OPEN)),
      `${name} is in the language of tests`,
    );
    for (const { text, where } of texts)
      if (!OWN_TEXTS.test(text) && !isData(outside(text), answers))
        found.push(`${name}, ${viewport.width}: ${where} says: ${text}`);
  }
  return found;
}

/** What Core Web Vitals call good. */
const MOST_SHIFT = 0.1;

/** Opens a page of the menu on a phone, and other screens on a desktop; returns what moved while it loaded. */
async function shiftsWhileOpening(page: Page, screen: Screen): Promise<string[]> {
  const found: string[] = [];
  const viewport = screen.reach ? VIEWPORTS[0] : VIEWPORTS[2];
  await page.setViewportSize(viewport);
  await open(page, verva.url, screen, async () => {
    const { sum, moved } = await shiftsOf(page);
    if (!(sum <= MOST_SHIFT))
      found.push(`${screen.name}, ${viewport.width}: moved by ${sum.toFixed(3)}: ${moved.join(', ')}`);
  });
  return found;
}

test('I18N-04 LAY-16 on every screen and at every width, each text comes from a catalogue fits when it is 40 % longer, and nothing moves while the screen loads', async () => {
  const found: string[] = [];
  let last: { readonly screen: Screen; readonly page: Page; readonly answers: ReadonlySet<string> } | undefined;
  for (const screen of await screensOf(verva.url)) {
    if (last?.screen.who !== screen.who || last?.screen.organisation !== screen.organisation || !last) {
      await last?.page.context().close();
      const { page } = await newPage(verva.browser);
      const answers = listenToAnswers(page);
      await speakPseudo(page);
      await recordShifts(page);
      await arriveFor(page, verva.url, screen, screen.who ? 'en' : 'ru');
      last = { screen, page, answers };
    }
    found.push(...(await shiftsWhileOpening(last.page, screen)));
    found.push(...(await faultsOf(last.page, screen, last.answers)));
  }
  assert.deepEqual(found, []);
});
