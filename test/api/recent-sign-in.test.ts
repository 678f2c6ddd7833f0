import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp, IMPORTS } from '../../src/server/app.ts';
import { workOnImport } from '../../src/server/modules/imports/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { RECENT_SIGN_IN_MS } from '../../src/shared/contracts/constants.ts';
import type { Endpoint } from '../../src/shared/contracts/endpoint.ts';
import { testServer } from '../support/app.ts';
import { openTestDatabase } from '../support/databases.ts';
import { PUBLIC_URL, testClock } from '../support/identity.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';

const ROOT = join(import.meta.dirname, '../..');
const ELEVEN_MINUTES_MS = 660_000;

type Operation = `${string} ${string}`;
type Recent = Endpoint & { readonly recent: NonNullable<Endpoint['recent']> };

/** Ids of imports that give a group: planned, and executed. */
const plans: Record<string, string> = {};
const executed: Record<string, string> = {};

/** A request for each operation whose handler asks only where administrators are changed: one that does, and one that does not. */
const ADMINISTRATORS: Readonly<
  Record<Operation, (group: string) => { readonly path: string; readonly body?: object }>
> = {
  'POST /api/identity/groups/{groupId}/members': (group) => ({
    path: `/api/identity/groups/${group}/members`,
    body: { userIds: ['ann.fresh'] },
  }),
  'POST /api/identity/groups/{groupId}/members/sync': (group) => ({
    path: `/api/identity/groups/${group}/members/sync`,
    body: { userIds: ['ben.fresh'] },
  }),
  'POST /api/identity/groups/{groupId}/members/{userId}': (group) => ({
    path: `/api/identity/groups/${group}/members/carl.fresh`,
  }),
  'DELETE /api/identity/groups/{groupId}/members/{userId}': (group) => ({
    path: `/api/identity/groups/${group}/members/dora.fresh`,
  }),
  'POST /api/identity/users': (group) => ({
    path: '/api/identity/users',
    body: { id: `${group}.made`, name: 'Made', email: `${group}@made.test`, groups: [group], invite: false },
  }),
  'PUT /api/identity/users/{userId}': (group) => ({
    path: '/api/identity/users/eve.fresh',
    body: { name: 'Eve', email: 'eve@fresh.test', languageId: 'en', groups: [group] },
  }),
  'POST /api/identity/users/sync': (group) => ({
    path: '/api/identity/users/sync',
    body: { users: [{ id: 'fay.fresh', email: 'fay@fresh.test', groups: [group] }] },
  }),
  'POST /api/imports/{id}/run': (group) => ({ path: `/api/imports/${plans[group]}/run`, body: {} }),
  'POST /api/imports/{id}/undo': (group) => ({ path: `/api/imports/${executed[group]}/undo` }),
};

let db: DatabaseHandle;
let tenant: TestTenant;
let elementToken: string;

before(async () => {
  db = await openTestDatabase();
  const clock = testClock(new Date());
  const { context } = await testServer(db, clock);
  const app = await buildApp(context);
  const members = { root: ['admin', 'verva.admin', 'clerks'], ann: [], ben: [], carl: [], eve: [], fay: [], gil: [] };
  tenant = await createTestTenant(db, 'fresh', { ...members, dora: ['admin', 'clerks'] }, { app, context, clock });
  const { root } = tenant.people;
  await tenant.transaction((tx) =>
    sql`UPDATE app_group SET kind = 'product' WHERE id IN ('admin', 'verva.admin')`.execute(tx),
  );
  await tenant.transaction((tx) =>
    tx.insertInto('language').values({ language_id: 'en', name: 'English', locale: 'en-GB' }).execute(),
  );
  for (const group of ['admin', 'clerks']) {
    executed[group] = await plan('username,email,name,groups', `${group}.undo,undo.${group}@fresh.test,Undo,${group}`);
    await root!.post(`/api/imports/${executed[group]}/run`);
    const limit = { milliseconds: 60_000 };
    assert.equal(await workOnImport(context, IMPORTS, tenant.tenantId, executed[group], limit), 'finished');
    plans[group] = await plan('username,email,groups', `gil.fresh,gil@fresh.test,${group}`);
  }
  const origin = new URL(PUBLIC_URL).origin;
  const { body: client } = await root!.post('/api/embed/clients', { name: 'Intranet', scopes: ['inbox', 'people'] });
  await root!.post('/api/embed/origins', { origin });
  const basic = Buffer.from(`${client.id}:${client.secret}`).toString('base64');
  const session = await app.inject({
    method: 'POST',
    url: '/api/embed/sessions',
    headers: { authorization: `Basic ${basic}` },
    payload: { userId: 'root.fresh', scopes: ['inbox', 'people'], origin },
  });
  elementToken = session.json().token;
});
after(async () => {
  await tenant?.app.close();
  await db?.close();
});

async function plan(...lines: string[]): Promise<string> {
  const headers = { 'content-type': 'text/csv' };
  const made = await tenant.people.root!.send('POST', '/api/records/people/import', lines.join('\n'), headers);
  assert.deepEqual([made.status, made.body.counts?.refuse], [201, 0]);
  return made.body.id;
}

async function recentEndpoints(): Promise<Recent[]> {
  const found: Recent[] = [];
  for (const file of globSync('src/shared/contracts/*.contract.ts', { cwd: ROOT })) {
    const contract = (await import(join(ROOT, file))) as Record<string, Partial<Endpoint> | undefined>;
    for (const one of Object.values(contract)) if (one?.method && one.recent) found.push(one as Recent);
  }
  return found;
}

const operationOf = ({ method, path }: Endpoint): Operation => `${method} ${path}`;

async function send(method: Endpoint['method'], path: string, authorization: string, body?: object) {
  const reply = await tenant.app.inject({
    method,
    url: path,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return { ...(reply.payload === '' ? {} : reply.json()), status: reply.statusCode };
}

const aged = (age: number) => tenant.people.root!.authorization(age);

test('SEC-01 sensitive operations require a sign-in within 10 minutes, before they look at anything else', async () => {
  const always = (await recentEndpoints()).filter(({ recent }) => recent === true);
  assert.ok(always.length >= 15);
  for (const endpoint of always) {
    const path = endpoint.path.replaceAll(/\{\w+\}/g, 'zz0');
    const old = await send(endpoint.method, path, await aged(ELEVEN_MINUTES_MS));
    assert.deepEqual([old.status, old.code], [403, 'session.too_old'], operationOf(endpoint));
    assert.deepEqual(old.params, { maxAge: 600 });
    const last = await send(endpoint.method, path, await aged(RECENT_SIGN_IN_MS - 2000));
    assert.notEqual(last.code, 'session.too_old', operationOf(endpoint));
  }
});

test('SEC-01 BEY-20 an element token opens none of them', async () => {
  assert.ok(elementToken);
  for (const endpoint of await recentEndpoints()) {
    const operation = operationOf(endpoint);
    // An element may change other groups, if its token has the scope.
    const ofAdministrators = ADMINISTRATORS[operation]?.('admin');
    const { path, body = undefined } = ofAdministrators ?? { path: endpoint.path.replaceAll(/\{\w+\}/g, 'zz0') };
    const { status, code } = await send(endpoint.method, path, `Bearer ${elementToken}`, body);
    // Of a user's groups an element shows which it may not edit.
    const refusals = ofAdministrators
      ? [
          '403 scope.missing',
          '404 import.not_found',
          '403 element.application_only',
          '403 session.too_old',
          '422 user.invalid',
        ]
      : ['403 scope.missing'];
    assert.ok(refusals.includes(`${status} ${code}`), `${operation}: ${status} ${code}`);
  }
});

test('SEC-01 ROLE-02 changing who is an administrator requires it too, other groups do not', async () => {
  const some = (await recentEndpoints()).filter(({ recent }) => recent === 'administrators');
  assert.deepEqual(some.map(operationOf).sort(), Object.keys(ADMINISTRATORS).sort());
  for (const endpoint of some) {
    const request = ADMINISTRATORS[operationOf(endpoint)]!;
    const sent = async (group: string, age: number) => {
      const { path, body } = request(group);
      return send(endpoint.method, path, await aged(age), body);
    };
    const old = await sent('admin', ELEVEN_MINUTES_MS);
    assert.deepEqual([old.status, old.code], [403, 'session.too_old'], operationOf(endpoint));
    const other = await sent('clerks', ELEVEN_MINUTES_MS);
    assert.ok(other.status < 300, `${operationOf(endpoint)}: ${JSON.stringify(other)}`);
    const recent = await sent('admin', 0);
    assert.ok(recent.status < 300, `${operationOf(endpoint)}: ${JSON.stringify(recent)}`);
  }
});

test('SEC-01 the OpenAPI document and docs/api.md name them', async () => {
  const { paths } = (await tenant.app.inject('/api/openapi.json')).json();
  const docs = readFileSync(join(ROOT, 'docs/api.md'), 'utf8');
  const section = /## Recent sign-in\n(.*?)\n## /s.exec(docs)![1]!;
  const named = [...section.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api\/[^`]+)`/g)].map(([, one]) => one);
  const endpoints = await recentEndpoints();
  assert.deepEqual(named.sort(), endpoints.map(operationOf).sort());
  for (const { method, path, recent } of endpoints) {
    const operation = paths[path][method.toLowerCase()];
    assert.equal(operation['x-recent'], recent);
    assert.match(operation.description, /within the last 10 minutes/);
    assert.match(operation.responses['403'].description, /session\.too_old/);
  }
});
