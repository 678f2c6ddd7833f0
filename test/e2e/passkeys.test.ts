import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { arrive, axeFindings, newPage, signIn, speak } from '../support/browser.ts';
import { journey } from '../support/journey.ts';

// Passkeys belong to a host with a name.
const verva = journey({ VERVA_TEST_HOST: 'localhost' });

/** A device with a screen lock, which its user opens at once. */
async function withDevice(page: Page): Promise<{ setVerified(isUserVerified: boolean): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }).then(() => undefined),
  };
}

async function security(page: Page): Promise<void> {
  await page.locator('button.profile').click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
}

async function logOut(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.locator('button.profile').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
}

async function toPassword(page: Page, username: string): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.keyboard.press('Enter');
  await page.locator('input[name=password]').waitFor();
}

test('SEC-01 a user adds a passkey with a name, signs in with it, and removes it', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  const device = await withDevice(page);
  await signIn(page, verva.url, 'mart.kask');
  await security(page);
  const profile = page.locator('verva-profile');
  await profile.getByRole('button', { name: 'Add a passkey' }).click();
  await page.waitForFunction(
    () => document.activeElement?.shadowRoot?.activeElement?.getAttribute('name') === 'passkeyName',
  );
  assert.deepEqual(await axeFindings(page), []);
  // The user does not open the screen lock.
  await device.setVerified(false);
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  await profile.getByText('No passkey was created.').waitFor();
  assert.equal(await profile.locator('input[name=passkeyName]').inputValue(), 'Work laptop');
  await device.setVerified(true);
  await profile.getByRole('button', { name: 'Create passkey' }).click();
  await profile.getByRole('listitem').filter({ hasText: 'Work laptop' }).getByText('Added on').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const phone = await newPage(verva.browser, { size: 'mobile' });
  await arrive(phone.page, verva.url, 'mart.kask');
  await phone.page.locator('.toolbar button:visible').first().click();
  await phone.page.locator('button.profile-entry').click();
  await phone.page.getByRole('menuitem', { name: 'Security' }).click();
  await phone.page.getByText('Work laptop').waitFor();
  assert.deepEqual(await axeFindings(phone.page), []);
  await phone.context.close();
  await logOut(page);

  await toPassword(page, 'mart.kask');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/inbox**');
  await security(page);
  await profile.getByText('Last used on').waitFor();
  await profile.getByRole('button', { name: 'Remove Work laptop' }).click();
  await profile.getByRole('button', { name: 'Remove passkey' }).click();
  await profile.getByRole('button', { name: 'Add a passkey' }).waitFor();
  await profile.getByText('Work laptop').waitFor({ state: 'detached' });
  await logOut(page);

  // The device still offers it; the password remains.
  await toPassword(page, 'mart.kask');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('This passkey does not belong to this username, or was removed.').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.locator('input[name=password]').fill('Verva-demo-2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inbox**');
  assert.deepEqual(errors, []);
  await context.close();
});

test('SEC-01 a device without a passkey leads back to the password', async () => {
  const { page, context } = await newPage(verva.browser);
  await withDevice(page);
  await speak(page, 'en');
  await page.goto(`${verva.url}/login`);
  await toPassword(page, 'anna.tamm');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByText('No passkey was used.').waitFor();
  await page.locator('input[name=password]').fill('Verva-demo-2026');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/inbox**');
  await context.close();
});
