import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { testServer } from '../../../../../test/support/app.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { PUBLIC_URL, testClock } from '../../../../../test/support/identity.ts';
import {
  OPENID_PATHS,
  type OpenIdServer,
  openOpenIdServer,
  sendJson,
} from '../../../../../test/support/openid-server.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';

onDatabase('trials of identity providers', (db) => {
  let acme: TestTenant;
  let server: OpenIdServer;
  let otto: Person;
  let ann: Person;

  before(async () => {
    server = await openOpenIdServer(PUBLIC_URL);
    const clock = testClock();
    const started = { clock, ...(await testServer(db(), clock, { IDENTITY_PRIVATE_HOSTS: server.issuer })) };
    acme = await createTestTenant(db(), 'acme', { otto: ['admin'], ann: ['crew'] }, started);
    await createTestTenant(db(), 'other', { eve: ['admin'] }, started);
    otto = acme.people.otto!;
    ann = acme.people.ann!;
    await otto.post('/api/tenants/acme/issuers', {
      ...{
        name: 'own',
        kind: 'other',
        issuer: server.issuer,
        clientId: 'verva',
        linkBy: 'external_id',
        isDisabled: true,
      },
      ...{ groupsClaim: 'groups', groupMap: { staff: 'crew' } },
    });
    await acme.transaction((tx) =>
      sql`UPDATE app_user SET external_id = 'e-77' WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
  });
  beforeEach(() => server.reset());
  after(() => server.close());

  const attempt = async (idToken: string) => (await otto.post('/api/tenants/acme/issuers/own/try', { idToken })).body;
  const tokenOf = (subject: string, claims: object = {}) =>
    server.token(subject, acme.clock.now.getTime(), { ...claims });
  /** Everything that a sign-in writes. */
  const written = async () => {
    const { rows } = await db().signinTransaction((tx) =>
      sql`SELECT * FROM user_identity WHERE issuer = ${server.issuer} ORDER BY subject`.execute(tx),
    );
    const inside = await acme.transaction((tx) =>
      sql`SELECT (SELECT count(*)::int FROM audit_log) AS audit, (SELECT count(*)::int FROM group_member) AS members`.execute(
        tx,
      ),
    );
    const { rows: queued } = await db().systemTransaction((tx) => sql`SELECT count(*)::int FROM outbox`.execute(tx));
    return { rows, inside: inside.rows, queued };
  };

  test('ORG-02 a trial shows claims, user and groups, writes nothing and signs no user in', async () => {
    const before = await written();
    const token = await tokenOf('e-77', { groups: ['staff', 'others'], auth_time: 1, deep: { a: [1] } });
    const result = await attempt(token);
    assert.deepEqual(
      [result.refusal, result.user, result.link],
      [null, { id: 'ann.acme', name: 'Ann' }, 'external_id'],
    );
    assert.deepEqual(
      [result.groups, result.otherGroups, result.secondFactor, result.hasAuthTime],
      [['crew'], ['others'], 'trusted', true],
    );
    const shown = new Map(result.claims.map((one: { name: string; value: string }) => [one.name, one.value]));
    assert.deepEqual(
      [shown.get('sub'), shown.get('deep'), shown.get('groups')],
      ['e-77', '{"a":[1]}', '["staff","others"]'],
    );
    assert.deepEqual(await written(), before);
    const reply = await acme.app.inject({ url: '/api/session', headers: { authorization: `Bearer ${token}` } });
    assert.equal(reply.statusCode, 401);
  });

  test('ORG-02 a trial says how the user is found, and why the sign-in would be refused', async () => {
    const unknown = await attempt(await tokenOf('e-78'));
    assert.deepEqual([unknown.refusal, unknown.user, unknown.link], [null, null, null]);
    await db().signinTransaction((tx) =>
      sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
        VALUES (${server.issuer}, 'first', ${acme.tenantId}, ${ann.userId}::uuid)`.execute(tx),
    );
    assert.equal((await attempt(await tokenOf('first'))).link, 'linked');
    assert.equal((await attempt(await tokenOf('e-77'))).link, 'taken');
    const clock = acme.clock.now.getTime();
    const refusals = {
      audience: await tokenOf('first', { aud: 'other' }),
      expired: await server.token('first', clock - 7_200_000),
      early: await tokenOf('first', { nbf: Math.floor(clock / 1000) + 600 }),
      refused: await tokenOf('first', { iss: 'https://elsewhere.example' }),
    };
    for (const [refusal, token] of Object.entries(refusals)) {
      const result = await attempt(token);
      assert.deepEqual([result.refusal, result.user, result.groups], [refusal, null, []], refusal);
      assert.ok(result.claims.length > 0, refusal);
    }
    for (const text of ['no.token.really', 'x', `${'a'.repeat(3000)}.b.c`]) {
      const { refusal, claims } = await attempt(text);
      assert.deepEqual([refusal, claims], ['refused', []], text.slice(0, 20));
    }
    server.answers.set(OPENID_PATHS.keys, (_request, answer) => sendJson(answer, 500, {}));
    assert.equal((await attempt(await tokenOf('first'))).refusal, 'keys');
  });

  test('ORG-02 SEC-01 a trial says whether the token confirms a second factor', async () => {
    const put = (secondFactor: unknown) =>
      otto.send('PUT', '/api/tenants/acme/issuers/own', JSON.stringify({ clientId: 'verva', secondFactor }), {
        'content-type': 'application/json',
      });
    await put({ claim: 'amr', values: ['mfa', 'hwk'] });
    assert.equal((await attempt(await tokenOf('first', { amr: ['pwd', 'hwk'] }))).secondFactor, 'shown');
    assert.equal((await attempt(await tokenOf('first', { amr: ['pwd'] }))).secondFactor, 'missing');
    await put({ claim: 'acr', values: ['2'] });
    assert.equal((await attempt(await tokenOf('first', { acr: '2' }))).secondFactor, 'shown');
  });

  test('ORG-02 ROLE-02 only administrators of the organisation try its providers', async () => {
    const token = await tokenOf('first');
    assert.equal((await ann.post('/api/tenants/acme/issuers/own/try', { idToken: token })).status, 403);
    assert.equal((await otto.post('/api/tenants/other/issuers/own/try', { idToken: token })).status, 404);
    assert.equal(
      (await otto.post('/api/tenants/acme/issuers/none/try', { idToken: token })).body.code,
      'provider.not_found',
    );
  });
});
