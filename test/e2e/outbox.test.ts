import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { axeFindings, newPage } from '../support/browser.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const HELEN = { username: 'helen.koppel', email: 'helen.koppel@lumikko.example' };

describe('the development outbox in a browser', () => {
  const verva = journey();

  const forget = async (userId: string) => {
    const response = await fetch(`${verva.url}/api/login/user/forgotPassword`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userId }),
    });
    assert.equal(response.status, 200);
  };

  test("LOG-17 LOG-10 an e-mail appears automatically, in the user's language, and its link opens the sign-in screen", async () => {
    const { page, context, errors } = await newPage(verva.browser);
    await page.goto(`${verva.url}/dev/outbox?to=${HELEN.email}`);
    const nothing = page.getByText(`Nothing was written to ${HELEN.email}.`, { exact: true });
    await nothing.waitFor();
    const mails = page.locator('.item');
    await forget(HELEN.username);
    await mails.first().waitFor();
    await nothing.waitFor({ state: 'hidden' });
    assert.equal(await mails.locator('.title').textContent(), 'Verva parooli taastamine');
    const frame = mails.last().frameLocator('iframe');
    await frame.getByText('Teie taastekood on').waitFor();
    await forget(HELEN.username);
    await mails.nth(1).waitFor();
    // An open message stays open, and new ones do not displace it.
    await waitFor(() => mails.last().getAttribute('open'), '');
    assert.equal(await mails.first().getAttribute('open'), null);

    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      frame.getByRole('link', { name: 'Vali uus parool' }).click(),
    ]);
    await opened.waitForURL(/\/login/);
    assert.equal(await opened.evaluate(() => document.referrer), '');
    assert.deepEqual(errors, []);
  });

  for (const dark of [false, true]) {
    test(`LAY-16 the outbox is accessible in ${dark ? 'dark' : 'light'}`, async () => {
      await forget('lina.chen');
      const { page } = await newPage(verva.browser, { dark, size: dark ? 'mobile' : 'desktop' });
      await page.goto(`${verva.url}/dev/outbox`);
      await page.locator('.item').first().waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
  }
});
