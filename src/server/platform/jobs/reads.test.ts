import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { addTenant, onDatabase } from '../../../../test/support/databases.ts';
import { type Reads, watchReads } from '../../../../test/support/reads.ts';
import { enqueue } from '../outbox.ts';
import { JobQueue } from './queue.ts';
import { relayOutbox } from './relay.ts';
import { purgeExpired } from './retention.ts';
import { dispatchTimers, TIMER_JOB } from './timers.ts';

const MANY = 20_000;
/** Rows that one run may read from a table for the few rows it concerns. */
const FEW = 100;
const log = pino({ level: 'silent' });

onDatabase('what jobs read', (db) => {
  const fill = async (slug: string, insert: ReturnType<typeof sql>) => {
    const scope = await addTenant(db(), slug);
    await db().tenantTransaction(scope, (tx) => insert.execute(tx));
    await db().ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
    return scope;
  };
  const watched = () => {
    const reads: Reads[] = [];
    const readOf = (name: string) =>
      reads.filter(({ table }) => table === name).reduce((sum, one) => sum + one.sequential + one.found, 0);
    return { readOf, on: watchReads(db(), (seen) => reads.push(...seen)) };
  };

  test('a run of the relay reads the rows it sends, whatever the number of sent or scheduled ones', async () => {
    const scope = await fill(
      'sent',
      sql`INSERT INTO outbox (topic, payload, available_at, sent_at)
        SELECT 'live', '{}', CASE WHEN n % 4 = 0 THEN now() + interval '1 day' ELSE now() END, CASE WHEN n % 4 > 0 THEN now() END
        FROM generate_series(1, ${MANY}::int) n`,
    );
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    queue.register('counted', async () => undefined);
    await queue.start();
    const { on, readOf } = watched();
    try {
      await db().tenantTransaction(scope, async (tx) => {
        await enqueue(tx, 'job', { job: 'counted' });
        await enqueue(tx, 'live', { principals: ['*'], type: 'told', data: {} });
        await enqueue(tx, 'job', { job: 'unknown' });
      });
      await relayOutbox(on, queue, log);
    } finally {
      await queue.stop();
    }
    assert.ok(readOf('outbox') > 0 && readOf('outbox') < FEW, `${readOf('outbox')} rows of the outbox were read`);
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ sent: number; failed: number }>`
        SELECT count(*) FILTER (WHERE sent_at IS NOT NULL)::int AS sent, count(*) FILTER (WHERE error IS NOT NULL)::int AS failed
        FROM outbox WHERE topic = 'job' OR payload <> '{}'`.execute(tx),
    );
    assert.deepEqual({ ...rows[0]! }, { sent: 2, failed: 1 });
  });

  test('a run of the timers reads the due ones, whatever the number of others', async () => {
    const { tenantId } = await fill(
      'timers',
      sql`WITH p AS (INSERT INTO process (key, name) VALUES ('p', 'P'))
        INSERT INTO process_timer (process_key, node_id, fire_at)
        SELECT 'p', 'n' || n, now() + (n - 3) * interval '1 day' FROM generate_series(1, ${MANY}::int) n`,
    );
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    queue.register(TIMER_JOB, async () => undefined);
    await queue.start();
    const { on, readOf } = watched();
    try {
      await dispatchTimers(on, queue, new Date());
    } finally {
      await queue.stop();
    }
    assert.ok(
      readOf('process_timer') > 0 && readOf('process_timer') < FEW,
      `${readOf('process_timer')} timers were read`,
    );
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM process_timer WHERE queued_at IS NOT NULL`.execute(tx),
    );
    assert.equal(rows[0]!.n, 3);
  });

  test('deleting expired rows reads none of the others', async () => {
    await fill(
      'kept',
      sql`WITH sent AS (INSERT INTO outbox (topic, payload, sent_at) SELECT 'live', '{}', now() FROM generate_series(1, ${MANY}::int)),
        keys AS (INSERT INTO idempotency_key (key, request_sha256) SELECT 'key number ' || n, 'x' FROM generate_series(1, ${MANY}::int) n),
        told AS (INSERT INTO notification (user_id, kind, task_id, told_at) SELECT me(), 'assigned', uuid7(), now() FROM generate_series(1, ${MANY}::int) n),
        runs AS (INSERT INTO mass_action (mode, selection, action, total, state, created_at)
          SELECT 'run', '{}', '{}', 1, 'done', now() - interval '5 days' FROM generate_series(1, ${MANY}::int) n),
        held AS (INSERT INTO held_action (kind, subject_id, run_at, state, done_at)
          SELECT 'x', uuid7(), now(), 'done', now() FROM generate_series(1, ${MANY}::int) n)
        INSERT INTO file (sha256, size, media_type, removed_at) SELECT sha256(n::text::bytea), 1, 'text/plain', now() FROM generate_series(1, ${MANY}::int) n`,
    );
    const { tenantId } = await addTenant(db(), 'kept-live');
    await db().systemTransaction((tx) =>
      sql`WITH live AS (INSERT INTO live_event (tenant_id, principal, type, data) SELECT ${tenantId}::int, '*', 'x', '{}' FROM generate_series(1, ${MANY}::int))
        INSERT INTO mail_message (tenant_id, id, outbox_id, template, language_id, address_sha256, status)
          SELECT ${tenantId}::int, uuid7(), uuid7(), '', 'en', '', 'sent' FROM generate_series(1, ${MANY}::int)`.execute(
        tx,
      ),
    );
    await db().ownerTransaction((tx) => sql`ANALYZE`.execute(tx));
    const reads: Reads[] = [];
    const purged = await purgeExpired(watchReads(db(), (seen) => reads.push(...seen)));
    assert.deepEqual(
      Object.entries(purged).filter(([, count]) => count > 0),
      [],
    );
    assert.deepEqual(
      reads.filter(({ sequential, found }) => sequential + found > FEW),
      [],
    );
  });
});
