import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { freePort, type RunningVerva, startVerva } from '../support/verva.ts';
import { openTab } from './chromium-and-firefox.ts';
import { personAt } from './person.ts';
import type { Tab } from './tab.ts';
import { openWebKitTab } from './webkit.ts';

// The same journey in every available browser, each with its own tasks: they share one server.
const { CHROME_PATH, VERVA_FIREFOX, VERVA_WEBKIT_DRIVER, VERVA_WEBKIT } = process.env;
const webkit = VERVA_WEBKIT && VERVA_WEBKIT_DRIVER && { driver: VERVA_WEBKIT_DRIVER, miniBrowser: VERVA_WEBKIT };
const BROWSERS: readonly {
  name: string;
  open: (() => Promise<Tab>) | undefined;
  leave: string;
  other: string;
  outcome: string;
}[] = [
  {
    name: 'Chromium',
    open: CHROME_PATH ? () => openTab('chrome', CHROME_PATH) : undefined,
    leave: 'PP-2026-0113',
    other: 'PO-2026-0409',
    outcome: 'Согласовать',
  },
  {
    name: 'Firefox',
    open: VERVA_FIREFOX ? () => openTab('firefox', VERVA_FIREFOX) : undefined,
    leave: 'PP-2026-0112',
    other: 'PO-2026-0404',
    outcome: 'Согласовать',
  },
  {
    name: 'WebKit',
    open: webkit ? () => openWebKitTab(webkit) : undefined,
    leave: 'PP-2026-0125',
    other: 'PP-2026-0123',
    outcome: 'Подтвердить',
  },
];

let verva: RunningVerva;
let intranet = '';
before(async () => {
  const port = await freePort();
  intranet = `http://127.0.0.1:${port}/`;
  verva = await startVerva({ DEMO_PORT: String(port) });
});
after(() => verva?.stop());

for (const { name, open, leave, other, outcome } of BROWSERS) {
  test(`LOG-02 I18N-03 EMB-04 ${name}: signing in, opening and completing a task, another language and a dialog, here and on a page of another origin`, {
    skip: open === undefined && `${name} is not installed: npm run browsers`,
  }, async (t) => {
    const tab = await open!();
    t.after(() => tab.close());
    t.diagnostic(tab.version);
    const { sees, misses, clicks, types, presses } = personAt(tab);

    await tab.goto(`${verva.url}/inbox`);
    await types('mart.kask', 'input', 'Username');
    await presses('Enter');
    await types('Verva-demo-2026', 'input', 'Password');
    await presses('Enter');
    await sees('h2', 'Overdue');
    await clicks('button.profile');
    await clicks('[role=menuitemradio]', 'Eesti');
    await sees('h2', 'Üle tähtaja');
    await clicks('button.profile');
    await clicks('[role=menuitemradio]', 'English');
    await sees('h2', 'Overdue');
    await sees('.toolbar', 'Inbox');
    await clicks('button.item', leave);
    await sees('button.item[aria-current]', leave);
    await clicks('.outcomes button', 'Approve');
    await sees('.snack', 'completed');
    await misses('button.item', leave);
    await clicks('button.profile');
    await clicks('[role=menuitem]', 'Edit profile');
    await sees('dialog h2', 'Edit profile');
    // Nothing behind the dialog can be reached: a click outside closes it.
    await tab.clickAt(100, 86);
    await misses('dialog[open]');
    await sees('.toolbar', 'Inbox');
    assert.deepEqual(await tab.run(scrolls), [false, false], 'the page itself is no longer than the window');
    assert.deepEqual(await tab.errors(), []);

    await tab.goto(intranet);
    await clicks('button', 'Sisene');
    await clicks('button.item', other);
    await sees('.outcomes .primary');
    await tab.run(speak, `${verva.url}/embed/loader.js`);
    await sees('.outcomes .primary', outcome);
    await clicks('button', 'Другие действия');
    await clicks('[role=menuitem]', 'Делегировать');
    await sees('dialog h2', 'Делегировать');
    await presses('Escape');
    await misses('dialog[open]');
    await clicks('.outcomes .primary', outcome);
    await sees('.snack', 'завершена');
    await clicks('button', 'Назад');
    await sees('button.item');
    await misses('button.item', other);
    assert.deepEqual(await tab.errors(), []);
  });
}

/** In the page: whether it scrolls vertically and horizontally. */
function scrolls(): [boolean, boolean] {
  const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
  return [scrollHeight > clientHeight, scrollWidth > clientWidth];
}

/** In the page: configures the elements for Russian, as its script could. */
async function speak(loader: string): Promise<void> {
  const { configureVerva } = await import(loader);
  configureVerva({ locale: 'ru' });
}
