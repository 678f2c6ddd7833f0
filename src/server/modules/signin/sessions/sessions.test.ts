import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { CLIENT_ID } from '../../../../../test/support/identity.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import type { SignInFailure, UserSession } from '../../../../shared/contracts/sessions.contract.ts';
import { purgeExpired } from '../../../platform/jobs/retention.ts';
import { createPerson } from '../accounts.ts';
import { countFailure } from '../throttle/failures.store.ts';

const PASSWORD = 'Talv-2026-tuleb';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
const HOUR = 3_600_000;

onDatabase('sessions of users', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let boss: Person;
  let count = 0;

  before(async () => {
    tenant = await createTestTenant(db(), 'rooms', { boss: ['admin'], root: ['verva.admin'], ann: [] });
    other = await createTestTenant(db(), 'halls', { eva: ['admin'] }, tenant);
    boss = tenant.people.boss!;
  });

  const identity = async (operation: string, body: object, userAgent = FIREFOX, remoteAddress = '192.0.2.7') => {
    const reply = await tenant.app.inject({
      method: 'POST',
      url: '/identity/',
      remoteAddress,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        'user-agent': userAgent,
      },
      payload: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
    });
    return reply.json();
  };

  /** A new user, with functions to sign in and to call the API in one of the sessions. */
  async function guest(groups: readonly string[] = []) {
    count += 1;
    const username = `guest.${count}.rooms`;
    const { tenantId } = tenant;
    const created = await createPerson(db(), { tenantId, username, name: username, password: PASSWORD, groups });
    const signIn = async (userAgent?: string, address?: string) => {
      const body = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: username, PASSWORD } };
      const { AuthenticationResult } = await identity('InitiateAuth', body, userAgent, address);
      return AuthenticationResult as { IdToken: string; AccessToken: string; RefreshToken: string };
    };
    const path = `/api/identity/users/${username}/sessions`;
    return { ...created, username, signIn, path };
  }
  type Tokens = Awaited<ReturnType<Awaited<ReturnType<typeof guest>>['signIn']>>;

  const ask = async ({ IdToken }: Tokens, method: 'GET' | 'DELETE' | 'POST', url: string) => {
    const headers = { authorization: `Bearer ${IdToken}`, 'idempotency-key': randomUUID() };
    const reply = await tenant.app.inject({ method, url, headers });
    return { status: reply.statusCode, body: reply.payload === '' ? null : reply.json() };
  };
  const sessionOf = ({ IdToken }: Tokens) => decodeJwt(IdToken).origin_jti as string;
  const own = async (tokens: Tokens): Promise<UserSession[]> =>
    (await ask(tokens, 'GET', '/api/identity/users/me/sessions')).body.sessions;

  /** Checks that no token of the session is accepted, at once. */
  async function assertEnded(tokens: Tokens): Promise<void> {
    assert.equal((await ask(tokens, 'GET', '/api/session')).body.code, 'session.revoked');
    assert.equal((await identity('GetUser', tokens)).message, 'Access Token has been revoked');
    const renewal = await identity('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken });
    assert.equal(renewal.message, 'Refresh Token has been revoked');
  }
  async function assertActive(tokens: Tokens): Promise<void> {
    assert.equal((await ask(tokens, 'GET', '/api/session')).status, 200);
    assert.equal((await identity('GetUser', tokens)).__type, undefined);
  }
  const audited = (userId: string) =>
    tenant.transaction(async (tx) => {
      const { rows } = await sql<{ verb: string; actor: string | null; entity: string }>`SELECT verb, actor_id AS actor,
          entity_id AS entity FROM audit_log WHERE entity = 'session' AND subject_id = ${userId}::uuid AND verb <> 'sign-in'
        ORDER BY id`.execute(tx);
      return rows;
    });

  test('SEC-02 the user sees the own sessions with browser, system, address and times, the current one first', async () => {
    const { signIn, username } = await guest();
    const here = await signIn(FIREFOX);
    tenant.clock.pass(1000);
    const phone = await signIn(SAFARI, '2001:db8::1');
    tenant.clock.pass(1000);
    await signIn('curl/8.14.1');
    const sessions = await own(here);
    assert.deepEqual(
      sessions.map(({ browser, system, address, isCurrent }) => [browser, system, address, isCurrent]),
      [
        ['Firefox', 'Linux', '192.0.2.7', true],
        [null, null, '192.0.2.7', false],
        ['Safari', 'iOS', '2001:db8::1', false],
      ],
    );
    assert.equal(sessions[2]!.id, sessionOf(phone));
    assert.ok(sessions[1]!.startedAt > sessions[0]!.startedAt);
    // Neither tokens nor digests.
    assert.deepEqual(Object.keys(sessions[0]!).sort(), [
      ...['address', 'browser', 'id', 'isCurrent', 'lastUsedAt', 'startedAt', 'system'],
    ]);
    const seen = await boss.get(`/api/identity/users/${username}/sessions`);
    assert.ok(seen.body.sessions.every(({ isCurrent }: UserSession) => !isCurrent));
  });

  test('AUD-01 the user and administrators see the latest failed sign-ins, by address and hour', async () => {
    const { signIn, path, username, userId } = await guest();
    const tokens = await signIn();
    const person = { tenantId: tenant.tenantId, userId };
    for (const [ip, hours] of [
      ['192.0.2.7', 0],
      ['192.0.2.7', 0],
      ['192.0.2.8', 1],
      ...[2, 3, 4, 5].map((n) => ['192.0.2.9', n] as const),
    ] as const) {
      const at = new Date(tenant.clock.now.getTime() + hours * 3_600_000);
      await db().signinTransaction((tx) => countFailure(tx, { name: username, ip, reason: 'password', person }, at));
    }
    const seen = (await boss.get(path)).body.failures;
    assert.deepEqual(
      seen.map(({ count, address }: SignInFailure) => [count, address]),
      [...[5, 4, 3, 2].map(() => [1, '192.0.2.9']), [1, '192.0.2.8']],
    );
    assert.deepEqual((await ask(tokens, 'GET', '/api/identity/users/me/sessions')).body.failures, seen);
    assert.deepEqual((await boss.get(`/api/identity/users/${boss.username}/sessions`)).body.failures, []);
  });

  test('SEC-02 administrators see and end the sessions of their users; other users and organisations do not', async () => {
    const { signIn, path, username } = await guest();
    const tokens = await signIn();
    const one = `${path}/${sessionOf(tokens)}`;
    const all = `/api/identity/users/${username}/sign-out`;
    const seen = await boss.get(path);
    assert.deepEqual([seen.body.isKeptHere, seen.body.sessions.length], [true, 1]);
    for (const [who, status] of [
      [tenant.people.ann!, 403],
      [other.people.eva!, 404],
    ] as const) {
      assert.equal((await who.get(path)).status, status);
      assert.equal((await who.send('DELETE', one)).status, status);
      assert.equal((await who.post(all)).status, status);
    }
    await assertActive(tokens);
    // The session of another user does not end under one's own path.
    const me = `/api/identity/users/me/sessions/${sessionOf(tokens)}`;
    assert.equal((await tenant.people.ann!.send('DELETE', me)).body.code, 'session.not_found');
    await assertActive(tokens);
  });

  test('SEC-02 AUD-01 a session that the user ends is refused at once everywhere, and the log says so', async () => {
    const { signIn, userId } = await guest();
    const [here, there] = [await signIn(), await signIn(SAFARI)];
    await assertActive(there);
    const one = `/api/identity/users/me/sessions/${sessionOf(there)}`;
    assert.equal((await ask(here, 'DELETE', one)).status, 204);
    await assertEnded(there);
    await assertActive(here);
    assert.equal((await own(here)).length, 1);
    assert.equal((await ask(here, 'DELETE', one)).body.code, 'session.not_found');
    assert.equal((await ask(here, 'DELETE', '/api/identity/users/me/sessions/x')).body.code, 'session.not_found');
    assert.deepEqual(await audited(userId), [{ verb: 'session-ended', actor: userId, entity: sessionOf(there) }]);
  });

  test('SEC-02 AUD-01 the user ends all other sessions and stays signed in here', async () => {
    const { signIn, userId } = await guest();
    const [here, ...others] = [await signIn(), await signIn(), await signIn(SAFARI)] as const;
    const reply = await ask(here, 'POST', '/api/identity/users/me/sign-out');
    assert.deepEqual([reply.status, reply.body], [200, { ended: 2 }]);
    for (const tokens of others) await assertEnded(tokens);
    await assertActive(here);
    assert.deepEqual(await audited(userId), [{ verb: 'sign-out-all', actor: userId, entity: 'others' }]);
  });

  test('SEC-02 AUD-01 an administrator ends one session, and all sessions, of a user', async () => {
    const { signIn, path, username, userId } = await guest();
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    await assertActive(one);
    assert.equal((await boss.send('DELETE', `${path}/${sessionOf(one)}`)).status, 204);
    await assertEnded(one);
    await assertActive(two);
    const reply = await boss.post(`/api/identity/users/${username}/sign-out`);
    assert.deepEqual(reply.body, { ended: 2 });
    for (const tokens of [two, three]) await assertEnded(tokens);
    assert.deepEqual((await boss.get(path)).body.sessions, []);
    assert.deepEqual(await audited(userId), [
      { verb: 'session-ended', actor: boss.userId, entity: sessionOf(one) },
      { verb: 'sign-out-all', actor: boss.userId, entity: 'all' },
    ]);
  });

  test('SEC-02 only administrators of the provider end the sessions of each other', async () => {
    const { signIn, path, username } = await guest(['verva.admin']);
    const tokens = await signIn();
    assert.equal((await boss.get(path)).status, 403);
    assert.equal((await boss.send('DELETE', `${path}/${sessionOf(tokens)}`)).status, 403);
    assert.equal((await boss.post(`/api/identity/users/${username}/sign-out`)).status, 403);
    await assertActive(tokens);
    assert.deepEqual((await tenant.people.root!.post(`/api/identity/users/${username}/sign-out`)).body, { ended: 1 });
  });

  test('SEC-02 signing a user out also refuses earlier tokens of other providers, in this organisation only', async () => {
    const { signIn, username, userId } = await guest();
    const here = await signIn();
    const subject = randomUUID();
    const guestElsewhere = await createPerson(db(), {
      tenantId: other.tenantId,
      username: `elsewhere.${count}`,
      name: 'Elsewhere',
    });
    const link = (tenantId: number, id: string) =>
      db().signinTransaction((tx) =>
        sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
          VALUES ('https://idp.test', ${subject}, ${tenantId}, ${id}::uuid)`.execute(tx),
      );
    await db().signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, audience, jwks_uri, algs) VALUES ('https://idp.test', 'idp', 'a', 'https://idp.test/jwks', '{RS256}')
        ON CONFLICT DO NOTHING`.execute(tx),
    );
    await link(tenant.tenantId, userId);
    await link(other.tenantId, guestElsewhere.userId);
    const marks = () =>
      db().signinTransaction(async (tx) => {
        const { rows } = await sql<{
          tenant: number;
          marked: boolean;
        }>`SELECT tenant_id AS tenant, revoked_before IS NOT NULL AS marked
          FROM user_identity WHERE issuer = 'https://idp.test' AND subject = ${subject} ORDER BY tenant_id`.execute(tx);
        return rows.filter(({ marked }) => marked).map(({ tenant: id }) => id);
      });
    assert.equal((await ask(here, 'POST', '/api/identity/users/me/sign-out')).status, 200);
    assert.deepEqual(await marks(), [tenant.tenantId]);
    await boss.post(`/api/identity/users/${username}/sign-out`);
    assert.deepEqual(await marks(), [tenant.tenantId]);
  });

  test('SEC-02 the last use is written once an hour; expired and ended sessions are not listed', async () => {
    const { signIn } = await guest();
    const { clock } = tenant;
    const { now } = clock;
    try {
      const here = await signIn();
      const [started] = await own(here);
      clock.now = new Date(now.getTime() + HOUR - 1);
      tenant.context.verifier.forget({ sessions: [sessionOf(here)] });
      assert.equal((await own(here))[0]!.lastUsedAt, started!.lastUsedAt);
      clock.now = new Date(now.getTime() + HOUR + 1000);
      const { AuthenticationResult: renewed } = await identity('GetTokensFromRefreshToken', here);
      const [later] = await own(renewed);
      assert.equal(later!.lastUsedAt, clock.now.toISOString());
      assert.equal(later!.startedAt, started!.startedAt);
      clock.now = new Date(now.getTime() + 31 * 24 * HOUR);
      const fresh = await signIn();
      assert.equal((await own(fresh)).length, 1);
    } finally {
      clock.now = now;
    }
  });

  test('SEC-02 a day after its end an expired session is deleted with its address', async () => {
    const { signIn, sub } = await guest();
    const [old, kept] = [await signIn(), await signIn()];
    const expire = (tokens: Tokens, before: string) =>
      db().signinTransaction((tx) =>
        sql`UPDATE idn_refresh SET expires_at = now() - ${before}::interval WHERE family_id = ${sessionOf(tokens)}::uuid`.execute(
          tx,
        ),
      );
    await expire(old, '25 hours');
    await expire(kept, '23 hours');
    await purgeExpired(db());
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ id: string }>`SELECT family_id AS id FROM idn_refresh WHERE user_sub = ${sub}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ id: sessionOf(kept) }]);
  });
});
