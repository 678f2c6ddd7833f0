import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/support/verva.ts';

const ROOT = join(import.meta.dirname, '../..');
const GIVE_UP_MS = 120_000;

export interface Launched {
  readonly url: string;
  readonly process: ChildProcess;
  /** Time from the start of the process to the first response of /readyz (or another path). */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/**
 * Starts a TypeScript file as a server process that prints to a file: reading a pipe would cost time on the measuring
 * side. `env` overrides this process's environment.
 */
export async function launch(
  file: string,
  env: Readonly<Record<string, string>>,
  { path = '/readyz' } = {},
): Promise<Launched> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(join(tmpdir(), 'verva-bench-'));
  const log = join(folder, 'log');
  const out = openSync(log, 'w');
  const started = performance.now();
  // As in `npm start`: a small young generation, and a compile cache.
  const flags = ['--max-semi-space-size=16', '--disable-warning=ExperimentalWarning'];
  const cache = join(ROOT, '.cache', 'compile');
  const child = spawn(process.execPath, [...flags, join(ROOT, file)], {
    cwd: ROOT,
    stdio: ['ignore', out, out],
    env: { ...process.env, NODE_COMPILE_CACHE: cache, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, ...env },
  });
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  // Ends with this process in every case.
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
    process.off('exit', end);
    await rm(folder, { recursive: true, force: true });
  };
  for (;;) {
    const isReady = await fetch(url + path).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return { url, process: child, readyMs: performance.now() - started, stop };
    if (child.exitCode !== null || performance.now() - started > GIVE_UP_MS) {
      const printed = readFileSync(log, 'utf8');
      await stop();
      throw new Error(`${file} did not become ready:\n${printed}`);
    }
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Starts the product's server configured as in production: logging is on, rate limits are off. */
export function launchVerva(env: Readonly<Record<string, string>>): Promise<Launched> {
  return launch('src/server/main.ts', {
    NODE_ENV: 'production',
    MASTER_KEY: 'a key of the benchmark, thirty-two bytes or more',
    METRICS_TOKEN: 'a token of the benchmark',
    VERVA_DEMO: '0',
    RATE_PER_MINUTE: '10000000',
    RATE_BURST: '10000000',
    ...env,
  });
}

/** Returns resident memory in MB (10^6 bytes); undefined where the system does not report it. */
export function memoryOf({ process: { pid } }: Launched): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
    return (Number(kilobytes) * 1024) / 1e6;
  } catch {
    return undefined;
  }
}
