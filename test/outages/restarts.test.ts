import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { deployBpmn, startInstance } from '../../src/server/modules/processes/index.ts';
import { type DatabaseHandle, migrate, openDatabase } from '../../src/server/platform/database.ts';
import { enqueue } from '../../src/server/platform/outbox.ts';
import { bpmn, end, sequence, start, userTask } from '../support/bpmn.ts';
import { MASTER_KEY, PUBLIC_URL } from '../support/identity.ts';
import { client } from '../support/identity-client.ts';
import { openMany } from '../support/many-tasks.ts';
import { type Cluster, emptyDatabase, hasPostgres, openCluster } from '../support/postgres.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';
import { type RunningVerva, startVerva } from '../support/verva.ts';
import { waitFor } from '../support/wait-for.ts';
import { type Follower, follow } from './follower.ts';

const RESTARTS = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'fast' : 'immediate'));
/** Completions between two restarts, so that each restart meets pending ones. */
const COMPLETIONS = 25;
const WORKERS = 6;

const NOTE = bpmn('note', sequence(start, userTask('read', 'camunda:candidateGroups="clerks"'), end));

const limits = { skip: !hasPostgres, timeout: 300_000 };
let cluster: Cluster;
let databaseUrl: string;
let db: DatabaseHandle;
let tenant: TestTenant;
let servers: RunningVerva[];

before(async () => {
  if (!hasPostgres) return;
  // A crash must not lose committed data; without durability it may.
  cluster = await openCluster({ isDurable: true });
  databaseUrl = await emptyDatabase(cluster.url);
  db = await openDatabase({ databaseUrl });
  await migrate(db);
  tenant = await createTestTenant(db, 'acme', { ann: ['clerks'], bob: ['clerks'] });
  const env = { DATABASE_URL: databaseUrl, MASTER_KEY, PUBLIC_URL, VERVA_DEMO: '0', LOG_LEVEL: 'silent' };
  servers = await Promise.all([startVerva(env), startVerva(env)]);
});
after(async () => {
  if (!hasPostgres) return;
  await Promise.all(servers.map((server) => server.stop()));
  await db.close();
});

const isRunning = ({ process: child }: RunningVerva) => child.exitCode === null && child.signalCode === null;

test(
  'API-06 PostgreSQL restarts ten times under two busy servers: none exits, each task is completed once, streams reconnect',
  limits,
  async () => {
    const first = await tenant.transaction(async (tx) => {
      const scope = { db, tenantId: tenant.tenantId, timeZone: 'Europe/Tallinn', userId: null, now: tenant.clock.now };
      await deployBpmn(tx, scope, NOTE);
      return startInstance(tx, scope, { key: 'note' });
    });
    const ids = await openMany(tenant, first.tasks[0]!.id, 3000);
    const authorization = await tenant.people.ann!.authorization();
    const token = authorization.slice('Bearer '.length);
    const calls = servers.map(({ url }) => client(url, token));
    const streams: Follower[] = servers.map(({ url }) => follow(`${url}/api/live`, { authorization }));

    const completed: string[] = [];
    const unexpected: unknown[] = [];
    let refused = 0;
    let isOver = false;

    /** Completes a task like a browser: with one key, and again after an inconclusive response. */
    async function complete(taskId: string, at: number): Promise<void> {
      const key = randomUUID();
      for (let attempt = at; ; attempt += 1) {
        const { status, body, headers } = await calls[attempt % 2]!(
          'POST',
          `/api/tasks/${taskId}`,
          { action: 'complete' },
          { 'idempotency-key': key },
        );
        if (status === 200) {
          completed.push(taskId);
          return;
        }
        refused += 1;
        if (status !== 503 || body.code !== 'database.unavailable' || !(Number(headers.get('retry-after')) > 0)) {
          unexpected.push({ status, body });
          return;
        }
      }
    }

    async function work(index: number): Promise<void> {
      while (!isOver) {
        const taskId = ids.pop();
        if (taskId) await complete(taskId, index);
        const { status, body } = await calls[index % 2]!('GET', '/api/tasks?limit=5');
        if (status !== 200 && body.code !== 'database.unavailable') unexpected.push({ status, body });
      }
    }

    const workers = Array.from({ length: WORKERS }, (_, index) => work(index));
    const load = Promise.all(workers);
    try {
      for (const mode of RESTARTS) {
        const enough = completed.length + COMPLETIONS;
        await waitFor(() => completed.length >= enough, true);
        await cluster.restart(mode);
        // When the database accepts connections again, each server responds at once.
        for (const call of calls) assert.equal((await call('GET', '/api/tasks?limit=5')).status, 200, mode);
        const marks = streams.map((stream) => stream.mark());
        const taskId = ids.pop()!;
        await complete(taskId, 0);
        await Promise.all(streams.map((stream, index) => stream.heard(taskId, marks[index]!)));
      }
    } finally {
      isOver = true;
      await load;
      for (const stream of streams) stream.close();
    }

    assert.deepEqual(unexpected, []);
    assert.deepEqual(servers.map(isRunning), [true, true]);
    assert.ok(refused > 0, 'a restart met requests under way');
    const { rows } = await tenant.transaction((tx) =>
      sql<{ task_id: string; times: number }>`
      SELECT task_id, count(*)::int AS times FROM process_history WHERE kind = 'completed' GROUP BY task_id`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      rows.filter(({ times }) => times !== 1),
      [],
    );
    assert.deepEqual(rows.map(({ task_id }) => task_id).sort(), completed.toSorted());
  },
);

test(
  'the job queue continues after restarts, and a server stops cleanly while the database is unavailable',
  limits,
  async () => {
    const [gone, left] = servers as [RunningVerva, RunningVerva];
    // Work done now is done by the other server.
    gone.process.kill('SIGKILL');
    await gone.stop();
    const mail = { to: 'ann@example.org', subject: 'After', text: 'After the restarts.', html: '' };
    await tenant.transaction((tx) => enqueue(tx, 'mail', mail));
    const states = async () => {
      const { rows } = await tenant.transaction((tx) =>
        sql<{ status: string }>`SELECT status FROM mail_message`.execute(tx),
      );
      return rows.map(({ status }) => status);
    };
    await waitFor(states, ['stored']);
    await cluster.stop('immediate');
    await left.stop();
    assert.equal(left.process.exitCode, 0, left.output());
    await cluster.start();
  },
);
