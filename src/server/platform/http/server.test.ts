import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { addTenant, openTestDatabase } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import type { DatabaseHandle } from '../database.ts';
import { createRateLimit } from './rate-limit.ts';
import { serve } from './serve.ts';

const hello = endpoint({
  method: 'GET',
  path: '/api/hello',
  summary: 'Of these tests',
  who: 'any',
  scope: 'session',
  reply: Type.String(),
});
const INTRANET = 'https://intranet.example.org';
const LIMITED = { perMinute: 6, burst: 3 };

let db: DatabaseHandle;
let platform: Platform;
let norden: Awaited<ReturnType<typeof addTenant>>;
let time = 0;

before(async () => {
  db = await openTestDatabase();
  norden = await addTenant(db, 'norden');
  const harbour = await addTenant(db, 'harbour');
  await db.tenantTransaction({ tenantId: norden.tenantId, userId: null }, (tx) =>
    sql`INSERT INTO embed_origin (origin) VALUES (${INTRANET})`.execute(tx),
  );
  const limit = createRateLimit(LIMITED, () => time);
  const busy = caller({ ...norden, userId: '019aa5d0-0000-7000-8000-00000000000b' });
  const callers = { norden: caller(norden), harbour: caller(harbour), busy };
  platform = await openPlatform(db, callers, { limit: (who) => who === busy.userId && limit(who) });
  serve(platform.app, platform.context, hello, async () => 'hello');
  await platform.app.ready();
});
after(async () => {
  await platform.app.close();
  await db.close();
});

const ask = (headers: Record<string, string>, method: 'GET' | 'OPTIONS' = 'GET', url = '/api/hello') =>
  platform.app.inject({ method, url, headers });

test('every response has the security headers, also problems', async () => {
  for (const url of ['/api/hello', '/nothing']) {
    const { headers } = await ask({}, 'GET', url);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
    ]) {
      assert.ok(policy.split(';').includes(part), `${url}: ${part} in ${policy}`);
    }
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'same-origin');
    assert.match(String(headers['strict-transport-security']), /max-age=\d{7,}/);
    assert.equal(headers['x-powered-by'], undefined);
  }
});

test('EMB-04 a page of an allowed origin may read responses of the tenant that allowed it', async () => {
  const { statusCode, headers } = await ask({ ...as('norden'), origin: INTRANET });
  assert.equal(statusCode, 200);
  assert.equal(headers['access-control-allow-origin'], INTRANET);
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.match(String(headers.vary), /origin/i);
  assert.match(String(headers['access-control-expose-headers']), /etag.*x-request-id.*retry-after/i);
});

test('EMB-04 a page of any other origin gets no permission to read', async () => {
  for (const origin of ['https://evil.example', `${INTRANET}.evil.example`, 'http://intranet.example.org', 'null']) {
    const { headers } = await ask({ ...as('norden'), origin });
    assert.equal(headers['access-control-allow-origin'], undefined, origin);
  }
});

test('EMB-04 a page that one tenant allowed is refused with a token of another', async () => {
  const { statusCode, headers, json } = await ask({ ...as('harbour'), origin: INTRANET }).then((reply) => ({
    statusCode: reply.statusCode,
    headers: reply.headers,
    json: reply.json(),
  }));
  assert.deepEqual([statusCode, json.code], [403, 'origin.not_allowed']);
  assert.equal(headers['access-control-allow-origin'], undefined);
});

test('EMB-04 LOG-22 (60) a preflight is answered for allowed origins, with the headers that API and identity service accept', async () => {
  const preflight = (origin: string) =>
    ask({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS').then(({ headers }) => headers);
  const allowed = await preflight(INTRANET);
  assert.equal(allowed['access-control-allow-origin'], INTRANET);
  for (const name of [
    'authorization',
    'idempotency-key',
    'if-match',
    'verva-tenant',
    'last-event-id',
    'x-amz-target',
  ]) {
    assert.ok(String(allowed['access-control-allow-headers']).includes(name), name);
  }
  assert.match(String(allowed['access-control-allow-methods']), /PUT.*DELETE/);
  assert.equal((await preflight('https://evil.example'))['access-control-allow-origin'], undefined);
});

test('EMB-04 an added or removed origin takes effect for browsers at once', async () => {
  const origin = 'https://portal.example.org';
  const answer = async () =>
    (await ask({ origin, 'access-control-request-method': 'GET' }, 'OPTIONS')).headers['access-control-allow-origin'];
  const write = (query: ReturnType<typeof sql>) =>
    db.tenantTransaction({ tenantId: norden.tenantId, userId: null }, (tx) => query.execute(tx));
  assert.equal(await answer(), undefined);
  await write(sql`INSERT INTO embed_origin (origin) VALUES (${origin})`);
  await waitFor(answer, origin);
  await write(sql`DELETE FROM embed_origin WHERE origin = ${origin}`);
  await waitFor(answer, undefined);
});

test('a user with too many requests gets the time to wait', async () => {
  const statuses = [];
  for (let count = 0; count < LIMITED.burst; count += 1) statuses.push((await ask(as('busy'))).statusCode);
  assert.deepEqual(statuses, [200, 200, 200]);
  const refused = await ask(as('busy'));
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.json().code, 'rate.exceeded');
  assert.deepEqual([refused.headers['retry-after'], refused.json().params.seconds], ['10', 10]);
  assert.equal((await ask(as('norden'))).statusCode, 200);
  time += 10_000;
  assert.equal((await ask(as('busy'))).statusCode, 200);
  assert.equal((await ask(as('busy'))).statusCode, 429);
});

test('a request is logged once, with its route and id and without its token', async () => {
  platform.logged.length = 0;
  await ask({ ...as('norden'), 'x-request-id': 'logged-request' });
  const lines = platform.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
  assert.equal(lines.length, 1);
  assert.deepEqual([lines[0].method, lines[0].route, lines[0].status], ['GET', '/api/hello', 200]);
  assert.ok(platform.logged.join().includes('logged-request'));
  assert.ok(!platform.logged.join().includes('of.tests'));
});

test('requests are measured by route, not by address', async () => {
  await ask(as('norden'), 'GET', '/api/hello?q=searched-words');
  await ask(as('norden'), 'GET', '/somewhere/else');
  const text = await platform.context.metrics.registry.metrics();
  assert.match(text, /verva_http_request_seconds_count\{method="GET",route="\/api\/hello",status="200"\} \d+/);
  assert.doesNotMatch(text, /searched|somewhere/);
});
