import pg from 'pg';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { identityToken } from '../../test/support/identity-client.ts';
import { freshDatabase, startCluster } from '../../test/support/postgres.ts';
import { CLERK, createBenchTenant, READER } from './bench-tenant.ts';
import { type Launched, launchVerva } from './launch.ts';
import { deploySeeded } from './model.ts';
import { at, type Scale } from './scale.ts';
import { prepareTargets, type Targets } from './targets.ts';

/** One organisation on PostgreSQL with a server, shared by the parts that measure requests. */
export interface Bench {
  readonly admin: pg.Client;
  readonly db: DatabaseHandle;
  readonly databaseUrl: string;
  readonly server: Launched;
  /** Identity token of the clerk. */
  readonly token: string;
  /** Identity token of the reader, who can see all tasks. */
  readonly readerToken: string;
  readonly benchTenant: { readonly tenantId: number; readonly clerkId: string; readonly readerId: string };
  readonly say: (line: string) => void;
  readonly scale: Scale;
  close(): Promise<void>;
}

let cluster: Promise<string> | undefined;

/** Starts a cluster with durable commits; further databases of this process use it too. */
export async function ensureCluster(): Promise<void> {
  // Not that of a test run: this one logs statements.
  cluster ??= startCluster({
    isDurable: true,
    settings: {
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      logging_collector: 'on',
      log_destination: 'jsonlog',
      // Statements are read from one position of one file.
      log_rotation_size: '0',
      log_rotation_age: '0',
    },
  });
  process.env.VERVA_TEST_PG_URL = await cluster;
}

/** The cluster of the test run that this is a part of. */
const ofTestRun = process.env.VERVA_TEST_PG_URL;

/** Measures a part that starts with the demo. A test run has loaded it in its own cluster, which takes ten seconds. */
export async function withDemo<T>(measure: () => Promise<T>): Promise<T> {
  const { VERVA_TEST_PG_URL } = process.env;
  if (ofTestRun) process.env.VERVA_TEST_PG_URL = ofTestRun;
  try {
    return await measure();
  } finally {
    if (VERVA_TEST_PG_URL) process.env.VERVA_TEST_PG_URL = VERVA_TEST_PG_URL;
  }
}

export async function openBench(scale: Scale, say: (line: string) => void): Promise<Bench> {
  await ensureCluster();
  const databaseUrl = await freshDatabase();
  const asAdmin = new URL(databaseUrl);
  asAdmin.username = 'postgres';
  const admin = new pg.Client({ connectionString: asAdmin.href });
  await admin.connect();
  const db = await openDatabase({ databaseUrl });
  const benchTenant = await createBenchTenant(db);
  await deploySeeded(db, benchTenant.tenantId);
  const server = await launchVerva({ DATABASE_URL: databaseUrl });
  return {
    admin,
    db,
    databaseUrl,
    benchTenant,
    server,
    say,
    scale,
    token: await identityToken(server.url, CLERK.username, CLERK.password),
    readerToken: await identityToken(server.url, READER.username, READER.password),
    async close() {
      await server.stop();
      await db.close();
      await admin.end();
    },
  };
}

/** Number of completions in each part. */
export interface Counts {
  readonly warmUp: number;
  readonly runs: number;
  /** Completions per run; a multiple of the number of connections. */
  readonly each: number;
  /** Completions by the other engine, which is slower. */
  readonly other: number;
  /** Listings and completions before the memory is measured. */
  readonly memory: number;
}

export const countsOf = (scale: Scale): Counts => ({
  warmUp: at(scale, 300, 300, 8),
  runs: at(scale, 2, 2, 1),
  each: at(scale, 1600, 400, 16),
  other: at(scale, 300, 100, 8),
  memory: at(scale, 1000, 1000, 20),
});

/** Creates tasks to complete; the last ones are for the memory measurement. */
export async function openTargets({ db, benchTenant, admin, scale, say }: Bench): Promise<Targets & { total: number }> {
  say('preparing instances …');
  const { warmUp, runs, each, other, memory } = countsOf(scale);
  const total = warmUp + 2 * runs * each + other + memory + 10;
  const targets = await prepareTargets(db, benchTenant.tenantId, total);
  await admin.query('VACUUM ANALYZE');
  return { ...targets, total };
}
