import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { CLIENT_ID } from '../../../../../test/support/identity.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { addMembership, createPerson } from '../accounts.ts';

const PASSWORD = 'Talv-2026-tuleb';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onDatabase('the life of sessions', (db) => {
  let tenant: TestTenant;
  let boss: Person;

  before(async () => {
    tenant = await createTestTenant(db(), 'tides', { boss: ['admin'], ann: [] });
    boss = tenant.people.boss!;
    await createPerson(db(), { tenantId: tenant.tenantId, username: 'mia.tides', name: 'Mia', password: PASSWORD });
  });

  const put = (body: object, who = boss) =>
    who.send('PUT', '/api/sign-in-settings', JSON.stringify(body), { 'content-type': 'application/json' });
  const identity = async (operation: string, body: object) => {
    const reply = await tenant.app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
    });
    return reply.json();
  };
  async function signIn() {
    const AuthParameters = { USERNAME: 'mia.tides', PASSWORD };
    const { AuthenticationResult } = await identity('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
    let { IdToken, RefreshToken } = AuthenticationResult;
    return {
      seconds: () => decodeJwt(IdToken).exp! - Math.floor(tenant.clock.now.getTime() / 1000),
      /** Renews the tokens; returns the error of a refused renewal. */
      renew: async () => {
        const reply = await identity('GetTokensFromRefreshToken', { RefreshToken });
        if (reply.AuthenticationResult) ({ IdToken, RefreshToken } = reply.AuthenticationResult);
        return reply.message;
      },
      use: async () => {
        const headers = { authorization: `Bearer ${IdToken}` };
        return (await tenant.app.inject({ url: '/api/session', headers })).statusCode;
      },
    };
  }
  const pass = (milliseconds: number) => tenant.clock.pass(milliseconds);

  test('SEC-01 an administrator sets how long sessions last, within limits, and keeps what is not sent', async () => {
    const modes = ['password', 'oneTimePassword', 'passkey', 'singleSignOn'];
    const usual = { modes, secondFactor: 'off', sessionHours: 720, idleHours: null };
    assert.deepEqual((await boss.get('/api/sign-in-settings')).body, usual);
    assert.deepEqual((await put({ sessionHours: 8 })).body, { ...usual, sessionHours: 8 });
    assert.deepEqual((await put({ idleHours: 1 })).body, { ...usual, sessionHours: 8, idleHours: 1 });
    for (const body of [{ sessionHours: 0 }, { sessionHours: 721 }, { sessionHours: null }, { idleHours: 0.5 }]) {
      assert.equal((await put(body)).body.code, 'request.invalid', JSON.stringify(body));
    }
    assert.equal((await put({ sessionHours: 8 }, tenant.people.ann!)).status, 403);
    assert.deepEqual((await put(usual)).body, usual);
  });

  test('SEC-01 a session ends after its life, with every token, however much it is used', async () => {
    const before = await signIn();
    await put({ sessionHours: 2 });
    const session = await signIn();
    for (let minutes = 0; minutes < 100; minutes += 50) {
      pass(50 * MINUTE);
      assert.equal(await session.renew(), undefined);
    }
    // No token outlives the session.
    assert.equal(session.seconds(), 20 * 60);
    pass(20 * MINUTE - 1000);
    assert.equal(await session.use(), 200);
    pass(2000);
    assert.equal(await session.use(), 401);
    assert.equal(await session.renew(), 'Refresh Token has expired');
    // The setting applies from the next sign-in.
    assert.equal(await before.renew(), undefined);
    await put({ sessionHours: 720 });
  });

  test('SEC-01 a session that is not used ends after the idle time, a used one does not', async () => {
    await put({ idleHours: 1 });
    const session = await signIn();
    pass(50 * MINUTE);
    assert.equal(await session.use(), 200);
    pass(50 * MINUTE);
    assert.equal(await session.renew(), undefined, 'the use counts');
    pass(50 * MINUTE);
    assert.equal(await session.renew(), undefined, 'the renewal counts');
    const other = await signIn();
    pass(HOUR + MINUTE);
    assert.equal(await session.use(), 401);
    assert.equal(await session.renew(), 'Refresh Token has expired');
    assert.equal(await other.renew(), 'Refresh Token has expired');
    await put({ idleHours: null });
    const later = await signIn();
    pass(48 * HOUR);
    assert.equal(await later.renew(), undefined);
  });

  test('SEC-01 the session of a user of several organisations has the shortest life and idle time of all', async () => {
    const other = await createTestTenant(db(), 'shores', { eva: ['admin'] }, tenant);
    const eva = other.people.eva!;
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ sub: string }>`SELECT sub FROM idn_user WHERE username = 'mia.tides'`.execute(tx),
    );
    const { sub } = rows[0]!;
    await addMembership(db(), { sub, tenantId: other.tenantId, username: 'mia.shores', name: 'Mia' });
    await put({ sessionHours: 6, idleHours: 4 });
    await put({ sessionHours: 9, idleHours: 1 }, eva);
    const idle = await signIn();
    pass(HOUR + MINUTE);
    assert.equal(await idle.renew(), 'Refresh Token has expired', 'the idle time of the other organisation');
    const used = await signIn();
    for (let minutes = 0; minutes < 6 * 60 - 10; minutes += 50) {
      pass(50 * MINUTE);
      assert.equal(await used.renew(), undefined);
    }
    pass(10 * MINUTE);
    assert.equal(await used.renew(), 'Refresh Token has expired', 'the life of the own organisation');
    // An organisation that leaves it open does not lengthen what another one limits.
    await put({ sessionHours: 720, idleHours: null });
    const last = await signIn();
    pass(HOUR + MINUTE);
    assert.equal(await last.renew(), 'Refresh Token has expired');
  });
});
