import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { buildApp } from '../../src/server/app.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { ADMINISTRATION_SCOPES } from '../../src/shared/contracts/element-scopes.ts';
import type { User } from '../../src/shared/contracts/session.contract.ts';
import { testServer } from '../support/app.ts';
import { openTestDatabase } from '../support/databases.ts';
import { type ElementTokens, elementTokens } from '../support/element-tokens.ts';
import { testClock } from '../support/identity.ts';
import { createTestTenant, type Reply, type TestTenant } from '../support/test-tenant.ts';

let db: DatabaseHandle;
let tenant: TestTenant;
let tokens: ElementTokens;
let department: { id: string; name: string };

const MART = '/api/identity/users/mart.harbour';

before(async () => {
  db = await openTestDatabase();
  const clock = testClock(new Date());
  const { context } = await testServer(db, clock);
  const app = await buildApp(context);
  const members = { root: ['admin'], mart: ['crew'], ann: ['crew', 'finance_viewer'] };
  tenant = await createTestTenant(db, 'harbour', members, { app, context, clock });
  await tenant.transaction((tx) => sql`UPDATE app_group SET kind = 'product' WHERE id = 'finance_viewer'`.execute(tx));
  await tenant.transaction((tx) =>
    sql`INSERT INTO language (language_id, name, locale) VALUES ('en', 'English', 'en')`.execute(tx),
  );
  tokens = await elementTokens(tenant, [...ADMINISTRATION_SCOPES, 'inbox']);
  await tenant.people.root!.post('/api/identity/groups', { id: 'divers', name: 'Divers' });
  department = (await asElement('POST', '/api/departments', { code: 'Q', name: 'Quay' }, ['reference'])).body;
});
after(async () => {
  await tenant?.app.close();
  await db?.close();
});

type Method = Parameters<ElementTokens['send']>[2];
const asElement = (
  method: Method,
  url: string,
  body?: object,
  scopes: readonly string[] = ['people'],
): Promise<Reply> => tokens.send('root', scopes, method, url, body);
const read = async (url = MART): Promise<User> => (await asElement('GET', url)).body;
const codeOf = ({ status, body }: Reply) => [status, body.code];
/** Sends the user back with changes. */
const put = (user: User, change: object) => {
  const { managedBy: _, ...body } = user;
  return asElement('PUT', MART, { ...body, ...change });
};

test('BEY-20 ADM-01 an element changes the name, the department and the own groups of a user, and the audit log names it', async () => {
  const before = await read();
  const { status, body } = await put(before, {
    name: 'Mart Tamm',
    department: { id: department.id, name: department.name },
    groups: ['crew', 'divers'],
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual([body.name, body.department.name, body.groups], ['Mart Tamm', 'Quay', ['crew', 'divers']]);
  const { rows } = await tenant.transaction((tx) =>
    sql<{
      via: string;
    }>`SELECT DISTINCT via FROM audit_log WHERE verb = 'update' AND entity = 'app_user' AND entity_id = ${before.key}`.execute(
      tx,
    ),
  );
  assert.deepEqual(rows, [{ via: 'element: HR portal (https://hr.example.org)' }]);
});

test('BEY-20 ADM-01 an element changes no other field of a user, and saves nothing of a refused body', async () => {
  const before = await read();
  const changes: Record<string, unknown> = {
    email: 'taken.over@harbour.example',
    phoneNumber: '+3725551234',
    languageId: 'ru',
    jobTitle: 'Harbour master',
    company: { id: department.id, name: 'Quay' },
    status: 'disabled',
    managers: [{ id: 'ann.harbour', key: tenant.people.ann!.userId, name: 'Ann' }],
    links: [],
    groups: ['crew', 'admin'],
  };
  for (const [field, value] of Object.entries(changes)) {
    if (JSON.stringify(before[field as keyof User]) === JSON.stringify(value)) delete changes[field];
  }
  for (const [field, value] of Object.entries(changes)) {
    const { status, body } = await put(before, { name: 'Somebody else', [field]: value });
    assert.deepEqual([status, body.code], [422, 'user.invalid'], field);
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [[`/${field}`, 'field.not_editable']],
    );
  }
  assert.ok(Object.keys(changes).length >= 7);
  assert.deepEqual(await read(), before);
  // Every field that an application changes is one of these, or declared as an element's.
  const fixed = ['id', 'key', 'pendingEmail', 'tenantId', 'avatar', 'managedBy', 'version'];
  const decided = [...Object.keys(changes), 'links', 'name', 'department', 'groups', ...fixed];
  assert.deepEqual(
    Object.keys(before).filter((field) => !decided.includes(field)),
    [],
  );
});

test('BEY-20 ROLE-01 an element gives and takes no rights, neither by members nor by users nor by imports', async () => {
  const ann = await read('/api/identity/users/ann.harbour');
  const { managedBy: _, ...body } = ann;
  const withoutRight = await asElement('PUT', '/api/identity/users/ann.harbour', { ...body, groups: ['crew'] });
  assert.deepEqual([withoutRight.status, withoutRight.body.errors[0].pointer], [422, '/groups']);
  for (const [method, url, payload] of [
    ['POST', '/api/identity/groups/admin/members/mart.harbour', undefined],
    ['POST', '/api/identity/groups/admin/members', { userIds: ['mart.harbour'] }],
    ['POST', '/api/identity/groups/admin/members', { userIds: ['mart.harbour'], dryRun: true }],
    ['DELETE', '/api/identity/groups/finance_viewer/members/ann.harbour', undefined],
    ['PUT', '/api/identity/groups/admin', { name: 'All' }],
    ['DELETE', '/api/identity/groups/finance_viewer', undefined],
  ] as const) {
    assert.deepEqual(
      codeOf(await asElement(method, url, payload)),
      [403, 'element.application_only'],
      `${method} ${url}`,
    );
  }
  const created = await asElement('POST', '/api/identity/users', {
    ...{ id: 'new.admin', name: 'New Admin', email: 'new@harbour.example', phoneNumber: '' },
    ...{ groups: ['admin'], invite: false },
  });
  assert.deepEqual([created.status, created.body.errors[0].pointer], [422, '/groups']);
  const plan = await importPeople('username,groups\nmart.harbour,admin\nann.harbour,crew\n');
  assert.deepEqual(plan.counts, { add: 0, change: 0, same: 0, disable: 0, remove: 0, refuse: 2 });
  const groups = await importOf('groups', 'id,members\nadmin,mart.harbour\ndivers,mart.harbour\n');
  assert.equal(groups.body.counts.refuse, 1);
  const members = await asElement('GET', '/api/identity/groups/admin/members');
  assert.deepEqual(
    members.body.items.map(({ user }: { user: { id: string } }) => user.id),
    ['root.harbour'],
  );
});

test('BEY-20 ADM-02 an element creates users and changes groups of the organisation', async () => {
  const body = { id: 'kai.harbour', name: 'Kai Mägi', email: 'kai@harbour.example', phoneNumber: '' };
  const created = await asElement('POST', '/api/identity/users', { ...body, groups: ['divers'], invite: false });
  assert.deepEqual([created.status, created.body.groups], [201, ['divers']]);
  assert.equal((await asElement('POST', '/api/identity/groups/divers/members/ann.harbour')).status, 204);
  const managers = await asElement('PUT', '/api/identity/users/kai.harbour/managers', {
    line: ['ann.harbour'],
    functional: [],
  });
  assert.deepEqual(
    managers.body.line.map(({ id }: { id: string }) => id),
    ['ann.harbour'],
  );
  assert.equal((await asElement('PUT', '/api/identity/groups/divers', { name: 'Divers and tenders' })).status, 200);
});

test('BEY-20 ADM-03 new tags of a user need the scope for reference data', async () => {
  const url = `${MART}/tags`;
  const refused = await asElement('PUT', url, { tags: ['First aid'] });
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/tags']);
  assert.equal((await asElement('POST', '/api/identity/tags', { name: 'First aid' }, ['reference'])).status, 201);
  const { body } = await asElement('PUT', url, { tags: ['First aid'] });
  assert.deepEqual(
    body.map(({ name }: { name: string }) => name),
    ['First aid'],
  );
  assert.equal((await asElement('PUT', url, { tags: ['Welder'] }, ['people', 'reference'])).status, 200);
});

const importOf = (resource: string, csv: string, scopes: readonly string[] = ['people'], query = ''): Promise<Reply> =>
  tokens.send('root', scopes, 'POST', `/api/records/${resource}/import${query}`, csv, { 'content-type': 'text/csv' });
const importPeople = async (csv: string) => {
  const { status, body } = await importOf('people', csv);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
};

test('BEY-20 ADM-08 an element imports at most 500 rows, and only what it changes by itself', async () => {
  const plan = await importPeople(
    'username,name,status,externalId,email\nmart.harbour,Mart Kask,,,m@harbour.example\nann.harbour,Ann,disabled,,\nkai.harbour,Kai,,X-1,kai@harbour.example\n',
  );
  assert.equal(plan.counts.refuse, 3);
  const fields = await asElement('GET', `/api/imports/${plan.id}/rows?verb=refuse`);
  assert.deepEqual(
    fields.body.items.map(({ key, faults }: { key: string; faults: { field: string }[] }) => [
      key,
      faults.map(({ field }) => field),
    ]),
    [
      ['mart.harbour', ['email']],
      ['ann.harbour', ['status']],
      ['kai.harbour', ['externalId']],
    ],
  );
  const many = ['username,name', ...Array.from({ length: 501 }, (_, index) => `user.${1000 + index},User`)].join('\n');
  assert.deepEqual(codeOf(await importOf('people', many)), [422, 'import.too_many_rows']);
  assert.equal((await importOf('people', many)).body.params.max, 500);
  const disables = await importOf('people', 'username,name\nmart.harbour,Mart\n', ['people'], '?missing=disable');
  assert.deepEqual(codeOf(disables), [403, 'element.application_only']);
  assert.deepEqual(codeOf(await importOf('tags', 'name\nWelder\n')), [403, 'scope.missing']);
  assert.equal((await importOf('tags', 'name\nRigger\n', ['reference'])).status, 201);
  const ids = { userIds: Array.from({ length: 501 }, (_, index) => `user.${index}`) };
  assert.deepEqual(codeOf(await asElement('POST', '/api/identity/groups/divers/members', ids)), [
    422,
    'import.too_many_rows',
  ]);
  const options = Array.from({ length: 501 }, (_, index) => ({ id: `o${index}`, defaultText: `Option ${index}` }));
  await asElement('POST', '/api/dropdowns', { id: 'berths', name: 'Berths' }, ['reference']);
  const imported = await asElement('POST', '/api/dropdowns/berths/options/import', { options }, ['reference']);
  assert.deepEqual(codeOf(imported), [422, 'import.too_many_rows']);
});

test('BEY-20 ADM-08 an element runs plans of elements only, and the audit log names it', async () => {
  const csv = 'username,name\nmart.harbour,Mart Oja\n';
  const root = tenant.people.root!;
  const whole = await root.send('POST', '/api/records/people/import', csv, { 'content-type': 'text/csv' });
  assert.equal(whole.status, 201);
  for (const [method, url] of [
    ['POST', `/api/imports/${whole.body.id}/run`],
    ['GET', `/api/imports/${whole.body.id}`],
    ['GET', `/api/imports/${whole.body.id}/rows`],
  ] as const) {
    assert.deepEqual(codeOf(await asElement(method, url, method === 'POST' ? {} : undefined)), [
      404,
      'import.not_found',
    ]);
  }
  const own = await importPeople(csv);
  const withReference = await asElement('POST', `/api/imports/${own.id}/run`, {}, ['reference']);
  assert.deepEqual(codeOf(withReference), [404, 'import.not_found']);
  assert.equal((await asElement('POST', `/api/imports/${own.id}/run`, {})).status, 202);
  const { rows } = await tenant.transaction((tx) =>
    sql<{ element: string }>`SELECT options->>'element' AS element FROM import_run WHERE id = ${own.id}::uuid`.execute(
      tx,
    ),
  );
  assert.deepEqual(rows, [{ element: 'element: HR portal (https://hr.example.org)' }]);
});

test('BEY-20 details of users need a scope for users', async () => {
  const inbox = (await asElement('GET', MART, undefined, ['inbox'])).body;
  assert.deepEqual(Object.keys(inbox).sort(), ['id', 'key', 'name']);
  assert.equal((await asElement('GET', MART, undefined, ['people:read'])).body.id, 'mart.harbour');
  assert.ok('groups' in (await asElement('GET', MART, undefined, ['people:read'])).body);
  assert.ok('groups' in (await asElement('GET', '/api/identity/users/me', undefined, ['inbox'])).body);
});
