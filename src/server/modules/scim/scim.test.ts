import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { bpmn, end, sequence, start, userTask } from '../../../../test/support/bpmn.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Reply, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { createClient } from './create-client.ts';
import { errorBody } from './scim.errors.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Send = (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Sends requests as a directory. */
function directory({ app }: TestTenant, slug: string, token: string): Send {
  return async (method, path, body, headers = {}) => {
    const reply = await app.inject({
      ...{ method, url: `/scim/v2/${slug}${path}` },
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = reply.body;
    return { status: reply.statusCode, body: text === '' ? undefined : JSON.parse(text), headers: reply.headers };
  };
}

async function tokenOf(
  tenant: TestTenant,
  groups: readonly string[] = [],
  leavers: 'manager' | 'keep' = 'manager',
): Promise<string> {
  return (await tenant.transaction((tx) => createClient(tx, { name: 'Entra', groups, leavers }, tenant.clock.now)))
    .token;
}

const patch = (...operations: object[]) => ({ Operations: operations });
const user = (userName: string, more: object = {}) => ({ userName, displayName: 'Anna Saar', active: true, ...more });

/** Makes groups of the product what they are in a real organisation. */
const asProduct = (tenant: TestTenant, ...ids: string[]) =>
  tenant.transaction((tx) => sql`UPDATE app_group SET kind = 'product' WHERE id = ANY(${ids}::text[])`.execute(tx));

interface Case {
  readonly client: string;
  readonly title: string;
  readonly method: Method;
  readonly path: string;
  readonly status: number;
  readonly body?: unknown;
  /** Name under which the id is used in later requests. */
  readonly save?: string;
  /** Values of the response by their place; null: missing. */
  readonly expect?: Readonly<Record<string, unknown>>;
}

const CASES = JSON.parse(
  readFileSync(new URL('../../../../test/scim/requests.json', import.meta.url), 'utf8'),
) as readonly Case[];

/** The value at a place; `/` between the names, because URNs contain dots. */
const valueAt = (body: unknown, place: string): unknown =>
  place.split('/').reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], body) ?? null;

onDatabase('requests of directories', (db) => {
  test('SCIM-01 every request that Entra ID and Okta send is answered as they expect', async () => {
    const tenant = await createTestTenant(db(), 'acme', { ann: ['admin'], bob: [] });
    const send = directory(tenant, 'acme', await tokenOf(tenant));
    const ids: Record<string, string> = {};
    const filled = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole)) as T;
    for (const one of CASES) {
      const { client, title, method, path, status, body, save, expect = {} } = one;
      const reply = await send(
        method,
        filled(path).replaceAll(' ', '%20').replaceAll('"', '%22'),
        body && filled(body),
      );
      const shown = `${client} ${title}: ${JSON.stringify(reply.body)}`;
      assert.equal(reply.status, status, shown);
      if (save) ids[save] = reply.body.id;
      for (const [place, value] of Object.entries(filled(expect))) {
        assert.deepEqual(valueAt(reply.body, place), value, `${shown} ${place}`);
      }
      if (reply.body !== undefined) assert.equal(reply.headers['content-type'], 'application/scim+json', shown);
    }
  });
});

onDatabase('SCIM', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let send: Send;
  let count = 0;
  before(async () => {
    tenant = await createTestTenant(db(), 'norden', {
      ann: ['admin'],
      bob: ['verva.admin'],
      eve: ['clerks'],
      mia: ['admin'],
    });
    other = await createTestTenant(db(), 'other', { zoe: ['admin'] }, tenant);
    await asProduct(tenant, 'admin', 'verva.admin');
    send = directory(tenant, 'norden', await tokenOf(tenant));
  });
  const added = async (more: object = {}): Promise<string> => {
    count += 1;
    const { body, status } = await send('POST', '/Users', user(`person.${count}@norden.example`, more));
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  };
  const row = async (id: string) =>
    (
      await tenant.transaction((tx) =>
        sql<Record<string, unknown>>`SELECT * FROM app_user WHERE id = ${id}::uuid`.execute(tx),
      )
    ).rows[0]!;
  const logged = async () => (await tenant.people.ann!.get('/api/scim/log')).body.items;

  test('SCIM-01 a token works for its organisation alone, until it expires, is disabled or the organisation is suspended', async () => {
    const refused = async (slug: string, token: string) => {
      const reply = await directory(tenant, slug, token)('GET', '/Users');
      assert.equal(reply.headers['content-type'], 'application/scim+json');
      assert.equal(reply.body.status, String(reply.status));
      return reply.status;
    };
    const token = await tokenOf(tenant);
    const second = await tokenOf(tenant);
    assert.deepEqual(await refused('other', token), 401);
    assert.deepEqual(await refused('nowhere', token), 401);
    assert.deepEqual(await refused('norden', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`), 401);
    assert.deepEqual(await refused('norden', 'vs_x'), 401);
    for (const one of [token, second])
      assert.equal((await directory(tenant, 'norden', one)('GET', '/Users')).status, 200);
    const { body } = await tenant.people.ann!.get('/api/scim/clients');
    assert.equal(JSON.stringify(body).includes(token.slice(-43)), false);
    const id = token.slice(3, 35).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    assert.equal((await tenant.people.ann!.send('DELETE', `/api/scim/clients/${id}`)).status, 204);
    assert.equal(await refused('norden', token), 401);
    assert.equal((await directory(tenant, 'norden', second)('GET', '/Users')).status, 200);
    const status = (value: string) =>
      db().systemTransaction((tx) =>
        sql`UPDATE tenant SET status = ${value} WHERE id = ${tenant.tenantId}`.execute(tx),
      );
    await status('suspended');
    assert.equal(await refused('norden', second), 403);
    await status('active');
    await tenant.transaction((tx) =>
      sql`UPDATE scim_client SET expires_at = ${tenant.clock.now} WHERE name = 'Entra' AND id <> ${id}::uuid AND id = (SELECT max(id::text)::uuid FROM scim_client WHERE disabled_at IS NULL)`.execute(
        tx,
      ),
    );
    assert.equal(await refused('norden', second), 401);
  });

  test('SCIM-01 nothing of another organisation can be read or changed', async () => {
    const { userId } = other.people.zoe!;
    assert.equal((await send('GET', `/Users/${userId}`)).status, 404);
    assert.equal(
      (await send('PATCH', `/Users/${userId}`, patch({ op: 'replace', value: { active: false } }))).status,
      404,
    );
    assert.equal((await send('GET', '/Users?filter=userName%20eq%20%22zoe.other%22')).body.totalResults, 0);
    const group = await send('POST', '/Groups', { displayName: 'Foreign', members: [{ value: userId }] });
    assert.deepEqual([group.status, group.body.scimType], [400, 'invalidValue']);
  });

  test('SCIM-01 SEC-02 a user who is deactivated is refused at once, and by DELETE found no more until created again', async () => {
    const eve = tenant.people.eve!;
    assert.equal((await eve.get('/api/session')).status, 200);
    const off = await send('PATCH', `/Users/${eve.userId}`, patch({ op: 'Replace', path: 'active', value: 'False' }));
    assert.deepEqual([off.status, off.body.active], [200, false]);
    assert.equal((await eve.get('/api/session')).status, 401);
    assert.equal((await row(eve.userId)).source, 'scim');
    await send('PATCH', `/Users/${eve.userId}`, patch({ op: 'Replace', path: 'active', value: true }));
    assert.equal((await row(eve.userId)).status, 'active');
    assert.equal((await send('DELETE', `/Users/${eve.userId}`)).status, 204);
    assert.equal((await row(eve.userId)).status, 'disabled');
    assert.equal((await send('GET', `/Users/${eve.userId}`)).status, 404);
    assert.equal((await send('GET', '/Users?filter=userName%20eq%20%22eve.norden%22')).body.totalResults, 0);
    const again = await send('POST', '/Users', user('eve.norden', { displayName: 'Eve Again' }));
    assert.deepEqual([again.status, again.body.id], [201, eve.userId]);
    assert.deepEqual([(await row(eve.userId)).status, (await row(eve.userId)).name], ['active', 'Eve Again']);
  });

  test('SCIM-01 open tasks of a deactivated user are handed over, or stay, as the token says', async () => {
    await tenant.deploy(bpmn('work', sequence(start, userTask('decide', 'verva:assignee="=who"'), end)));
    const off = patch({ op: 'replace', value: { active: false } });
    const keep = directory(tenant, 'norden', await tokenOf(tenant, [], 'keep'));
    for (const [as, expected] of [
      [send, 1],
      [keep, undefined],
    ] as const) {
      const id = await added();
      await tenant.startInstance({ key: 'work', variables: { who: id } });
      assert.equal((await as('PATCH', `/Users/${id}`, off)).status, 200);
      const { body } = await tenant.people.ann!.get(`/api/identity/users/${id}/hand-over`);
      assert.equal(body?.total, expected);
    }
  });

  test('SCIM-01 administrators cannot change what the directory keeps of a user', async () => {
    const id = await added({ title: 'Clerk' });
    const { ann } = tenant.people;
    const { body } = await ann!.get(`/api/identity/users/${id}`);
    const put = (more: object) =>
      ann!.send('PUT', `/api/identity/users/${id}`, JSON.stringify({ ...body, email: 'a@norden.example', ...more }), {
        'content-type': 'application/json',
      });
    const refused = await put({ name: 'Other', jobTitle: 'Boss' });
    const pointers = refused.body.errors.map(({ pointer }: { pointer: string }) => pointer);
    assert.deepEqual([refused.status, pointers], [422, ['/name', '/email', '/jobTitle']]);
    assert.equal(body.managedBy, 'directory');
    const managers = (line: string[], functional: string[]) =>
      ann!.send('PUT', `/api/identity/users/${id}/managers`, JSON.stringify({ line, functional }), {
        'content-type': 'application/json',
      });
    assert.equal((await managers([ann!.username], [])).body.errors[0].pointer, '/line');
    assert.equal((await managers([], [ann!.username])).status, 200);
  });

  test('SCIM-01 what the product cannot use stays with the directory and is in the log', async () => {
    await tenant.transaction((tx) => sql`INSERT INTO department (code, name) VALUES ('FIN', 'Finance')`.execute(tx));
    const id = await added({
      emails: [{ value: 'no address', type: 'work' }],
      phoneNumbers: [{ value: 'none' }],
      preferredLanguage: 'tlh',
      [ENTERPRISE]: { department: 'fin', organization: 'Nobody', manager: { value: 'somebody' } },
    });
    const { body } = await send('GET', `/Users/${id}`);
    assert.equal(body.phoneNumbers[0].value, 'none');
    assert.equal(body[ENTERPRISE].manager.value, 'somebody');
    const stored = await row(id);
    assert.deepEqual([stored.email, stored.phone_number, stored.company_id], [null, null, null]);
    const { body: product } = await tenant.people.ann!.get(`/api/identity/users/${id}`);
    assert.equal(product.department.name, 'Finance');
    const [entry] = await logged();
    assert.deepEqual(
      [entry.outcome, entry.notes.map(({ code }: { code: string }) => code).sort()],
      ['created', ['company', 'email', 'language', 'manager', 'phone']],
    );
    const refused = await send('POST', '/Users', user('bad@norden.example', { displayName: 'Anna\u202ESaar' }));
    assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue']);
    assert.deepEqual([(await logged())[0].outcome, (await logged())[0].subject], ['name', 'bad@norden.example']);
  });

  test('SCIM-01 managers follow the directory, and no one becomes the manager of their own', async () => {
    const [boss, clerk] = [await added(), await added()];
    const managerOf = (id: string, value: string) =>
      send('PATCH', `/Users/${id}`, patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value }));
    await managerOf(clerk, boss);
    const managers = async (id: string) => (await tenant.people.ann!.get(`/api/identity/users/${id}`)).body.managers;
    assert.deepEqual(
      (await managers(clerk)).map(({ key }: { key: string }) => key),
      [boss],
    );
    await managerOf(boss, clerk);
    assert.deepEqual(await managers(boss), []);
    assert.equal((await logged())[0].notes[0].code, 'manager');
  });

  test('SCIM-01 ROLE-02 administrators are changed only by a token with the right to, those of the provider by none', async () => {
    const { ann, bob, mia } = tenant.people;
    const off = patch({ op: 'replace', value: { active: false } });
    assert.equal((await send('PATCH', `/Users/${ann!.userId}`, off)).status, 403);
    assert.equal((await send('GET', '/Groups/admin')).status, 404);
    const strong = directory(tenant, 'norden', await tokenOf(tenant, ['admin']));
    assert.equal((await strong('PATCH', `/Users/${bob!.userId}`, off)).status, 403);
    assert.equal((await strong('GET', '/Groups/verva.admin')).status, 404);
    assert.equal((await strong('PATCH', `/Users/${mia!.userId}`, off)).status, 200);
    const someone = await added();
    const joined = await strong(
      'PATCH',
      '/Groups/admin',
      patch({ op: 'add', path: 'members', value: [{ value: someone }] }),
    );
    assert.deepEqual([joined.status, joined.body.members.length], [200, 1]);
    assert.equal(
      (await strong('PATCH', '/Groups/admin', patch({ op: 'replace', path: 'displayName', value: 'Mine' }))).status,
      403,
    );
    assert.equal((await ann!.post('/api/scim/clients', { name: 'X', groups: ['verva.admin'] })).status, 400);
  });

  test('SCIM-01 a directory sees and removes the memberships that it has made', async () => {
    const [one, two] = [await added(), await added()];
    const { ann } = tenant.people;
    await ann!.post(`/api/identity/groups/clerks/members/${one}`);
    const members = async () =>
      ((await send('GET', '/Groups/clerks')).body.members ?? []).map(({ value }: { value: string }) => value);
    assert.deepEqual(await members(), []);
    await send('PUT', '/Groups/clerks', { displayName: 'clerks', members: [{ value: two }] });
    assert.deepEqual(await members(), [two]);
    assert.equal(
      (await ann!.send('DELETE', `/api/identity/groups/clerks/members/${two}`)).body.code,
      'group.managed_elsewhere',
    );
    assert.equal((await send('DELETE', '/Groups/clerks')).status, 204);
    const left = await ann!.get('/api/identity/groups/clerks/members');
    const ids = left.body.items.map(({ user: { key } }: { user: { key: string } }) => key);
    assert.deepEqual([ids.includes(one), ids.includes(two)], [true, false]);
  });

  test('SCIM-01 a change of another version is refused, and a version that is known is not sent again', async () => {
    const id = await added();
    const { headers } = await send('GET', `/Users/${id}`);
    const etag = String(headers.etag);
    assert.equal((await send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status, 304);
    const change = (title: string) =>
      send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: title }), { 'if-match': etag });
    assert.equal((await change('First')).status, 200);
    assert.equal((await change('Second')).status, 412);
    const same = await send('PATCH', `/Users/${id}`, patch({ op: 'replace', path: 'title', value: 'First' }));
    assert.notEqual(same.headers.etag, etag);
    assert.equal((await send('GET', `/Users/${id}`)).headers.etag, same.headers.etag);
  });

  test('SCIM-01 AUD-01 changes of a directory are in the audit log with the name of its token', async () => {
    const id = await added();
    const { body } = await tenant.people.ann!.get(`/api/records/audit?entityId=eq:${id}`);
    assert.deepEqual([body.items[0].actor, body.items[0].via], [null, 'Directory: Entra']);
  });

  test('SCIM-01 operations that are not offered, and addresses that do not exist, are answered in the shape of SCIM', async () => {
    const cases: [Method, string, number][] = [
      ['POST', '/Bulk', 501],
      ['GET', '/Me', 501],
      ['POST', '/.search', 501],
      ['POST', '/Schemas', 405],
      ['PUT', '/Users', 405],
      ['GET', '/Nothing', 404],
      ['GET', '/Users/none/more', 404],
      ['GET', '/ServiceProviderConfig?filter=id%20pr', 403],
      ['GET', '/Users?filter=userName', 400],
      ['GET', '/Users?count=many', 400],
    ];
    for (const [method, path, status] of cases) {
      const reply = await send(method, path, method === 'GET' ? undefined : {});
      assert.deepEqual([reply.status, reply.body.status], [status, String(status)], path);
    }
    const found = await send('POST', '/Users/.search', { filter: 'userName sw "person."', count: 1 });
    assert.deepEqual([found.status, found.body.Resources.length], [200, 1]);
    assert.equal((await send('POST', '/Users', '{"userName":')).body.scimType, 'invalidSyntax');
    assert.equal((await send('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status, 415);
    assert.deepEqual(Object.keys(errorBody(400, 'x')), ['schemas', 'status', 'detail']);
  });

  test('SCIM-01 API-05 bodies that are too wide, too deep or no JSON are refused before they are read', async () => {
    const bodies = [
      `{"members":[${Array(31_000).fill('1').join()}]}`,
      `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
      '['.repeat(20_000),
    ];
    for (const body of bodies) {
      const { status, body: answer } = await send('POST', '/Groups', body);
      assert.deepEqual([status, answer.status], [400, '400'], body.slice(0, 30));
    }
  });

  test('SCIM-01 more than 30 requests a second are refused with the time to wait', async () => {
    const one = directory(tenant, 'norden', await tokenOf(tenant));
    const replies = await Promise.all(Array.from({ length: 130 }, () => one('GET', '/ServiceProviderConfig')));
    const refused = replies.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.every(({ headers }) => Number(headers['retry-after']) >= 1));
  });

  test('SCIM-01 API-05 no input breaks the service or leaves its shape', async () => {
    const id = await added();
    const text = fc.oneof(
      fc.constantFrom(
        'userName',
        'emails',
        '__proto__',
        'constructor',
        'members',
        'active',
        ENTERPRISE,
        'name.givenName',
        '\0',
        '\ud800',
        'a'.repeat(3000),
      ),
      fc.string({ maxLength: 20 }),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(text, tie('any'), { maxKeys: 4 }),
      ),
    })).any;
    const path = fc.oneof(
      text,
      fc.constantFrom(
        'emails[',
        'emails[type eq "work"].value',
        'members[value eq 1]',
        'emails[type]',
        'name.',
        'urn:x:y',
        'emails[value co true].x',
      ),
    );
    const operation = fc.record(
      { op: fc.constantFrom('add', 'Replace', 'remove', 'x'), path, value },
      { requiredKeys: ['op'] },
    );
    const body = fc.oneof(
      value,
      fc.record({ Operations: fc.array(operation, { maxLength: 3 }) }),
      fc.record({ userName: text, displayName: text, members: value, emails: value }, { requiredKeys: [] }),
    );
    const target = fc.constantFrom<[Method, string]>(
      ['POST', '/Users'],
      ['PUT', `/Users/${id}`],
      ['PATCH', `/Users/${id}`],
      ['POST', '/Groups'],
      ['PATCH', '/Groups/clerks'],
      ['POST', '/Users/.search'],
      ['GET', '/Users'],
    );
    const free = directory(tenant, 'norden', await tokenOf(tenant));
    await fc.assert(
      fc.asyncProperty(target, body, text, async ([method, url], sent, filter) => {
        tenant.clock.now = new Date(tenant.clock.now.getTime() + 1000);
        const query = method === 'GET' ? `?filter=${encodeURIComponent(filter.toWellFormed())}` : '';
        const reply = await free(method, url + query, method === 'GET' ? undefined : sent);
        assert.ok(reply.status < 500, `${method} ${url} ${JSON.stringify(sent)} ${JSON.stringify(reply.body)}`);
        if (reply.status >= 400) assert.equal(reply.body.status, String(reply.status));
      }),
      { numRuns: 60 },
    );
  });
});
