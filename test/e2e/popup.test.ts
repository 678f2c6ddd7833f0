import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';

// Third-party pages with our elements, on another site than the application: localhost and 127.0.0.1.
const PASSWORD = 'Verva-demo-2026';
const ELEMENT = '<verva-inbox></verva-inbox>';

let pages: Server;
/** Content of `/page.html`. */
let written = { html: '', headers: {} as Readonly<Record<string, string>> };
/** An origin that every demo organisation allows, and one that none allows. */
let allowed = '';
let forbidden = '';
let idp = '';
const verva = journey(async () => {
  const [port, idpPort] = [await freePort(), await freePort()];
  allowed = `http://localhost:${port}`;
  idp = `http://localhost:${idpPort}`;
  pages = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html', ...written.headers }).end(written.html);
  });
  await new Promise<void>((done) => pages.listen(0, '127.0.0.1', done));
  forbidden = `http://localhost:${(pages.address() as AddressInfo).port}`;
  return { DEMO_PORT: String(port), DEMO_IDP_PORT: String(idpPort) };
});
after(() => pages?.close());

interface Options {
  readonly origin?: string;
  readonly body?: string;
  readonly script?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly context?: BrowserContext;
  /** Installs a clock that tests can advance. */
  readonly hasClock?: boolean;
}

/** Opens a third-party page with this content on one of these origins. */
async function visit({ origin = allowed, body = ELEMENT, script = '', headers = {}, context, hasClock }: Options = {}) {
  const opened = context ? { page: await context.newPage(), context, errors: [] } : await newPage(verva.browser);
  const { page } = opened;
  const html = `<!doctype html><html lang="en"><head><title>Intranet</title>
    <script type="module" src="${verva.url}/embed/loader.js"></script>
    <script type="module">import { configureVerva } from '${verva.url}/embed/loader.js'; ${script}</script></head><body>${body}</body></html>`;
  written = { html, headers };
  // The allowed port belongs to the demo's intranet; this page is served at its address.
  await page.route(`${allowed}/page.html`, (route) => route.continue({ url: `${forbidden}/page.html` }));
  if (hasClock) await page.clock.install();
  await opened.context.addInitScript((application) => {
    // The application's window uses English; the page itself stores nothing for that.
    if (location.origin !== application) return;
    localStorage.setItem('vva_language', JSON.stringify({ value: 'en', expire: null }));
  }, verva.url);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    addEventListener('message', ({ data }) => messages.push(data));
  });
  await page.goto(`${origin}/page.html`);
  return opened;
}

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true });
const rows = (page: Page) => page.locator('verva-inbox button.item');
const messages = (page: Page) => page.evaluate(() => (window as unknown as { messages: unknown[] }).messages);

async function openPopup(page: Page): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await signInButton(page).click();
  return opening;
}

async function enter(popup: Page, username: string): Promise<void> {
  await popup.locator('input[name=username]').fill(username);
  await popup.getByRole('button', { name: 'Next', exact: true }).click();
  await popup.locator('input[name=password]').fill(PASSWORD);
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Returns what the page's own origin stores in this browser. */
const stored = (page: Page) =>
  page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys(),
  }));
const NOTHING = { local: {}, session: {}, cookies: '', databases: 0, caches: [] };

describe('signing in on embedding pages', () => {
  test('EMB-02 EMB-04 (102, 106) a window of the application signs in, passes the short-lived token and closes; the page stores nothing', async () => {
    const { page, context, errors } = await visit();
    await page.getByText('Sign in to see your tasks.').waitFor();
    const popup = await openPopup(page);
    await enter(popup, 'mart.kask');
    const closed = popup.isClosed() || popup.waitForEvent('close');
    await rows(page).first().waitFor();
    await closed;
    const [message, ...more] = (await messages(page)) as Record<string, unknown>[];
    assert.deepEqual(more, []);
    assert.deepEqual(Object.keys(message!).sort(), ['expiresIn', 'idToken', 'nonce', 'type']);
    assert.ok((message!.expiresIn as number) > 1800 && (message!.expiresIn as number) <= 3600);
    assert.deepEqual(await stored(page), NOTHING);
    // The next page finds the application's session: one click, no typing.
    const next = await visit({ context });
    await openPopup(next.page);
    await rows(next.page).first().waitFor();
    assert.deepEqual(await stored(next.page), NOTHING);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-02 EMB-04 (102) a page that is not allowed gets nothing, even if the user is signed in', async () => {
    const { page, context } = await visit({ origin: forbidden });
    const popup = await openPopup(page);
    await enter(popup, 'mart.kask');
    await popup.getByRole('alert').getByText('This page is not allowed to show your tasks.').waitFor();
    await popup.getByText(`${forbidden} is not on the list of allowed addresses of Põhjaranna Sadam AS.`).waitFor();
    assert.deepEqual(await messages(page), []);
    await popup.close();
    await page.getByText('The sign-in window was closed before you signed in.').waitFor();
    // Nor by claiming another origin: the browser delivers only to the named origin.
    const lying = context.waitForEvent('page');
    await page.evaluate(
      ([url, origin]) => void window.open(`${url}/popup-login?${new URLSearchParams({ origin: origin!, nonce: 'n' })}`),
      [verva.url, allowed],
    );
    const popupOfTheirs = await lying;
    await popupOfTheirs.getByText('You can close this window.').waitFor();
    for (const origin of ['*', '/', 'null', '', `${allowed}/`, `${allowed}, ${forbidden}`]) {
      await popupOfTheirs.goto(`${verva.url}/popup-login?${new URLSearchParams({ origin, nonce: 'n' })}`);
      await popupOfTheirs.getByRole('alert').getByText('This page is not allowed to show your tasks.').waitFor();
    }
    assert.deepEqual(await messages(page), []);
    await context.close();
  });

  test('EMB-02 EMB-04 (102) a token of a user of several organisations is passed to pages that all of them allow', async () => {
    const { page, context } = await visit();
    const popup = await openPopup(page);
    await enter(popup, 'grete.norden');
    await page.getByText('Nothing to do', { exact: false }).or(rows(page).first()).first().waitFor();
    assert.equal((await messages(page)).length, 1);
    await context.close();
  });

  test('EMB-02 (102) a response with another nonce, window or origin is ignored', async () => {
    const { page, context } = await visit();
    const popup = await openPopup(page);
    await popup.locator('input[name=username]').waitFor();
    const nonce = new URL(new URL(popup.url()).searchParams.get('redirect')!, verva.url).searchParams.get('nonce')!;
    assert.match(nonce, /^[0-9a-f]{32}$/);
    const forged = { type: 'verva-token', idToken: 'forged', expiresIn: 3600 };
    const post = (from: Page, data: object) =>
      from.evaluate((message) => (window.opener as Window).postMessage(message, '*'), data);
    // The right window and origin with another nonce; then the right nonce from another window of ours, and from the
    // page itself.
    await post(popup, { ...forged, nonce: 'other' });
    await post(popup, { ...forged, nonce, expiresIn: '3600' });
    const opening = context.waitForEvent('page');
    await page.evaluate((url) => void window.open(`${url}/popup-login?origin=x&nonce=y`, 'another'), verva.url);
    const another = await opening;
    await another.locator('input[name=username]').waitFor();
    await post(another, { ...forged, nonce });
    await page.evaluate((data) => window.postMessage(data, '*'), { ...forged, nonce });
    await page.waitForFunction(() => (window as unknown as { messages: unknown[] }).messages.length === 4);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.headers().authorization ?? ''));
    assert.equal(popup.isClosed(), false);
    assert.equal(await rows(page).count(), 0);
    // The genuine response still counts.
    await enter(popup, 'mart.kask');
    await rows(page).first().waitFor();
    assert.ok(asked.some((header) => header.startsWith('Bearer eyJ')));
    assert.ok(!asked.join().includes('forged'));
    await context.close();
  });

  test('EMB-02 LOG-14 (102) the window may redirect to an identity provider and keeps its opener', async () => {
    const { page, context, errors } = await visit();
    const popup = await openPopup(page);
    await popup.locator('input[name=username]').fill('kati.mets@lumikko.example');
    await popup.getByRole('button', { name: 'Next', exact: true }).click();
    await popup.waitForURL(`${idp}/interaction/**`);
    await popup.getByLabel('Password').fill(PASSWORD);
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    await rows(page).first().waitFor();
    assert.equal((await messages(page)).length, 1);
    assert.deepEqual(await stored(page), NOTHING);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('SEC-01 EMB-02 an element asks for a new sign-in in the window, and repeats its request', async () => {
    const provider = client(verva.url, await identityToken(verva.url, 'grete.norden'));
    const headers = { 'verva-tenant': 'lumikko' };
    await provider('POST', '/api/identity/groups/admin/members/kati.mets', undefined, headers);
    const { page, context, errors } = await visit({ body: '<verva-settings-users></verva-settings-users>' });
    const popup = await openPopup(page);
    const enterAt = async (window: Page) => {
      await window.waitForURL(`${idp}/interaction/**`);
      await window.getByLabel('Password').fill(PASSWORD);
      await window.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await popup.locator('input[name=username]').fill('kati.mets@lumikko.example');
    await popup.getByRole('button', { name: 'Next', exact: true }).click();
    await enterAt(popup);
    // Its provider has not said when she signed in.
    const users = page.locator('verva-settings-users');
    await users
      .getByRole('button', { name: /^Actions: (?!Kati)/ })
      .first()
      .click();
    await users.getByRole('menuitem', { name: 'Deactivate…' }).click();
    await users.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
    const confirmation = users.getByRole('dialog', { name: 'Confirm that it is you' });
    await confirmation.waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const opening = context.waitForEvent('page');
    await confirmation.getByRole('button', { name: 'Sign in', exact: true }).click();
    await enterAt(await opening);
    await users.getByText('Inactive', { exact: true }).waitFor();
    await confirmation.waitFor({ state: 'detached' });
    assert.equal((await messages(page)).length, 2);
    assert.deepEqual(await stored(page), NOTHING);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-02 (102) if the window is blocked or cut off, a link leads to the application', async () => {
    const { page, context } = await visit({ script: 'window.open = () => null;' });
    await signInButton(page).click();
    await page.getByText('The browser did not open the sign-in window.').waitFor();
    const link = page.getByRole('link', { name: 'Open in the application' });
    assert.equal(await link.getAttribute('href'), verva.url);
    assert.equal(await link.getAttribute('rel'), 'noopener');
    // A page with this header loses the window as soon as that shows another site.
    const cut = await visit({ context, headers: { 'cross-origin-opener-policy': 'same-origin' } });
    const popup = await openPopup(cut.page);
    await cut.page.getByText('The sign-in window was closed before you signed in.').waitFor();
    await enter(popup, 'mart.kask');
    await popup.getByRole('alert').getByText('The page that opened this window cannot be reached.').waitFor();
    assert.equal(await popup.getByRole('link', { name: 'Open in the application' }).getAttribute('href'), '/inbox');
    await context.close();
  });

  test('EMB-02 EMB-05 when the token has expired the element asks again, and keeps its content', async () => {
    const { page, context } = await visit({ hasClock: true, script: "configureVerva({ locale: 'en' });" });
    const popup = await openPopup(page);
    await enter(popup, 'mart.kask');
    await rows(page).first().waitFor();
    const ended = page.evaluate(
      () => new Promise<void>((done) => document.addEventListener('verva-session-expired', () => done())),
    );
    await page.clock.fastForward(3_700_000);
    await ended;
    await page.getByText('Your session has ended. Sign in to continue; nothing you entered is lost.').waitFor();
    assert.ok((await rows(page).count()) > 0);
    await openPopup(page);
    await signInButton(page).waitFor({ state: 'detached' });
    assert.equal((await messages(page)).length, 2);
    await context.close();
  });
});

describe('embedding pages that supply the token', () => {
  const count = (page: Page) => page.evaluate(() => (window as unknown as { asked: boolean[] }).asked);
  const withProvider = (answer: string) =>
    `window.asked = []; configureVerva({ getToken: async ({ force }) => { window.asked.push(force); ${answer} } });`;

  test('EMB-02 (103, 106) are asked once, however many elements they have, and nothing is stored there', async () => {
    const token = await identityToken(verva.url, 'mart.kask');
    const { page, context, errors } = await visit({
      body: ELEMENT.repeat(5),
      script: withProvider(`return '${token}';`),
    });
    for (let n = 0; n < 5; n += 1) await page.locator('verva-inbox').nth(n).locator('button.item').first().waitFor();
    assert.deepEqual(await count(page), [false]);
    assert.deepEqual(await stored(page), NOTHING);
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('EMB-02 (104) whose function fails have elements that offer to sign in', async () => {
    const { page, context } = await visit({ script: withProvider("throw new Error('nobody here');") });
    await page.getByText('Sign in to see your tasks.').waitFor();
    const popup = await openPopup(page);
    await enter(popup, 'mart.kask');
    await rows(page).first().waitFor();
    await context.close();
  });

  test('EMB-02 LOG-21 (105) are asked once more, with force, after the server refused a token, and not repeatedly', async () => {
    const token = await identityToken(verva.url, 'mart.kask');
    const stale = `${token.slice(0, -8)}AAAAAAAA`;
    const { page, context } = await visit({ script: withProvider(`return force ? '${token}' : '${stale}';`) });
    await rows(page).first().waitFor();
    assert.deepEqual((await count(page)).slice(0, 2), [false, true]);
    assert.equal((await count(page)).filter(Boolean).length, 1);

    const refused: string[] = [];
    context.on('response', (response) => {
      if (response.status() === 401) refused.push(response.url());
    });
    const stillExpired = await visit({ context, hasClock: true, script: withProvider(`return '${stale}';`) });
    await signInButton(stillExpired.page).first().waitFor();
    await stillExpired.page.clock.runFor(60_000);
    // The forced renewal returned the same token: sending it again would be useless. The first rows are prefetched.
    const asked = [`${verva.url}/api/session`, `${verva.url}/api/tasks?sort=due%3Aasc&limit=50`];
    assert.deepEqual(
      refused.toSorted(),
      asked.filter((url) => refused.includes(url)),
    );
    assert.deepEqual(await count(stillExpired.page), [false, true]);
    await context.close();
  });
});
