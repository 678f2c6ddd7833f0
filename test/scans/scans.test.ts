import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { buildApp, deferredActionKinds, RUN_KINDS } from '../../src/server/app.ts';
import { handleAttachments } from '../../src/server/modules/attachments/index.ts';
import { handleDeferredActions } from '../../src/server/modules/deferred-actions/index.ts';
import { handleDelegations } from '../../src/server/modules/delegations/index.ts';
import { handleManuals, handleReceipts } from '../../src/server/modules/manuals/index.ts';
import { handleReminders } from '../../src/server/modules/notifications/index.ts';
import { handleRuns } from '../../src/server/modules/runs/index.ts';
import { handleTaskMails } from '../../src/server/modules/task-mails/index.ts';
import { handleSnoozes } from '../../src/server/modules/tasks/index.ts';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { purgeExpired } from '../../src/server/platform/jobs/retention.ts';
import type { Jobs } from '../../src/server/platform/jobs.ts';
import { createLiveHub } from '../../src/server/platform/live.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import { validRequests } from '../api/valid-requests.ts';
import { contentFolder } from '../support/files.ts';
import { administrator, dropDatabase, hasPostgres } from '../support/postgres.ts';
import { type Reads, watchReads } from '../support/reads.ts';
import { demoDatabase, freePort } from '../support/verva.ts';
import { ALLOWED, type Allowed } from './allowed.ts';
import { asSuperuser, fillLarge, LARGE } from './fill.ts';

/** These need letters, which the jobs of a whole server write, or do not end. */
const LEFT_OUT = /\{taskActionId\}|unsubscribe|\/api\/public\/identity\/email-|GET \/api\/live$/;

let demo: Awaited<ReturnType<typeof demoDatabase>>;
let owner: DatabaseHandle;
let context: AppContext;
let app: FastifyInstance;
let url: string;
let reads: Reads[] = [];

before(async () => {
  if (!hasPostgres) return;
  demo = await demoDatabase();
  const { pathname } = new URL(demo.DATABASE_URL);
  const admin = new URL(await administrator());
  admin.pathname = pathname;
  owner = await openDatabase({ databaseUrl: admin.href, poolSize: 1 });
  const scope = await asSuperuser(owner, async (tx) => {
    // A worker counts what it reads for itself.
    await sql`ALTER DATABASE ${sql.id(pathname.slice(1))} SET max_parallel_workers_per_gather = 0`.execute(tx);
    const { rows } = await sql<{ tenantId: number; userId: string }>`
      SELECT tenant_id AS "tenantId", id AS "userId" FROM app_user WHERE username = 'grete.norden'`.execute(tx);
    return rows[0]!;
  });
  await fillLarge(owner, scope);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = readConfig({ NODE_ENV: 'development', PUBLIC_URL: url, MASTER_KEY: demo.MASTER_KEY });
  const db = watchReads(await openDatabase({ databaseUrl: demo.DATABASE_URL }), (seen) => reads.push(...seen));
  const log = pino({ level: 'silent' });
  const clock = () => new Date();
  context = {
    config,
    db,
    log,
    clock,
    elapsed: () => performance.now(),
    verifier: createTokenVerifier({ db, publicUrl: url, masterKey: config.masterKey, clock }),
    live: createLiveHub(db, log, clock),
    contents: contentFolder(),
    metrics: createMetrics(db),
    limit: () => undefined,
  };
  app = await buildApp(context);
  // What brings a request about are requests of their own: each is counted for itself.
  app.addHook('onRequest', async () => {
    reads = [];
  });
  await app.listen({ port, host: '127.0.0.1' });
});
after(async () => {
  await app?.close();
  await context?.db.close();
  await owner?.close();
  if (demo) await dropDatabase(demo.DATABASE_URL);
});

/** Rows that an index may find for one transaction; each person of `fillLarge` has more of what they did. */
const FOUND = 2500;

/** Tables that were read from one end to the other, or by an index for rows nobody needs, as `what: table`, unless that is allowed. */
async function scannedBy(what: string, work: () => Promise<unknown>): Promise<string[]> {
  reads = [];
  await work();
  const isAllowed = ({ by, tables }: Allowed, table: string) => by.test(what) && tables.includes(table);
  const scanned = reads
    .filter(({ sequential, found }) => sequential > LARGE || found > FOUND)
    .map(({ table }) => table);
  return [...new Set(scanned)]
    .filter((table) => !ALLOWED.some((one) => isAllowed(one, table)))
    .map((table) => `${what}: ${table}`);
}

test('no request scans a large table, or much of it for few rows', {
  skip: !hasPostgres,
}, async () => {
  const found: string[] = [];
  for (const [name, make] of Object.entries(await validRequests(url))) {
    if (LEFT_OUT.test(name)) continue;
    const scanned = await scannedBy(name, async () => {
      const { status, body } = await make();
      if (status >= 500) found.push(`${name}: ${status} ${JSON.stringify(body)}`);
    });
    found.push(...scanned);
  }
  assert.deepEqual(found, []);
});

test('no periodic work scans a large table, or much of it for few rows', {
  skip: !hasPostgres,
}, async () => {
  const works = new Map<string, () => Promise<unknown>>([['retention', () => purgeExpired(context.db)]]);
  const jobs: Jobs = {
    handle: () => undefined,
    every: (_milliseconds, what, work) => works.set(what, work),
    start: async () => undefined,
    stop: async () => undefined,
    wake: () => undefined,
  };
  const { db, log, clock, config } = context;
  const { publicUrl, masterKey } = config;
  handleAttachments(jobs, { db, clock });
  handleDeferredActions(jobs, { db, log, clock }, deferredActionKinds(context));
  handleDelegations(jobs, { db, log, clock, publicUrl });
  handleRuns(jobs, context, RUN_KINDS);
  handleReceipts(jobs, { db, log, clock });
  handleSnoozes(jobs, { db, log, clock });
  handleReminders(jobs, { db, clock });
  handleManuals(jobs, { db, log, clock });
  handleTaskMails(jobs, { db, log, clock, publicUrl, masterKey, gatherSeconds: 0 });
  assert.ok(works.size > 8, [...works.keys()].join());
  const found: string[] = [];
  for (const [what, work] of works) found.push(...(await scannedBy(what, work)));
  assert.deepEqual(found, []);
});
