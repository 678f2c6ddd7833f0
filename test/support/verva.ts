import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAdministrator, copyOf, dropDatabase } from './postgres.ts';
import { waitFor } from './wait-for.ts';

const ROOT = join(import.meta.dirname, '../..');
/** When to give up loading the demo on a busy machine; not a measurement. */
const START_LIMIT_MS = 300_000;

export interface RunningServer {
  readonly url: string;
  /** Returns everything that the server printed. */
  output(): string;
  stop(): Promise<void>;
}

export interface RunningVerva extends RunningServer {
  readonly process: ChildProcess;
}

/** Returns a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** For servers on copied databases, whose secrets were encrypted with it. */
const MASTER_KEY = 'a key of servers on a database that was copied';

/**
 * Starts the real server as a separate process in a separate folder, with the demo organisations unless `env` overrides
 * it. In a run with a shared PostgreSQL it uses a database there, several times faster than the embedded one; `{
 * DATABASE_URL: '' }` forces the embedded one. Resolves when the server is ready.
 */
export async function startVerva(env: Readonly<Record<string, string>> = {}): Promise<RunningVerva> {
  const folder = await mkdtemp(join(tmpdir(), 'verva-test-'));
  const usesDemo = !env.DATABASE_URL && !env.DATA_DIR && env.VERVA_DEMO !== '0';
  if (usesDemo && env.DATABASE_URL !== '' && process.env.VERVA_TEST_PG_URL) {
    const demo = await demoDatabase();
    const verva = await launch(folder, { ...demo, ...env });
    const stop = async () => {
      await verva.stop();
      // Two dozen of them would need a gigabyte.
      await dropDatabase(demo.DATABASE_URL);
    };
    return { ...verva, stop };
  }
  if (usesDemo) await cp(await loadedDemo(), folder, { recursive: true });
  return launch(folder, env);
}

/** Creates a PostgreSQL database with today's demo, loaded once; returns the settings that a server needs to use it. */
export async function demoDatabase(): Promise<{ DATABASE_URL: string; MASTER_KEY: string }> {
  const url = await copyOf(`verva_demo_${await demoHash()}`, async (DATABASE_URL) => {
    const folder = await mkdtemp(join(tmpdir(), 'verva-demo-'));
    const server = await launch(folder, { DATABASE_URL, MASTER_KEY }, { keepFolder: true });
    await outboxEmpty(server);
    await server.stop();
    // A page receives the events of the 30 seconds before its stream was open.
    await asAdministrator(DATABASE_URL, 'DELETE FROM live_event');
    const kept = await readdir(folder);
    await rm(folder, { recursive: true });
    if (kept.length > 0) throw new Error(`The demo stores ${kept.join(', ')} next to its database. Copy that too.`);
  });
  return { DATABASE_URL: url, MASTER_KEY };
}

/**
 * Resolves once the server has sent the events of the demo's past. Otherwise every server on a copy sends them, and each
 * open page reloads its lists.
 */
async function outboxEmpty({ url }: RunningVerva): Promise<void> {
  const waiting = async () => {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    return /^verva_outbox_waiting (\d+)$/m.exec(metrics)?.[1];
  };
  await waitFor(waiting, '0', 'events of the demo', START_LIMIT_MS);
}

let loaded: Promise<string> | undefined;

/**
 * Returns a data folder with today's demo, created once per version of the sources: loading it takes longer than most
 * tests.
 */
export function loadedDemo(): Promise<string> {
  loaded ??= (async () => {
    const folder = join(ROOT, '.cache/test', `demo-${await demoHash()}`);
    if (existsSync(folder)) return folder;
    const making = await mkdtemp(join(tmpdir(), 'verva-demo-'));
    const server = await launch(making, {}, { keepFolder: true });
    await outboxEmpty(server);
    await server.stop();
    await mkdir(join(ROOT, '.cache/test'), { recursive: true });
    // Another test file may have created it first; both are the same.
    await rename(making, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (existsSync(folder)) await rm(making, { recursive: true, force: true });
      else if (error.code === 'EXDEV') await cp(making, folder, { recursive: true });
      else throw error;
    });
    return folder;
  })();
  return loaded;
}

/** Returns a hash that changes when the demo would change. */
async function demoHash(): Promise<string> {
  const hash = createHash('sha256').update(new Date().toDateString()).update(process.version);
  for (const root of ['src/server', 'src/shared', 'demo/data']) {
    const files = await readdir(join(ROOT, root), { recursive: true, withFileTypes: true });
    for (const file of files.filter((one) => one.isFile() && !one.name.includes('.test.')).toSorted(byPath)) {
      hash.update(await readFile(join(file.parentPath, file.name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

const byPath = (a: { parentPath: string; name: string }, b: { parentPath: string; name: string }) =>
  join(a.parentPath, a.name).localeCompare(join(b.parentPath, b.name));

/**
 * Returns the settings of a server for tests: its own folder and port, and the demo. `host` is the name in its address;
 * passkeys need one that is not a number.
 */
export function settingsOf(folder: string, port: number, host = '127.0.0.1') {
  return {
    NODE_ENV: 'development',
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://${host}:${port}`,
    DATA_DIR: folder,
    VERVA_DEMO: '1',
    DEMO_PORT: '0',
    DEMO_PORTAL_PORT: '0',
    DEMO_IDP_PORT: '0',
    LOG_LEVEL: 'warn',
    // Task e-mails are sent only where a test asks for them: other tests wait for their own messages.
    MAIL_GATHER_SECONDS: '3600',
    RATE_PER_MINUTE: '100000',
    RATE_BURST: '10000',
  };
}

async function launch(
  folder: string,
  env: Readonly<Record<string, string>>,
  { keepFolder = false }: { keepFolder?: boolean } = {},
): Promise<RunningVerva> {
  const port = await freePort();
  const url = `http://${env.VERVA_TEST_HOST ?? '127.0.0.1'}:${port}`;
  const main = join(ROOT, 'src/server/main.ts');
  const child = spawn(process.execPath, ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning', main], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...settingsOf(folder, port, env.VERVA_TEST_HOST), ...env },
  });
  let printed = '';
  const begun = Promise.withResolvers<void>();
  const take = (chunk: unknown) => {
    printed += chunk;
    if (/^Verva: /m.test(printed)) begun.resolve();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    if (!keepFolder) await rm(folder, { recursive: true, force: true });
  };
  const limit = setTimeout(() => begun.reject(new Error('The server was not ready in time')), START_LIMIT_MS);
  const ended = exited.then(() => {
    throw new Error(`The server ended by itself (${child.exitCode ?? child.signalCode})`);
  });
  try {
    await Promise.race([begun.promise, ended]);
    const { ok } = await fetch(`${url}/readyz`);
    if (!ok) throw new Error('The server is not ready');
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}:\n${printed}`);
  } finally {
    clearTimeout(limit);
  }
  ended.catch(() => undefined);
  return { url, output: () => printed, process: child, stop };
}
