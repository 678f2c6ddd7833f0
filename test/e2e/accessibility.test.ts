import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeFindings, giveSession, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

const verva = journey();

/** Brings a page to each state of a route, from any other state. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'inbox, nothing chosen': async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox button.item').first().waitFor();
  },
  'inbox, filters open': async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox search button').click();
    await page.locator('verva-inbox .filters-panel select').first().waitFor();
  },
  'inbox, nothing found': async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox input[type=search]').fill('nothing is called like this');
    await page.locator('verva-inbox .empty .btn').first().waitFor();
  },
  'task with a form': async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox button.item').first().click();
    await page.locator('verva-task-form .outcomes button').first().waitFor();
  },
  'task, history': async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await page.locator('verva-inbox button.item').first().click();
    await page.locator('verva-task-form [role=tab]').last().click();
    await page.locator('verva-task-form .tl li').first().waitFor();
  },
  profile: async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await openFromProfileMenu(page, 0);
    await page.locator('verva-profile input[name=name]').fill('');
    await page.locator('verva-profile button[type=submit]').click();
    await page.locator('verva-profile .error').waitFor();
  },
  password: async (page) => {
    await page.goto(`${verva.url}/inbox`);
    await openFromProfileMenu(page, 1);
    await page.locator('verva-profile input[name=proposed]').fill('Short-1');
    await page.locator('verva-profile button[type=submit]').click();
    await page.locator('verva-profile .error').first().waitFor();
  },
  'task that does not exist': async (page) => {
    await page.goto(`${verva.url}/inbox?taskId=00000000-0000-7000-8000-000000000000`);
    await page.locator('verva-task-form .empty').waitFor();
  },
  'delegations, a blank card that was to be saved': async (page) => {
    await page.goto(`${verva.url}/delegations`);
    await page.locator('verva-delegation-editor .cards button').first().click();
    await page.locator('verva-delegation-editor [role=combobox]').press('ArrowDown');
    await page.locator('verva-delegation-editor [role=option]').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('verva-delegation-editor button[type=submit]').click();
    await page.locator('verva-delegation-editor .error').first().waitFor();
  },
  'unknown address': async (page) => {
    await page.goto(`${verva.url}/no-such-page`);
    await page.locator('main .empty').waitFor();
  },
  'no permission': async (page) => {
    await page.goto(`${verva.url}/401?noGoBack`);
    await page.locator('main .empty').waitFor();
  },
};

/** By position, because labels differ between languages. */
async function openFromProfileMenu(page: Page, index: number): Promise<void> {
  await page.locator('.app').waitFor();
  if (await page.locator('.app.mobile').count()) await page.locator('.toolbar > button').first().click();
  await page.locator('button.profile:visible, button.profile-entry:visible').click();
  await page.locator('[role=menu]:popover-open [role^=menuitem]').nth(index).click();
}

const SIGNED_OUT: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'sign-in, username': async (page) => {
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').waitFor();
  },
  'sign-in, wrong password': async (page) => {
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').fill('sergei.petrov');
    await page.keyboard.press('Enter');
    await page.locator('input[name=password]').fill('wrong');
    await page.keyboard.press('Enter');
    await page.locator('.error').waitFor();
  },
};

/** Screens with the longest or the most texts, checked in the other languages. */
const WORDY: readonly string[] = [
  'inbox, filters open',
  'task with a form',
  'profile',
  'delegations, a blank card that was to be saved',
  'no permission',
  'sign-in, wrong password',
];

const LOCALES = { en: 'en-GB', et: 'et-EE', ru: 'ru-RU', zh: 'zh-CN' } as const;

/** Rules whose result depends on the language: whether there is a name, its language, and the space that texts need. */
const OF_LANGUAGE = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-input-field-name',
  'aria-meter-name',
  'aria-progressbar-name',
  'aria-toggle-field-name',
  'aria-tooltip-name',
  'aria-treeitem-name',
  'button-name',
  'color-contrast',
  'document-title',
  'empty-heading',
  'empty-table-header',
  'frame-title',
  'heading-order',
  'html-has-lang',
  'html-lang-valid',
  'image-alt',
  'input-button-name',
  'label',
  'label-title-only',
  'link-name',
  'role-img-alt',
  'scrollable-region-focusable',
  'select-name',
  'summary-name',
  'svg-img-alt',
  'valid-lang',
];

/**
 * All screens in English, wide in light and narrow in dark; the screens with most text in the other languages, the
 * other way round.
 */
const VARIANTS = [
  { language: 'en', size: 'desktop', dark: false },
  { language: 'en', size: 'mobile', dark: true },
  { language: 'et', size: 'mobile', dark: false },
  { language: 'ru', size: 'desktop', dark: true },
  { language: 'zh', size: 'mobile', dark: false },
] as const;

describe('axe finds no violation', () => {
  for (const { language, size, dark } of VARIANTS) {
    test(`LAY-16 on ${size}, ${dark ? 'dark' : 'light'}, in ${language}`, async () => {
      const { page, context } = await newPage(verva.browser, { size, dark, locale: LOCALES[language] });
      const findings: string[] = [];
      const look = async (states: typeof STATES) => {
        for (const [name, go] of Object.entries(states)) {
          if (language !== 'en' && !WORDY.includes(name)) continue;
          await go(page);
          for (const finding of await axeFindings(page, language === 'en' ? undefined : OF_LANGUAGE))
            findings.push(`${name}: ${finding}`);
        }
      };
      await look(SIGNED_OUT);
      await giveSession(page, verva.url, 'mart.kask', language);
      await look(STATES);
      assert.equal(await page.locator('html').getAttribute('lang'), language);
      assert.deepEqual(findings, []);
      await context.close();
    });
  }
});
