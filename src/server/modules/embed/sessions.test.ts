import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';

const INTRANET = 'https://intranet.example.org';
const PORTAL = 'https://portal.example.com';
/** An API path that any full token can access, and the scope that an element needs for it. */
const COUNT = '/api/tasks/count';
const ME = '/api/identity/users/me';
const MANUALS = '/api/records/manuals';
const ADMINS = '/api/dropdowns';

onDatabase('tokens of elements', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let root: Person;
  let client: { id: string; secret: string };

  before(async () => {
    tenant = await createTestTenant(db(), 'harbour', { root: ['admin', 'dock'], ann: ['clerks'] });
    other = await createTestTenant(db(), 'others', { eva: ['admin'] }, tenant);
    root = tenant.people.root!;
    for (const origin of [INTRANET, PORTAL]) {
      assert.equal((await root.post('/api/embed/origins', { origin })).status, 201);
    }
    client = await makeClient(['inbox', 'manuals']);
  });

  async function makeClient(scopes: string[], readersGroupId: string | null = null) {
    const { status, body } = await root.post('/api/embed/clients', { name: 'Intranet', scopes, readersGroupId });
    assert.equal(status, 201, JSON.stringify(body));
    return body as { id: string; secret: string };
  }
  const basic = ({ id, secret }: { id: string; secret: string }) =>
    `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
  async function inject(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    headers: Record<string, string | undefined>,
    payload?: object,
  ) {
    const sent = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    const reply = await tenant.app.inject({ method, url, headers: sent, ...(payload && { payload }) });
    return { status: reply.statusCode, body: reply.body === '' ? null : reply.json(), headers: reply.headers };
  }
  const open = (body: object, by = client) =>
    inject(
      'POST',
      '/api/embed/sessions',
      { authorization: basic(by) },
      { origin: INTRANET, scopes: ['inbox'], ...body },
    );
  const tokenFor = async (body: object, by = client): Promise<string> => {
    const { status, body: session } = await open(body, by);
    assert.equal(status, 201, JSON.stringify(session));
    return session.token;
  };
  const get = (url: string, token: string, origin: string | undefined = INTRANET, more = {}) =>
    inject('GET', url, { authorization: `Bearer ${token}`, origin, ...more });
  const codeOf = async (answer: ReturnType<typeof inject>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };

  test('BEY-20 a back end gets a token for one user, limited to its scopes', async () => {
    const token = await tokenFor({ userId: 'ann.harbour' });
    assert.equal((await get(COUNT, token)).status, 200);
    assert.equal((await get(ME, token)).body.id, 'ann.harbour');
    const refused = await get(MANUALS, token);
    assert.deepEqual([refused.status, refused.body.code], [403, 'scope.missing']);
    assert.match(refused.body.params.needed, /manuals/);
    assert.deepEqual(await codeOf(get('/api/embed/clients', token)), [403, 'scope.missing'], 'a full token only');
    assert.deepEqual(await codeOf(get(ADMINS, await tokenFor({ userId: 'root.harbour' }))), [403, 'scope.missing']);
    assert.equal((await get(MANUALS, await tokenFor({ userId: 'ann.harbour', scopes: ['manuals'] }))).status, 200);
  });

  test('BEY-20 EMB-04 a token is valid only on pages of its origin and in its organisation', async () => {
    const token = await tokenFor({ userId: 'ann.harbour' });
    assert.deepEqual(await codeOf(get(COUNT, token, PORTAL)), [403, 'origin.not_allowed']);
    const bare = await inject('GET', COUNT, { authorization: `Bearer ${token}` });
    assert.deepEqual([bare.status, bare.body.code], [403, 'origin.not_allowed'], 'from no page at all');
    const elsewhere = get(COUNT, token, INTRANET, { 'verva-tenant': 'others' });
    assert.deepEqual(await codeOf(elsewhere), [403, 'tenant.not_a_member']);
    assert.deepEqual(await codeOf(open({ userId: 'ann.harbour', origin: 'https://evil.test' })), [
      403,
      'origin.not_allowed',
    ]);
  });

  test('BEY-20 a token ends when it expires, is closed, or its client or user is removed', async () => {
    const short = await tokenFor({ userId: 'ann.harbour', ttl: 60 });
    assert.equal((await get(COUNT, short)).status, 200);
    const { now } = tenant.clock;
    tenant.clock.now = new Date(now.getTime() + 180_000);
    assert.deepEqual(await codeOf(get(COUNT, short)), [401, 'session.expired']);
    tenant.clock.now = now;

    const closed = (await open({ userId: 'ann.harbour' })).body;
    assert.equal((await get(COUNT, closed.token)).status, 200);
    const stranger = await makeClient(['inbox']);
    const close = (by: { id: string; secret: string }) =>
      inject('DELETE', `/api/embed/sessions/${closed.id}`, { authorization: basic(by) });
    assert.equal((await close(stranger)).status, 404, 'of another back end');
    assert.equal((await close(client)).status, 204);
    assert.deepEqual(await codeOf(get(COUNT, closed.token)), [401, 'session.revoked']);

    const held = await tokenFor({ userId: 'ann.harbour' }, stranger);
    assert.equal((await get(COUNT, held)).status, 200);
    const rotated = (await root.post(`/api/embed/clients/${stranger.id}/rotate`)).body;
    assert.deepEqual(await codeOf(get(COUNT, held)), [401, 'session.revoked']);
    assert.deepEqual(await codeOf(open({ userId: 'ann.harbour' }, stranger)), [401, 'client.not_accepted']);
    const again = await tokenFor({ userId: 'ann.harbour' }, rotated);
    assert.equal((await root.send('DELETE', `/api/embed/clients/${stranger.id}`)).status, 204);
    assert.deepEqual(await codeOf(get(COUNT, again)), [401, 'session.revoked']);
    assert.deepEqual(await codeOf(open({ userId: 'ann.harbour' }, rotated)), [401, 'client.not_accepted']);
  });

  test('SEC-01 BEY-20 clients, secrets and tokens are audited without their values', async () => {
    const made = (await root.post('/api/embed/clients', { name: 'Audited', scopes: ['inbox'] })).body;
    const rotated = (await root.post(`/api/embed/clients/${made.id}/rotate`)).body;
    const minted = (await open({ userId: 'ann.harbour' }, rotated)).body;
    await root.send('DELETE', `/api/embed/clients/${made.id}`);
    const { rows } = await tenant.transaction((tx) =>
      sql<{
        verb: string;
        actor_id: string | null;
        subject_id: string | null;
        after: Record<string, unknown>;
      }>`SELECT verb, actor_id,
        subject_id, after FROM audit_log WHERE entity_id IN (${made.id}, ${minted.id}) ORDER BY id`.execute(tx),
    );
    const admin = tenant.people.root!.userId;
    assert.deepEqual(
      rows.map(({ verb, actor_id }) => [verb, actor_id]),
      [
        ['insert', admin],
        ['update', admin],
        ['token-minted', null],
        ['update', admin],
      ],
    );
    assert.deepEqual([rows[0]!.after.secret_sha256, rows[1]!.after], ['***', { secret_sha256: '***' }]);
    assert.equal(rows[2]!.subject_id, tenant.people.ann!.userId);
    const { clientId, client: name, scopes, origin } = rows[2]!.after;
    assert.deepEqual([clientId, name, scopes, origin], [made.id, 'Audited', ['inbox'], INTRANET]);
    const written = JSON.stringify(rows);
    for (const secret of [made.secret, rotated.secret, minted.token]) assert.ok(!written.includes(secret));
  });

  test('BEY-20 refused requests of a back end name the reason', async () => {
    const unknownClient = { id: client.id, secret: 'x'.repeat(43) };
    assert.deepEqual(await codeOf(open({ userId: 'ann.harbour' }, unknownClient)), [401, 'client.not_accepted']);
    for (const authorization of [
      undefined,
      'Basic !',
      `Basic ${Buffer.from('no colon here').toString('base64')}`,
      'Bearer a.b.c',
    ]) {
      const body = { userId: 'ann.harbour', scopes: ['inbox'], origin: INTRANET };
      assert.equal((await inject('POST', '/api/embed/sessions', { authorization }, body)).status, 401);
    }
    const denied = await open({ userId: 'ann.harbour', scopes: ['inbox', 'hr'] });
    assert.deepEqual([denied.status, denied.body.code, denied.body.params.scope], [403, 'scope.not_granted', 'hr']);
    assert.deepEqual(await codeOf(open({ userId: 'eva.others' })), [404, 'user.not_found']);
    assert.equal((await open({ userId: 'ann.harbour', scopes: ['session'] })).status, 400);
    assert.equal((await open({ userId: 'ann.harbour', ttl: 3600 })).status, 400);
    assert.equal((await open({})).status, 400);
    assert.deepEqual(await codeOf(open({ reader: { id: '7', name: 'Pat' }, scopes: ['manuals'] })), [
      422,
      'embed_client.no_readers',
    ]);
  });

  test('BEY-20 a reader identified by a partner is one user of its group, with reading rights only', async () => {
    const portal = await makeClient(['manuals', 'inbox'], 'dock');
    const reader = { id: 'P-4711', name: 'Пётр Иванов', languageId: 'ru' };
    const asked = { reader, scopes: ['manuals'], origin: PORTAL };
    const first = await get(ME, await tokenFor(asked, portal), PORTAL);
    assert.deepEqual([first.body.name, first.body.groups], ['Пётр Иванов', ['dock']]);
    const second = await get(
      ME,
      await tokenFor({ ...asked, reader: { ...reader, name: 'P. Ivanov' } }, portal),
      PORTAL,
    );
    assert.deepEqual([second.body.key, second.body.name], [first.body.key, 'P. Ivanov']);
    for (const name of ['Pat\u202ekroP', '\u200b', 'Pаt', ' ']) {
      const { status, body } = await open({ ...asked, reader: { ...reader, name } }, portal);
      assert.deepEqual([status, body.errors?.[0].pointer], [422, '/reader/name'], JSON.stringify(body));
    }
    assert.equal((await get(ME, await tokenFor(asked, portal), PORTAL)).body.name, 'Пётр Иванов');
    const inbox = { ...asked, scopes: ['inbox'] };
    assert.deepEqual(
      await codeOf(open(inbox, portal)),
      [403, 'scope.not_granted'],
      'manuals only, whatever the client may',
    );
    assert.deepEqual((await root.get('/api/identity/users?q=P.')).body.items, [], 'nobody chooses them in a form');
    assert.deepEqual(await codeOf(open({ userId: first.body.id, scopes: ['manuals'] }, client)), [
      404,
      'user.not_found',
    ]);
  });

  test('BEY-20 a partner’s reader reads the manuals of the group and cannot get tasks, be a delegate or be edited', async () => {
    const portal = await makeClient(['manuals'], 'dock');
    const token = await tokenFor(
      { reader: { id: 'P-1', name: 'Pat' }, scopes: ['manuals'], origin: PORTAL, ttl: 60 },
      portal,
    );
    const { id, key } = (await get(ME, token, PORTAL)).body;
    await tenant.transaction((tx) =>
      sql`INSERT INTO language (language_id, name, locale) VALUES ('en', 'English', 'en')`.execute(tx),
    );
    const groupId = (await root.post('/api/manuals/groups', { name: { en: 'Safety' } })).body.id;
    const manualId = (await root.post('/api/manuals', { code: 'M-1', groupId, title: 'Quay' })).body.id;
    const put = (url: string, body: object) =>
      root.send('PUT', url, JSON.stringify(body), { 'content-type': 'application/json' });
    const readersOf = async (rule: object) =>
      (await put(`/api/manuals/${manualId}/audience?preview=true`, { rules: [rule] })).body.people;
    assert.equal(await readersOf({ kind: 'all', ref: '' }), 2, 'the people of the organisation');
    const more = (await readersOf({ kind: 'group', ref: 'dock' })) - 1;
    assert.ok(more >= 1, 'and root, who is in the group');
    assert.equal(await readersOf({ kind: 'user', ref: key }), 1);
    const assign = { taskIds: [manualId], action: { action: 'assign', userId: id } };
    assert.equal((await root.post('/api/tasks', assign)).body.code, 'user.not_found');
    const day = '2030-01-01';
    const period = { delegateUserId: key, startDate: day, endDate: day, comment: '' };
    const refused = await root.post('/api/identity/delegate/me', period);
    assert.equal(refused.body.errors[0].code, 'user.not_found', JSON.stringify(refused.body));
    const { body: user } = await root.get(`/api/identity/users/${key}`);
    const change = await put(`/api/identity/users/${key}`, { ...user, groups: ['admin'] });
    assert.deepEqual([change.status, change.body.code], [404, 'user.not_found']);
    await tenant.transaction((tx) =>
      sql`INSERT INTO app_group (id, name, kind) VALUES ('staff', 'Staff', 'product')`.execute(tx),
    );
    const made = await root.post('/api/embed/clients', { name: 'P', scopes: ['manuals'], readersGroupId: 'staff' });
    assert.deepEqual([made.status, made.body.code], [422, 'embed_client.role_group'], 'it would give them rights');
  });

  test('EMB-04 BEY-20 an administrator manages origins and back ends; the secret is shown once', async () => {
    const malformed = await root.post('/api/embed/origins', { origin: 'intranet.example.org/start' });
    assert.deepEqual([malformed.status, malformed.body.code], [422, 'origin.malformed']);
    const twice = await root.post('/api/embed/origins', { origin: `${INTRANET}/` });
    assert.deepEqual([twice.status, twice.body.code], [409, 'origin.exists']);
    assert.equal((await tenant.people.ann!.get('/api/embed/clients')).status, 403);
    const hidden = await root.post('/api/embed/clients', { name: 'HR\u2066', scopes: ['hr'] });
    assert.deepEqual([hidden.status, hidden.body.code], [422, 'field.name']);
    const list = (await root.get('/api/embed/clients')).body;
    assert.ok(list.length > 0 && list.every((one: object) => !('secret' in one)));
    const key = { 'idempotency-key': 'the-same-twice' };
    const [one, two] = [
      await root.post('/api/embed/clients', { name: 'A', scopes: ['hr'] }, key),
      await root.post('/api/embed/clients', { name: 'A', scopes: ['hr'] }, key),
    ];
    assert.notEqual(one.body.secret, two.body.secret, 'an answer with a secret is kept nowhere');
    const stale = await root.send(
      'PUT',
      `/api/embed/clients/${client.id}`,
      JSON.stringify({ name: 'New', scopes: ['inbox'] }),
      {
        'content-type': 'application/json',
        'if-match': '"99"',
      },
    );
    assert.deepEqual([stale.status, stale.body.code], [412, 'edit.conflict']);
    assert.deepEqual((await other.people.eva!.get('/api/embed/clients')).body, []);
    assert.equal((await other.people.eva!.send('DELETE', `/api/embed/clients/${client.id}`)).status, 404);

    const token = await tokenFor({ userId: 'ann.harbour', origin: PORTAL });
    assert.equal((await get(COUNT, token, PORTAL)).status, 200);
    const portal = (await root.get('/api/embed/origins')).body.find((one: { origin: string }) => one.origin === PORTAL);
    assert.equal((await root.send('DELETE', `/api/embed/origins/${portal.id}`)).status, 204);
    assert.notEqual((await get(COUNT, token, PORTAL)).status, 200);
  });
});
