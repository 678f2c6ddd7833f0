import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings, newPage, speak } from '../support/browser.ts';
import { authenticator } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';

const verva = journey({ VERVA_DEMO: '0' });

const link = (): string => /\S+\/setup#[\w-]{43}/.exec(verva.output())![0];

test('ORG-01 SEC-01 the link of the log leads through one form to the inbox of the first administrator', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await speak(page, 'en');
  await page.goto(link());
  await page.getByRole('heading', { level: 1, name: 'Set up Verva' }).waitFor();
  assert.equal(new URL(page.url()).hash, '', 'the secret leaves the address bar');
  assert.deepEqual(await axeFindings(page), []);

  // Without input each required field says so, and the first one has the focus.
  await page.getByRole('button', { name: 'Set up Verva' }).click();
  await page.getByText('Field Name of the organisation should be filled out.').waitFor();
  assert.equal(await page.locator('[aria-invalid=true]').count(), 5);
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'organisation.name');
  assert.deepEqual(await axeFindings(page), []);

  const input = (name: string) => page.getByRole('textbox', { name, exact: true });
  await input('Name of the organisation').fill('Norden');
  await page.getByLabel('Time zone').selectOption('Europe/Tallinn');
  await input('Name').fill('Grete Norden');
  await input('Username').fill('Grete.Norden');
  await input('E-mail').fill('grete@norden.example');
  await input('Password').fill('Norden-2026-key');
  await page.keyboard.press('Enter');
  await page.getByText('Verva is ready').waitFor();
  await page.getByText('Your username is grete.norden.').waitFor();
  await page.getByRole('button', { name: 'Open Verva' }).click();
  // The account is protected at once, with an app.
  await page.getByRole('heading', { level: 1, name: 'Protect your account' }).waitFor();
  await page.getByRole('button', { name: 'Later' }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await page.locator('input[name=code]').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  const secret = (await page.locator('.secret-key').textContent())!.replaceAll(' ', '');
  await page.locator('input[name=code]').fill('000000');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('The code is not correct.').waitFor();
  await page.locator('input[name=code]').fill(authenticator(secret).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.locator('.backup-codes li').first().waitFor();
  assert.equal(await page.locator('.backup-codes li').count(), 10);
  await page.getByRole('button', { name: 'I saved the codes' }).click();
  await page.waitForURL(`${verva.url}/inbox`);
  await page.getByText('Grete Norden').first().waitFor();
  assert.deepEqual(errors, []);
  await context.close();

  // For the next visitor the installation is set up.
  const later = await newPage(verva.browser);
  await speak(later.page, 'en');
  await later.page.goto(`${verva.url}/setup`);
  await later.page.getByText('Verva is already set up').waitFor();
  assert.deepEqual(await axeFindings(later.page), []);
  await later.context.close();
});
