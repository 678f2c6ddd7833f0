import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { arriveAt, axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';

const PASSWORD = 'Verva-demo-2026';

let idp = '';
const verva = journey(async () => {
  const port = await freePort();
  idp = `http://localhost:${port}`;
  return { DEMO_IDP_PORT: String(port) };
});

describe('identity providers of an organisation', () => {
  test('ORG-02 an administrator tests a real provider, tries it in a window, and stays signed in as before', async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await arriveAt(page, `${verva.url}/settings/identity-providers`, 'helen.koppel');
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Actions: lumikko', exact: true }).click();
      await page.getByRole('menuitem', { name, exact: true }).click();
    };
    const providerOfSession = () =>
      page.evaluate(
        () => (JSON.parse(localStorage.getItem('vva_session') ?? 'null') as { by?: string } | null)?.by ?? 'none',
      );
    assert.equal(await providerOfSession(), 'none');
    await choose('Try');
    const opening = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Open sign-in window', exact: true }).click();
    const popup = await opening;
    await popup.waitForURL(`${idp}/interaction/**`);
    await popup.getByLabel('E-mail or username').fill('kati.mets');
    await popup.getByLabel('Password').fill(PASSWORD);
    await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This sign-in would succeed.').waitFor();
    await dialog.getByText('Kati Mets (kati.mets), by e-mail address').waitFor();
    await dialog.getByText('kati.mets@lumikko.example', { exact: true }).waitFor();
    if (!popup.isClosed()) await popup.waitForEvent('close');
    assert.equal(await providerOfSession(), 'none');
    assert.deepEqual(await axeFindings(page), []);
    const storage = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('vva_st_')));
    assert.deepEqual(storage, []);
    await page.reload();
    await page.getByText('Helen Koppel').first().waitFor();
    assert.deepEqual(errors, []);
    await context.close();
  });
});
