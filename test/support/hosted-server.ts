import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dropDatabase, freshDatabase } from './postgres.ts';
import { demoDatabase, freePort, type RunningServer, settingsOf, startVerva } from './verva.ts';

const HOST = join(import.meta.dirname, 'server-host.ts');
/** A process above this runs no further server: closed servers leave memory behind. */
const MOST_BYTES = 1_000_000_000;

interface Host {
  readonly child: ChildProcess;
  printed: string;
}

/** Processes without a server. They end with this one. */
const idle: Host[] = [];

/**
 * Starts a server on its own database, with the demo unless `env` overrides it or names a database. Servers of successive test files run in
 * the same process, which spares loading and compiling the modules. On the embedded database, as in a run without
 * PostgreSQL, each has a separate process.
 */
export async function startHosted(env: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  if (!process.env.VERVA_TEST_PG_URL || env.DATABASE_URL === '') return startVerva(env);
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'verva-test-'));
  const database = env.DATABASE_URL ? undefined : await newDatabase(env);
  const base = settingsOf(folder, port, env.VERVA_TEST_HOST);
  const host = idle.pop() ?? createHost();
  const removeData = async () => {
    await rm(folder, { recursive: true, force: true });
    if (database) await dropDatabase(database.DATABASE_URL);
  };
  host.printed = '';
  await ask(host, { ...base, ...database, ...env }).catch(async (error) => {
    host.child.kill();
    await removeData();
    throw error;
  });
  const url = base.PUBLIC_URL;
  const ready = await fetch(`${url}/readyz`);
  if (!ready.ok) throw new Error(`The server is not ready: ${await ready.text()}\n${host.printed}`);
  return {
    url,
    output: () => host.printed,
    stop: async () => {
      const memory = await ask(host, 'stop');
      if (memory < MOST_BYTES) idle.push(host);
      else host.child.kill();
      await removeData();
    },
  };
}

const newDatabase = async (env: Readonly<Record<string, string>>) =>
  env.VERVA_DEMO === '0' ? { DATABASE_URL: await freshDatabase() } : await demoDatabase();

function createHost(): Host {
  const child = fork(HOST, {
    execArgv: ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'development' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const host: Host = { child, printed: '' };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => (host.printed += chunk));
    // The process of the tests ends without waiting for this one.
    (stream as Socket | null)?.unref();
  }
  child.unref();
  child.channel?.unref();
  return host;
}

/** Sends a request and returns the memory in use after it; throws the host's error, or that it has ended. */
async function ask({ child, printed }: Host, request: Readonly<Record<string, string>> | 'stop'): Promise<number> {
  child.channel?.ref();
  const answered = new AbortController();
  try {
    child.send(request);
    const ended = once(child, 'exit', answered).then(([code]) => {
      throw new Error(`The process of the servers ended (${code}):\n${printed}`);
    });
    const [{ error, memory }] = await Promise.race([once(child, 'message', answered), ended]);
    if (error) throw new Error(error);
    return memory;
  } finally {
    answered.abort();
    child.channel?.unref();
  }
}
