// Runs an independent tester, scim2-tester, against the SCIM service of a real server, on both databases.
//   npm run check:scim
// Needs Python 3.11 or newer, and the first time the Python package index. Without PostgreSQL of the tests
// (VERVA_NO_POSTGRES=1) only the embedded database is tested.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, hasPostgres } from '../test/support/postgres.ts';

const PACKAGES = ['scim2-tester==0.5.2', 'scim2-client[httpx2]==0.13.2'];
/** Results of these versions for this service. */
const EXPECTED: Readonly<Record<string, number>> = { SUCCESS: 90, SKIPPED: 2 };
const ROOT = join(import.meta.dirname, '..');
const VENV = join(ROOT, '.cache/scim');

const say = (line: string) => process.stdout.write(`${line}\n`);

function run(command: string, parameters: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

/** Returns the interpreter of an environment with the tester. */
function preparePython(): string {
  const version = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))'], { encoding: 'utf8' });
  if (version.stdout?.trim() !== 'True') throw new Error('Install Python 3.11 or newer: the tester needs it.');
  const python = join(VENV, 'bin/python');
  if (!existsSync(python)) run('python3', ['-m', 'venv', VENV]);
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES]);
  return python;
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number };
      probe.close(() => done(port));
    });
  });
}

const script = (name: string, parameters: readonly string[] = []) => [
  join(ROOT, 'scripts/run.mjs'),
  join(ROOT, name),
  ...parameters,
];

/** Creates an organisation with an administrator and a token, by the commands of an operator. */
function createOrganisation(env: NodeJS.ProcessEnv): string {
  const admin = (...parameters: string[]): string => {
    const done = spawnSync(process.execPath, script('scripts/admin.ts', parameters), {
      ...{ cwd: ROOT, env, encoding: 'utf8', input: 'Compliance-2026-check\n' },
    });
    if (done.status !== 0) throw new Error(`admin ${parameters[0]}: ${done.stderr || done.stdout}`);
    return done.stdout.trim();
  };
  const person = (name: string) => ['--name', 'Ann Admin', '--username', name, '--email', `${name}@check.test`];
  admin('init', '--organisation', 'Provider', ...person('ann.provider'), '--password-stdin');
  admin(
    'organisation',
    'create',
    '--slug',
    'acme',
    '--organisation',
    'Acme',
    ...person('ann.acme'),
    '--password-stdin',
  );
  return admin('scim-token', 'create', '--tenant', 'acme', '--name', 'Compliance');
}

async function check(name: string, python: string, database: Record<string, string>): Promise<boolean> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...database,
    ...{ PORT: String(port), PUBLIC_URL: address, LOG_LEVEL: 'error', DEMO: '0' },
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  const token = createOrganisation(env);
  const server = spawn(process.execPath, script('src/server/main.ts'), {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await answering(`${address}/healthz`, server);
    const began = performance.now();
    const done = spawnSync(python, [join(ROOT, 'test/scim/compliance.py'), `${address}/scim/v2/acme`, token], {
      encoding: 'utf8',
    });
    if (done.status !== 0) throw new Error(done.stderr);
    process.stderr.write(done.stderr);
    const counts = JSON.parse(done.stdout) as Record<string, number>;
    say(`${name}: ${JSON.stringify(counts)} in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const kinds = new Set([...Object.keys(counts), ...Object.keys(EXPECTED)]);
    return [...kinds].every((kind) => (counts[kind] ?? 0) === (EXPECTED[kind] ?? 0));
  } finally {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await ended;
  }
}

/** Waits until the server answers. */
async function answering(url: string, server: ReturnType<typeof spawn>): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const python = preparePython();
const folder = mkdtempSync(join(tmpdir(), 'verva-scim-'));
try {
  const databases: [string, Record<string, string>][] = [['PGlite', { DATA_DIR: folder, DATABASE_URL: '' }]];
  if (hasPostgres)
    databases.push(['PostgreSQL', { DATA_DIR: join(folder, 'files'), DATABASE_URL: await freshDatabase() }]);
  let isExpected = true;
  for (const [name, database] of databases) isExpected = (await check(name, python, database)) && isExpected;
  if (!isExpected) {
    say(`Expected ${JSON.stringify(EXPECTED)}.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
