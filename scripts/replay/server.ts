import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 120_000;

export interface ServerPlace {
  readonly databaseUrl?: string;
  /** PGlite's folder; with PostgreSQL it holds only the key. */
  readonly dataDir: string;
  /** Public address shared by all servers of the installation; by default its own. */
  readonly publicUrl?: string;
  /** File for the server's output. */
  readonly logFile: string;
}

/** The real server as a child process: started, killed without warning, restarted at the same address. */
export class ServerChild {
  readonly url: string;
  readonly #port: number;
  readonly #place: ServerPlace;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #isExpected = false;
  /** Ends with this process in every case. */
  readonly #end = () => this.#child?.kill('SIGKILL');

  private constructor(port: number, place: ServerPlace) {
    this.#port = port;
    this.#place = place;
    this.url = `http://127.0.0.1:${port}`;
    process.once('exit', this.#end);
  }

  static async start(place: ServerPlace): Promise<ServerChild> {
    const server = new ServerChild(await freePort(), place);
    await server.#launch();
    return server;
  }

  /** Like a power failure: nothing is finished or logged. Resolves when the server is ready again. */
  async killAndRestart(): Promise<void> {
    this.#isExpected = true;
    this.#child?.kill('SIGKILL');
    await this.#exited;
    await this.#launch();
  }

  async stop(): Promise<void> {
    this.#isExpected = true;
    this.#child?.kill('SIGTERM');
    await this.#exited;
    process.off('exit', this.#end);
  }

  async #launch(): Promise<void> {
    const { databaseUrl, dataDir, logFile, publicUrl = this.url } = this.#place;
    const { DATABASE_URL: _, ...env } = process.env;
    const out = openSync(logFile, 'a');
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(ROOT, 'src/server/main.ts')], {
      cwd: ROOT,
      stdio: ['ignore', out, out],
      env: {
        ...env,
        NODE_ENV: 'development',
        PORT: String(this.#port),
        HOST: '127.0.0.1',
        PUBLIC_URL: publicUrl,
        DATA_DIR: dataDir,
        VERVA_DEMO: '0',
        RATE_PER_MINUTE: '10000000',
        RATE_BURST: '10000000',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
    });
    closeSync(out);
    this.#isExpected = false;
    this.#child = child;
    this.#exited = new Promise((done) =>
      child.on('exit', (code, signal) => {
        done();
        if (this.#isExpected) return;
        console.error(`The server ended by itself (${signal ?? code}):\n${this.#printed()}`);
        process.exit(2);
      }),
    );
    const giveUp = Date.now() + START_LIMIT_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > giveUp)
        throw new Error(`The server did not become ready:\n${this.#printed()}`);
      await pause(100);
    }
  }

  #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }

  #printed(): string {
    return readFileSync(this.#place.logFile, 'utf8').slice(-4000);
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
