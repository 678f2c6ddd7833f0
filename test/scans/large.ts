import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { pino } from 'pino';
import { buildApp } from '../../src/server/app.ts';
import { saveAndPublishForm } from '../../src/server/modules/forms/index.ts';
import { insertRegistry } from '../../src/server/modules/registries/index.ts';
import { createTokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import { readConfig } from '../../src/server/platform/config.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import { json, openDatabase, type Tx } from '../../src/server/platform/database.ts';
import { createLiveHub } from '../../src/server/platform/live.ts';
import { createMetrics } from '../../src/server/platform/metrics.ts';
import { contentFolder } from '../support/files.ts';
import { administrator, dropDatabase } from '../support/postgres.ts';
import { type Reads, watchReads } from '../support/reads.ts';
import { demoDatabase, freePort } from '../support/verva.ts';
import { ALLOWED, type Allowed } from './allowed.ts';
import { asSuperuser, fillLarge, LARGE } from './fill.ts';

/** A server with the demo, whose first organisation has large tables. */
export interface LargeVerva {
  readonly url: string;
  readonly context: AppContext;
  /**
   * Returns the tables that `work` reads completely, or more than `most` rows of by an index, as `what: table`, unless
   * that is allowed.
   */
  scannedBy(what: string, work: () => Promise<unknown>, most?: number): Promise<string[]>;
  close(): Promise<void>;
}

const column = (key: string, slot: string) => ({
  field: `data.${key}`,
  from: key,
  slot,
  listed: true,
  searchable: true,
  ready: true,
});

/** Adds the registry of the records that `fillLarge` adds, with a column in each kind of slot. */
async function addRegistry(tx: Tx): Promise<void> {
  const label = { en: 'Field' };
  const children = [
    { type: 'text', key: 'serial', label },
    { type: 'number', key: 'weight', label },
    { type: 'date', key: 'bought', label },
    { type: 'tags', key: 'words', label },
  ] as const;
  const body = { formatVersion: 1, id: 'asset', title: label, root: { type: 'stack', id: 'root', children } } as const;
  await saveAndPublishForm(tx, { id: 'asset', kind: 'record', title: label, body });
  const groups = { readGroups: [], writeGroups: [], statuses: [] };
  await insertRegistry(tx, { id: 'assets', title: label, formId: 'asset', series: null, ...groups });
  const columns = [column('serial', 't1'), column('weight', 'n1'), column('bought', 'i1'), column('words', 'many')];
  await sql`UPDATE registry SET columns = ${json(columns)}::jsonb WHERE id = 'assets'`.execute(tx);
}

/** Rows that an index may find in one transaction; each user of `fillLarge` has more of their own rows. */
const FOUND = 2500;

export async function openLarge(): Promise<LargeVerva> {
  const demo = await demoDatabase();
  const { pathname } = new URL(demo.DATABASE_URL);
  const admin = new URL(await administrator());
  admin.pathname = pathname;
  const owner = await openDatabase({ databaseUrl: admin.href, poolSize: 1 });
  const scope = await asSuperuser(owner, async (tx) => {
    // Parallel workers count their reads separately.
    await sql`ALTER DATABASE ${sql.id(pathname.slice(1))} SET max_parallel_workers_per_gather = 0`.execute(tx);
    const { rows } = await sql<{ tenantId: number; userId: string }>`
      SELECT tenant_id AS "tenantId", id AS "userId" FROM app_user WHERE username = 'grete.norden'`.execute(tx);
    return rows[0]!;
  });
  await fillLarge(owner, scope);
  await owner.close();
  const own = await openDatabase({ databaseUrl: demo.DATABASE_URL, poolSize: 1 });
  await own.tenantTransaction(scope, addRegistry);
  await own.close();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ NODE_ENV: 'development', PUBLIC_URL: url, MASTER_KEY: demo.MASTER_KEY });
  let reads: Reads[] = [];
  const db = watchReads(await openDatabase({ databaseUrl: demo.DATABASE_URL }), (seen) => reads.push(...seen));
  const log = pino({ level: 'silent' });
  const clock = () => new Date();
  const context: AppContext = {
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
  const app: FastifyInstance = await buildApp(context);
  // Follow-up requests are counted separately.
  app.addHook('onRequest', async () => {
    reads = [];
  });
  await app.listen({ port, host: '127.0.0.1' });
  return {
    url,
    context,
    async scannedBy(what, work, most = FOUND) {
      reads = [];
      await work();
      const isAllowed = ({ by, tables }: Allowed, table: string) => by.test(what) && tables.includes(table);
      const scanned = reads
        .filter(({ sequential, found }) => sequential > LARGE || found > most)
        .map(({ table }) => table);
      return [...new Set(scanned)]
        .filter((table) => !ALLOWED.some((one) => isAllowed(one, table)))
        .map((table) => `${what}: ${table}`);
    },
    async close() {
      await app.close();
      await db.close();
      await dropDatabase(demo.DATABASE_URL);
    },
  };
}
