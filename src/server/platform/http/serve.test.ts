import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Type } from 'typebox';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { as, caller, openPlatform, type Platform } from '../../../../test/support/platform.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import { endpoint } from '../../../shared/contracts/endpoint.ts';
import { whenClientLeaves } from '../client-disconnect.ts';
import type { DatabaseHandle } from '../database.ts';
import { serve } from './serve.ts';

const Item = Type.Object(
  { name: Type.String({ minLength: 2, maxLength: 10 }), tags: Type.Optional(Type.Array(Type.String())) },
  { additionalProperties: false },
);
const common = { summary: 'Of these tests', reply: Type.Unknown(), scope: null } as const;
const publicEndpoint = endpoint({ ...common, method: 'GET', path: '/api/public/thing', who: 'public' });
const signedIn = endpoint({ ...common, method: 'GET', path: '/api/things/{id}', who: 'any', scope: 'task' });
const ofSession = endpoint({ ...common, method: 'GET', path: '/api/own', who: 'any', scope: 'session' });
const fullOnly = endpoint({ ...common, method: 'GET', path: '/api/full', who: 'any' });
const ofClerks = endpoint({ ...common, method: 'GET', path: '/api/clerks', who: ['clerks', 'editors'] });
const ofProvider = endpoint({ ...common, method: 'GET', path: '/api/tenants', who: 'provider' });
const queried = endpoint({
  ...common,
  method: 'GET',
  path: '/api/queried',
  who: 'any',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1 })), all: Type.Optional(Type.Boolean()) }),
});
const posted = endpoint({ ...common, method: 'POST', path: '/api/things', who: 'any', body: Item, status: 201 });
const anyBody = endpoint({ ...common, method: 'POST', path: '/api/anything', who: 'any', body: Type.Unknown() });
const large = endpoint({ ...common, method: 'POST', path: '/api/large', who: 'any', body: Item, bodyLimit: 2_097_152 });
const parts = endpoint({
  ...common,
  method: 'POST',
  path: '/api/parts',
  who: 'any',
  body: Type.Unknown(),
  consumes: ['application/json', 'multipart/form-data'],
});
const awaited = endpoint({ ...common, method: 'GET', path: '/api/public/awaited', who: 'public' });
const removed = endpoint({ ...common, method: 'DELETE', path: '/api/things/{id}', who: 'any', status: 204 });

const CALLERS = {
  anna: caller(),
  clerk: caller({ groups: ['clerks'] }),
  admin: caller({ groups: ['admin'], isAdmin: true }),
  provider: caller({ groups: ['verva.admin'], isAdmin: true, isProvider: true }),
  element: caller({ scopes: ['task'] }),
  other: caller({ scopes: ['hr'] }),
};

let [arrived, left] = [0, 0];
let db: DatabaseHandle;
let platform: Platform;

before(async () => {
  db = await openTestDatabase();
  platform = await openPlatform(db, CALLERS);
  const { app, context } = platform;
  for (const one of [publicEndpoint, ofSession, fullOnly, ofClerks, ofProvider])
    serve(app, context, one, async () => 'ok');
  serve(app, context, signedIn, async ({ params, session, request }) => ({
    id: params.id,
    who: session.username,
    requestId: request.id,
  }));
  serve(app, context, queried, async ({ query }) => query ?? null);
  serve(app, context, posted, async ({ body }) => body);
  serve(app, context, anyBody, async ({ body }) => body ?? null);
  serve(app, context, large, async ({ body }) => body.name);
  serve(app, context, parts, async ({ request, body }) => {
    if (!request.isMultipart()) return body;
    const names: string[] = [];
    for await (const part of request.parts()) names.push(part.fieldname);
    return names;
  });
  serve(app, context, removed, async () => undefined);
  serve(app, context, awaited, async () => {
    await new Promise<void>((done) => {
      whenClientLeaves(() => {
        left += 1;
        done();
      });
      arrived += 1;
    });
    return null;
  });
  await app.ready();
});
after(async () => {
  await platform.app.close();
  await db.close();
});

async function ask(
  method: 'GET' | 'POST' | 'DELETE' | 'HEAD',
  url: string,
  who = 'anna',
  payload?: unknown,
  more = {},
) {
  const reply = await platform.app.inject({
    method,
    url,
    headers: { ...(who ? as(who) : {}), ...more },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
  const isJson = reply.body !== '' && /json/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
}

test('GRD-05 requests without a token, or with an invalid or foreign one, are refused', async () => {
  for (const [authorization, code] of [
    [undefined, 'session.missing'],
    ['Bearer nobody.of.tests', 'token.not_accepted'],
    ['Basic YTpi', 'token.not_accepted'],
    ['Bearer a b c', 'token.not_accepted'],
    [`Bearer ${'a'.repeat(9000)}.b.c`, 'token.not_accepted'],
  ] as const) {
    const { status, body, headers } = await ask(
      'GET',
      '/api/things/1',
      '',
      undefined,
      authorization && { authorization },
    );
    assert.deepEqual([status, body.code, headers['www-authenticate']], [401, code, 'Bearer']);
  }
  assert.equal((await ask('GET', '/api/things/1', 'anna')).body.who, 'anna.tamm');
  assert.equal((await ask('GET', '/api/public/thing', '')).status, 200);
});

test('GRD-05 an unauthenticated caller learns nothing about the body', async () => {
  const { status, body } = await ask('POST', '/api/things', '', '{broken', { 'content-type': 'application/json' });
  assert.deepEqual([status, body.code], [401, 'session.missing']);
});

test('ROLE-02 GRD-06 endpoints of a group are for its members and administrators only', async () => {
  const statuses = (url: string) =>
    Promise.all(['anna', 'clerk', 'admin', 'provider'].map(async (who) => (await ask('GET', url, who)).status));
  assert.deepEqual(await statuses('/api/clerks'), [403, 200, 200, 200]);
  assert.equal((await ask('GET', '/api/clerks')).body.code, 'access.denied');
});

test('ROLE-03 GRD-06 provider endpoints require verva.admin, administrator rights are not enough', async () => {
  for (const [who, expected] of [
    ['anna', 403],
    ['clerk', 403],
    ['admin', 403],
    ['provider', 200],
  ] as const) {
    assert.equal((await ask('GET', '/api/tenants', who)).status, expected, who);
  }
});

test('GRD-06 an element token opens endpoints of its scopes, and none that require a full token', async () => {
  assert.equal((await ask('GET', '/api/things/1', 'element')).status, 200);
  assert.equal((await ask('GET', '/api/own', 'element')).status, 200);
  const refused = await ask('GET', '/api/things/1', 'other');
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.params],
    [403, 'scope.missing', { needed: 'task' }],
  );
  assert.equal((await ask('GET', '/api/full', 'element')).body.code, 'scope.missing');
  assert.equal((await ask('GET', '/api/full', 'anna')).status, 200);
});

test('API-05 addresses work with a trailing slash and with a doubled leading one', async () => {
  for (const url of ['/api/things/7', '/api/things/7/', '//api/things/7', '///api/things/7/']) {
    const { status, body } = await ask('GET', url);
    assert.deepEqual([status, body.id], [200, '7'], url);
  }
  assert.equal((await ask('GET', '/api/things/a%2Fb%20%C3%B5')).body.id, 'a/b õ');
  const head = await ask('HEAD', '/api/things/7');
  assert.deepEqual([head.status, head.body], [200, '']);
});

test('API-05 an unknown address gets a problem document, for every method', async () => {
  for (const [method, url] of [
    ['GET', '/api/nothing'],
    ['GET', '/api'],
  ] as const) {
    const { status, body } = await ask(method, url);
    assert.deepEqual([status, body.code], [404, 'request.not_found'], `${method} ${url}`);
  }
  for (const [method, url] of [
    ['DELETE', '/api/own'],
    ['POST', '/api/things/7'],
  ] as const) {
    const { status, body } = await ask(method, url);
    assert.deepEqual([status, body.code], [405, 'request.method'], `${method} ${url}`);
  }
  for (const url of ['/api/things/%E0%A4%A', '/api/things/%00', '/api/things/%', '/%c0%ae%c0%ae/etc']) {
    const { status, body } = await ask('GET', url);
    assert.ok(status === 400 || status === 404, `${url}: ${status}`);
    assert.ok(['request.invalid', 'request.not_found'].includes(body.code), url);
  }
});

test('API-05 each error of a body has a pointer', async () => {
  const faults = async (payload: unknown) => {
    const { status, body } = await ask('POST', '/api/things', 'anna', payload);
    assert.deepEqual([status, body.code], [400, 'request.invalid']);
    return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  };
  assert.deepEqual(await faults({}), ['/name field.required']);
  assert.deepEqual(await faults({ name: 'x' }), ['/name field.too_short']);
  assert.deepEqual(await faults({ name: 'x'.repeat(11) }), ['/name field.too_long']);
  assert.deepEqual(await faults({ name: 5 }), ['/name field.type']);
  assert.deepEqual(await faults({ name: 'ok', 'a/b~c': 1 }), ['/a~1b~0c field.unknown']);
  assert.deepEqual(await faults({ name: 'ok', tags: ['a', 1] }), ['/tags/1 field.type']);
  assert.deepEqual(await faults([]), [' field.type']);
  assert.equal((await ask('POST', '/api/things', 'anna', { name: 'ok' })).status, 201);
});

test('API-05 text that no column can store, and unlimited nesting, are refused', async () => {
  const deep = `${'['.repeat(80)}${']'.repeat(80)}`;
  const deepest = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
  for (const payload of ['{"name":"a\\u0000b"}', '{"a":["\\ud800"]}', '{"a\\u0000":1}', deep, deepest]) {
    const { status, body } = await ask('POST', '/api/anything', 'anna', payload, {
      'content-type': 'application/json',
    });
    assert.deepEqual([status, body.code], [400, 'request.invalid'], payload.slice(0, 40));
  }
});

test('API-05 invalid JSON is refused: broken, missing, poisoned', async () => {
  for (const payload of [
    '{broken',
    '',
    '{"name":"ok","__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '\u0001',
  ]) {
    const { status, body } = await ask('POST', '/api/things', 'anna', payload, { 'content-type': 'application/json' });
    assert.deepEqual([status, body.code], [400, 'request.invalid'], payload);
  }
});

test('API-05 only the media types of an endpoint are read', async () => {
  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense']) {
    const { status, body } = await ask('POST', '/api/things', 'anna', '{"name":"ok"}', { 'content-type': type });
    assert.deepEqual([status, body.code], [415, 'request.media_type'], type);
  }
  const form = new FormData();
  form.append('action', 'complete');
  form.append('comment', 'õ');
  const multipart = (url: string) => platform.app.inject({ method: 'POST', url, headers: as('anna'), payload: form });
  assert.deepEqual((await multipart('/api/parts')).json(), ['action', 'comment']);
  const refused = await multipart('/api/things');
  assert.deepEqual([refused.statusCode, refused.json().code], [415, 'request.media_type']);
});

test('API-05 a body that is too large is refused with the limit', async () => {
  const payload = (bytes: number) => ({ name: 'ok', tags: ['x'.repeat(bytes)] });
  const refused = await ask('POST', '/api/things', 'anna', payload(1_100_000));
  assert.deepEqual([refused.status, refused.body.code, refused.body.params.limit], [413, 'request.too_large', '1 MB']);
  assert.equal((await ask('POST', '/api/large', 'anna', payload(1_100_000))).status, 200);
  assert.equal((await ask('POST', '/api/large', 'anna', payload(2_200_000))).body.params.limit, '2 MB');
});

test('API-05 a query is parsed by its types, and unknown names are refused', async () => {
  assert.deepEqual((await ask('GET', '/api/queried?page=2&all=true')).body, { page: 2, all: true });
  assert.deepEqual((await ask('GET', '/api/queried')).body, {});
  for (const [query, pointer] of [
    ['page=0', '?page'],
    ['page=two', '?page'],
    ['page=1&page=2', '?page'],
    ['all=yes', '?all'],
    ['nothing=1', '?nothing'],
    ['__proto__=1', '?__proto__'],
    ['page=%00', '?page'],
  ] as const) {
    const { status, body } = await ask('GET', `/api/queried?${query}`);
    assert.deepEqual([status, body.errors[0].pointer], [400, pointer], query);
  }
});

test('an endpoint without content responds 204 without a body', async () => {
  const { status, body } = await ask('DELETE', '/api/things/7');
  assert.deepEqual([status, body], [204, '']);
});

test('a valid request id is used, else generated, and always returned', async () => {
  const given = await ask('GET', '/api/things/1', 'anna', undefined, { 'x-request-id': 'abc-DEF_12345' });
  assert.deepEqual([given.headers['x-request-id'], given.body.requestId], ['abc-DEF_12345', 'abc-DEF_12345']);
  for (const bad of ['short', 'x'.repeat(65), 'line break', '<script>']) {
    const { headers } = await ask('GET', '/api/things/1', 'anna', undefined, { 'x-request-id': bad });
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/, bad);
  }
});

test('responses with data are not cached', async () => {
  assert.equal((await ask('GET', '/api/things/1')).headers['cache-control'], 'no-store');
});

test('the work of each endpoint is notified when its client disconnects', async () => {
  const address = await platform.app.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const asked = fetch(`${address}/api/public/awaited`, { signal: leave.signal }).catch(() => 'left');
  await waitFor(() => arrived, 1);
  assert.equal((await fetch(`${address}/api/public/thing`)).status, 200);
  assert.equal(left, 0);
  leave.abort();
  assert.equal(await asked, 'left');
  await waitFor(() => left, 1);
});
