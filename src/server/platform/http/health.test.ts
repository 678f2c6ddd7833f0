import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { openPlatform, type Platform } from '../../../../test/support/platform.ts';
import type { DatabaseHandle } from '../database.ts';
import { health } from './health.ts';

const TOKEN = 'of the monitoring';

let db: DatabaseHandle;
let open: Platform;
let guarded: Platform;

before(async () => {
  db = await openTestDatabase();
  open = await openPlatform(db);
  guarded = await openPlatform(db);
  health(open.app, open.context);
  const config = { ...guarded.context.config, metricsToken: TOKEN };
  health(guarded.app, { ...guarded.context, config });
});
after(async () => {
  await open.app.close();
  await guarded.app.close();
  await db.close();
});

test('a working server reports that it is healthy', async () => {
  assert.deepEqual((await open.app.inject('/healthz')).json(), { status: 'ok' });
  const ready = await open.app.inject('/readyz');
  assert.deepEqual([ready.statusCode, ready.json()], [200, { status: 'ready' }]);
});

test('without its database a server is alive but not ready', async () => {
  const away = { ...open.context.db, systemTransaction: () => Promise.reject(new Error('away')) };
  const alone = await openPlatform(db);
  health(alone.app, { ...alone.context, db: away as DatabaseHandle });
  assert.equal((await alone.app.inject('/healthz')).statusCode, 200);
  const ready = await alone.app.inject('/readyz');
  assert.deepEqual([ready.statusCode, ready.json()], [503, { status: 'database' }]);
  await alone.app.close();
});

test('a server whose database shows a table without a policy is not ready', async () => {
  const open = await openTestDatabase();
  await open.ownerTransaction((tx) =>
    sql`CREATE TABLE open_to_all (tenant_id int NOT NULL); GRANT SELECT ON open_to_all TO verva_tenant`.execute(tx),
  );
  const exposed = await openPlatform(open);
  health(exposed.app, exposed.context);
  const ready = await exposed.app.inject('/readyz');
  assert.deepEqual([ready.statusCode, ready.json()], [503, { status: 'policies' }]);
  await exposed.app.close();
  await open.close();
});

test('metrics are for this machine, and not for clients of a proxy on it', async () => {
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    open.app.inject({ url: '/metrics', remoteAddress, headers }).then(({ statusCode }) => statusCode);
  assert.equal(await read('127.0.0.1'), 200);
  assert.equal(await read('::1'), 200);
  assert.equal(await read('192.0.2.7'), 404);
  assert.equal(await read('127.0.0.1', { 'x-forwarded-for': '192.0.2.7' }), 404);
  assert.equal(await read('127.0.0.1', { forwarded: 'for=192.0.2.7' }), 404);
});

test('with a token only its bearer reads the metrics, from any address', async () => {
  const read = (authorization?: string) =>
    guarded.app
      .inject({ url: '/metrics', remoteAddress: '192.0.2.7', headers: authorization ? { authorization } : {} })
      .then(({ statusCode }) => statusCode);
  assert.equal(await read(`Bearer ${TOKEN}`), 200);
  assert.equal(await read('Bearer of somebody else'), 404);
  assert.equal(await read(), 404);
});
