import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const VERSION = '26.0.7';
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${VERSION}:zip`;
const FOLDER = join(import.meta.dirname, '../../.cache/keycloak');
/** Keycloak builds itself on its first start. */
const START_MS = 300_000;
const STOP_MS = 20_000;
const ADMIN = { name: 'admin', password: 'only-on-this-machine' };

type Json = Record<string, unknown>;

export interface Keycloak {
  readonly url: string;
  /** Sends a request to the admin API; `path` below `/admin/realms`. Throws when it is refused. */
  admin(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/** Returns why Keycloak cannot run here; undefined when it can. */
export function missingTool(): string | undefined {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (version < 17) return 'Java 17 or newer is needed.';
  if (spawnSync('mvn', ['-v']).status !== 0) return 'Maven is needed to fetch Keycloak from Maven Central.';
  return undefined;
}

/** Downloads Keycloak once and starts it on 127.0.0.1 with an in-memory database. */
export async function startKeycloak(port: number, say: (line: string) => void): Promise<Keycloak> {
  const home = join(FOLDER, `keycloak-${VERSION}`);
  if (!existsSync(home)) {
    say(`Fetching Keycloak ${VERSION} from Maven Central …`);
    mkdirSync(FOLDER, { recursive: true });
    const fetched = spawnSync('mvn', ['-q', '-B', UNPACK, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${FOLDER}`], {
      stdio: 'inherit',
      timeout: START_MS,
    });
    if (fetched.status !== 0) throw new Error('Keycloak could not be fetched.');
  }
  const url = `http://127.0.0.1:${port}`;
  say(`Starting Keycloak ${VERSION} at ${url} …`);
  const child = spawn(
    'sh',
    ['bin/kc.sh', 'start-dev', '--db=dev-mem', '--http-host=127.0.0.1', `--http-port=${port}`, `--hostname=${url}`],
    {
      cwd: home,
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.name, KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password },
    },
  );
  try {
    await ready(child, `${url}/realms/master`);
  } catch (error) {
    await stopGroup(child);
    throw error;
  }
  return {
    url,
    stop: () => stopGroup(child),
    async admin(method, path, body) {
      const token = await adminToken(url);
      const reply = await fetch(`${url}/admin/realms${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

async function adminToken(url: string): Promise<string> {
  const reply = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: 'admin-cli',
      username: ADMIN.name,
      password: ADMIN.password,
    }),
  });
  return String(((await reply.json()) as Json).access_token);
}

async function ready(child: ChildProcess, address: string): Promise<void> {
  const end = performance.now() + START_MS;
  for (;;) {
    const answers = await fetch(address).then(
      (reply) => reply.ok,
      () => false,
    );
    if (answers) return;
    if (child.exitCode !== null) throw new Error(`Keycloak ended with ${child.exitCode}.`);
    if (performance.now() > end) throw new Error('Keycloak did not start in time.');
    await setTimeout(500);
  }
}

/** Stops the shell and the Java process that it started. */
async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  process.kill(-child.pid, 'SIGTERM');
  const hard = new AbortController();
  await Promise.race([ended, setTimeout(STOP_MS, undefined, { signal: hard.signal }).catch(() => undefined)]);
  hard.abort();
  if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
}
