import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import { type DatabaseHandle, openDatabase } from '../../src/server/platform/database.ts';
import { bpmn, end, sequence, start } from '../support/bpmn.ts';
import { MASTER_KEY, PUBLIC_URL } from '../support/identity.ts';
import { freshDatabase, hasPostgres } from '../support/postgres.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';
import { type RunningVerva, startVerva } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';

const OUTER = 30;
const INNER = 30;
const ALL = OUTER + OUTER * INNER;

const limits = { skip: !hasPostgres, timeout: 300_000 };
let db: DatabaseHandle;
let databaseUrl: string;
let tenant: TestTenant;
const servers: RunningVerva[] = [];

before(async () => {
  if (!hasPostgres) return;
  databaseUrl = await freshDatabase();
  db = await openDatabase({ databaseUrl });
  tenant = await createTestTenant(db, 'acme', { ann: ['clerks'] });
});
after(async () => {
  if (!hasPostgres) return;
  await Promise.all(servers.map((server) => server.stop()));
  await db.close();
});

const call = (of: string, times: number) =>
  `<callActivity id="call" calledElement="${of}"><multiInstanceLoopCharacteristics>
    <loopCardinality>${times}</loopCardinality></multiInstanceLoopCharacteristics></callActivity>`;

async function open(): Promise<RunningVerva> {
  const env = { DATABASE_URL: databaseUrl, MASTER_KEY, PUBLIC_URL, VERVA_DEMO: '0', LOG_LEVEL: 'silent' };
  const server = await startVerva(env);
  servers.push(server);
  return server;
}

async function countBelow(rootId: string) {
  const { rows } = await tenant.transaction((tx) =>
    sql<{ all: number; calls: number; completed: number }>`SELECT count(*)::int AS all,
        count(DISTINCT (parent_id, parent_token))::int AS calls,
        count(*) FILTER (WHERE status = 'completed')::int AS completed
      FROM process_instance WHERE root_id = ${rootId}::uuid`.execute(tx),
  );
  return rows[0]!;
}

test('TSK-18 a killed server whose jobs start called instances is replaced: each is called once', limits, async () => {
  const rootId = await tenant.transaction(async (tx) => {
    const scope = { db, tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null, now: tenant.clock.now };
    await deployBpmn(tx, scope, bpmn('quick', sequence(start, '<manualTask id="m"/>', end)));
    await deployBpmn(tx, scope, bpmn('inner', sequence(start, call('quick', INNER), end)));
    await deployBpmn(tx, scope, bpmn('outer', sequence(start, call('inner', OUTER), end)));
    return (await startInstance(tx, scope, { key: 'outer' })).instanceId;
  });
  const inRequest = (await countBelow(rootId)).all;
  assert.ok(inRequest < ALL / 4, `${inRequest} were called in the request`);

  const first = await open();
  await waitFor(async () => (await countBelow(rootId)).all > inRequest + 100, true);
  first.process.kill('SIGKILL');
  await first.stop();
  const atKill = await countBelow(rootId);
  assert.ok(atKill.completed < ALL, 'the server was killed before the end');

  await open();
  const status = async () => {
    const { rows } = await tenant.transaction((tx) =>
      sql<{ status: string }>`SELECT status FROM process_instance WHERE id = ${rootId}::uuid`.execute(tx),
    );
    return rows[0]!.status;
  };
  // Jobs of the killed server are resumed after their heartbeat has been missing for 20 s.
  await waitFor(status, 'completed', undefined, 240_000);
  assert.deepEqual(await countBelow(rootId), { all: ALL, calls: ALL, completed: ALL });
  const { rows } = await tenant.transaction((tx) =>
    sql`SELECT instance_id FROM process_history WHERE kind = 'ended' GROUP BY instance_id HAVING count(*) > 1`.execute(
      tx,
    ),
  );
  assert.deepEqual(rows, []);
});
