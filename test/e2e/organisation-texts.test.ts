import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { LANGUAGES } from '../../src/shared/contracts/constants.ts';
import { arrive, newPage } from '../support/browser.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { messageOf } from '../support/outbox.ts';

const verva = journey({ MAIL_GATHER_SECONDS: '0' });

const IN_PORT = { 'verva-tenant': 'pohjaranna' };
const provider = async () => client(verva.url, await identityToken(verva.url, 'grete.norden'));

/** Starts a request for leave that Toomas, who reads Estonian, decides on. */
async function requestLeave(): Promise<void> {
  const grete = await provider();
  const variables = {
    ...{ employee: 'anna.tamm', employeeName: 'Anna Tamm', substitute: 'andres.ilves', substituteName: 'Andres Ilves' },
    ...{ manager: 'toomas.rebane', managerEmail: 'toomas.rebane@pohjaranna.example', leaveKind: 'annual', note: '' },
    ...{ firstDay: '2100-06-01', lastDay: '2100-06-02', days: 2, daysLeft: 14, decideBy: '2100-05-01' },
  };
  const { status, body } = await grete(
    'POST',
    '/api/processes/leave-request/start',
    { businessKey: `L-${randomUUID().slice(0, 4)}`, variables },
    { 'idempotency-key': randomUUID(), ...IN_PORT },
  );
  assert.equal(status, 201, JSON.stringify(body));
}

test('BEY-27 a reader in Estonian sees tasks and processes of the demo in Estonian, in the inbox, an e-mail and a file', async () => {
  const { text } = await messageOf(verva.url, 'toomas.rebane@pohjaranna.example', requestLeave);
  assert.match(text, /Kinnita puhkus: Anna Tamm/);
  assert.match(text, /Puhkusetaotlus/);
  assert.doesNotMatch(text, /Approve leave|Leave request/);

  const { page, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, 'toomas.rebane', 'et');
  const row = page.locator('verva-inbox button.item', { hasText: 'Anna Tamm' }).first();
  await row.getByText('Kinnita puhkus').waitFor();
  await row.getByText('Puhkus', { exact: true }).waitFor();
  const rows = await page.locator('verva-inbox button.item').allTextContents();
  assert.doesNotMatch(rows.join(' '), /Approve leave|Leave request/);
  await row.click();
  await page.locator('verva-task-form').getByRole('button', { name: 'Kinnita', exact: true }).waitFor();
  assert.deepEqual(errors, []);

  const toomas = client(verva.url, await identityToken(verva.url, 'toomas.rebane'));
  const file = await toomas('POST', '/api/downloads', { list: '/api/tasks', query: '', columns: ['name', 'process'] });
  const csv = await (await fetch(`${verva.url}${file.body.url}`)).text();
  assert.match(csv, /Kinnita puhkus: Anna Tamm,Puhkusetaotlus/);
  assert.doesNotMatch(csv, /Approve leave|Leave request/);
});

test('BEY-27 nothing that the demo configures lacks a language', async () => {
  const grete = await provider();
  for (const language of LANGUAGES) {
    const { status, body } = await grete(
      'GET',
      `/api/i18n/configuration?state=missing&languageId=${language}&limit=200`,
      undefined,
      IN_PORT,
    );
    assert.equal(status, 200, JSON.stringify(body));
    const missing = body.items.map(({ kind, owner, part }: Record<string, string>) => `${kind} ${owner} ${part}`);
    assert.deepEqual(missing, [], language);
  }
});

test('BEY-27 a translation that a provider administrator types is in the inbox of its reader', async () => {
  await requestLeave();
  const { page, errors } = await newPage(verva.browser);
  await arrive(page, verva.url, 'grete.norden');
  await page.getByRole('button', { name: /Põhjaranna/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/i18n?of=organisation&kind=processes&q=approve+leave`);
  const field = page.getByRole('textbox', { name: 'Translation of “Approve leave”' });
  await field.fill('Otsusta puhkus');
  await field.press('Enter');
  await page.getByText('Replaces: Kinnita puhkus').waitFor();

  const reader = await newPage(verva.browser);
  await arrive(reader.page, verva.url, 'toomas.rebane', 'et');
  const row = reader.page.locator('verva-inbox button.item', { hasText: 'Anna Tamm' }).first();
  await row.getByText('Otsusta puhkus').waitFor();
  assert.deepEqual([...errors, ...reader.errors], []);
});
