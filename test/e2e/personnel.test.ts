import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeFindings, newPage } from '../support/browser.ts';
import { identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { freePort } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

// The personnel pages of the demo intranet: settings elements on another origin, with an element token.
let personnel = '';
const verva = journey(async () => {
  const port = await freePort();
  personnel = `http://127.0.0.1:${port}/people.html`;
  return { DEMO_PORT: String(port) };
});

test('EMB-01 BEY-20 ADM-04 departments and users are edited on another page, and a deactivation leads to the application', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  const answer = await page.goto(`${personnel}#departments`);
  assert.match(answer?.headers()['content-security-policy'] ?? '', /default-src 'none'.*require-trusted-types-for/);
  const departments = page.locator('verva-settings-departments');
  await departments.locator('[role=treeitem]').filter({ hasText: 'Terminal' }).click();
  await departments.getByRole('heading', { level: 2, name: 'Terminal', exact: true }).waitFor();
  await departments.getByRole('textbox', { name: 'Name' }).fill('Cargo terminal');
  await departments.getByRole('button', { name: 'Save' }).click();
  await departments.getByRole('heading', { level: 2, name: 'Cargo terminal' }).waitFor();

  await page.getByRole('link', { name: 'Employees' }).click();
  const users = page.locator('verva-settings-users');
  const row = users.locator('tbody tr', { hasText: 'Kadri Mägi' });
  await row.getByRole('button', { name: 'Kadri Mägi', exact: true }).click();
  assert.equal(await users.getByRole('textbox', { name: 'E-mail' }).isDisabled(), true);
  await users.getByRole('combobox', { name: 'Department' }).fill('Cargo');
  await users.getByRole('option', { name: /^Cargo terminal/ }).click();
  await users.getByRole('button', { name: 'Save' }).click();
  const authorization = `Bearer ${await identityToken(verva.url, 'anna.tamm')}`;
  const saved = async () => {
    const response = await fetch(`${verva.url}/api/identity/users/kadri.magi`, { headers: { authorization } });
    return (await response.json()).department?.name;
  };
  await waitFor(saved, 'Cargo terminal');

  await users.getByRole('button', { name: 'Back' }).click();
  await row.getByRole('button', { name: 'Actions: Kadri Mägi' }).click();
  const address = `${verva.url}/settings/users?id=kadri.magi`;
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    context.waitForEvent('request', (request) => request.url() === address),
    users.getByRole('menuitem', { name: 'Deactivate (in the application)' }).click(),
  ]);
  await opened.waitForURL(`${verva.url}/**`);
  assert.equal(await opened.evaluate(() => window.opener), null);
  assert.deepEqual(errors, []);
  await context.close();
});

test('EMB-05 BEY-20 the page can open the application itself', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await page.goto(personnel);
  const users = page.locator('verva-settings-users');
  const paths = await page.evaluateHandle(() => {
    const found: string[] = [];
    document.addEventListener('verva-open-application', (event) => {
      event.preventDefault();
      found.push((event as CustomEvent<{ path: string }>).detail.path);
    });
    return found;
  });
  await users.getByRole('button', { name: 'Actions: Kadri Mägi' }).click();
  await users.getByRole('menuitem', { name: /^Reset password/ }).click();
  await waitFor(() => paths.jsonValue(), ['/settings/users?id=kadri.magi']);
  assert.equal(context.pages().length, 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test('EMB-01 EMB-05 BEY-20 the assets are searched and filtered on another page, and open in the application', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await page.goto(`${personnel}#assets`);
  const assets = page.locator('verva-records');
  const rows = assets.locator('tbody tr');
  await rows.first().waitFor();
  const status = assets.locator('.registry-statuses button').nth(1);
  await status.click();
  await assets.locator('.registry-statuses button').nth(1).and(page.locator('[aria-pressed=true]')).waitFor();
  const number = await rows.first().getByRole('button').first().textContent();
  const [opened] = await Promise.all([context.waitForEvent('page'), rows.first().getByRole('button').first().click()]);
  await opened.waitForURL(/record-form-view|login/);
  assert.match(opened.url(), new RegExp(`^${verva.url}/`));
  assert.match(number ?? '', /^A-/);
  assert.deepEqual(errors, []);
  await context.close();
});

for (const size of ['desktop', 'mobile'] as const) {
  for (const dark of [false, true]) {
    test(`LAY-16 EMB-01 the personnel pages fit and are accessible, ${size}, ${dark ? 'dark' : 'light'}`, async () => {
      const { page, context, errors } = await newPage(verva.browser, { size, dark });
      await page.goto(personnel);
      for (const [name, there] of [
        ['Employees', 'verva-settings-users tbody tr'],
        ['Departments', 'verva-settings-departments [role=treeitem]'],
        ['Tags', 'verva-settings-tags .settings-bar'],
        ['Assets', 'verva-records tbody tr'],
      ] as const) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.locator(there).first().waitFor();
        assert.deepEqual(await axeFindings(page), [], name);
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok((await overflow()) <= 0, name);
      }
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}
