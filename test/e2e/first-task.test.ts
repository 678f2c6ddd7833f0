import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newPage, protectLater, speak } from '../support/browser.ts';
import { callIdentity, client, identityToken } from '../support/identity-client.ts';
import { temporaryPasswordIn, waitForMessageTo } from '../support/outbox.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { type RunningVerva, startVerva } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = join(import.meta.dirname, '../..');
const PEOPLE = join(ROOT, 'docs/examples/people.csv');
const PASSWORD = 'Norden-2026-key';
const NEW_PASSWORD = 'Talv-2026-tuleb';
const EMPTY = { VERVA_DEMO: '0', MASTER_KEY: 'a key of servers that begin with nothing' };

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

/** Signs in with the temporary password of the invitation in the browser, and returns the page with the inbox. */
async function acceptInvitation({ url }: RunningVerva, username: string): Promise<Page> {
  const { page } = await newPage(browser);
  await speak(page, 'en');
  await page.goto(`${url}/login`);
  await page.locator('input[name=username]').fill(username);
  await page.keyboard.press('Enter');
  await page.locator('input[name=password]').fill(await temporaryPasswordOf(url, username));
  await page.keyboard.press('Enter');
  await page.locator('input[name=newPassword]').fill(NEW_PASSWORD);
  await page.locator('input[name=confirmPassword]').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await protectLater(page);
  await page.waitForURL('**/inbox');
  return page;
}

const temporaryPasswordOf = async (url: string, username: string) =>
  temporaryPasswordIn(await waitForMessageTo(url, `${username}@norden.example`));

/** Signs in with the temporary password through the API. Returns the identity token. */
async function tokenOf(url: string, username: string): Promise<string> {
  const started = await callIdentity(url, 'InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    ClientId: 'verva-web',
    AuthParameters: { USERNAME: username, PASSWORD: await temporaryPasswordOf(url, username) },
  });
  const { AuthenticationResult } = await callIdentity(url, 'RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ClientId: 'verva-web',
    Session: started.Session,
    ChallengeResponses: { USERNAME: username, NEW_PASSWORD },
  });
  return AuthenticationResult!.IdToken;
}

async function tasksOf(url: string, token: string): Promise<string[]> {
  const { body } = await client(url, token)('GET', '/api/tasks');
  return body.items.map(({ name }: { name: string }) => name);
}

/** Usernames of the file that the documentation imports. */
async function importedUsers(): Promise<string[]> {
  const [, ...rows] = (await readFile(PEOPLE, 'utf8')).trim().split('\n');
  return rows.map((row) => row.split(',')[0]!);
}

test('ORG-01 ADM-08 the documented commands lead from an empty installation to ten users with a first task', {
  skip: !hasPostgres,
}, async () => {
  const DATABASE_URL = await freshDatabase();
  const server = await startVerva({ ...EMPTY, DATABASE_URL });
  const folder = await mkdtemp(join(tmpdir(), 'verva-first-'));
  try {
    const documentation = await readFile(join(ROOT, 'docs/operating.md'), 'utf8');
    const block = documentation.split('<!-- first task -->\n```bash\n')[1]!.split('\n```')[0]!;
    const password = join(folder, 'password.txt');
    await writeFile(password, `${PASSWORD}\n`);
    const commands = block.replace('https://work.example.org', server.url).replaceAll('password.txt', password);
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: ROOT,
      env: { ...process.env, ...EMPTY, DATABASE_URL, PUBLIC_URL: server.url },
    });
    let output = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
    assert.equal(await new Promise((done) => shell.on('close', done)), 0, output);
    assert.match(output, /^created$/m);
    assert.match(output, /^\{"add":9,.*"refuse":0\}$/m);

    assert.deepEqual(await tasksOf(server.url, await identityToken(server.url, 'grete.norden', PASSWORD)), [
      'Check your profile',
    ]);
    const [first, ...others] = await importedUsers();
    const page = await acceptInvitation(server, first!);
    await page.locator('verva-inbox').getByText('Check your profile').first().waitFor();
    await page.context().close();
    for (const username of others) {
      assert.deepEqual(
        await tasksOf(server.url, await tokenOf(server.url, username)),
        ['Check your profile'],
        username,
      );
    }
    assert.equal(others.length, 8);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
});

test('ORG-01 ADM-08 the pages lead from an empty installation to ten users with a first task', async () => {
  // Like `npm start`: on the embedded database.
  const server = await startVerva({ ...EMPTY, DATABASE_URL: '' });
  try {
    const { page, context, errors } = await newPage(browser);
    await speak(page, 'en');
    await page.goto(/\S+\/setup#[\w-]{43}/.exec(server.output())![0]);
    const input = (name: string) => page.getByRole('textbox', { name, exact: true });
    await input('Name of the organisation').fill('Norden');
    await page.getByLabel('Time zone').selectOption('Europe/Tallinn');
    await input('Name').fill('Grete Norden');
    await input('Username').fill('grete.norden');
    await input('E-mail').fill('grete.norden@norden.example');
    await input('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Open Verva' }).click();
    await protectLater(page);
    await page.waitForURL('**/inbox');

    await page.goto(`${server.url}/settings/users`);
    const users = page.locator('verva-settings-users');
    await users.getByRole('button', { name: 'Import' }).click();
    await users.getByText('Invite new users by e-mail with a temporary password').click();
    await users.locator('input[type=file]').setInputFiles(PEOPLE);
    await users.getByRole('button', { name: 'New 9' }).waitFor();
    await users.getByRole('button', { name: 'Import 9 users' }).click();
    await users.getByText('9 users imported.').waitFor();

    await page.goto(`${server.url}/settings/manuals`);
    await page.getByRole('button', { name: 'Add group' }).first().click();
    await page.getByRole('textbox', { name: 'Name, English' }).fill('First steps');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'First steps', exact: true }).click();
    await page.getByRole('button', { name: 'New manual' }).first().click();
    await page.getByRole('textbox', { name: 'Title, English' }).fill('Welcome to Norden');
    await page.getByRole('textbox', { name: 'Code' }).fill('WELCOME');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('textbox', { name: 'Text, English' }).click();
    await page.keyboard.type('Read this first.');
    await page.getByRole('tab', { name: 'Audience' }).click();
    await page.getByRole('button', { name: 'Everybody' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('status').filter({ hasText: 'Saved.' }).first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: /^Publish to \d+ (person|people)$/ }).click();
    await page.getByRole('status').filter({ hasText: 'Version 1 is published.' }).first().waitFor();
    assert.deepEqual(errors, []);
    await context.close();

    const own = await tasksOf(server.url, await identityToken(server.url, 'grete.norden', PASSWORD));
    assert.deepEqual(
      own.map((name) => name.includes('Welcome to Norden')),
      [true],
    );
    const [first, ...others] = await importedUsers();
    const theirs = await acceptInvitation(server, first!);
    await theirs.locator('verva-inbox').getByText('Welcome to Norden').first().waitFor();
    await theirs.context().close();
    for (const username of others) {
      const token = await tokenOf(server.url, username);
      // A job gives manuals to users who have just confirmed their account.
      await waitFor(() => tasksOf(server.url, token), own, username);
    }
  } finally {
    await server.stop();
  }
});
