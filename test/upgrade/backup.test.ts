import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { client, identityTokens } from '../support/identity-client.ts';
import { emptyDatabase, hasPostgres, openCluster, postgresBinaries, restore } from '../support/postgres.ts';
import { startVerva } from '../support/verva.ts';
import { countRows, type ReleaseFixture, releaseFixtures } from './releases.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/operating.md'), 'utf8');
const run = promisify(execFile);

/**
 * Tables whose rows a running server never removes. Others shrink by themselves when the fixture is old enough: events
 * and e-mails expire, timers fire, delegations end.
 */
const KEPT_FOR_GOOD = [
  'app_group',
  'app_user',
  'audit_log',
  'company',
  'department',
  'dropdown_option_text',
  'file',
  'form_version',
  'group_member',
  'idn_key',
  'idn_user',
  'manual_receipt',
  'manual_text',
  'manual_version',
  'menu_item',
  'process_history',
  'process_instance',
  'process_version',
  'receipt_chain',
  'record',
  'task',
  'tenant',
  'tenant_issuers',
  'user_identity',
];

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'verva-backup-'));
  folders.push(folder);
  return folder;
}

/** Runs the commands in docs/operating.md after this mark. */
async function runDocumented(mark: string, cwd: string, env: Record<string, string> = {}): Promise<string> {
  const commands = new RegExp(`<!-- commands: ${mark} -->\n\`\`\`bash\n([^]*?)\`\`\``).exec(PAGE)?.[1];
  assert.ok(commands, `docs/operating.md has commands for ${mark}`);
  const { stdout } = await run('bash', ['-euc', commands], { cwd, env: { ...process.env, ...env } });
  return stdout;
}

const settings = ({ manifest }: ReleaseFixture) => ({
  MASTER_KEY: manifest.masterKey,
  PUBLIC_URL: manifest.publicUrl,
  VERVA_DEMO: '0',
});

const signIn = (url: string, { manifest }: ReleaseFixture) => identityTokens(url, manifest.username, 'Verva-demo-2026');

/** Asserts that tokens from before the backup work on the restored server, and that receipts verify. */
async function assertRestored(
  fixture: ReleaseFixture,
  tokens: Awaited<ReturnType<typeof signIn>>,
  env: Record<string, string>,
): Promise<void> {
  const server = await startVerva({ ...settings(fixture), ...env });
  try {
    const { status, body } = await client(server.url, tokens.IdToken)('GET', '/api/identity/users/me');
    assert.deepEqual([status, body.email], [200, `${fixture.manifest.username}@verva.example`]);
    const refreshed = await fetch(`${server.url}/identity/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
      },
      body: JSON.stringify({
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        ClientId: 'verva-web',
        AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken },
      }),
    });
    assert.equal(refreshed.status, 200);
  } finally {
    await server.stop();
  }
  const report = await runDocumented('verify', ROOT, env);
  assert.match(report, /: [1-9]\d* receipts, \d+ anchors, ok/);
  assert.doesNotMatch(report, /BROKEN/);
  for (const tenant of readdirSync(fixture.files)) {
    const restored = readdirSync(join(env.DATA_DIR!, 'files', tenant));
    assert.deepEqual(restored.sort(), readdirSync(join(fixture.files, tenant)).sort());
  }
}

const limits = { timeout: 300_000 };

test('ORG-03 the documented commands back PostgreSQL up while the server runs and restore it', {
  ...limits,
  skip: !hasPostgres,
}, async () => {
  const fixture = releaseFixtures('postgres').at(-1)!;
  const cwd = newFolder();
  const cluster = await openCluster();
  const { hostname, port } = new URL(cluster.url);
  const databaseUrl = new URL(await emptyDatabase(cluster.url));
  const admin = new pg.Client({ connectionString: cluster.url });
  await admin.connect();
  await admin.query(`ALTER DATABASE ${databaseUrl.pathname.slice(1)} RENAME TO verva`);
  await admin.end();
  databaseUrl.pathname = '/verva';
  await restore(cluster.url, databaseUrl.href, fixture.database);
  cpSync(fixture.files, join(cwd, 'data/files'), { recursive: true });
  const env = { PGHOST: hostname, PGPORT: port, PATH: `${postgresBinaries()}:${process.env.PATH}` };

  const source = await startVerva({
    ...settings(fixture),
    DATABASE_URL: databaseUrl.href,
    DATA_DIR: join(cwd, 'data'),
  });
  const tokens = await signIn(source.url, fixture);
  await runDocumented('backup-postgres', cwd, env);
  await source.stop();
  // Why a separate role: policies restrict the server's login and the tables' owner, and pg_dump refuses to omit rows.
  const asServer = run('pg_dump', ['-U', 'verva_server', '-Fc', '-f', '/dev/null', 'verva'], {
    env: { ...process.env, ...env },
  });
  await assert.rejects(asServer, /permission denied|row-level security/);

  await runDocumented('restore-postgres', cwd, env);
  const restored = new URL(cluster.url);
  restored.pathname = '/verva_restored';
  const now = await countRows({ databaseUrl: restored.href });
  const lost = KEPT_FOR_GOOD.filter((table) => !((now[table] ?? 0) >= fixture.manifest.tables[table]!));
  assert.deepEqual(lost, []);
  databaseUrl.pathname = '/verva_restored';
  await assertRestored(fixture, tokens, { DATABASE_URL: databaseUrl.href, DATA_DIR: join(cwd, 'restored') });
});

test('ORG-03 the documented commands back PGlite up and restore it', limits, async () => {
  const fixture = releaseFixtures('pglite').at(-1)!;
  const cwd = newFolder();
  const DATA_DIR = join(cwd, 'data');
  mkdirSync(join(DATA_DIR, 'postgres'), { recursive: true });
  execFileSync('tar', ['-x', '-C', join(DATA_DIR, 'postgres')], {
    input: zstdDecompressSync(readFileSync(fixture.database)),
  });
  cpSync(fixture.files, join(DATA_DIR, 'files'), { recursive: true });
  const env = { DATABASE_URL: '', DATA_DIR };

  const source = await startVerva({ ...settings(fixture), ...env });
  const tokens = await signIn(source.url, fixture);
  await source.stop();
  await runDocumented('backup-pglite', cwd);
  // Simulates the loss of the disk.
  rmSync(DATA_DIR, { recursive: true });
  await runDocumented('restore-pglite', cwd);
  await assertRestored(fixture, tokens, env);
});
