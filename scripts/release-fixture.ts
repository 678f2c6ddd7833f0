// Creates the fixture of a release for test/upgrade: the demo's database on PostgreSQL and on PGlite, with files,
// tokens and receipts of some work. Run it on the released commit, and commit its output:
//   node scripts/run.mjs scripts/release-fixture.ts 0.2.0
// `--source FOLDER` uses the server of another checkout.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { dumpDatabase, openDatabase } from '../src/server/platform/database.ts';
import { manualReadingRequests } from '../test/api/manual-reading-requests.ts';
import { client, identityTokens } from '../test/support/identity-client.ts';
import { emptyDatabase, openCluster, postgresBinaries } from '../test/support/postgres.ts';
import { freePort } from '../test/support/verva.ts';
import { countRows, type ReleaseManifest } from '../test/upgrade/releases.ts';

const MASTER_KEY = 'the key of the fixtures of releases';
const USERNAME = 'grete.norden';
const START_MS = 600_000;

const { values, positionals } = parseArgs({ allowPositionals: true, options: { source: { type: 'string' } } });
const [release] = positionals;
if (!release || !/^[\w.-]+$/.test(release))
  throw new Error('Name the release: node scripts/run.mjs scripts/release-fixture.ts 0.2.0');
const root = resolve(import.meta.dirname, '..');
const source = resolve(values.source ?? root);
const target = join(root, 'test/fixtures/releases', release);
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Runs the server on a folder until a user has signed in, uploaded files and confirmed a manual. */
async function workedOn(dataDir: string, env: Record<string, string>): Promise<Omit<ReleaseManifest, 'tables'>> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(source, 'src/server/main.ts')], {
    cwd: source,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'development',
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      MASTER_KEY,
      VERVA_DEMO: '1',
      DEMO_PORT: '0',
      DEMO_PORTAL_PORT: '0',
      DEMO_IDP_PORT: '0',
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  const exited = once(child, 'exit');
  try {
    const end = Date.now() + START_MS;
    while (
      !(await fetch(`${publicUrl}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (child.exitCode !== null || Date.now() > end) throw new Error('The server did not start.');
      await pause(200);
    }
    const tokens = await identityTokens(publicUrl, USERNAME, 'Verva-demo-2026');
    const requests = manualReadingRequests(client(publicUrl, tokens.IdToken));
    // Creates a receipt, a picture and an attachment.
    const { status, body } = await requests['POST /api/manuals/readings/{id}/confirmReadManual']!();
    if (status !== 200) throw new Error(`The manual could not be confirmed: ${JSON.stringify(body)}`);
    return {
      release: release!,
      at: new Date().toISOString(),
      publicUrl,
      masterKey: MASTER_KEY,
      username: USERNAME,
      idToken: tokens.IdToken,
      refreshToken: tokens.RefreshToken,
    };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

function keep(kind: string, dataDir: string, manifest: ReleaseManifest, name: string, content: Uint8Array): void {
  const folder = join(target, kind);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), content);
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const tenant of readdirSync(join(dataDir, 'files')).filter((one) => one !== '.incoming')) {
    cpSync(join(dataDir, 'files', tenant), join(folder, 'files', tenant), { recursive: true });
  }
  say(`${folder}: ${Math.round(content.length / 1024)} kB`);
}

async function makePostgres(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'verva-release-'));
  const cluster = await openCluster();
  const databaseUrl = await emptyDatabase(cluster.url);
  const manifest = await workedOn(dataDir, { DATABASE_URL: databaseUrl });
  const asAdministrator = Object.assign(new URL(cluster.url), { pathname: new URL(databaseUrl).pathname }).href;
  const tables = await countRows({ databaseUrl: asAdministrator });
  const args = ['-Fc', '-Z9', asAdministrator];
  const dump = execFileSync(join(postgresBinaries(), 'pg_dump'), args, { maxBuffer: 1e9 });
  keep('postgres', dataDir, { ...manifest, tables }, 'database.dump', dump);
  rmSync(dataDir, { recursive: true });
}

async function makePglite(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'verva-release-'));
  const manifest = await workedOn(dataDir, {});
  const tables = await countRows({ dataDir });
  const db = await openDatabase({ dataDir });
  // Half of the archive would be unneeded write-ahead log.
  await db.ownerTransaction((tx) => sql`SELECT set_config('wal_recycle', 'off', false), pg_switch_wal()`.execute(tx));
  for (const _ of [1, 2]) await db.ownerTransaction((tx) => sql`CHECKPOINT`.execute(tx));
  const tar = Buffer.from(await (await dumpDatabase(db)).arrayBuffer());
  await db.close();
  const level = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 27 };
  keep('pglite', dataDir, { ...manifest, tables }, 'database.tar.zst', zstdCompressSync(tar, { params: level }));
  rmSync(dataDir, { recursive: true });
}

rmSync(target, { recursive: true, force: true });
await makePostgres();
await makePglite();
process.exit(0);
