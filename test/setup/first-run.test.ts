import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { openDatabase } from '../../src/server/platform/database.ts';
import { readArchive } from '../support/archive.ts';
import { identityToken } from '../support/identity-client.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { type RunningVerva, startVerva } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'Norden-2026-key';
const PRODUCTION = {
  NODE_ENV: 'production',
  VERVA_DEMO: '0',
  MASTER_KEY: 'a key of servers that begin with nothing',
  METRICS_TOKEN: 'metrics',
};
const VALUES = {
  organisation: { name: 'Norden', timeZone: 'Europe/Tallinn', languageId: 'en' },
  administrator: { name: 'Grete Norden', username: 'first.admin', email: 'grete@norden.example', password: PASSWORD },
};
const INIT = [
  ...['init', '--organisation', 'Norden', '--name', 'Grete Norden', '--username', 'first.admin'],
  ...['--email', 'grete@norden.example', '--password-stdin'],
];

/** Returns the token of the set-up link in the log. */
const tokenIn = (output: string): string | undefined => /\/setup#([\w-]{43})/.exec(output)?.[1];

/** The server's log line of an unconfigured installation. */
const NOT_SET_UP = 'Verva is not set up yet';

/** Returns the token that this server logged; undefined if another server wrote the link. */
async function tokenOf(server: RunningVerva): Promise<string | undefined> {
  await waitFor(() => server.output().includes(NOT_SET_UP), true);
  return tokenIn(server.output());
}

const post = (url: string, body: unknown) =>
  fetch(`${url}/api/public/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const stateOf = async (url: string) =>
  ((await (await fetch(`${url}/api/public/setup`)).json()) as { state: string }).state;

async function sessionOf(
  url: string,
  username = 'first.admin',
  password = PASSWORD,
): Promise<{ user: { id: string } }> {
  const headers = { authorization: `Bearer ${await identityToken(url, username, password)}` };
  return (await fetch(`${url}/api/session`, { headers })).json() as Promise<{ user: { id: string } }>;
}

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `npm run admin -- …` with this input. */
async function admin(env: Readonly<Record<string, string>>, args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/admin.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...PRODUCTION, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, out, err };
}

let installation: Promise<{ readonly folder: string; readonly ended: Ended }> | undefined;
after(async () => {
  if (installation) await rm((await installation).folder, { recursive: true });
});

/**
 * Returns a copy of a data folder that the command has set up, and what the command printed. On an empty folder it
 * creates and migrates the embedded database, which takes seconds: once for all tests.
 */
async function installedFolder(): Promise<{ readonly folder: string; readonly ended: Ended }> {
  installation ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'verva-installed-'));
    return { folder, ended: await admin({ DATABASE_URL: '', DATA_DIR: folder }, INIT, `${PASSWORD}\n`) };
  })();
  const { folder: installed, ended } = await installation;
  const folder = await mkdtemp(join(tmpdir(), 'verva-copy-'));
  await cp(installed, folder, { recursive: true });
  return { folder, ended };
}

/** Starts servers, and stops them in every case. */
async function withServers(
  envs: readonly Readonly<Record<string, string>>[],
  work: (servers: readonly RunningVerva[]) => Promise<void>,
): Promise<void> {
  const started = await Promise.allSettled(envs.map((env) => startVerva({ ...PRODUCTION, ...env })));
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason;
    await work(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** From the link in the log of an empty production server to a session of the administrator. */
async function setUpByLink(server: RunningVerva, token: string | undefined): Promise<void> {
  const { url } = server;
  assert.equal(await stateOf(url), 'open');
  assert.ok(token, server.output());
  const guessed = await post(url, { token: 'a'.repeat(43), ...VALUES });
  assert.equal(((await guessed.json()) as { code: string }).code, 'setup.link_not_accepted');
  const created = await post(url, { token, ...VALUES });
  assert.equal(created.status, 201, await created.clone().text());
  assert.deepEqual(await created.json(), { username: 'first.admin' });
  const again = await post(url, { token, ...VALUES });
  assert.equal(again.status, 410);
  assert.equal(((await again.json()) as { code: string }).code, 'setup.done');
  assert.equal(await stateOf(url), 'done');
  assert.equal((await sessionOf(url)).user.id, 'first.admin');
}

test('ORG-01 an empty production server logs one link, and the link leads to a signed-in administrator (pglite)', async () => {
  await withServers([{ DATABASE_URL: '' }], async ([server]) => {
    const token = await tokenOf(server!);
    await setUpByLink(server!, token);
    // The secret is in the log once, in the link, and nowhere else.
    assert.equal(server!.output().split(token!).length, 2);
    assert.ok(!server!.output().includes(PASSWORD));
    const page = await fetch(`${server!.url}/setup`);
    assert.equal(page.headers.get('x-robots-tag'), 'noindex');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });
});

test('ORG-02 a command exports an organisation to a new file while the server is stopped (pglite)', async () => {
  const { folder: dataDir, ended } = await installedFolder();
  const env = { DATABASE_URL: '', DATA_DIR: dataDir };
  const output = join(dataDir, 'norden.tar.gz');
  const exported = (...args: string[]) => admin(env, ['organisation', 'export', ...args]);
  try {
    assert.equal(ended.code, 0);
    assert.equal((await exported('--slug', 'nowhere', '--output', output)).code, 1);
    const made = await exported('--slug', 'verva', '--output', output);
    assert.deepEqual([made.code, made.out], [0, 'exported\n'], made.err);
    const archive = readArchive(await readFile(output));
    assert.deepEqual(
      archive.rows('app_user').map(({ username }) => username),
      ['first.admin'],
    );
    assert.equal(archive.manifest.organisation, 'verva');
    const again = await exported('--slug', 'verva', '--output', output);
    assert.deepEqual([again.code, /EEXIST/.test(again.err)], [2, true]);
    assert.equal((await exported('--slug', 'verva')).code, 2);
  } finally {
    await rm(dataDir, { recursive: true });
  }
});

test('ORG-01 of two servers on an empty database one logs the link, and both accept it', {
  skip: !hasPostgres,
}, async () => {
  const DATABASE_URL = await freshDatabase({ migrated: false });
  await withServers([{ DATABASE_URL }, { DATABASE_URL }], async ([one, two]) => {
    const tokens = await Promise.all([one!, two!].map(tokenOf));
    assert.equal(tokens.filter(Boolean).length, 1, `${one!.output()}\n${two!.output()}`);
    // The server that did not log it.
    await setUpByLink(tokens[0] ? two! : one!, tokens[0] ?? tokens[1]);
    assert.equal((await sessionOf(tokens[0] ? one!.url : two!.url)).user.id, 'first.admin');
  });
});

test('ORG-01 SETUP_LINK=0 writes no link', async () => {
  const DATABASE_URL = hasPostgres ? await freshDatabase() : '';
  await withServers([{ DATABASE_URL, SETUP_LINK: '0' }], async ([server]) => {
    assert.ok(!server!.output().includes(NOT_SET_UP));
    assert.equal(await stateOf(server!.url), 'open');
  });
});

test('ORG-01 the command sets up beside a running server, and changes nothing the second time', {
  skip: !hasPostgres,
}, async () => {
  const DATABASE_URL = await freshDatabase();
  await withServers([{ DATABASE_URL }], async ([server]) => {
    const token = await tokenOf(server!);
    const env = { DATABASE_URL, PUBLIC_URL: server!.url };
    const link = await admin(env, ['setup-link', '--json']);
    const replaced = (JSON.parse(link.out) as { link: string }).link;
    assert.ok(replaced.startsWith(`${server!.url}/setup#`));
    assert.equal((await post(server!.url, { token, ...VALUES })).status, 410);
    assert.deepEqual(await admin(env, INIT, `${PASSWORD}\n`), { code: 0, out: 'created\n', err: '' });
    assert.deepEqual(await admin(env, INIT, `${PASSWORD}\n`), { code: 0, out: 'unchanged\n', err: '' });
    const renamed = await admin(env, INIT.with(2, 'Nord'), `${PASSWORD}\n`);
    assert.deepEqual(renamed, { code: 1, out: 'differs\n  name is Norden, not Nord\n', err: '' });
    assert.equal(await stateOf(server!.url), 'done');
    assert.equal((await sessionOf(server!.url)).user.id, 'first.admin');
    assert.equal((await admin(env, ['setup-link'])).code, 1);

    const acme = [
      ...['organisation', 'create', '--slug', 'acme', '--organisation', 'Acme', '--name', 'Anna Tamm'],
      ...['--username', 'anna.tamm', '--email', 'anna@acme.example', '--password-stdin'],
    ];
    assert.deepEqual(await admin(env, acme, `${PASSWORD}\n`), { code: 0, out: 'created\n', err: '' });
    assert.equal((await sessionOf(server!.url, 'anna.tamm')).user.id, 'anna.tamm');
    const taken = await admin(env, acme.with(3, 'other'), `${PASSWORD}\n`);
    assert.equal(taken.code, 2);
    assert.match(taken.err, /already in use/);
  });
});

test('ORG-01 a password set by the command signs in, and ends the sessions of the former one', {
  skip: !hasPostgres,
}, async () => {
  const DATABASE_URL = await freshDatabase();
  const env = { DATABASE_URL };
  assert.equal((await admin(env, INIT, `${PASSWORD}\n`)).code, 0);
  await withServers([{ DATABASE_URL, SETUP_LINK: '0' }], async ([server]) => {
    const { url } = server!;
    const former = await identityToken(url, 'first.admin', PASSWORD);
    const person = ['person', 'password', '--username', 'first.admin', '--password-stdin'];
    const weak = await admin(env, person, 'short\n');
    assert.equal(weak.code, 2);
    assert.match(weak.err, /at least 12 characters/);
    assert.equal((await sessionOf(url)).user.id, 'first.admin');
    assert.deepEqual(await admin(env, person, 'Another-2026-key\n'), { code: 0, out: 'changed\n', err: '' });
    assert.equal((await sessionOf(url, 'first.admin', 'Another-2026-key')).user.id, 'first.admin');
    await assert.rejects(identityToken(url, 'first.admin', PASSWORD));
    const refused = await fetch(`${url}/api/session`, { headers: { authorization: `Bearer ${former}` } });
    assert.equal(refused.status, 401);
    assert.equal((await admin(env, person.with(3, 'kati.mets'), 'Another-2026-key\n')).code, 1);
  });
});

test('ORG-01 the embedded database is set up while the server is stopped, and a folder in use is reported', async () => {
  const { folder: DATA_DIR, ended } = await installedFolder();
  try {
    const env = { DATABASE_URL: '', DATA_DIR };
    assert.deepEqual(ended, { code: 0, out: 'created\n', err: '' });
    assert.deepEqual(await admin(env, INIT, `${PASSWORD}\n`), { code: 0, out: 'unchanged\n', err: '' });
    await withServers([env], async ([server]) => {
      assert.ok(!server!.output().includes(NOT_SET_UP));
      assert.equal((await sessionOf(server!.url)).user.id, 'first.admin');
      assert.equal((await admin(env, INIT, `${PASSWORD}\n`)).code, 3);
    });
  } finally {
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});

test('ORG-01 secrets are refused as arguments, and wrong input is explained', async () => {
  const asArgument = await admin({ DATABASE_URL: '', DATA_DIR: 'memory://' }, [...INIT, '--password', PASSWORD]);
  assert.equal(asArgument.code, 2);
  assert.ok(!asArgument.err.includes(PASSWORD), asArgument.err);
  assert.match(asArgument.err, /Unknown option '--password'/);
  const wrong = await admin(
    { DATABASE_URL: hasPostgres ? await freshDatabase() : '', DATA_DIR: 'memory://' },
    INIT,
    'short\n',
  );
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /administrator\/password: Use at least 12 characters/);
  assert.match((await admin({ DATABASE_URL: '', DATA_DIR: 'memory://' }, ['start'])).err, /Unknown command: start/);
});

test('AUD-02 the command verifies the audit log, and names what was altered by its exit code', {
  skip: !hasPostgres,
}, async () => {
  const databaseUrl = await freshDatabase();
  const env = { DATABASE_URL: databaseUrl };
  assert.equal((await admin(env, INIT, PASSWORD)).code, 0);
  const intact = await admin(env, ['verify-audit', '--tenant', 'verva']);
  assert.equal(intact.code, 0, intact.err);
  assert.match(intact.out, /^verified\nverva: 0 rows sealed since never, \d+ waiting for a seal: ok\n$/);
  const db = await openDatabase({ databaseUrl, poolSize: 1 });
  const removed = await db.ownerTransaction(async (tx) => {
    await sql`ALTER TABLE audit_log DISABLE TRIGGER USER`.execute(tx);
    await sql`ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY`.execute(tx);
    const { rows } = await sql<{ id: string }>`DELETE FROM audit_log WHERE verb = 'setup' RETURNING id`.execute(tx);
    return rows[0]!.id;
  });
  await db.close();
  const altered = await admin(env, ['verify-audit']);
  assert.equal(altered.code, 1, altered.err);
  assert.match(altered.out, /^altered\nverva: .*: 1 missing\n/);
  assert.ok(altered.out.includes(`  missing: row ${removed}\n`), altered.out);
  const json = await admin(env, ['verify-audit', '--json']);
  assert.equal(JSON.parse(json.out).organisations[0].report.missing, 1);
  assert.equal((await admin(env, ['verify-audit', '--tenant', 'nothing'])).code, 1);
});
