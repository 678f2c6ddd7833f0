import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { addTenant, forEachDatabase } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import type { Tx } from '../database.ts';
import { AppError } from '../errors.ts';
import { serve } from './serve.ts';

const common = { summary: 'Of these tests', who: 'any', scope: 'session', reply: Type.Unknown() } as const;
const Body = Type.Object({ note: Type.String() });
const write = endpoint({ ...common, method: 'POST', path: '/api/notes', body: Body, status: 201 });
const mustName = endpoint({ ...common, method: 'POST', path: '/api/named', body: Body, idempotency: 'required' });
const alike = endpoint({
  ...common,
  method: 'POST',
  path: '/api/alike',
  body: Body,
  idempotency: 'same-body',
  status: 201,
});
const remove = endpoint({ ...common, method: 'DELETE', path: '/api/notes/{id}', status: 204 });

forEachDatabase('idempotency keys', (db, kind) => {
  let platform: Platform;
  let tenantId: number;
  let userId: string;
  let keys = 0;
  /** Additional work in the handler; tests replace it. */
  let work: (tx: Tx) => Promise<unknown> = async () => undefined;

  before(async () => {
    const norden = await addTenant(db(), 'norden');
    const harbour = await addTenant(db(), 'harbour');
    ({ tenantId, userId } = norden);
    platform = await openPlatform(db(), { anna: caller(norden), other: caller(harbour) });
    const { app, context } = platform;
    const note = async (tx: Tx, text: string) => {
      await sql`INSERT INTO ui_setting (key, value) VALUES (${`note ${++keys}`}, ${JSON.stringify(text)}::jsonb)`.execute(
        tx,
      );
      await work(tx);
      return { text, number: keys };
    };
    for (const one of [write, mustName, alike]) serve(app, context, one, ({ tx, body }) => note(tx, body.note));
    serve(app, context, remove, async ({ tx, params }) => {
      await note(tx, params.id);
      return undefined;
    });
    await app.ready();
  });
  after(() => platform.app.close());

  async function post(url: string, key: string | undefined, body: unknown = { note: 'a' }, who = 'anna') {
    const reply = await platform.app.inject({
      method: 'POST',
      url,
      headers: { ...as(who), ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: body as object,
    });
    return { status: reply.statusCode, replayed: reply.headers['idempotency-replayed'], body: reply.json() };
  }

  async function written(): Promise<number> {
    const { rows } = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM ui_setting`.execute(tx),
    );
    return rows[0]!.count;
  }

  test('TSK-18 the same key and request are executed once, and get the first response again', async () => {
    const before = await written();
    const first = await post('/api/notes', 'first-key-1');
    const second = await post('/api/notes', 'first-key-1');
    assert.deepEqual([first.status, first.replayed], [201, undefined]);
    assert.deepEqual(second, { ...first, replayed: 'true' });
    assert.equal((await written()) - before, 1);
  });

  test('without a key each request is executed', async () => {
    const before = await written();
    await post('/api/notes', undefined);
    await post('/api/notes', undefined);
    assert.equal((await written()) - before, 2);
  });

  test('a response without content is repeated as such', async () => {
    const ask = () =>
      platform.app.inject({
        method: 'DELETE',
        url: '/api/notes/7',
        headers: { ...as('anna'), 'idempotency-key': 'delete-key' },
      });
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual([first.statusCode, first.body], [204, '']);
    assert.deepEqual([second.statusCode, second.body, second.headers['idempotency-replayed']], [204, '', 'true']);
  });

  test('a key belongs to one request: another body or address is refused', async () => {
    await post('/api/notes', 'second-key');
    for (const [url, body] of [
      ['/api/notes', { note: 'b' }],
      ['/api/named', { note: 'a' }],
    ] as const) {
      const { status, body: problem } = await post(url, 'second-key', body);
      assert.deepEqual([status, problem.code], [422, 'idempotency.key_reused'], url);
    }
  });

  test('a key belongs to one user: other users may use the same', async () => {
    assert.equal((await post('/api/notes', 'shared-key')).replayed, undefined);
    const other = await post('/api/notes', 'shared-key', { note: 'of another' }, 'other');
    assert.deepEqual([other.status, other.replayed, other.body.text], [201, undefined, 'of another']);
  });

  test('a required key must be present and valid', async () => {
    assert.deepEqual((await post('/api/named', undefined)).body.code, 'idempotency.key_missing');
    for (const key of ['short', 'x'.repeat(101), 'with a space', 'õõõõõõõõ']) {
      const { status, body } = await post('/api/named', key);
      assert.deepEqual([status, body.errors[0].pointer], [400, '#idempotency-key'], key);
    }
    assert.equal((await post('/api/named', 'long-enough')).status, 200);
  });

  test('a rolled-back request stores no key: the same request is retried', async () => {
    const before = await written();
    work = async () => {
      throw new AppError('instance.locked');
    };
    assert.equal((await post('/api/notes', 'rolled-back')).status, 409);
    work = async () => undefined;
    const second = await post('/api/notes', 'rolled-back');
    assert.deepEqual([second.status, second.replayed], [201, undefined]);
    assert.equal((await written()) - before, 1);
  });

  test('API-06 without a key the same body within a minute gets the first response, and is executed again later', async () => {
    const before = await written();
    const first = await post('/api/alike', undefined, { note: 'alike' });
    assert.deepEqual([first.status, first.replayed], [201, undefined]);
    assert.deepEqual(await post('/api/alike', undefined, { note: 'alike' }), { ...first, replayed: 'true' });
    assert.deepEqual(await post('/api/alike', '', { note: 'alike' }), { ...first, replayed: 'true' });
    assert.equal((await written()) - before, 1);
    const age = (by: string) =>
      db().tenantTransaction({ tenantId, userId }, (tx) =>
        sql`UPDATE idempotency_key SET created_at = created_at - ${by}::interval WHERE key LIKE 'same body %'`.execute(
          tx,
        ),
      );
    await age('45 seconds');
    assert.equal((await post('/api/alike', undefined, { note: 'alike' })).replayed, 'true');
    await age('15 seconds');
    const later = await post('/api/alike', undefined, { note: 'alike' });
    assert.deepEqual([later.status, later.replayed, later.body.number > first.body.number], [201, undefined, true]);
    assert.deepEqual(await post('/api/alike', undefined, { note: 'alike' }), { ...later, replayed: 'true' });
    assert.equal((await written()) - before, 2);
  });

  test('API-06 another body, another user, a key and a refusal are not repetitions', async () => {
    const before = await written();
    work = async () => {
      throw new AppError('instance.locked');
    };
    assert.equal((await post('/api/alike', undefined, { note: 'mine' })).status, 409);
    work = async () => undefined;
    const others = [
      await post('/api/alike', undefined, { note: 'mine' }),
      await post('/api/alike', undefined, { note: 'mine too' }),
      await post('/api/alike', 'key-of-mine', { note: 'mine' }),
      await post('/api/alike', 'other-of-mine', { note: 'mine' }),
      await post('/api/alike', undefined, { note: 'mine' }, 'other'),
    ];
    assert.deepEqual(
      others.map(({ status, replayed }) => [status, replayed]),
      others.map(() => [201, undefined]),
    );
    // The other user's row belongs to another organisation.
    assert.equal((await written()) - before, 4);
  });

  test('API-06 TSK-18 twelve concurrent requests with the same body are executed once, and all get the same response', async () => {
    const before = await written();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('/api/alike', undefined, { note: 'at once' })),
    );
    assert.deepEqual(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size, 1);
    assert.deepEqual(answers.map(({ replayed }) => replayed).filter((one) => one === undefined).length, 1);
    assert.equal((await written()) - before, 1);
  });

  /** Lets the next request wait in its handler until `finish`. */
  function holdWork() {
    let started = () => {};
    let finish = () => {};
    const isRunning = new Promise<void>((done) => {
      started = done;
    });
    const mayEnd = new Promise<void>((done) => {
      finish = done;
    });
    work = () => {
      started();
      return mayEnd;
    };
    return { isRunning, finish };
  }

  // The embedded database runs transactions one after the other, without concurrency.
  if (kind === 'postgres') {
    test('TSK-18 a concurrent request does not wait for the first one, and is not executed', async () => {
      const before = await written();
      const { isRunning, finish } = holdWork();
      const first = post('/api/notes', 'at-the-same-time');
      await isRunning;
      const second = await post('/api/notes', 'at-the-same-time');
      assert.deepEqual([second.status, second.body.code], [409, 'idempotency.in_progress']);
      finish();
      assert.equal((await first).status, 201);
      work = async () => undefined;
      assert.equal((await post('/api/notes', 'at-the-same-time')).replayed, 'true');
      assert.equal((await written()) - before, 1);
    });

    test('API-06 a repetition without a key waits for the first request, and gets its response', async () => {
      const before = await written();
      const { isRunning, finish } = holdWork();
      const first = post('/api/alike', undefined, { note: 'slow' });
      await isRunning;
      work = async () => assert.fail('carried out twice');
      const second = post('/api/alike', undefined, { note: 'slow' });
      // By then its first check, which finds the first request running, has ended.
      for (let turn = 0; turn < 5; turn += 1) await written();
      finish();
      assert.deepEqual(await second, { ...(await first), replayed: 'true' });
      work = async () => undefined;
      assert.equal((await written()) - before, 1);
    });

    test('TSK-18 a request refused because the first one was executed meanwhile gets the first response', async () => {
      const first = await post('/api/notes', 'just-before', { note: 'same' });
      // As if the first request had ended between the check for its response and the work.
      const moved = (from: string, to: string) =>
        db().tenantTransaction({ tenantId, userId }, (tx) =>
          sql`UPDATE idempotency_key SET key = ${to} WHERE key = ${from}`.execute(tx),
        );
      await moved('just-before', 'hidden-away');
      work = async () => {
        await moved('hidden-away', 'just-before');
        throw new AppError('task.already_completed', { name: 'Anna', time: '' });
      };
      const second = await post('/api/notes', 'just-before', { note: 'same' });
      work = async () => undefined;
      assert.deepEqual(second, { ...first, replayed: 'true' });
    });
  }
});
