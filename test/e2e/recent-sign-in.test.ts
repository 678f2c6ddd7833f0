import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { authenticator, callIdentity, client, identityToken, identityTokens } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { asAdministrator, dropDatabase } from '../support/postgres.ts';
import { demoDatabase, freePort } from '../support/verva.ts';

const PASSWORD = 'Verva-demo-2026';
/** Sessions grow old in the database of the server, which the embedded one opens for itself alone. */
const skip = process.env.VERVA_TEST_PG_URL ? false : 'needs PostgreSQL';

let database = '';
const idpPort = await freePort();
const idp = `http://localhost:${idpPort}`;
const verva = journey(async () => {
  if (skip) return { DEMO_IDP_PORT: String(idpPort) };
  const demo = await demoDatabase();
  database = demo.DATABASE_URL;
  return { ...demo, DEMO_IDP_PORT: String(idpPort) };
});
after(async () => {
  if (database) await dropDatabase(database);
});

const elevenMinutesLater = () =>
  asAdministrator(database, 'UPDATE idn_refresh SET auth_time_ms = auth_time_ms - 660000');

const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });
const focusOn = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.activeElement?.getAttribute('name') === wanted, name);

describe('a sign-in that is too old for a request', () => {
  test('SEC-01 is repeated in a dialog: cancelling keeps the input, the password repeats the request', {
    skip,
  }, async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arrive(page, verva.url, 'anna.tamm');
    await elevenMinutesLater();
    await page.goto(`${verva.url}/settings/users?id=piret.vaher`);
    const users = page.locator('verva-settings-users');
    const sent: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') sent.push(request.headers()['idempotency-key']);
    });
    await users.getByRole('button', { name: 'Actions: Piret Vaher' }).click();
    await users.getByRole('menuitem', { name: 'Deactivate…' }).click();
    const deactivation = users.getByRole('dialog');
    const reason = deactivation.getByRole('textbox', { name: 'Reason' });
    await reason.fill('Has left the port.');
    await deactivation.getByRole('button', { name: 'Deactivate' }).click();
    await confirmation(page).getByText('nothing you entered is lost').waitFor();
    await focusOn(page, 'password');
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(viewport);
      assert.deepEqual(await axeFindings(page), []);
    }
    await page.keyboard.press('Escape');
    await confirmation(page).waitFor({ state: 'detached' });
    await deactivation.getByText('You signed in more than 10 minutes ago.').waitFor();
    assert.equal(await reason.inputValue(), 'Has left the port.');

    await deactivation.getByRole('button', { name: 'Deactivate' }).click();
    await focusOn(page, 'password');
    await page.keyboard.type('wrong');
    await page.keyboard.press('Enter');
    await confirmation(page).getByRole('alert').filter({ hasText: 'Incorrect username or password.' }).waitFor();
    assert.equal(sent.length, 2);
    const before = await page.evaluate(() => JSON.parse(localStorage.getItem('vva_session') ?? '{}').v as string);
    await confirmation(page).locator('input[name=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await users.getByText('Inactive', { exact: true }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);
    assert.deepEqual([sent.length, sent[2]], [3, sent[1]]);
    // The session before is over.
    const refresh = {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: 'verva-web',
      AuthParameters: { REFRESH_TOKEN: before },
    };
    assert.equal((await callIdentity(verva.url, 'InitiateAuth', refresh)).message, 'Refresh Token has been revoked');

    await users.getByRole('button', { name: 'Actions: Piret Vaher' }).click();
    await users.getByRole('menuitem', { name: 'Reactivate' }).click();
    await users.getByText('Active', { exact: true }).waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('SEC-01 asks for the second factor too, on a phone and for operations of the identity service', {
    skip,
  }, async () => {
    const { AccessToken } = await identityTokens(verva.url, 'juri.lepik', PASSWORD);
    const { page, context, errors } = await newPage(verva.browser, { size: 'mobile' });
    await arrive(page, verva.url, 'juri.lepik');
    const { SecretCode } = await callIdentity(verva.url, 'AssociateSoftwareToken', { AccessToken });
    const app = authenticator(SecretCode!);
    await callIdentity(verva.url, 'VerifySoftwareToken', { AccessToken, UserCode: app.generate() });
    await elevenMinutesLater();
    await page.reload();
    await page.locator('.toolbar button:visible').first().click();
    await page.locator('button.profile-entry').click();
    await page.getByRole('menuitem', { name: 'Security' }).click();
    await page.getByRole('button', { name: 'Use another app' }).click();
    await focusOn(page, 'password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await focusOn(page, 'code');
    assert.deepEqual(await axeFindings(page), []);
    // The current code was used for the set-up; the next one is accepted early.
    await page.keyboard.type(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^QR code/ }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    // Recent now: nothing is asked.
    await page.getByRole('button', { name: 'New backup codes' }).click();
    await page.locator('.backup-codes li').first().waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });

  test('SEC-01 LOG-14 is repeated at the identity provider, which asks again in a window', async () => {
    const provider = client(verva.url, await identityToken(verva.url, 'grete.norden'));
    const headers = { 'verva-tenant': 'lumikko' };
    const added = await provider('POST', '/api/identity/groups/admin/members/kati.mets', undefined, headers);
    assert.equal(added.status, 204, JSON.stringify(added.body));
    const { page, context, errors } = await newPage(verva.browser);
    await page.goto(`${verva.url}/login`);
    await page.locator('input[name=username]').fill('kati.mets');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${idp}/interaction/**`);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${verva.url}/inbox**`);
    await page.goto(`${verva.url}/settings/sign-in`);
    await page.getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: 'Save' }).click();
    const go = confirmation(page).getByRole('button', { name: 'Continue to your organisation' });
    await go.waitFor();
    assert.deepEqual(await axeFindings(page), []);
    const [popup] = await Promise.all([context.waitForEvent('page'), go.click()]);
    await popup.getByLabel('Password').fill(PASSWORD);
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    await confirmation(page).waitFor({ state: 'detached' });
    await page.locator('.snack').waitFor();
    const { body } = await provider('GET', '/api/sign-in-settings', undefined, headers);
    assert.equal(body.secondFactor, 'admins');
    assert.deepEqual(errors, []);
    await context.close();
  });
});
