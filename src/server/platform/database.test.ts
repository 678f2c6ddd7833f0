import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { addTenant, forEachDatabase } from '../../../test/support/databases.ts';
import { administrator, freshDatabase, hasPostgres } from '../../../test/support/postgres.ts';
import { DatabaseError, DatabaseUnavailableError, json, openDatabase, orInfinity } from './database.ts';
import { uuid7 } from './uuid.ts';

forEachDatabase('the database', (db) => {
  test('a tenant transaction has an actor, and nothing of it remains afterwards', async () => {
    const { tenantId, userId } = await addTenant(db(), 'who');
    const scope = { tenantId, userId, requestId: "r'1\\", reason: `it's a "reason" \\'; SELECT 1; --` };
    const inside = await db().tenantTransaction(scope, async (tx) => {
      const { rows } = await sql`SELECT current_user AS role, tenant() AS tenant, me() AS me,
        current_setting('app.request_id') AS request, current_setting('app.reason') AS reason`.execute(tx);
      return rows[0];
    });
    assert.deepEqual(
      { ...(inside as object) },
      {
        role: 'verva_tenant',
        tenant: tenantId,
        me: userId,
        request: scope.requestId,
        reason: scope.reason,
      },
    );
    const after = await db().systemTransaction(async (tx) => {
      const { rows } = await sql`SELECT current_user AS role, tenant() AS tenant, me() AS me`.execute(tx);
      return rows[0];
    });
    assert.deepEqual({ ...(after as object) }, { role: 'verva_system', tenant: null, me: null });
  });

  test('an invalid tenant or user opens no transaction', async () => {
    for (const tenantId of [0, -1, 1.5, Number.NaN, 2 ** 40, '1; DROP TABLE task' as unknown as number]) {
      await assert.rejects(
        db().tenantTransaction({ tenantId, userId: null }, async () => undefined),
        TypeError,
      );
    }
    const forged = "x',true); RESET ROLE; --";
    await assert.rejects(
      db().tenantTransaction({ tenantId: 1, userId: forged }, async () => undefined),
      TypeError,
    );
  });

  test('days stay text, instants are dates, infinity is null, json and arrays round-trip', async () => {
    const { tenantId, userId } = await addTenant(db(), 'values');
    await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      const id = uuid7();
      const values = json([{ a: 1 }, 'text', null]);
      const at = new Date('2026-03-29T00:59:59.123Z');
      await tx
        .insertInto('task')
        .values({ id, name: 'T', variables: values, due_at: orInfinity(null), follow_up_at: at })
        .execute();
      const task = await tx.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      assert.equal(task.due_at, null);
      assert.deepEqual(task.follow_up_at, at);
      assert.deepEqual(task.variables, [{ a: 1 }, 'text', null]);
      assert.ok(task.created_at instanceof Date);
      const { rows } = await sql<
        Record<string, unknown>
      >`SELECT ${'2026-01-05'}::date AS day, ${['a', 'b"c']}::text[] AS names,
        ${json('x')}::jsonb AS text, ${Buffer.from('ab')}::bytea AS bytes, count(*) AS n FROM task`.execute(tx);
      const row = { ...rows[0]!, bytes: Buffer.from(rows[0]!.bytes as Buffer).toString() };
      assert.deepEqual(row, { day: '2026-01-05', names: ['a', 'b"c'], text: 'x', bytes: 'ab', n: 1 });
    });
    const tooLarge = db().systemTransaction((tx) => sql`SELECT 9007199254740993::bigint`.execute(tx));
    await assert.rejects(tooLarge, RangeError);
  });

  test('a failed statement that was swallowed still fails the transaction', async () => {
    const { tenantId, userId } = await addTenant(db(), 'swallow');
    const work = db().tenantTransaction({ tenantId, userId }, async (tx) => {
      await tx.insertInto('company').values({ code: 'a', name: 'A' }).execute();
      await tx
        .insertInto('company')
        .values({ code: 'a', name: 'again' })
        .execute()
        .catch(() => undefined);
      return 'looks fine';
    });
    await assert.rejects(work, (error: DatabaseError) => {
      assert.ok(error instanceof DatabaseError);
      assert.equal(error.code, '23505');
      assert.equal(error.table, 'company');
      return true;
    });
    const left = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      tx.selectFrom('company').selectAll().execute(),
    );
    assert.equal(left.length, 0);
  });

  test('a transaction in a transaction is a savepoint', async () => {
    const { tenantId, userId } = await addTenant(db(), 'savepoint');
    const codes = await db().tenantTransaction({ tenantId, userId }, async (tx) => {
      await tx.insertInto('company').values({ code: 'a', name: 'A' }).execute();
      const inner = tx
        .transaction()
        .execute((nested) => nested.insertInto('company').values({ code: 'a', name: 'B' }).execute());
      await assert.rejects(inner, DatabaseError);
      await tx
        .transaction()
        .execute((nested) => nested.insertInto('company').values({ code: 'c', name: 'C' }).execute());
      return (await tx.selectFrom('company').select('code').orderBy('code').execute()).map(({ code }) => code);
    });
    assert.deepEqual(codes, ['a', 'c']);
  });

  test('statements of one transaction may be started together, and none works after its end', async () => {
    const kept = await db().systemTransaction(async (tx) => {
      const answers = await Promise.all([1, 2, 3, 4].map((n) => sql<{ n: number }>`SELECT ${n}::int AS n`.execute(tx)));
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]!.n),
        [1, 2, 3, 4],
      );
      return tx;
    });
    await assert.rejects(sql`SELECT 1`.execute(kept), /has ended/);
  });

  test('concurrent transactions keep their tenants apart', async () => {
    const tenants = await Promise.all(['one', 'two', 'three'].map((slug) => addTenant(db(), `at-once-${slug}`)));
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => {
        const scope = tenants[index % 3]!;
        return db().tenantTransaction(scope, async (tx) => {
          await tx
            .insertInto('company')
            .values({ code: `c${index}`, name: `${scope.tenantId}` })
            .execute();
          const names = await tx.selectFrom('company').select('name').execute();
          assert.ok(names.every(({ name }) => name === `${scope.tenantId}`));
        });
      }),
    );
  });

  test('a listener receives committed notifications and none that were rolled back', async () => {
    const heard: string[] = [];
    const first = Promise.withResolvers<void>();
    const stop = await db().listen('verva_test', (payload) => {
      heard.push(payload);
      if (payload === 'committed') first.resolve();
    });
    await assert.rejects(
      db().systemTransaction(async (tx) => {
        await sql`SELECT pg_notify('verva_test', 'rolled back')`.execute(tx);
        throw new Error('no');
      }),
      /no/,
    );
    await db().systemTransaction((tx) => sql`SELECT pg_notify('verva_test', 'committed')`.execute(tx));
    await first.promise;
    await stop();
    assert.deepEqual(heard, ['committed']);
  });

  test('database errors contain no values and no query', async () => {
    const failed = await db()
      .systemTransaction((tx) => sql`SELECT ${'secret value'}::int`.execute(tx))
      .catch((error) => error);
    assert.ok(failed instanceof DatabaseError);
    assert.deepEqual(
      Object.keys(failed).filter((key) => /query|params|detail/.test(key)),
      [],
    );
    assert.ok((failed.stack ?? '').length < 4000);
  });
});

if (hasPostgres) {
  test('a listener whose connection broke reconnects, and learns that it may have missed notifications', async () => {
    const url = await freshDatabase();
    const db = await openDatabase({ databaseUrl: url, poolSize: 2 });
    const heard: string[] = [];
    let next = Promise.withResolvers<void>();
    const stop = await db.listen('verva_test', (payload) => {
      heard.push(payload);
      next.resolve();
    });
    const admin = new pg.Client({ connectionString: await administrator() });
    await admin.connect();
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND query LIKE 'LISTEN%'`,
      [new URL(url).pathname.slice(1)],
    );
    await admin.end();
    await next.promise;
    next = Promise.withResolvers();
    await db.systemTransaction((tx) => sql`SELECT pg_notify('verva_test', 'after')`.execute(tx));
    await next.promise;
    assert.deepEqual(heard, ['', 'after']);
    await stop();
    await db.close();
  });
}

if (hasPostgres) {
  test('a connection closed while idle, between two statements or in a COMMIT, does not end the process and fails as unavailable', async () => {
    const url = await freshDatabase();
    const db = await openDatabase({ databaseUrl: url, poolSize: 1 });
    const admin = new pg.Client({
      connectionString: Object.assign(new URL(await administrator()), { pathname: new URL(url).pathname }).href,
    });
    await admin.connect();
    const terminate = () =>
      admin.query(`SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
        WHERE datname = current_database() AND usename = 'verva_server'`);
    const isUnavailable = (error: unknown) => error instanceof DatabaseUnavailableError;
    const one = () => db.systemTransaction((tx) => sql<{ one: number }>`SELECT 1 AS one`.execute(tx));
    await one();
    await terminate();
    assert.deepEqual((await one()).rows, [{ one: 1 }], 'another connection is taken for one that ended while idle');

    const between = db.systemTransaction(async (tx) => {
      await sql`SELECT 1`.execute(tx);
      await terminate();
      // Gives the driver time to be notified while it is idle.
      await admin.query('SELECT 1');
      await sql`SELECT 1`.execute(tx);
    });
    await assert.rejects(between, isUnavailable);
    const swallowed = db.systemTransaction(async (tx) => {
      await terminate();
      await sql`SELECT 1`.execute(tx).catch(() => undefined);
    });
    await assert.rejects(swallowed, isUnavailable, 'its end is unknown to no caller');

    await admin.query(`CREATE TABLE at_commit (id int); GRANT ALL ON at_commit TO verva_system;
      CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
      CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON at_commit DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION at_commit()`);
    const lost = db.systemTransaction((tx) => sql`INSERT INTO at_commit VALUES (1)`.execute(tx));
    await assert.rejects(lost, isUnavailable);
    assert.deepEqual((await one()).rows, [{ one: 1 }]);
    const theirs = db.systemTransaction(async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 192.0.2.1:443'), { code: 'ECONNREFUSED' });
    });
    await assert.rejects(theirs, (error) => !isUnavailable(error), 'another server that is away is not the database');
    await admin.end();
    await db.close();
    await assert.rejects(one(), isUnavailable);
  });

  test('a statement beyond its time limit is cancelled, and the connection stays usable', async () => {
    const db = await openDatabase({ databaseUrl: await freshDatabase(), poolSize: 1 });
    const { tenantId } = await addTenant(db, 'norden');
    const scope = { tenantId, userId: null };
    const run = (text: string, timeoutMs?: number) =>
      db.tenantTransaction({ ...scope, ...(timeoutMs ? { timeoutMs } : {}) }, (tx) => sql.raw(text).execute(tx));
    await assert.rejects(run('SELECT pg_sleep(60)', 20), (error) => (error as { code?: string }).code === '57014');
    const { rows } = await run(`SELECT current_setting('statement_timeout') AS timeout`);
    assert.deepEqual(rows, [{ timeout: '0' }]);
    await db.close();
  });
}

test('ids increase within one millisecond and when the clock steps back', () => {
  const now = Date.now();
  const ids = [...Array.from({ length: 5000 }, () => uuid7(now)), uuid7(now - 5000), uuid7(now + 60_000)];
  assert.deepEqual([...ids].sort(), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.match(ids[0]!, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
