import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrations } from '../../src/server/migrations/index.ts';
import { migrate, openDatabase } from '../../src/server/platform/database.ts';

/** False only when the run is configured without PostgreSQL. */
export const hasPostgres = process.env.VERVA_NO_POSTGRES !== '1';

const MIGRATED = `verva_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`;
let cluster: Promise<string> | undefined;
const templates = new Map<string, Promise<void>>();
let count = 0;
const newName = () => `test_${process.pid}_${Date.now().toString(36)}_${++count}`;

/**
 * Creates a new, empty or migrated database in a temporary cluster; returns the URL for the server's role (not a
 * superuser). The cluster is that of VERVA_TEST_PG_URL (an administrator's URL) or one of this process, which ends with
 * it.
 */
export async function freshDatabase(options: { migrated?: boolean } = {}): Promise<string> {
  if (options.migrated ?? true) return copyOf(MIGRATED, migrateNew);
  return emptyDatabase(await administrator());
}

/** Restores a dump of `pg_dump -Fc` into this empty database, as the administrator. */
export async function restore(admin: string, databaseUrl: string, dump: string): Promise<void> {
  const target = new URL(admin);
  target.pathname = new URL(databaseUrl).pathname;
  // The dump contains its own.
  await query(target.href, 'DROP SCHEMA pgboss');
  execFileSync(join(postgresBinaries(), 'pg_restore'), ['--exit-on-error', '-d', target.href, dump]);
}

/** Creates an empty database in this cluster; returns the URL for the server's role. */
export async function emptyDatabase(admin: string): Promise<string> {
  const name = newName();
  await createEmpty(admin, name);
  return serverUrl(admin, name);
}

/**
 * Creates a database from a template. `fill` fills the template once for all processes that use the cluster; `template`
 * names its content.
 */
export async function copyOf(template: string, fill: (url: string) => Promise<void>): Promise<string> {
  const admin = await administrator();
  const key = `${admin} ${template}`;
  if (!templates.has(key)) templates.set(key, makeTemplate(admin, template, fill));
  await templates.get(key);
  const name = newName();
  await query(admin, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY OWNER verva_owner`);
  return serverUrl(admin, name);
}

/** Returns the administrator's URL of the current cluster, a superuser of the database `postgres`. */
export function administrator(): Promise<string> {
  if (process.env.VERVA_TEST_PG_URL) return Promise.resolve(process.env.VERVA_TEST_PG_URL);
  cluster ??= startCluster();
  return cluster;
}

/** Runs a statement in a database created here, as a superuser. */
export async function asAdministrator(databaseUrl: string, text: string): Promise<void> {
  const target = new URL(await administrator());
  target.pathname = new URL(databaseUrl).pathname;
  await query(target.href, text);
}

/** Removes a database created here, even with open connections. */
export async function dropDatabase(url: string): Promise<void> {
  await query(await administrator(), `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
}

export interface ClusterOptions {
  /** Commits reach the disk, as in production; tests are faster without. */
  readonly isDurable?: boolean;
  /** Further settings of PostgreSQL, `name: value`; they override the others. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** A separate cluster, for tests that restart it. */
export interface Cluster {
  /** URL of the administrator, a superuser of the database `postgres`. */
  readonly url: string;
  /**
   * `fast` closes each connection, `immediate` is a crash with recovery. Resolves when the server accepts connections
   * again.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>;
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
}

/** Starts a cluster that stops when this process exits, and returns its administrator's URL. */
export async function startCluster(options: ClusterOptions = {}): Promise<string> {
  return (await openCluster(options)).url;
}

/** Starts a cluster that stops when this process exits. */
export async function openCluster({ isDurable = false, settings = {} }: ClusterOptions = {}): Promise<Cluster> {
  const bin = postgresBinaries();
  const owner = ownerOfCluster();
  const folder = mkdtempSync(join(tmpdir(), 'verva-pg-'));
  const data = join(folder, 'data');
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid!);
  chmodSync(folder, 0o700);
  const asOwner = { ...owner, cwd: folder, stdio: 'pipe' as const };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    asOwner,
  );
  const port = await freePort();
  const safety = isDurable ? 'on' : 'off';
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: safety,
    synchronous_commit: safety,
    full_page_writes: safety,
    shared_buffers: '64MB',
    max_connections: '200',
    autovacuum: 'off',
    ...settings,
  };
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`);
  // The server must not inherit our pipes: the call would wait until they close.
  const start = ['-D', data, '-l', join(folder, 'log'), '-w', '-o', `-p ${port} ${options.join(' ')}`, 'start'];
  execFileSync(join(bin, 'pg_ctl'), start, { ...asOwner, stdio: 'ignore' });
  process.on('exit', () => {
    spawnSync(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', '-w', 'stop'], { ...asOwner, stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  // Without a handler, the default action of a signal skips the exit handlers and leaves the cluster running.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const control = async (...args: string[]) => {
    const child = spawn(join(bin, 'pg_ctl'), ['-D', data, '-l', join(folder, 'log'), '-w', ...args], {
      ...asOwner,
      stdio: 'ignore',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`pg_ctl ${args.join(' ')} ended with ${code}.`);
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    // Later starts reuse the options of the first.
    restart: (mode) => control('-m', mode, 'restart'),
    stop: (mode) => control('-m', mode, 'stop'),
    start: () => control('-o', `-p ${port} ${options.join(' ')}`, 'start'),
  };
}

async function makeTemplate(admin: string, name: string, fill: (url: string) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    // Several test processes may share the cluster; the first creates the template.
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [name]);
    if (rowCount) return;
    await client.query(`DROP DATABASE IF EXISTS ${name}`);
    await createEmpty(admin, name);
    await fill(serverUrl(admin, name));
    await client.query(`ALTER DATABASE ${name} IS_TEMPLATE true`);
  } finally {
    await client.end();
  }
}

async function migrateNew(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ databaseUrl, poolSize: 1 });
  await migrate(db);
  await db.close();
}

async function createEmpty(admin: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query('SELECT pg_advisory_lock(4712)');
  const { rowCount } = await client.query(`SELECT 1 FROM pg_roles WHERE rolname = 'verva_server'`);
  if (!rowCount) {
    const file = new URL('../../scripts/postgres-roles.sql', import.meta.url);
    await client.query(readFileSync(file, 'utf8').replace(":'password'", "'test'"));
  }
  await client.query(`CREATE DATABASE ${name} OWNER verva_owner`);
  await client.end();
  await query(serverUrl(admin, name, new URL(admin)), 'CREATE SCHEMA pgboss AUTHORIZATION verva_system');
}

function serverUrl(admin: string, name: string, as?: URL): string {
  const url = new URL(admin);
  if (!as) {
    url.username = 'verva_server';
    url.password = 'test';
  }
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

/**
 * Returns the system user to run PostgreSQL as: it refuses to run as root, and Debian's packages create a user for it.
 */
function ownerOfCluster(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Returns the folder with initdb, pg_ctl and pgbench of PostgreSQL 15 or newer. */
export function postgresBinaries(): string {
  if (process.env.VERVA_PG_BIN) return process.env.VERVA_PG_BIN;
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .filter((version) => version >= 15)
    : [];
  const found = [
    ...versions.sort((a, b) => b - a).map((version) => `${debian}/${version}/bin`),
    '/opt/homebrew/bin',
    '/usr/local/bin',
    '/usr/bin',
  ].find((folder) => existsSync(join(folder, 'initdb')));
  if (!found) throw new Error('PostgreSQL 15 or newer was not found; install it, or set VERVA_NO_POSTGRES=1.');
  return found;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
