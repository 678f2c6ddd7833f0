import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { contentFolder } from '../../../../test/support/files.ts';
import { testClock } from '../../../../test/support/identity.ts';
import { JPEG, pngOf, WEBP } from '../../../../test/support/pictures.ts';
import { signInServer } from '../../../../test/support/sign-in-server.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { sweepContents } from '../../platform/files.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { session } from '../session/index.ts';
import { addMembership, createPerson, signin } from '../signin/index.ts';
import { createTenant, tenants } from '../tenants/index.ts';
import { users } from './index.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const GOOD = { name: 'Kati Kuusk', email: 'kati@acme.test', phoneNumber: null, languageId: 'et' };

describe('changing a user', () => {
  let db: DatabaseHandle;
  let app: FastifyInstance;
  const contents = contentFolder();
  let acme: number;
  let kati: { userId: string; sub: string };
  const tokens = new Map<string, string>();

  before(async () => {
    db = await openTestDatabase();
    app = await signInServer(db, testClock(), [signin, session, users, tenants], { contents });
    ({ tenantId: acme } = await createTenant(db, { slug: 'acme', name: 'Acme' }));
    const { tenantId: beta } = await createTenant(db, { slug: 'beta', name: 'Beta' });
    const person = { tenantId: acme, password: PASSWORD };
    kati = await createPerson(db, { ...person, username: 'kati.kuusk', ...GOOD, emailVerified: true });
    await createPerson(db, {
      ...person,
      username: 'mari.tamm',
      name: 'Mari Tamm',
      email: 'mari@acme.test',
      emailVerified: true,
    });
    const hidden = createPerson(db, { ...person, username: 'hidden.name', name: 'Mari\u2066' });
    await assert.rejects(hidden, { code: 'field.name' });
    await createPerson(db, { ...person, username: 'admin.acme', name: 'Admin', groups: ['admin'] });
    await createPerson(db, { ...person, username: 'provider', name: 'Provider', groups: ['verva.admin'] });
    const other = { tenantId: beta, username: 'beta.person', name: 'Beta', password: PASSWORD };
    await createPerson(db, { ...other, email: 'person@beta.test', emailVerified: true });
    await addMembership(db, { sub: kati.sub, tenantId: beta, username: 'kati.kuusk', name: 'Kati in Beta' });
    for (const USERNAME of ['kati.kuusk', 'mari.tamm', 'admin.acme', 'provider', 'beta.person']) {
      const reply = await app.inject({
        method: 'POST',
        url: '/identity/',
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
        },
        payload: JSON.stringify({
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: 'verva-web',
          AuthParameters: { USERNAME, PASSWORD },
        }),
      });
      tokens.set(USERNAME, reply.json().AuthenticationResult.IdToken);
    }
  });
  after(async () => {
    await app.close();
    await db.close();
  });

  interface Sent {
    readonly as?: string;
    readonly payload?: object | string | Buffer;
    readonly headers?: Record<string, string>;
  }
  async function call(method: 'GET' | 'PUT' | 'DELETE', url: string, { as = 'kati.kuusk', ...sent }: Sent = {}) {
    const reply = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${tokens.get(as)}`, ...sent.headers },
      ...(sent.payload === undefined ? {} : { payload: sent.payload }),
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return {
      status: reply.statusCode,
      headers: reply.headers,
      body: isJson ? reply.json() : reply.body,
      raw: reply.rawPayload,
    };
  }
  const put = (payload: object | string, sent: Sent & { who?: string } = {}) =>
    call('PUT', `/api/identity/users/${sent.who ?? 'me'}`, { ...sent, payload });
  const me = async (as = 'kati.kuusk') => (await call('GET', '/api/identity/users/me', { as })).body;
  const outbox = async (topic: string) => {
    const { rows } = await db.systemTransaction((tx) =>
      sql<{ payload: Record<string, unknown> }>`SELECT payload FROM outbox WHERE topic = ${topic} ORDER BY id`.execute(
        tx,
      ),
    );
    return rows.map(({ payload }) => payload);
  };
  const faults = ({ body }: { body: { code: string; errors?: { pointer: string; code: string }[] } }) => [
    body.code,
    ...(body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  ];

  test('PRO-01 a user changes name, e-mail address, phone number and language; it is audited and other tabs are notified', async () => {
    const before = await me();
    const change = { name: ' Kati  Mänd ', email: 'kati@acme.test', phoneNumber: '+372 5555-5555', languageId: 'ru' };
    const { status, body, headers } = await put(change, { headers: { 'if-match': `"${before.version}"` } });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [body.name, body.phoneNumber, body.languageId, body.id, body.groups],
      ['Kati Mänd', '+37255555555', 'ru', 'kati.kuusk', []],
    );
    assert.equal(headers.etag, `"${body.version}"`);
    assert.deepEqual(await me(), body);
    const whoIs = await call('GET', '/api/session');
    assert.equal(whoIs.body.user.name, 'Kati Mänd');
    const problem = await put({ ...change, name: '' });
    assert.equal(problem.headers['content-language'], 'ru', 'the token check knows the new language at once');
    const { rows } = await db.tenantTransaction({ tenantId: acme, userId: kati.userId }, (tx) =>
      sql<{ actor_id: string; after: object }>`SELECT actor_id, after FROM audit_log
        WHERE entity = 'app_user' AND verb = 'update' AND subject_id = ${kati.userId}::uuid ORDER BY id DESC LIMIT 1`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows[0], {
      actor_id: kati.userId,
      after: { name: 'Kati Mänd', phone_number: '+37255555555', language_id: 'ru' },
    });
    assert.deepEqual((await outbox('live')).at(-1), {
      principals: [`u:${kati.userId}`],
      type: 'profile.changed',
      data: {},
    });
    assert.equal((await put(GOOD)).status, 200);
  });

  test('VAL-11 VAL-12 VAL-19 empty required fields are reported with the codes of the browser', async () => {
    const all = ['/name field.required', '/email field.required', '/languageId field.required'];
    for (const empty of [
      {},
      { name: '', email: '  ', languageId: '' },
      { name: null, email: null, languageId: null },
    ]) {
      const reply = await put(empty);
      assert.equal(reply.status, 422);
      assert.deepEqual(faults(reply), ['user.invalid', ...all]);
    }
    assert.deepEqual(faults(await put({ ...GOOD, name: 'x'.repeat(201) })), ['user.invalid', '/name field.too_long']);
    for (const name of ['Kati\u202eksuuK', 'Ka\u200bti', 'Kаti', 'K\u0007ati']) {
      assert.deepEqual(
        faults(await put({ ...GOOD, name })),
        ['user.invalid', '/name field.name'],
        JSON.stringify(name),
      );
    }
    assert.deepEqual(faults(await put({ ...GOOD, languageId: 'fi' })), [
      'user.invalid',
      '/languageId field.choice_unknown',
    ]);
  });

  test('VAL-13 VAL-14 VAL-20 an invalid address and an invalid number are refused in the caller’s language', async () => {
    const wrong = { ...GOOD, email: 'kati@acme', phoneNumber: '5555' };
    const reply = await put(wrong, { headers: { 'accept-language': 'en' } });
    assert.deepEqual(faults(reply), ['user.invalid', '/email field.email', '/phoneNumber field.phone']);
    assert.deepEqual(
      reply.body.errors.map(({ title }: { title: string }) => title),
      ['Invalid email format', 'Not a valid number'],
    );
    const estonian = await put(wrong, { headers: { 'accept-language': 'et' } });
    assert.equal(estonian.body.errors[1].title, 'Telefoninumber ei ole õige');
    const empty = await put({ ...GOOD, name: '' }, { headers: { 'accept-language': 'en' } });
    assert.equal(empty.body.errors[0].title, 'Field name should be filled out.');
  });

  test('PRO-01 VAL-10 fields that a user may not change are refused by name; unchanged values are accepted', async () => {
    const user = await me();
    assert.equal((await put(user)).status, 200);
    const refused = {
      id: 'other.name',
      key: '0193a0b0-0000-7000-8000-000000000001',
      tenantId: 'beta',
      status: 'disabled',
      groups: ['admin'],
      jobTitle: 'Boss',
      managers: [{ id: 'mari.tamm', key: '0193a0b0-0000-7000-8000-000000000001', name: 'Mari' }],
      links: ['x'],
      pendingEmail: 'other@acme.test',
      company: { id: '0193a0b0-0000-7000-8000-000000000001', name: 'X' },
      avatar: '/api/identity/users/mari.tamm/avatar',
    };
    for (const [field, value] of Object.entries(refused)) {
      const reply = await put({ ...user, [field]: value });
      assert.deepEqual([reply.status, ...faults(reply)], [422, 'user.invalid', `/${field} field.not_editable`]);
    }
    assert.deepEqual(await me(), user);
  });

  test('ROLE-05 GRD-06 other users cannot change a user, and users of another organisation do not exist', async () => {
    const reply = await put(GOOD, { who: 'kati.kuusk', as: 'mari.tamm' });
    assert.deepEqual([reply.status, reply.body.code], [403, 'access.denied']);
    for (const [as, who] of [
      ['beta.person', 'mari.tamm'],
      ['admin.acme', 'beta.person'],
      ['kati.kuusk', 'nobody.here'],
      ['kati.kuusk', '0193a0b0-0000-7000-8000-000000000001'],
    ] as const) {
      const unknown = await put(GOOD, { who, as });
      assert.deepEqual([unknown.status, unknown.body.code], [404, 'user.not_found'], `${as} ${who}`);
    }
  });

  test('LOG-23 a user of two organisations changes the one of the request only', async () => {
    const there = { 'verva-tenant': 'beta' };
    const { body } = await put({ ...GOOD, name: 'Kati of Beta', email: null }, { headers: there });
    assert.deepEqual([body.tenantId, body.name, body.email], ['beta', 'Kati of Beta', null]);
    assert.deepEqual([(await me()).name, (await me()).email], [GOOD.name, GOOD.email]);
  });

  test('ROLE-02 administrators change other users, their groups and titles; only the provider grants the provider’s group', async () => {
    const { version: _, ...mari } = await me('mari.tamm');
    const as = 'admin.acme';
    const who = 'mari.tamm';
    const { status, body } = await put(
      { ...mari, jobTitle: 'Lead', groups: ['alltasks', 'assetviewer', 'alltasks'] },
      { as, who },
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.jobTitle, body.groups], ['Lead', ['alltasks', 'assetviewer']]);
    assert.deepEqual((await call('GET', '/api/session', { as: who })).body.permissions, ['alltasks', 'assetviewer']);
    assert.deepEqual((await put({ ...body, groups: ['alltasks'] }, { as, who })).body.groups, ['alltasks']);
    const unknown = await put({ ...body, groups: ['nothing.like.it'] }, { as, who });
    assert.deepEqual(faults(unknown), ['user.invalid', '/groups field.choice_unknown']);
    const provider = await put({ ...mari, groups: ['verva.admin'] }, { as, who });
    assert.deepEqual(faults(provider), ['user.invalid', '/groups field.not_editable']);
    assert.deepEqual((await put({ ...mari, groups: ['verva.admin'] }, { as: 'provider', who })).body.groups, [
      'verva.admin',
    ]);
    assert.deepEqual((await put({ ...mari, groups: [] }, { as: 'provider', who })).body.groups, []);
    const { version: __, ...administrator } = await me(as);
    const own = { ...administrator, name: 'Admin' };
    const locksOut = await put({ ...own, groups: [] }, { as });
    assert.deepEqual(faults(locksOut), ['user.invalid', '/groups field.not_editable']);
    assert.deepEqual((await put({ ...own, groups: ['admin', 'alltasks'] }, { as })).body.groups, ['admin', 'alltasks']);
  });

  test('ERR-09 a change of an old version is refused with who changed it and the differences', async () => {
    const { version } = await me();
    await put({ ...GOOD, name: 'By the admin' }, { as: 'admin.acme', who: 'kati.kuusk' });
    for (const sent of [
      { headers: { 'if-match': `"${version}"` }, body: { ...GOOD, name: 'Mine' } },
      { headers: { 'if-match': `W/"${version}"` }, body: { ...GOOD, name: 'Mine' } },
      { headers: {}, body: { ...GOOD, name: 'Mine', version } },
    ]) {
      const { status, body } = await put(sent.body, { headers: sent.headers as Record<string, string> });
      assert.deepEqual([status, body.code, body.params.name], [412, 'edit.conflict', 'Admin']);
      assert.deepEqual([body.changedBy.id, body.current.name, body.fields], ['admin.acme', 'By the admin', ['/name']]);
    }
    // A retry after a lost response: the requested state already exists.
    const again = await put({ ...GOOD, name: 'By the admin' }, { headers: { 'if-match': `"${version}"` } });
    assert.deepEqual([again.status, again.body.version], [200, version + 1]);
    const odd = await put(GOOD, { headers: { 'if-match': '"newest"' } });
    assert.deepEqual([odd.status, odd.body.code], [400, 'request.invalid']);
    for (const any of [{}, { 'if-match': '*' }] as Record<string, string>[]) {
      assert.equal((await put({ ...GOOD, name: `Any ${Object.keys(any).length}` }, { headers: any })).status, 200);
    }
    assert.equal((await put(GOOD)).status, 200);
  });

  test('PRO-01 the user’s own address is not changed here; the old address is notified of one set by an administrator', async () => {
    for (const email of ['New@acme.test', 'MARI@acme.test']) {
      assert.deepEqual(faults(await put({ ...GOOD, email })), ['user.invalid', '/email field.not_editable'], email);
    }
    assert.equal((await put({ ...GOOD, email: 'KATI@acme.test' })).body.email, 'KATI@acme.test', 'only in capitals');
    assert.equal((await put(GOOD)).status, 200);
    const mailsBefore = (await outbox('mail')).length;
    const as = { as: 'admin.acme', who: 'kati.kuusk' };
    const { body } = await put({ ...GOOD, email: 'New@acme.test' }, as);
    assert.equal(body.email, 'New@acme.test');
    const mails = (await outbox('mail')).slice(mailsBefore);
    assert.equal(mails.length, 1);
    assert.deepEqual(
      [mails[0]?.to, mails[0]?.template, mails[0]?.languageId, mails[0]?.userId],
      ['kati@acme.test', 'email-changed', 'et', kati.userId],
    );
    assert.match(String(mails[0]?.text), /New@acme\.test/);
    const account = await db.signinTransaction((tx) =>
      sql`SELECT email, email_verified FROM idn_user WHERE sub = ${kati.sub}::uuid`.execute(tx),
    );
    assert.deepEqual(account.rows[0], { email: 'kati@acme.test', email_verified: true });
    assert.equal((await put(GOOD, as)).status, 200);
  });

  test('PRO-01 an address that another account signs in with, in any tenant, is taken', async () => {
    for (const email of ['MARI@acme.test', 'person@beta.test']) {
      const reply = await put({ ...GOOD, email }, { as: 'admin.acme', who: 'kati.kuusk' });
      assert.deepEqual([reply.status, ...faults(reply)], [409, 'user.email_taken', '/email user.email_taken'], email);
    }
    assert.equal((await me()).email, GOOD.email);
  });

  test('API-05 invalid bodies are refused without a server error', async () => {
    const json = { 'content-type': 'application/json' };
    const user = await me();
    for (const wrong of [
      '[]',
      '"text"',
      '7',
      'null',
      '{',
      '{"__proto__":{"name":"x"}}',
      '{"constructor":{"prototype":{}}}',
      JSON.stringify({ ...GOOD, name: 7 }),
      JSON.stringify({ ...GOOD, name: ['x'] }),
      JSON.stringify({ ...GOOD, groups: 'admin' }),
      JSON.stringify({ ...GOOD, groups: [7] }),
      JSON.stringify({ ...GOOD, status: 'king' }),
      JSON.stringify({ ...GOOD, company: 'x' }),
      JSON.stringify({ ...GOOD, version: '7' }),
      JSON.stringify({ ...GOOD, isAdmin: true }),
      JSON.stringify({ ...GOOD, name: 'a\0b' }),
      `{"name":"\\ud800","email":"a@b.ee","languageId":"et"}`,
    ]) {
      const { status, body } = await put(wrong, { headers: json });
      assert.deepEqual([status, body.code], [400, 'request.invalid'], wrong);
    }
    const huge = await put(JSON.stringify({ ...GOOD, name: 'x'.repeat(1_100_000) }), { headers: json });
    assert.deepEqual([huge.status, huge.body.code], [413, 'request.too_large']);
    assert.deepEqual(await me(), user);
  });

  const picture = (type: string, payload: Buffer, sent: Sent & { who?: string } = {}) =>
    call('PUT', `/api/identity/users/${sent.who ?? 'me'}/avatar`, {
      ...sent,
      payload,
      headers: { 'content-type': type, ...sent.headers },
    });

  test('PRO-01 a picture is stored, served to colleagues at a versioned address, and removed', async () => {
    const none = await call('GET', '/api/identity/users/me/avatar');
    assert.deepEqual([none.status, none.body.code], [404, 'file.not_found']);
    assert.equal((await picture('image/webp', WEBP)).status, 204);
    const { avatar, version } = await me();
    assert.match(avatar, new RegExp(`^/api/identity/users/${kati.userId}/avatar\\?v=[0-9a-f]{12}$`));
    const seen = await call('GET', avatar, { as: 'mari.tamm' });
    assert.deepEqual([seen.status, seen.headers['content-type']], [200, 'image/webp']);
    assert.equal(seen.raw.subarray(8, 12).toString(), 'WEBP');
    assert.match(String(seen.headers['content-security-policy']), /default-src 'none'; sandbox/);
    assert.equal(seen.headers['x-content-type-options'], 'nosniff');
    assert.equal(seen.headers['cache-control'], 'private, max-age=86400');
    const again = await call('GET', '/api/identity/users/kati.kuusk/avatar', {
      headers: { 'if-none-match': String(seen.headers.etag) },
    });
    assert.deepEqual([again.status, again.raw.length, again.headers['cache-control']], [304, 0, 'private, no-cache']);
    const ref = await call('GET', '/api/identity/users/kati.kuusk', { as: 'mari.tamm' });
    assert.equal(ref.body.avatar, avatar);

    assert.equal((await picture('image/jpeg', JPEG)).status, 204);
    const next = await me();
    assert.notEqual(next.avatar, avatar);
    assert.ok(next.version > version);
    assert.equal((await call('GET', next.avatar)).headers['content-type'], 'image/jpeg');
    assert.equal((await call('DELETE', '/api/identity/users/me/avatar')).status, 204);
    assert.equal((await call('DELETE', '/api/identity/users/me/avatar')).status, 204);
    assert.equal((await me()).avatar, null);
    assert.equal((await call('GET', next.avatar)).status, 404);
  });

  test('PRO-01 a saved profile keeps its picture, and null removes it, also for an administrator', async () => {
    await picture('image/png', pngOf(8, 8));
    const { avatar } = await me();
    assert.equal((await put({ ...GOOD, name: 'With a picture' })).body.avatar, avatar);
    assert.equal((await put({ ...GOOD, avatar: null }, { as: 'admin.acme', who: 'kati.kuusk' })).body.avatar, null);
    assert.equal((await call('GET', avatar)).status, 404);
  });

  test('PRO-01 a file that is not a picture is refused, whatever its name', async () => {
    const html = Buffer.from('<script>alert(1)</script>');
    for (const [type, bytes, status, code] of [
      ['image/png', html, 422, 'file.content_mismatch'],
      ['image/png', Buffer.alloc(0), 422, 'file.content_mismatch'],
      ['image/svg+xml', html, 415, 'file.type_refused'],
      ['application/json', Buffer.from('{"a":1}'), 415, 'file.type_refused'],
      ['multipart/form-data; boundary=x', html, 415, 'file.type_refused'],
      ['image/png', pngOf(2000, 2), 422, 'file.picture_size'],
      ['image/png', Buffer.alloc(1_048_577), 413, 'request.too_large'],
    ] as const) {
      const reply = await picture(type, bytes);
      assert.deepEqual([reply.status, reply.body.code], [status, code], `${type} ${bytes.length}`);
    }
    assert.equal((await me()).avatar, null);
  });

  test('ROLE-05 GRD-06 users cannot set pictures of others, nor see those of another organisation', async () => {
    await picture('image/png', pngOf(8, 8));
    const { avatar } = await me();
    for (const as of ['mari.tamm', 'admin.acme']) {
      const reply = await picture('image/png', pngOf(9, 9), { as, who: 'kati.kuusk' });
      assert.deepEqual([reply.status, reply.body.code], [403, 'access.denied'], as);
    }
    assert.equal((await call('DELETE', '/api/identity/users/kati.kuusk/avatar', { as: 'mari.tamm' })).status, 403);
    for (const url of [avatar, `/api/identity/users/mari.tamm/avatar`]) {
      assert.equal((await call('GET', url, { as: 'beta.person' })).status, 404, url);
    }
    assert.equal((await app.inject({ url: avatar })).statusCode, 401);
    assert.equal((await me()).avatar, avatar);
  });

  test('PRO-01 content is deleted 30 days after its last reference, and not before', async () => {
    const bytes = pngOf(31, 7);
    await picture('image/png', bytes);
    await picture('image/png', bytes, { as: 'mari.tamm' });
    await picture('image/png', pngOf(7, 31));
    const kept = async () => {
      let count = 0;
      for await (const { contents: all } of contents.storedBefore(new Date(Date.now() + 60_000))) count += all.length;
      return count;
    };
    const inAnHour = new Date(Date.now() + 2 * 3_600_000);
    await purgeExpired(db);
    await sweepContents(db, contents, inAnHour);
    const all = await kept();
    const age = () =>
      db.tenantTransaction({ tenantId: acme, userId: null }, (tx) =>
        sql`UPDATE file SET removed_at = removed_at - interval '31 days' WHERE removed_at IS NOT NULL`.execute(tx),
      );
    await age();
    await purgeExpired(db);
    assert.equal(await sweepContents(db, contents, new Date()), 0, 'content of the last hour stays');
    assert.ok((await sweepContents(db, contents, inAnHour)) > 0);
    const rest = await kept();
    assert.ok(rest < all && rest >= 2, `${all} ${rest}`);
    // Mari still has the content that Kati removed.
    assert.equal((await call('GET', (await me('mari.tamm')).avatar)).status, 200);
    assert.equal((await call('GET', (await me()).avatar)).status, 200);
  });
});
