import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { openDatabase } from '../../src/server/platform/database.ts';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { arrive, axeFindings, newPage } from '../support/browser.ts';
import { startHosted } from '../support/hosted-server.ts';
import { client, identityToken } from '../support/identity-client.ts';
import { journey } from '../support/journey.ts';
import { freshDatabase } from '../support/postgres.ts';
import type { RunningServer } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

const verva = journey();

/** Of the demo, and of the people in the second installation. */
const PASSWORD = 'Verva-demo-2026';

const TITLE = {
  en: 'Request for a parking place',
  et: 'Parkimiskoha taotlus',
  ru: 'Заявка на парковочное место',
  zh: '停车位申请',
};

const PROCESS = bpmn(
  'parking',
  sequence(
    start,
    userTask('decide', 'verva:assignee="=lead" verva:formKey="parking-place"').replace(
      'name="decide"',
      'name="Decide on the place"',
    ),
    userTask('assign', 'verva:candidateGroups="facilities"').replace('name="assign"', 'name="Assign a place"'),
    userTask('permit', 'verva:assignee="=requester"').replace('name="permit"', 'name="Collect the permit"'),
    end,
  ),
).replace('name="parking"', 'name="Parking process"');

/** Opens a page of the settings by its tab. */
async function settings(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
}

/** Writes a name in each of these languages; the dialog shows one at a time. */
async function inLanguages(dialog: Locator, label: string, texts: Readonly<Record<string, string>>): Promise<void> {
  for (const [language, text] of Object.entries(texts)) {
    await dialog
      .locator('.text-languages button')
      .filter({ hasText: new RegExp(`^${language}`) })
      .click();
    await dialog.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
}

async function submit(dialog: Locator): Promise<void> {
  await dialog.locator('button[type=submit]').click();
  await dialog.waitFor({ state: 'detached' });
}

/** The provider's administrator makes everything that the request needs, on the pages of the settings. */
async function configure(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await arrive(page, verva.url, 'grete.norden');
  await page.getByRole('button', { name: /Põhjaranna/ }).click();
  await page.locator('verva-inbox').waitFor();
  await page.goto(`${verva.url}/settings/forms`);

  await page.getByRole('button', { name: 'New form' }).click();
  await dialog.getByLabel('Title').fill('Parking place');
  await dialog.getByLabel('Kind').selectOption({ label: 'Start of a process' });
  await submit(dialog);
  await page.getByRole('tree').waitFor();
  const properties = page.getByRole('region', { name: 'Properties' });
  for (const [number, name] of [
    [1, 'Approve'],
    [2, 'Reject'],
  ] as const) {
    await properties.getByRole('button', { name: 'Outcome', exact: true }).click();
    const outcome = properties.getByRole('group', { name: `Outcome ${number}` });
    await outcome.getByRole('textbox', { name: 'Label' }).fill(name);
  }
  await page.getByRole('treeitem', { name: /^Form/ }).focus();
  for (const [part, label] of [
    ['text', 'Registration plate'],
    ['date', 'From'],
  ] as const) {
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search parts' }).fill(part);
    await page.keyboard.press('Enter');
    await page.locator('.fb-inline').waitFor();
    await page.keyboard.type(label);
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: new RegExp(label) }).waitFor();
  }
  await page
    .locator('.fb-saving')
    .filter({ hasText: /^Saved$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await dialog.waitFor({ state: 'detached' });

  await settings(page, 'Processes');
  await page.getByRole('button', { name: 'Upload process' }).click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'parking.bpmn',
    mimeType: 'application/xml',
    buffer: Buffer.from(PROCESS),
  });
  await dialog.getByText('Parking process: a new process').waitFor();
  await submit(dialog);

  await settings(page, 'Registries');
  await page.getByRole('button', { name: 'Add registry' }).click();
  await inLanguages(dialog, 'Name', {
    en: 'Parking places',
    et: 'Parkimiskohad',
    ru: 'Парковочные места',
    zh: '停车位',
  });
  await dialog.getByLabel('Form of the records').selectOption({ label: 'Parking place' });
  await submit(dialog);
  await page.getByRole('checkbox', { name: 'Number new records' }).check();
  await page.getByRole('textbox', { name: 'Pattern' }).fill('P-{yyyy}-{000}');
  await page.getByRole('tab', { name: 'Columns' }).click();
  await page.getByRole('combobox', { name: 'Title of a record' }).selectOption({ label: 'Registration plate' });
  await page.getByRole('tab', { name: 'Statuses' }).click();
  for (const [en, et, ru, zh] of [
    ['Requested', 'Taotletud', 'Запрошено', '已申请'],
    ['Approved', 'Kinnitatud', 'Согласовано', '已批准'],
  ] as const) {
    await page.getByRole('button', { name: 'Add status' }).click();
    await inLanguages(dialog, 'Name', { en, et, ru, zh });
    await submit(dialog);
  }
  await page.getByRole('tab', { name: 'Groups' }).click();
  await page.getByRole('combobox', { name: 'May read' }).fill('manage');
  await page.getByRole('option', { name: /Management/ }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('log').getByText('Parking places was saved.').waitFor();
  assert.deepEqual(await axeFindings(page), []);

  await settings(page, 'Kinds of case');
  await page.getByRole('button', { name: 'Add kind of case' }).click();
  await inLanguages(dialog, 'Title', TITLE);
  await dialog.getByRole('combobox', { name: 'Process', exact: true }).selectOption({ label: 'Parking process' });
  await dialog.getByRole('combobox', { name: 'Start form' }).selectOption({ label: 'Parking place' });
  await dialog.getByRole('button', { name: 'Add value' }).click();
  await dialog.getByRole('textbox', { name: 'Field or variable' }).fill('lead');
  await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('=requester.manager');
  await dialog.getByRole('combobox', { name: 'Registry' }).selectOption({ label: 'Parking places' });
  await dialog.getByRole('button', { name: 'Add change of status' }).click();
  await dialog.getByRole('combobox', { name: 'When' }).selectOption({ label: 'Assign a place begins' });
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Approved' });
  await dialog.getByText('When Assign a place begins, the record becomes Approved.').waitFor();
  assert.deepEqual(await axeFindings(page), []);
  await submit(dialog);

  await settings(page, 'Catalogue');
  await page.getByRole('button', { name: 'Add item' }).click();
  await dialog.getByRole('radio', { name: 'A case' }).check();
  await dialog.getByRole('combobox', { name: 'Kind of case' }).selectOption({ label: TITLE.en });
  await inLanguages(dialog, 'Title', TITLE);
  await submit(dialog);

  await settings(page, 'Menu');
  await page.getByRole('button', { name: 'New entry' }).click();
  await inLanguages(dialog, 'Title', { en: 'Parking', et: 'Parkimine', ru: 'Парковка', zh: '停车' });
  await dialog.getByLabel('Shows').selectOption({ label: 'The list of a registry' });
  await dialog.getByRole('combobox', { name: 'Registry' }).selectOption({ label: 'Parking places' });
  await submit(dialog);
}

interface People {
  readonly employee: string;
  readonly manager: string;
  readonly managerName: string;
}

/** An employee starts a request on a phone, in another language; the manager approves it, and the record is in its registry. */
async function requestPlace(url: string, { employee, manager, managerName }: People): Promise<void> {
  const started = await newPage(verva.browser, { size: 'mobile' });
  const phone = started.page;
  await arrive(phone, url, employee, 'et');
  // An inbox without tasks offers it a second time.
  await phone.locator('verva-inbox').getByRole('button', { name: 'Alusta midagi' }).first().click();
  await phone.locator('verva-catalogue').getByText(TITLE.et).first().click();
  const form = phone.locator('verva-start-form');
  await form.getByRole('heading', { level: 1, name: TITLE.et }).waitFor();
  await form.getByLabel('Registration plate').fill('123 ABC');
  assert.deepEqual(await axeFindings(phone), []);
  await form.locator('.btn.primary').click();
  const receipt = form.locator('.start-receipt');
  const number = (await receipt.locator('strong').textContent())!;
  assert.match(number, /^P-\d{4}-001$/);
  await receipt.getByRole('button', { name: 'Ava taotlus' }).click();
  const request = phone.locator('verva-my-requests');
  await request.locator('.headline').getByText(managerName).waitFor();
  await request.getByRole('heading', { name: TITLE.et }).waitFor();
  assert.deepEqual(await axeFindings(phone), []);

  // The manager decides.
  const decided = await newPage(verva.browser);
  const { page } = decided;
  await arrive(page, url, manager);
  const task = page.locator('verva-task-form');
  await page.locator('verva-inbox').getByText(number).first().click();
  await task.getByRole('textbox', { name: 'Registration plate' }).waitFor();
  await task.getByRole('button', { name: 'Approve' }).click();

  // The employee sees it, and the record has its number and the status of the decision.
  await request.locator('.headline').getByText(managerName).waitFor({ state: 'detached' });
  assert.deepEqual(started.errors, []);
  await started.context.close();
  await page.getByRole('link', { name: 'Parking', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(number) });
  await row.getByText('Approved').waitFor();
  await row.getByRole('button', { name: '123 ABC' }).click();
  await page.getByRole('heading', { name: '123 ABC', level: 1 }).waitFor();
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(decided.errors, []);
  await decided.context.close();
}

/** Runs `npm run config -- …` with the rights of a user. */
async function config(url: string, token: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, VERVA_URL: url, VERVA_TOKEN: token };
  await promisify(execFile)(process.execPath, ['scripts/config.ts', ...args], { env });
}

/** Sets up a server without organisations, and returns its first administrator's token. */
async function setUp(server: RunningServer): Promise<string> {
  await waitFor(() => SETUP_LINK.test(server.output()), true);
  const [, token] = SETUP_LINK.exec(server.output())!;
  const administrator = { name: 'Signe Sild', username: 'signe.sild', email: 'signe@sild.example', password: PASSWORD };
  const organisation = { name: 'Sild', timeZone: 'Europe/Tallinn', languageId: 'en' };
  const send = client(server.url, '');
  const reply = await send('POST', '/api/public/setup', { token, organisation, administrator });
  assert.ok(reply.status < 300, JSON.stringify(reply.body));
  return identityToken(server.url, administrator.username);
}

const SETUP_LINK = /\/setup#([\w-]{43})/;

/** Adds an employee and a manager to the only organisation of a server, with the groups that the file brought. */
async function addPeople(server: RunningServer, databaseUrl: string, token: string): Promise<void> {
  const send = client(server.url, token);
  const db = await openDatabase({ databaseUrl });
  const { id: tenantId } = await db.systemTransaction((tx) =>
    tx.selectFrom('tenant').select('id').executeTakeFirstOrThrow(),
  );
  const { body: registries } = await send('GET', '/api/registries');
  const { id } = registries.find(({ title }: { title: { en: string } }) => title.en === 'Parking places');
  const { body: registry } = await send('GET', `/api/registries/${id}`);
  const add = (username: string, name: string, memberOf: string[]) =>
    createPerson(db, { tenantId, username, name, password: PASSWORD, groups: memberOf });
  await add('mati.mets', 'Mati Mets', registry.readGroups);
  await add('leida.laas', 'Leida Laas', []);
  await db.close();
  const managers = { line: ['mati.mets'], functional: [] };
  const { status, body } = await send('PUT', '/api/identity/users/leida.laas/managers', managers);
  assert.equal(status, 200, JSON.stringify(body));
}

test('CAT-01 PRV-04 BEY-29 a request for a parking place is set up on the pages of the provider, followed and decided, also in a second installation to which the configuration is moved', async (t) => {
  const setting = await newPage(verva.browser);
  await configure(setting.page);
  assert.deepEqual(setting.errors, []);
  await setting.context.close();

  await requestPlace(verva.url, { employee: 'andres.ilves', manager: 'mart.kask', managerName: 'Mart Kask' });

  // The configuration moves to an empty installation as one file, and the same works there.
  const databaseUrl = await freshDatabase();
  const second = await startHosted({ VERVA_DEMO: '0', DATABASE_URL: databaseUrl });
  const folder = await mkdtemp(join(tmpdir(), 'verva-config-'));
  t.after(async () => {
    await second.stop();
    await rm(folder, { recursive: true });
  });
  const file = join(folder, 'verva-config.zip');
  const plan = join(folder, 'plan.json');
  const provider = await identityToken(verva.url, 'grete.norden');
  await config(verva.url, provider, 'export', '--organisation', 'pohjaranna', '--out', file);
  const token = await setUp(second);
  await assert.rejects(config(second.url, token, 'plan', '--file', file, '--overwrite', '--out', plan), { code: 2 });
  await config(second.url, token, 'apply', plan);
  await assert.doesNotReject(config(second.url, token, 'plan', '--file', file), 'nothing differs any more');
  await addPeople(second, databaseUrl, token);
  await requestPlace(second.url, { employee: 'leida.laas', manager: 'mati.mets', managerName: 'Mati Mets' });
});
