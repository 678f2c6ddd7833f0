import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { addTenant, forEachDatabase, openTestDatabase } from '../../../test/support/databases.ts';
import { waitFor } from '../../../test/support/wait-for.ts';
import type { DatabaseHandle } from './database.ts';
import { deliverMail } from './jobs/deliver-mail.ts';
import { JobQueue } from './jobs/queue.ts';
import { relayOutbox } from './jobs/relay.ts';
import { purgeExpired } from './jobs/retention.ts';
import { dispatchTimers } from './jobs/timers.ts';
import { createJobs, type Delivery, type Jobs, TIMER_JOB } from './jobs.ts';
import { LIVE_CHANNEL } from './live-channel.ts';
import { createMailer } from './mail.ts';
import { enqueue } from './outbox.ts';
import { uuid7 } from './uuid.ts';

const log = pino({ level: 'silent' });

async function withJobs<T>(
  db: DatabaseHandle,
  set: (jobs: Jobs) => void,
  work: (jobs: Jobs) => Promise<T>,
  delivery: Delivery = {},
  clock = () => new Date(),
): Promise<T> {
  const jobs = createJobs(db, log, clock, { pollSeconds: 0.5, ...delivery });
  set(jobs);
  await jobs.start();
  try {
    return await work(jobs);
  } finally {
    await jobs.stop();
  }
}

/** Resolves after this many calls and records their arguments. */
function counted<T>(wanted: number): { seen: T[]; all: Promise<void>; add: (value: T) => void } {
  const seen: T[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  if (wanted === 0) resolve();
  return {
    seen,
    all: promise,
    add: (value) => {
      if (seen.push(value) === wanted) resolve();
    },
  };
}

forEachDatabase('jobs', (db, kind) => {
  test('the job queue and the queries share the database without lost, duplicated or rolled-back work', async () => {
    const { tenantId, userId } = await addTenant(db(), 'shared');
    const work = Array.from({ length: 120 }, (_, n) => ({ n, commits: n % 3 !== 0 }));
    const done = counted<number>(80);
    const handle = async (data: Readonly<Record<string, unknown>>) => {
      const n = data.n as number;
      await db().tenantTransaction({ tenantId, userId }, (tx) =>
        tx.updateTable('company').set({ name: 'handled' }).where('code', '=', `c${n}`).execute(),
      );
      done.add(n);
    };
    await withJobs(
      db(),
      (jobs) => jobs.handle('shared', handle),
      async () => {
        const attempts = work.map(({ n, commits }) =>
          db().tenantTransaction({ tenantId, userId }, async (tx) => {
            await tx
              .insertInto('company')
              .values({ code: `c${n}`, name: 'new' })
              .execute();
            await enqueue(tx, 'job', { job: 'shared', n });
            await sql`SELECT count(*) FROM company`.execute(tx);
            if (!commits) throw new Error('rolled back');
          }),
        );
        const results = await Promise.allSettled(attempts);
        assert.deepEqual(
          results.map(({ status }) => status === 'fulfilled'),
          work.map(({ commits }) => commits),
        );
        await done.all;
      },
    );
    const wanted = work.filter(({ commits }) => commits).map(({ n }) => n);
    assert.deepEqual(
      [...done.seen].sort((a, b) => a - b),
      wanted,
    );
    const rows = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('company').select(['code', 'name']).execute(),
    );
    assert.equal(rows.length, wanted.length);
    assert.ok(rows.every(({ name }) => name === 'handled'));
    const { rows: left } = await db().systemTransaction((tx) =>
      sql<{
        state: string;
        n: number;
      }>`SELECT state, count(*) AS n FROM pgboss.job WHERE name = 'shared' GROUP BY 1`.execute(tx),
    );
    assert.deepEqual(
      left.map((row) => ({ ...row })),
      [{ state: 'completed', n: 80 }],
    );
  });

  test('a job sent in a rolled-back transaction is not sent', async () => {
    const { tenantId } = await addTenant(db(), 'rollback');
    const done = counted<string>(1);
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    queue.register('transactional', async (data) => done.add(String(data.what)));
    await queue.start();
    const send = (what: string, fail: boolean) =>
      db().systemTransaction(async (tx) => {
        await queue.send(tx, 'transactional', [{ id: uuid7(), data: { tenantId, what } }]);
        if (fail) throw new Error('no');
      });
    await assert.rejects(send('rolled back', true), /no/);
    await send('committed', false);
    queue.wake('transactional');
    await done.all;
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ n: number }>`SELECT count(*) AS n FROM pgboss.job WHERE name = 'transactional'`.execute(tx),
    );
    assert.equal(rows[0]!.n, 1);
    assert.deepEqual(done.seen, ['committed']);
    await queue.stop();
  });

  test('jobs that another server queued run at once with each other', async () => {
    const { tenantId } = await addTenant(db(), 'together');
    const running = new Set<string>();
    const { promise: end, resolve: finish } = Promise.withResolvers<void>();
    // Workers other than the first poll once a minute.
    const queue = new JobQueue(db(), log, { pollSeconds: 2 });
    queue.register('together', async (_data, { id }) => {
      running.add(id);
      await end;
    });
    await queue.start();
    try {
      const jobs = Array.from({ length: 4 }, () => ({ id: uuid7(), data: { tenantId } }));
      await db().systemTransaction((tx) => queue.send(tx, 'together', jobs));
      await waitFor(() => running.size, 4);
    } finally {
      finish();
      await queue.stop();
    }
  });

  test('a handler gets the tenant of the transaction, whatever the payload claims', async () => {
    const { tenantId, userId } = await addTenant(db(), 'honest');
    const done = counted<number>(1);
    await withJobs(
      db(),
      (jobs) => jobs.handle('honest', async (_data, info) => done.add(info.tenantId)),
      async () => {
        await db().tenantTransaction({ tenantId, userId }, (tx) => enqueue(tx, 'job', { job: 'honest', tenantId: 1 }));
        await done.all;
      },
    );
    assert.deepEqual(done.seen, [tenantId]);
  });

  test('after its last attempt a failed job is passed to the callback, with the error', async () => {
    const { tenantId, userId } = await addTenant(db(), 'failing');
    const attempts = counted<number>(1);
    const given = counted<unknown>(1);
    await withJobs(
      db(),
      (jobs) =>
        jobs.handle(
          'failing',
          async (_data, info) => {
            attempts.add(info.attempt);
            throw new Error('the printer is on fire');
          },
          { retries: 0, failed: async (data, info) => given.add({ what: data.what, ...info }) },
        ),
      async () => {
        await db().tenantTransaction({ tenantId, userId }, (tx) =>
          enqueue(tx, 'job', { job: 'failing', what: 'print' }),
        );
        await given.all;
      },
    );
    assert.deepEqual(attempts.seen, [1]);
    assert.deepEqual(given.seen, [{ what: 'print', tenantId, error: 'the printer is on fire' }]);
  });

  test('a row that cannot be sent blocks no other row and keeps its error', async () => {
    const { tenantId, userId } = await addTenant(db(), 'poison');
    const done = counted<string>(1);
    await withJobs(
      db(),
      (jobs) => jobs.handle('good', async () => done.add('good')),
      async () => {
        await db().tenantTransaction({ tenantId, userId }, async (tx) => {
          await enqueue(tx, 'job', { job: 'unheard-of' });
          await enqueue(tx, 'job', { job: 'good' });
        });
        await done.all;
      },
    );
    const rows = await db().systemTransaction((tx) =>
      tx
        .selectFrom('outbox')
        .select(['payload', 'error', 'sent_at', 'attempts'])
        .where('tenant_id', '=', tenantId)
        .orderBy('id')
        .execute(),
    );
    assert.match(rows[0]!.error ?? '', /No handler is registered for the job unheard-of/);
    assert.equal(rows[0]!.sent_at, null);
    assert.ok(rows[0]!.attempts >= 1);
    assert.ok(rows[1]!.sent_at instanceof Date);
  });

  test('a job whose server died is run again', async () => {
    const { tenantId } = await addTenant(db(), 'died');
    const done = counted<number>(1);
    const queueOf = () => {
      const queue = new JobQueue(db(), log, { pollSeconds: 0.5, superviseSeconds: 1 });
      queue.register('survivor', async (_data, { attempt }) => done.add(attempt), { retryDelay: 0 });
      return queue;
    };
    // The first server creates the queue, takes the job and then stops responding.
    const first = queueOf();
    await first.start();
    await first.stop();
    await db().systemTransaction(async (tx) => {
      await first.send(tx, 'survivor', [{ id: uuid7(), data: { tenantId } }]);
      await sql`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 minute',
        heartbeat_on = now() - interval '1 minute' WHERE name = 'survivor'`.execute(tx);
    });
    const second = queueOf();
    await second.start();
    await done.all;
    await second.stop();
    assert.deepEqual(done.seen, [2]);
  });

  test('two concurrent relays send each row once, and a dedupe key is written once', async () => {
    const { tenantId, userId } = await addTenant(db(), 'relays');
    const done = counted<number>(40);
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    queue.register('relayed', async (data) => done.add(data.n as number));
    await queue.start();
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      for (let n = 0; n < 40; n += 1) {
        await enqueue(tx, 'job', { job: 'relayed', n }, { dedupeKey: `relayed-${n}` });
        await enqueue(tx, 'job', { job: 'relayed', n }, { dedupeKey: `relayed-${n}` });
      }
    });
    await Promise.all([relayOutbox(db(), queue, log), relayOutbox(db(), queue, log)]);
    await done.all;
    await queue.stop();
    assert.deepEqual(
      [...done.seen].sort((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n),
    );
  });

  test('a live event becomes one row per principal and one notification', async () => {
    const { tenantId, userId } = await addTenant(db(), 'live');
    const heard = counted<string>(1);
    const stop = await db().listen(LIVE_CHANNEL, heard.add);
    await withJobs(
      db(),
      () => undefined,
      async () => {
        const principals = [`u:${userId}`, 'g:clerks', 'g:clerks'];
        await db().tenantTransaction({ tenantId, userId }, (tx) =>
          enqueue(tx, 'live', { principals, type: 'inbox.count', data: { count: 3 } }),
        );
        await heard.all;
      },
    );
    await stop();
    const notice = JSON.parse(heard.seen[0]!);
    assert.equal(notice.tenantId, tenantId);
    const events = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('live_event').select(['id', 'principal', 'type', 'data']).orderBy('id').execute(),
    );
    assert.deepEqual(
      events.map(({ id }) => id),
      notice.ids,
    );
    assert.deepEqual(
      events.map(({ principal }) => principal),
      [`u:${userId}`, 'g:clerks'],
    );
    assert.deepEqual(events[0]!.data, { count: 3 });
  });

  test('a due timer is queued once, a later one waits for the clock', async () => {
    const { tenantId, userId } = await addTenant(db(), 'timers');
    const now = Date.now();
    const [due, later] = [uuid7(), uuid7()];
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      await tx.insertInto('process').values({ key: 'p', name: 'P' }).execute();
      for (const [id, at] of [
        [due, now - 1000],
        [later, now + 3_600_000],
      ] as const) {
        await tx
          .insertInto('process_timer')
          .values({ id, process_key: 'p', node_id: 'start', fire_at: new Date(at) })
          .execute();
      }
    });
    let clock = now;
    const fired: unknown[] = [];
    let next = Promise.withResolvers<void>();
    await withJobs(
      db(),
      (jobs) =>
        jobs.handle(TIMER_JOB, async (data, info) => {
          await db().tenantTransaction({ tenantId: info.tenantId, userId: null }, (tx) =>
            tx.deleteFrom('process_timer').where('id', '=', String(data.timerId)).execute(),
          );
          fired.push(data.timerId);
          next.resolve();
        }),
      async (jobs) => {
        await next.promise;
        assert.deepEqual(fired, [due]);
        next = Promise.withResolvers<void>();
        clock = now + 3_600_001;
        jobs.wake();
        await next.promise;
        assert.deepEqual(fired, [due, later]);
      },
      {},
      () => new Date(clock),
    );
    const { rows } = await db().systemTransaction((tx) =>
      sql<{ n: number }>`SELECT count(*) AS n FROM pgboss.job WHERE name = ${TIMER_JOB}`.execute(tx),
    );
    assert.equal(rows[0]!.n, 2);
  });

  test('ORG-02 messages and timers of a suspended organisation wait until it is resumed; those of others do not', async () => {
    const [own, other] = [await addTenant(db(), 'suspended'), await addTenant(db(), 'beside')];
    const status = (value: 'active' | 'suspended') =>
      db().systemTransaction((tx) =>
        tx.updateTable('tenant').set({ status: value }).where('id', '=', own.tenantId).execute(),
      );
    const done = counted<number>(4);
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    for (const name of ['waiting', TIMER_JOB]) {
      queue.register(name, async (_data, { tenantId }) => {
        if (name === TIMER_JOB) {
          await db().tenantTransaction({ tenantId, userId: null }, (tx) => tx.deleteFrom('process_timer').execute());
        }
        done.add(tenantId);
      });
    }
    await queue.start();
    await status('suspended');
    const now = new Date();
    for (const { tenantId, userId } of [own, other]) {
      await db().tenantTransaction({ tenantId, userId }, async (tx) => {
        await enqueue(tx, 'job', { job: 'waiting' });
        await tx.insertInto('process').values({ key: 'p', name: 'P' }).execute();
        await tx
          .insertInto('process_timer')
          .values({ id: uuid7(), process_key: 'p', node_id: 'start', fire_at: new Date(now.getTime() - 1000) })
          .execute();
      });
    }
    const pass = async () => {
      await relayOutbox(db(), queue, log);
      await dispatchTimers(db(), queue, now);
    };
    await pass();
    const { rows } = await db().systemTransaction((tx) =>
      sql`SELECT count(sent_at)::int AS sent, (SELECT count(queued_at)::int FROM process_timer WHERE tenant_id = ${own.tenantId}) AS queued
        FROM outbox WHERE tenant_id = ${own.tenantId}`.execute(tx),
    );
    assert.deepEqual(rows, [{ sent: 0, queued: 0 }]);
    await status('active');
    await pass();
    await done.all;
    await queue.stop();
    assert.deepEqual(done.seen.toSorted(), [own.tenantId, own.tenantId, other.tenantId, other.tenantId].toSorted());
  });

  test('ORG-02 jobs that were queued before a suspension wait until the organisation is resumed, and then run once', async () => {
    const { tenantId, userId } = await addTenant(db(), 'queued');
    const timerId = uuid7();
    const outboxIds = { waiting: uuid7(), mail: uuid7(), webhook: uuid7() };
    const unsent = async () => {
      const { rows } = await db().systemTransaction((tx) =>
        sql<{ rows: number; timers: number }>`SELECT count(*)::int AS rows,
            (SELECT count(*)::int FROM process_timer WHERE tenant_id = ${tenantId} AND queued_at IS NULL) AS timers
          FROM outbox WHERE tenant_id = ${tenantId} AND sent_at IS NULL`.execute(tx),
      );
      return rows[0]!;
    };
    const seen: string[] = [];
    const queue = new JobQueue(db(), log, { pollSeconds: 0.5 });
    for (const name of [...Object.keys(outboxIds), TIMER_JOB]) {
      queue.register(name, async (data) => {
        if (name === TIMER_JOB) {
          await db().tenantTransaction({ tenantId, userId: null }, (tx) => tx.deleteFrom('process_timer').execute());
        }
        seen.push(`${name} ${data.n ?? ''}`.trim());
      });
    }
    await queue.start();
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      await tx.insertInto('process').values({ key: 'p', name: 'P' }).execute();
      await tx
        .insertInto('process_timer')
        .values({ id: timerId, process_key: 'p', node_id: 'start', fire_at: new Date(Date.now() - 1000) })
        .execute();
      const topicOf = (name: string) => (name === 'waiting' ? 'job' : name);
      for (const [name, id] of Object.entries(outboxIds)) {
        await sql`INSERT INTO outbox (id, topic, payload, attempts, sent_at)
          VALUES (${id}::uuid, ${topicOf(name)}, ${JSON.stringify({ job: name, n: 1 })}::jsonb, 1, now())`.execute(tx);
      }
    });
    // The workers see the jobs and the suspension at the same moment.
    await db().systemTransaction(async (tx) => {
      await sql`UPDATE process_timer SET queued_at = now() WHERE tenant_id = ${tenantId}`.execute(tx);
      const { waiting, mail, webhook } = outboxIds;
      await queue.send(tx, 'waiting', [
        { id: waiting, data: { tenantId, job: 'waiting', n: 1 } },
        // It waited before, and its row has another id.
        { id: uuid7(), data: { tenantId, job: 'waiting', n: 2 } },
      ]);
      await queue.send(tx, 'mail', [{ id: mail, data: { tenantId, outboxId: mail } }]);
      await queue.send(tx, 'webhook', [{ id: webhook, data: { tenantId, outboxId: webhook } }]);
      await queue.send(tx, TIMER_JOB, [{ id: uuid7(), singletonKey: timerId, data: { tenantId, timerId } }]);
      await tx.updateTable('tenant').set({ status: 'suspended' }).where('id', '=', tenantId).execute();
    });
    for (const name of Object.keys(outboxIds)) queue.wake(name);
    await waitFor(unsent, { rows: 4, timers: 1 });
    const pass = async () => {
      await relayOutbox(db(), queue, log);
      await dispatchTimers(db(), queue, new Date());
    };
    await pass();
    assert.deepEqual([seen, await unsent()], [[], { rows: 4, timers: 1 }]);
    await db().systemTransaction((tx) =>
      tx.updateTable('tenant').set({ status: 'active' }).where('id', '=', tenantId).execute(),
    );
    await pass();
    const expected = ['mail', 'process.timer', 'waiting 1', 'waiting 2', 'webhook'];
    await waitFor(() => seen.toSorted(), expected);
    await queue.stop();
    assert.deepEqual([seen.toSorted(), await unsent()], [expected, { rows: 0, timers: 0 }]);
  });

  test('e-mails are sent by SMTP once and recorded; a listed user is found by id', async () => {
    const { tenantId, userId } = await addTenant(db(), 'mail');
    const received = counted<string>(1);
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData(stream, _session, callback) {
        let text = '';
        stream.on('data', (chunk) => {
          text += chunk;
        });
        stream.on('end', () => {
          callback();
          received.add(text);
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as { port: number };
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'Verva <verva@example.org>' });
    const sent = async () =>
      (
        await db().tenantTransaction({ tenantId, userId }, (tx) => tx.selectFrom('mail_message').selectAll().execute())
      )[0];
    await withJobs(
      db(),
      () => undefined,
      async () => {
        await db().tenantTransaction({ tenantId, userId }, (tx) =>
          enqueue(tx, 'mail', { to: 'ann@example.org', subject: 'A task\r\nBcc: x@y.z', text: 'Tere, õhtust', userId }),
        );
        await received.all;
      },
      { mailer },
    );
    mailer.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const note = await sent();
    assert.equal(note?.status, 'sent');
    assert.equal(note?.user_id, userId);
    assert.match(received.seen[0]!, new RegExp(`Message-ID: <${note!.id}@example.org>`, 'i'));
    assert.match(received.seen[0]!, /^To: ann@example.org/m);
    assert.doesNotMatch(received.seen[0]!, /^Bcc:/m);
  });

  test('without an SMTP server an e-mail is only recorded', async () => {
    const { tenantId, userId } = await addTenant(db(), 'stored');
    await db().tenantTransaction({ tenantId, userId }, (tx) =>
      enqueue(tx, 'mail', { to: 'ann@example.org', subject: 'S', text: 'T' }),
    );
    const { id: outboxId } = await db().systemTransaction((tx) =>
      tx.selectFrom('outbox').select('id').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow(),
    );
    const info = { id: outboxId, tenantId, attempt: 1, signal: new AbortController().signal };
    await deliverMail(db(), {}, () => new Date(), { outboxId }, info);
    await deliverMail(db(), {}, () => new Date(), { outboxId }, info);
    const rows = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('mail_message').select('status').execute(),
    );
    assert.deepEqual(rows, [{ status: 'stored' }]);
  });

  test('temporary rows are deleted after their time, and nothing else', async () => {
    const { tenantId, userId } = await addTenant(db(), 'retention');
    const hours = (n: number) => new Date(Date.now() - n * 3_600_000);
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      for (const [key, age] of [
        ['old-old-old', 49],
        ['new-new-new', 47],
      ] as const) {
        const request_sha256 = Buffer.from('x');
        await tx
          .insertInto('idempotency_key')
          .values({ key, request_sha256, created_at: hours(age) })
          .execute();
      }
    });
    const old = uuid7();
    const ancient = `${(Date.now() - 2 * 3_600_000).toString(16).padStart(12, '0')}`;
    await db().systemTransaction(async (tx) => {
      const event = { tenant_id: tenantId, principal: '*', type: 't', data: '{}' };
      const id = `${ancient.slice(0, 8)}-${ancient.slice(8)}-7000-8000-000000000000`;
      await tx
        .insertInto('live_event')
        .values([
          { ...event, id: old },
          { ...event, id },
        ])
        .execute();
    });
    const purged = await purgeExpired(db());
    assert.equal(purged.idempotency_key, 1);
    assert.equal(purged.live_event, 1);
    const keys = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('idempotency_key').select('key').execute(),
    );
    assert.deepEqual(keys, [{ key: 'new-new-new' }]);
  });

  test('the job queue belongs to verva_system and a tenant cannot read it', async () => {
    const { rows } = await db().systemTransaction((tx) =>
      sql<{
        owner: string;
      }>`SELECT DISTINCT pg_get_userbyid(relowner)::text AS owner FROM pg_class WHERE relnamespace = 'pgboss'::regnamespace`.execute(
        tx,
      ),
    );
    assert.deepEqual(
      rows.map((row) => ({ ...row })),
      [{ owner: 'verva_system' }],
    );
    const { tenantId, userId } = await addTenant(db(), 'curious');
    const look = db().tenantTransaction({ tenantId, userId }, (tx) => sql`SELECT * FROM pgboss.job`.execute(tx));
    await assert.rejects(look, (error: { code?: string }) => error.code === '42501');
  });

  if (kind === 'pglite') {
    test('a transaction inside a transaction is refused instead of waiting for itself', async () => {
      const nested = db().systemTransaction(() => db().systemTransaction(async () => undefined));
      await assert.rejects(nested, /would wait for itself/);
      await db().systemTransaction((tx) => sql`SELECT 1`.execute(tx));
    });
  } else {
    test('a second server continues the work of the first one', async () => {
      const first = db();
      const { tenantId, userId } = await addTenant(first, 'two-servers');
      const done = counted<number>(30);
      const handle = (jobs: Jobs) => jobs.handle('either', async (data) => done.add(data.n as number));
      await withJobs(first, handle, () =>
        withJobs(first, handle, async () => {
          await Promise.all(
            Array.from({ length: 30 }, (_, n) =>
              first.tenantTransaction({ tenantId, userId }, (tx) => enqueue(tx, 'job', { job: 'either', n })),
            ),
          );
          await done.all;
        }),
      );
      assert.equal(new Set(done.seen).size, 30);
      assert.equal(done.seen.length, 30);
    });
  }
});

test('an embedded database that closes while jobs run loses nothing that was committed', async () => {
  const db = await openTestDatabase('pglite');
  const { tenantId, userId } = await addTenant(db, 'closing');
  await withJobs(
    db,
    (jobs) => jobs.handle('late', async () => undefined),
    () => db.tenantTransaction({ tenantId, userId }, (tx) => enqueue(tx, 'job', { job: 'late' })),
  );
  const { rows } = await db.systemTransaction((tx) => sql<{ n: number }>`SELECT count(*) AS n FROM outbox`.execute(tx));
  assert.equal(rows[0]!.n, 1);
  await db.close();
});
