import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { before, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  ISSUER,
  identityInstance,
  refreshBody,
  type TestClock,
  testClock,
} from '../../../../test/support/identity.ts';
import { createTenant } from '../tenants/index.ts';
import { createPerson } from './accounts.ts';
import { hashPassword } from './passwords/passwords.ts';
import { setPassword } from './recovery/set-password.ts';

const PASSWORD = 'Kevad-2026-tuleb';
let passwordHash: string;
before(async () => {
  passwordHash = await hashPassword(PASSWORD);
});

onDatabase('the identity service', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    ({ tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' }));
  });

  /** Creates a new user for each test, so that failed attempts are counted separately. */
  async function person(extra: Partial<Parameters<typeof createPerson>[1]> = {}) {
    const username = `person.${++count}`;
    const created = await createPerson(db(), { tenantId, username, name: username, passwordHash, ...extra });
    return { username, ...created };
  }

  const result = (reply: { body: { AuthenticationResult: Record<string, string> } }) => reply.body.AuthenticationResult;

  test('LOG-22 (1) the correct password returns an id, an access and a refresh token', async () => {
    const { username, sub } = await person({ email: 'one@acme.test' });
    const reply = await identity.signIn(username, PASSWORD);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers['content-type'], 'application/x-amz-json-1.1');
    assert.equal(reply.headers['cache-control'], 'no-store');
    assert.ok(reply.headers['x-amzn-requestid']);
    assert.deepEqual(Object.keys(reply.body), ['ChallengeParameters', 'AuthenticationResult']);
    const tokens = result(reply);
    assert.equal(tokens.TokenType, 'Bearer');
    assert.equal(tokens.ExpiresIn as unknown, 3600);
    const id = decodeJwt(tokens.IdToken!);
    assert.equal(id.iss, ISSUER);
    assert.equal(id.aud, CLIENT_ID);
    assert.equal(id.sub, sub);
    assert.equal(id.token_use, 'id');
    assert.equal(id['custom:tenantId'], 'acme');
    assert.equal(id['cognito:username'], username);
    assert.equal(id.email_verified, false);
    assert.equal(id.exp! - id.iat!, 3600);
    const access = decodeJwt(tokens.AccessToken!);
    assert.equal(access.token_use, 'access');
    assert.equal(access.client_id, CLIENT_ID);
    assert.equal(access.aud, undefined);
    assert.equal(access.origin_jti, id.origin_jti);
    assert.equal(decodeProtectedHeader(tokens.IdToken!).alg, 'RS256');
  });

  test('LOG-22 (3) a verified address signs in too, in any letter case; an unverified one does not', async () => {
    const { username } = await person({ email: 'Kati.Kuusk@acme.test', emailVerified: true });
    const reply = await identity.signIn('KATI.kuusk@ACME.test', PASSWORD);
    assert.equal(decodeJwt(result(reply).IdToken!)['cognito:username'], username);
    await person({ email: 'unverified@acme.test' });
    assert.equal((await identity.signIn('unverified@acme.test', PASSWORD)).type, 'UserNotFoundException');
    assert.equal((await identity.signIn(` ${username.toUpperCase()} `, PASSWORD)).status, 200);
  });

  test('LOG-22 (4) a wrong password is refused with the class that clients match', async () => {
    const { username } = await person();
    const reply = await identity.signIn(username, 'not it');
    assert.equal(reply.status, 400);
    assert.deepEqual(reply.body, { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' });
    assert.equal(reply.headers['x-amzn-errortype'], 'NotAuthorizedException:');
    assert.equal(reply.headers['x-amzn-errormessage'], 'Incorrect username or password.');
  });

  test('LOG-22 (5) an unknown username is reported as unknown; (6) where usernames are hidden it looks like a wrong password', async () => {
    assert.equal((await identity.signIn('nobody.here', PASSWORD)).type, 'UserNotFoundException');
    const hiding = await identityInstance(db(), { clock, hidesUnknownUsers: true });
    const { username } = await person();
    const unknown = await hiding.signIn('nobody.there', PASSWORD);
    const wrong = await hiding.signIn(username, 'not it');
    assert.deepEqual([unknown.status, unknown.body], [wrong.status, wrong.body]);
  });

  test('LOG-22 (7, 8) an unconfirmed account is reported only after the correct password', async () => {
    const { username } = await person({ accountStatus: 'UNCONFIRMED' });
    assert.equal((await identity.signIn(username, PASSWORD)).type, 'UserNotConfirmedException');
    assert.equal((await identity.signIn(username, 'not it')).type, 'NotAuthorizedException');
  });

  test('LOG-22 DEL-01 a user whose account is not confirmed is invited, and active once the command has set a password', async () => {
    const { username, userId } = await person({ accountStatus: 'UNCONFIRMED' });
    const status = async () => {
      const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
        sql<{ status: string }>`SELECT status FROM app_user WHERE id = ${userId}::uuid`.execute(tx),
      );
      return rows[0]!.status;
    };
    assert.equal(await status(), 'invited');
    await setPassword(db(), { username, password: PASSWORD, now: clock.now });
    assert.equal(await status(), 'active');
    assert.equal((await identity.signIn(username, PASSWORD)).status, 200);
    // A disabled user stays disabled.
    await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${userId}::uuid`.execute(tx),
    );
    await setPassword(db(), { username, password: PASSWORD, now: clock.now });
    assert.equal(await status(), 'disabled');
  });

  test('LOG-22 (9, 10) a pending reset and a disabled account are reported only after the correct password', async () => {
    const reset = await person({ accountStatus: 'RESET_REQUIRED' });
    assert.equal((await identity.signIn(reset.username, PASSWORD)).type, 'PasswordResetRequiredException');
    const disabled = await person({ disabled: true });
    assert.equal((await identity.signIn(disabled.username, PASSWORD)).body.message, 'User is disabled.');
    assert.equal((await identity.signIn(disabled.username, 'no')).body.message, 'Incorrect username or password.');
  });

  test('LOG-22 (59) an unknown username, a wrong password and an account without one each cost one hash', async () => {
    let hashes = 0;
    const hook = createHook({
      init: (_id, type) => {
        if (type === 'SCRYPTREQUEST') hashes += 1;
      },
    }).enable();
    const cost = async (username: string) => {
      hashes = 0;
      assert.equal((await identity.signIn(username, 'not it')).status, 400);
      return hashes;
    };
    try {
      const known = await person();
      const without = await person({ passwordHash: undefined });
      const disabled = await person({ disabled: true });
      assert.deepEqual(
        [
          await cost(known.username),
          await cost('never.heard.of'),
          await cost(without.username),
          await cost(disabled.username),
        ],
        [1, 1, 1, 1],
      );
    } finally {
      hook.disable();
    }
  });

  test('LOG-22 an account without a password cannot sign in with one', async () => {
    const { username } = await person({ passwordHash: undefined });
    for (const password of ['null', 'undefined', ' ']) {
      assert.equal((await identity.signIn(username, password)).type, 'NotAuthorizedException');
    }
  });

  test('LOG-22 SEC-03 (40) a refresh returns new tokens of the same session, with a new refresh token', async () => {
    const { username } = await person();
    const first = result(await identity.signIn(username, PASSWORD));
    clock.pass(1000);
    const reply = await identity.call('InitiateAuth', refreshBody(first.RefreshToken!));
    assert.equal(reply.status, 200);
    const second = result(reply);
    assert.deepEqual(Object.keys(second).sort(), ['AccessToken', 'ExpiresIn', 'IdToken', 'RefreshToken', 'TokenType']);
    const [before, after] = [decodeJwt(first.IdToken!), decodeJwt(second.IdToken!)];
    assert.equal(after.origin_jti, before.origin_jti);
    assert.equal(after.auth_time, before.auth_time);
    assert.equal(after.iat! - before.iat!, 1);
    assert.notEqual(after.jti, before.jti);
    assert.notEqual(second.RefreshToken, first.RefreshToken);
  });

  test('LOG-21 (49) two tabs that refresh at once both stay signed in', async () => {
    const { username } = await person();
    const { RefreshToken } = result(await identity.signIn(username, PASSWORD));
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => identity.call('InitiateAuth', refreshBody(RefreshToken!))),
    );
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]));
    for (const reply of replies) await identity.verifier.verify(result(reply).IdToken!, {});
  });

  test('LOG-21 (41) a forged, an expired and a revoked refresh token are refused', async () => {
    const { username } = await person();
    for (const token of ['junk', 'x'.repeat(4000)]) {
      assert.equal((await identity.call('InitiateAuth', refreshBody(token))).body.message, 'Invalid Refresh Token');
    }
    const own = testClock(new Date(clock.now));
    const instance = await identityInstance(db(), { clock: own });
    const { RefreshToken } = result(await instance.signIn(username, PASSWORD));
    own.pass(29 * 86_400_000);
    const renewed = result(await instance.call('InitiateAuth', refreshBody(RefreshToken!)));
    own.pass(86_400_001);
    const expired = await instance.call('InitiateAuth', refreshBody(renewed.RefreshToken!));
    assert.equal(expired.body.message, 'Refresh Token has expired', 'rotation does not prolong a session');
  });

  test('LOG-21 (42) a disabled account cannot refresh and its tokens are refused', async () => {
    const { username, sub } = await person();
    const { RefreshToken, IdToken } = result(await identity.signIn(username, PASSWORD));
    await db().signinTransaction((tx) => sql`UPDATE idn_user SET disabled = true WHERE sub = ${sub}::uuid`.execute(tx));
    assert.equal((await identity.call('InitiateAuth', refreshBody(RefreshToken!))).body.message, 'User is disabled.');
    await assert.rejects(identity.verifier.verify(IdToken!, {}), { code: 'session.revoked' });
  });

  test('LOG-21 (43) revoking the refresh token ends its session at once, and no other', async () => {
    const { username } = await person();
    const here = result(await identity.signIn(username, PASSWORD));
    const there = result(await identity.signIn(username, PASSWORD));
    await identity.verifier.verify(here.IdToken!, {});
    const body = { ClientId: CLIENT_ID, Token: here.RefreshToken };
    assert.deepEqual((await identity.call('RevokeToken', body)).body, {});
    await assert.rejects(identity.verifier.verify(here.IdToken!, {}), { code: 'session.revoked' });
    assert.equal((await identity.call('GetUser', { AccessToken: here.AccessToken })).type, 'NotAuthorizedException');
    const refused = await identity.call('InitiateAuth', refreshBody(here.RefreshToken!));
    assert.equal(refused.body.message, 'Refresh Token has been revoked');
    await identity.verifier.verify(there.IdToken!, {});
    assert.deepEqual((await identity.call('RevokeToken', body)).body, {}, 'a second time');
    assert.deepEqual((await identity.call('RevokeToken', { ...body, Token: 'unknown' })).body, {});
  });

  test('LOG-21 (44, 45) signing out everywhere ends every session; a sign-in in the same second survives', async () => {
    const { username } = await person();
    const one = result(await identity.signIn(username, PASSWORD));
    const two = result(await identity.signIn(username, PASSWORD));
    assert.deepEqual((await identity.call('GlobalSignOut', { AccessToken: one.AccessToken })).body, {});
    const three = result(await identity.signIn(username, PASSWORD));
    for (const ended of [one, two]) {
      await assert.rejects(identity.verifier.verify(ended.IdToken!, {}), { code: 'session.revoked' });
    }
    assert.equal((await identity.verifier.verify(three.IdToken!, {})).username, username);
  });

  test('LOG-21 (46) GetUser accepts an access token, not an id token', async () => {
    const { username, sub } = await person({ email: 'get@acme.test', emailVerified: true });
    const { AccessToken, IdToken } = result(await identity.signIn(username, PASSWORD));
    assert.deepEqual((await identity.call('GetUser', { AccessToken })).body, {
      Username: username,
      UserAttributes: [
        { Name: 'sub', Value: sub },
        { Name: 'email', Value: 'get@acme.test' },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'custom:tenantId', Value: 'acme' },
      ],
    });
    for (const token of [IdToken, 'a.b.c', 'junk', `${AccessToken}x`]) {
      assert.equal((await identity.call('GetUser', { AccessToken: token })).type, 'NotAuthorizedException');
    }
  });

  test('LOG-22 two instances share sessions and their end', async () => {
    const other = await identityInstance(db(), { clock });
    const { username } = await person();
    const tokens = result(await identity.signIn(username, PASSWORD));
    assert.equal((await other.verifier.verify(tokens.IdToken!, {})).username, username);
    assert.equal((await other.call('GetUser', { AccessToken: tokens.AccessToken })).status, 200);
    await identity.call('RevokeToken', { ClientId: CLIENT_ID, Token: tokens.RefreshToken });
    assert.equal((await other.call('InitiateAuth', refreshBody(tokens.RefreshToken!))).status, 400);
    // The other instance may use cached callers for 30 seconds.
    clock.pass(30_001);
    await assert.rejects(other.verifier.verify(tokens.IdToken!, {}), { code: 'session.revoked' });
  });

  test('LOG-22 a restart signs no user out', async () => {
    const { username } = await person();
    const tokens = result(await identity.signIn(username, PASSWORD));
    const restarted = await identityInstance(db(), { clock });
    assert.equal((await restarted.verifier.verify(tokens.IdToken!, {})).username, username);
    assert.equal((await restarted.call('InitiateAuth', refreshBody(tokens.RefreshToken!))).status, 200);
  });

  test('LOG-22 passwords, tokens and keys are not readable in the database', async () => {
    const { username } = await person();
    const tokens = result(await identity.signIn(username, PASSWORD));
    const { rows } = await db().signinTransaction((tx) =>
      sql<{
        text: string;
      }>`SELECT (SELECT string_agg(u::text, ' ') FROM idn_user u) || (SELECT string_agg(r::text, ' ') FROM idn_refresh r)
        || (SELECT string_agg(encode(jwk_private, 'escape'), ' ') FROM idn_key) AS text`.execute(tx),
    );
    const text = rows[0]!.text;
    for (const secret of [PASSWORD, tokens.RefreshToken!, tokens.IdToken!, '"d":', 'RSA']) {
      assert.ok(!text.includes(secret), secret.slice(0, 10));
    }
  });

  test('LOG-22 signing in and out is in the audit log of the tenant', async () => {
    const { username, userId } = await person();
    const tokens = result(await identity.signIn(username, PASSWORD));
    await identity.call('RevokeToken', { ClientId: CLIENT_ID, Token: tokens.RefreshToken });
    const { rows } = await db().tenantTransaction({ tenantId, userId }, (tx) =>
      sql<{ verb: string; entity_id: string }>`SELECT verb, entity_id FROM audit_log
        WHERE entity = 'session' AND actor_id = ${userId}::uuid ORDER BY id`.execute(tx),
    );
    const session = decodeJwt(tokens.IdToken!).origin_jti;
    assert.deepEqual(
      rows.map((row) => [row.verb, row.entity_id]),
      [
        ['sign-in', session],
        ['sign-out', session],
      ],
    );
  });

  test('LOG-22 a username taken in any tenant leaves nothing of the second user behind', async () => {
    const { username } = await person();
    const { tenantId: otherId } = await createTenant(db(), { slug: `other-${count}`, name: 'Other' });
    const twin = { tenantId: otherId, username, name: 'Twin', passwordHash };
    await assert.rejects(createPerson(db(), twin), { code: '23505' });
    const unknownGroup = { ...twin, username: 'not.taken', groups: ['no-such-group'] };
    await assert.rejects(createPerson(db(), unknownGroup), { code: '23503' });
    const left = await db().signinTransaction((tx) =>
      sql`SELECT 1 FROM idn_user u FULL JOIN user_identity i ON i.subject = u.sub::text
        WHERE u.tenant_id = ${otherId} OR i.tenant_id = ${otherId}`.execute(tx),
    );
    assert.equal(left.rows.length, 0);
  });
});
