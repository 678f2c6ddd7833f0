import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { newPage, speak, stopClock } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';

// The demo's identity provider is on localhost and the application on 127.0.0.1: two sites for the browser.
const EMAIL = 'kati.mets@lumikko.example';
const PASSWORD = 'Verva-demo-2026';

let idp = '';
const verva = journey(async () => {
  const port = await freePort();
  idp = `http://localhost:${port}`;
  return { DEMO_IDP_PORT: String(port) };
});

interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly errors: string[];
  /** Requests to the provider's token endpoint. */
  readonly tokenRequests: string[];
  /** The bodies of the successful responses. */
  readonly tokenAnswers: string[];
  /** Addresses to which the provider redirected back. */
  readonly answers: string[];
}

async function visitor(): Promise<Visitor> {
  const opened = await newPage(verva.browser);
  await speak(opened.page, 'en');
  const tokenRequests: string[] = [];
  const tokenAnswers: string[] = [];
  const answers: string[] = [];
  opened.context.on('request', (request) => {
    if (request.url() === `${idp}/token` && request.method() === 'POST') tokenRequests.push(request.postData() ?? '');
    if (request.isNavigationRequest() && request.url().startsWith(`${verva.url}/callback?`))
      answers.push(request.url());
  });
  opened.context.on('response', (response) => {
    const request = response.request();
    if (response.url() === `${idp}/token` && response.ok() && request.method() === 'POST')
      tokenAnswers.push(request.postData() ?? '');
  });
  return { ...opened, tokenRequests, tokenAnswers, answers };
}

/** Goes from the sign-in screen to the provider's page. */
async function toProvider(page: Page, { login = EMAIL, redirect = '/inbox' } = {}): Promise<void> {
  await page.goto(`${verva.url}/login?redirect=${encodeURIComponent(redirect)}`);
  await page.locator('input[name=username]').fill(login);
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.waitForURL(`${idp}/interaction/**`);
}

async function enterPassword(page: Page): Promise<void> {
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function signIn(page: Page): Promise<void> {
  await toProvider(page);
  await enterPassword(page);
  await page.waitForURL(`${verva.url}/inbox**`);
  await rows(page).first().waitFor();
}

const rows = (page: Page) => page.locator('verva-inbox button.item');
const kept = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('vva_session') ?? 'null') as { v: string; by?: string } | null);
const fault = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

describe('single sign-on', () => {
  test('LOG-14 LOG-19 (93) the request to the provider contains the typed name', async () => {
    const { page, context, errors } = await visitor();
    await toProvider(page);
    assert.equal(await page.getByLabel('E-mail or username').inputValue(), EMAIL);
    await page.locator('input[name=password]:focus').waitFor();
    assert.deepEqual(errors, []);
    const other = await visitor();
    await toProvider(other.page, { login: 'kati.mets' });
    assert.equal(await other.page.getByLabel('E-mail or username').inputValue(), 'kati.mets');
    await Promise.all([context.close(), other.context.close()]);
  });

  test('LOG-19 (99) the next visit goes to the provider automatically after five seconds, unless it is cancelled', async () => {
    const { page, context } = await visitor();
    await stopClock(page);
    await toProvider(page);
    const timer = page.getByRole('timer').filter({ hasText: `You will be signed in as ${EMAIL} in 5 seconds.` });
    await page.goto(`${verva.url}/login`);
    await timer.waitFor();
    await page.clock.runFor(5000);
    await page.waitForURL(`${idp}/interaction/**`);
    assert.equal(await page.getByLabel('E-mail or username').inputValue(), EMAIL);
    await page.goto(`${verva.url}/login`);
    await timer.waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.locator('input[name=username]').waitFor();
    await page.reload();
    await page.locator('input[name=username]').waitFor();
    assert.equal(await page.getByRole('timer').count(), 0);
    await context.close();
  });

  test('LOG-14 LOG-22 (94) afterwards the requested page is shown, and nothing of the response stays', async () => {
    const { page, context, errors, answers } = await visitor();
    await toProvider(page, { redirect: '/inbox?wanted=1' });
    await enterPassword(page);
    await page.waitForURL(`${verva.url}/inbox?wanted=1`);
    await rows(page).first().waitFor();
    const answer = new URL(answers[0]!).searchParams;
    assert.deepEqual([...answer.keys()].sort(), ['code', 'iss', 'state']);
    const left = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage, at: location.href }));
    for (const part of [answer.get('code')!, answer.get('state')!, 'eyJ']) assert.ok(!left.includes(part), left);
    assert.equal((await kept(page))?.by, 'lumikko');
    assert.equal(await page.evaluate(() => document.cookie), '');
    await page.goBack();
    assert.ok(!page.url().includes('code='), page.url());
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('LOG-22 (95) a response is not accepted twice', async () => {
    const { page, context, answers, tokenRequests } = await visitor();
    await signIn(page);
    const answer = answers[0]!;
    await page.evaluate(() => localStorage.removeItem('vva_session'));
    const before = tokenRequests.length;
    await page.goto(answer);
    await fault(page, 'This sign-in is no longer valid.').waitFor();
    assert.equal(page.url(), `${verva.url}/login?error=sso_stale`);
    const stranger = await visitor();
    await stranger.page.goto(answer);
    await fault(stranger.page, 'This sign-in is no longer valid.').waitFor();
    assert.deepEqual([tokenRequests.length - before, stranger.tokenRequests.length], [0, 0]);
    await Promise.all([context.close(), stranger.context.close()]);
  });

  test('LOG-22 (96) an unsolicited response is refused', async () => {
    const { page, context, tokenRequests } = await visitor();
    for (const query of ['code=x&state=forged', 'code=x', 'state=__proto__&code=x', '', `code=x&state=y&iss=${idp}`]) {
      await page.goto(`${verva.url}/callback?${query}`);
      await page.waitForURL(`${verva.url}/login?error=sso_stale`);
      await fault(page, 'This sign-in is no longer valid.').waitFor();
    }
    assert.deepEqual(tokenRequests, []);
    await context.close();
  });

  test('LOG-19 (97) a refusal of the provider is shown, and does not restart automatically', async () => {
    const { page, context } = await visitor();
    await page.clock.install();
    await toProvider(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.waitForURL(`${verva.url}/login?error=sso_denied&redirect=%2Finbox`);
    await fault(page, 'The identity provider did not sign you in.').waitFor();
    assert.equal(await page.evaluate(() => typeof sessionStorage.getItem('vva_ssoFailedAt')), 'string');
    assert.ok((await page.evaluate(() => localStorage.getItem('vva_ssoUser')))?.includes(EMAIL));
    await page.clock.runFor(15_000);
    // The address without the error is the same user's next visit, seconds later.
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').waitFor();
    await page.clock.runFor(15_000);
    assert.equal(page.url(), `${verva.url}/login`);
    await context.close();
  });

  test('LOG-22 (98) a response of another provider is refused', async () => {
    const { page, context, tokenRequests } = await visitor();
    const answer = async (iss: string | null) => {
      const asking = page.waitForRequest((request) => request.url().startsWith(`${idp}/auth?`));
      await toProvider(page);
      const state = new URL((await asking).url()).searchParams.get('state')!;
      await page.goto(
        `${verva.url}/callback?${new URLSearchParams({ code: 'made-up', state, ...(iss !== null && { iss }) })}`,
      );
    };
    for (const iss of ['http://evil.localhost', `${idp}/`, 'http://localhost', '', null]) {
      await answer(iss);
      await page.waitForURL(`${verva.url}/login?error=sso_foreign&redirect=%2Finbox`);
      await fault(page, 'The response did not come from your identity provider').waitFor();
      assert.deepEqual(tokenRequests, [], 'the code was sent to nobody');
    }
    // The provider that was asked receives the response and refuses it.
    await answer(idp);
    await page.waitForURL(`${verva.url}/login?error=sso_failed&redirect=%2Finbox`);
    assert.equal(tokenRequests.length, 1);
    assert.equal(await kept(page), null);
    await context.close();
  });

  test('LOG-21 (100) later visits and other tabs renew at the provider, with a new refresh token each time', async () => {
    const { page, context, errors, tokenAnswers } = await visitor();
    await signIn(page);
    const first = await kept(page);
    await page.reload();
    await rows(page).first().waitFor();
    const second = await kept(page);
    assert.notEqual(second?.v, first?.v);
    // Two tabs at once: using a token twice would end the session in both.
    const other = await context.newPage();
    await Promise.all([page.reload(), other.goto(`${verva.url}/inbox`)]);
    await Promise.all([rows(page).first().waitFor(), rows(other).first().waitFor()]);
    // A token whose request did not reach the provider, for example after a lost connection, can be used again.
    const used = tokenAnswers.map((body) => new URLSearchParams(body).get('refresh_token')).filter(Boolean);
    assert.ok(used.length >= 3, `${used.length}`);
    assert.equal(new Set(used).size, used.length, 'none was used twice');
    assert.equal((await kept(page))?.by, 'lumikko');
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('LOG-21 (101) signing out ends the session in all tabs and at the provider', async () => {
    const { page, context } = await visitor();
    await signIn(page);
    const other = await context.newPage();
    await other.goto(`${verva.url}/inbox`);
    await rows(other).first().waitFor();
    await page.locator('.toolbar button[aria-haspopup]').last().click();
    // Signs in through the provider and returns.
    const back = page.waitForRequest(
      (request) => request.url() === `${verva.url}/login` && request.isNavigationRequest(),
    );
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await back;
    await page.waitForURL(`${verva.url}/login`);
    await page.locator('input[name=username]').waitFor();
    await other.waitForURL(`${verva.url}/login**`);
    assert.equal(await kept(page), null);
    // The provider asks again: its session ended too.
    await toProvider(page);
    await page.getByLabel('Password').waitFor();
    await context.close();
  });

  test('LOG-21 LOG-22 the application signs in again in a separate window, and its page stays', async () => {
    const { page, context, errors } = await visitor();
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').waitFor();
    const opening = context.waitForEvent('page');
    // What signInWithProviderPopup() opens; a listener of the page shows what arrives.
    const arrived = page.evaluate((username) => {
      const query = new URLSearchParams({ sso: 'lumikko', username, origin: location.origin, nonce: 'n1' });
      const popup = window.open(`/popup-login?${query}`, 'verva-sign-in', 'popup,width=480,height=720');
      return new Promise<{ data: Record<string, unknown>; isPopup: boolean; closed: boolean }>((done) =>
        addEventListener('message', ({ data, source }) => {
          const message = { data, isPopup: source === popup, closed: popup?.closed ?? true };
          popup?.close();
          done(message);
        }),
      );
    }, EMAIL);
    const popup = await opening;
    await popup.waitForURL(`${idp}/interaction/**`);
    assert.equal(await popup.getByLabel('E-mail or username').inputValue(), EMAIL);
    await enterPassword(popup);
    const { data, isPopup, closed } = await arrived;
    assert.deepEqual(Object.keys(data).sort(), ['expiresIn', 'idToken', 'nonce', 'type']);
    assert.deepEqual([data.type, data.nonce, isPopup, closed], ['verva-token', 'n1', true, false]);
    // The window stored the session, so this page uses it and continues to its destination.
    await page.waitForURL(`${verva.url}/inbox`);
    assert.equal((await kept(page))?.by, 'lumikko');
    assert.deepEqual(errors, []);
    await context.close();
  });
});
