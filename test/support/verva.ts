import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** Loading the demo on a busy machine; not what is measured, only when to give up. */
const START_LIMIT_MS = 120_000;

export interface RunningVerva {
  readonly url: string;
  /** Everything that the server printed. */
  output(): string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A port that nobody uses at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/**
 * The real server as a process of its own, on a folder of its own, with the demo organisations unless `env` says otherwise.
 * Resolves when it is ready.
 */
export async function startVerva(env: Readonly<Record<string, string>> = {}): Promise<RunningVerva> {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'verva-test-'));
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/server/main.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: url,
      DATA_DIR: folder,
      VERVA_DEMO: '1',
      LOG_LEVEL: 'warn',
      RATE_PER_MINUTE: '100000',
      RATE_BURST: '10000',
      ...env,
    },
  });
  let printed = '';
  child.stdout?.on('data', (chunk) => (printed += chunk));
  child.stderr?.on('data', (chunk) => (printed += chunk));
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended by itself:\n${printed}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`The server was not ready in time:\n${printed}`);
    }
    const ready = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return { url, output: () => printed, process: child, stop };
    await new Promise((done) => setTimeout(done, 50));
  }
}
