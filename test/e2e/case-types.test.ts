import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

test('PRV-04 CAT-01 the provider changes, deactivates and keeps a kind of case that is in use, and employees see it', async () => {
  const { page, context, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, 'grete.norden');
  await page.getByRole('button', { name: /Põhjaranna Sadam/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/caseconfiguration`);
  const row = page.locator('.case-row').filter({ hasText: 'Access card' });
  const dialog = page.getByRole('dialog');
  await row.getByRole('button', { name: 'Access card', exact: true }).click();
  await dialog.locator('.text-languages button').filter({ hasText: /^et/ }).click();
  await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill('Uksekaart');
  assert.deepEqual(await axeFindings(page), []);
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });

  // An employee starts one: number, and the title in their language.
  const send = client(verva.url, await identityToken(verva.url, 'mart.kask'));
  const start = () =>
    send(
      'POST',
      '/api/catalogue/access-card/start',
      { variables: { area: 'office', reason: 'A new colleague' }, formVersion: 1 },
      { 'idempotency-key': randomUUID() },
    );
  const started = await start();
  assert.equal(started.status, 201, JSON.stringify(started.body));
  assert.match(started.body.number, /^AC-\d{4}-001$/);
  const employee = await newPage(verva.browser);
  await arrive(employee.page, verva.url, 'mart.kask', 'et');
  await employee.page.goto(`${verva.url}/requests/${started.body.instanceId}`);
  await employee.page.getByRole('heading', { name: 'Uksekaart' }).waitFor();

  // A kind with cases is deactivated; deleting it names what uses it.
  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('menuitem', { name: /^Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('Access card', { exact: true }).waitFor();
  assert.equal(await dialog.getByRole('button', { name: 'Delete' }).count(), 0);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Access card', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Users can start it' }).uncheck();
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
  const items = async () => {
    const { body } = await send('GET', '/api/catalogue');
    return body.items.some(({ id }: { id: string }) => id === 'access-card');
  };
  await waitFor(items, false);
  assert.equal((await start()).status, 404);
  assert.deepEqual([errors, employee.errors], [[], []]);
  await employee.context.close();
  await context.close();
});
