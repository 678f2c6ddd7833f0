import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { softwareAuthenticator } from '../../../../../test/support/authenticator.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { CLIENT_ID, PUBLIC_URL, sentTo } from '../../../../../test/support/identity.ts';
import { authenticator } from '../../../../../test/support/identity-client.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../../test/support/test-tenant.ts';
import { createPerson } from '../accounts.ts';
import { newTotpSecret, totpAt } from '../challenges/totp.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

const PASSWORD = 'Talv-2026-tuleb';

test('SEC-01 codes are those of RFC 6238 and of other authenticator apps', () => {
  // The secret of RFC 6238, "12345678901234567890", in Base32; the last six digits of its table.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' };
  for (const [seconds, code] of Object.entries(vectors)) {
    assert.equal(totpAt(secret, Math.floor(Number(seconds) / 30)), code);
  }
  const own = newTotpSecret();
  assert.match(own, /^[A-Z2-7]{32}$/);
  const steps = Array.from({ length: 100 }, (_, index) => 50_000_000 + index);
  assert.deepEqual(
    steps.map((step) => totpAt(own, step)),
    steps.map((step) => authenticator(own).generate({ timestamp: step * 30_000 })),
  );
});

onDatabase('second factors of users', (db) => {
  let tenant: TestTenant;
  let other: TestTenant;
  let boss: Person;
  let count = 0;

  before(async () => {
    tenant = await createTestTenant(db(), 'locks', { boss: ['admin'], root: ['verva.admin'], ann: [] });
    other = await createTestTenant(db(), 'keys', { eva: ['admin'] }, tenant);
    boss = tenant.people.boss!;
  });

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
  const signIn = (USERNAME: string) =>
    identity('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD } });

  /** A user of the first organisation with an authenticator app. */
  async function locksmith() {
    count += 1;
    const username = `smith.${count}.locks`;
    const email = `${username}@locks.test`;
    const { tenantId } = tenant;
    const { userId, sub } = await createPerson(db(), { tenantId, username, name: username, email, password: PASSWORD });
    const { IdToken, AccessToken } = (await signIn(username)).AuthenticationResult;
    const { SecretCode } = await identity('AssociateSoftwareToken', { AccessToken });
    const app = authenticator(SecretCode);
    const codeNow = () => app.generate({ timestamp: tenant.clock.now.getTime() });
    const { BackupCodes } = await identity('VerifySoftwareToken', { AccessToken, UserCode: codeNow() });
    const own = async (method: 'GET' | 'POST' | 'DELETE', url: string) => {
      const reply = await tenant.app.inject({ method, url, headers: { authorization: `Bearer ${IdToken}` } });
      return { status: reply.statusCode, body: reply.payload === '' ? null : reply.json() };
    };
    const path = `/api/identity/users/${username}/factors`;
    const { body } = await own('GET', '/api/identity/users/me/factors');
    return { username, email, userId, sub, path, own, secret: SecretCode, backupCodes: BackupCodes, known: body };
  }

  test('SEC-01 the user and administrators see a second factor, other users and organisations do not', async () => {
    const { path, known, secret, backupCodes, username } = await locksmith();
    assert.deepEqual([known.isKeptHere, known.factors.length, known.backupCodes], [true, 1, 10]);
    const seen = await boss.get(path);
    assert.deepEqual(seen.body, known);
    assert.ok(![secret, ...backupCodes].some((text: string) => JSON.stringify(seen.body).includes(text)));
    assert.equal((await tenant.people.ann!.get(path)).status, 403);
    assert.equal((await other.people.eva!.get(path)).status, 404);
    assert.equal((await boss.get(`/api/identity/users/${username}x/factors`)).status, 404);
    // A user without an account at this service.
    assert.equal((await boss.get('/api/identity/users/me/factors')).body.factors.length, 0);
  });

  test('SEC-01 AUD-01 an administrator removes a lost second factor: audited, with an e-mail, and the password suffices', async () => {
    const { path, email, userId, username, known } = await locksmith();
    const one = `${path}/${known.factors[0].id}`;
    assert.equal((await signIn(username)).ChallengeName, 'SOFTWARE_TOKEN_MFA');
    assert.equal((await other.people.eva!.send('DELETE', one)).status, 404);
    assert.equal((await tenant.people.ann!.send('DELETE', one)).status, 403);
    assert.equal((await boss.send('DELETE', `${path}/not-an-id`)).body.code, 'factor.not_found');
    assert.equal((await boss.send('DELETE', one)).status, 204);
    assert.equal((await boss.send('DELETE', one)).body.code, 'factor.not_found');
    assert.ok((await signIn(username)).AuthenticationResult);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log
        WHERE verb = 'second-factor-removed' AND subject_id = ${userId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ actor: boss.userId }]);
    const subjects = (await sentTo(db(), email)).map(({ subject }) => subject);
    assert.ok(subjects.includes('Two-step sign-in was set up for your Verva account'));
  });

  test('SEC-01 administrators do not remove the second factor of a provider administrator', async () => {
    const { path, known, userId } = await locksmith();
    await tenant.transaction((tx) =>
      sql`INSERT INTO group_member (group_id, user_id) VALUES ('verva.admin', ${userId}::uuid)`.execute(tx),
    );
    const one = `${path}/${known.factors[0].id}`;
    assert.equal((await boss.send('DELETE', one)).status, 403);
    assert.equal((await tenant.people.root!.send('DELETE', one)).status, 204);
  });

  test('SEC-01 new backup codes replace the earlier ones, and the user removes the second factor', async () => {
    const { own, backupCodes, username, known } = await locksmith();
    const { status, body } = await own('POST', '/api/identity/backup-codes');
    assert.equal(status, 201);
    const answer = async (code: string) =>
      identity('RespondToAuthChallenge', {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: (await signIn(username)).Session,
        ChallengeResponses: { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code },
      });
    assert.equal((await answer(backupCodes[0])).__type, 'CodeMismatchException');
    assert.ok((await answer(body.codes[0])).AuthenticationResult);
    assert.equal((await own('GET', '/api/identity/users/me/factors')).body.backupCodes, 9);
    assert.equal((await own('DELETE', `/api/identity/users/me/factors/${known.factors[0].id}`)).status, 204);
    assert.equal((await own('POST', '/api/identity/backup-codes')).body.code, 'factor.not_found');
  });

  test('SEC-01 a session that began more than ten minutes ago changes nothing about its second factor', async () => {
    const { own, known } = await locksmith();
    const { clock } = tenant;
    const { now } = clock;
    const one = `/api/identity/users/me/factors/${known.factors[0].id}`;
    try {
      clock.now = new Date(now.getTime() + 601_000);
      assert.equal((await own('DELETE', one)).body.code, 'session.too_old');
      assert.equal((await own('POST', '/api/identity/backup-codes')).body.code, 'session.too_old');
      assert.deepEqual((await own('GET', '/api/identity/users/me/factors')).body, known);
    } finally {
      clock.now = now;
    }
    assert.equal((await own('DELETE', one)).status, 204);
  });

  test('SEC-01 AUD-01 the command removes a lost second factor with the sessions, which the log names', async () => {
    const { own, username, userId } = await locksmith();
    const { now } = tenant.clock;
    assert.equal(await resetSecondFactor(db(), { username: username.toUpperCase(), now }), 'changed');
    assert.equal(await resetSecondFactor(db(), { username, now }), 'unchanged');
    assert.equal(await resetSecondFactor(db(), { username: 'no.such.user', now }), 'not found');
    tenant.context.verifier.forget({ userId });
    assert.equal((await own('GET', '/api/identity/users/me/factors')).status, 401);
    assert.ok((await signIn(username)).AuthenticationResult);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ via: string }>`SELECT after->>'via' AS via FROM audit_log
        WHERE verb = 'second-factor-removed' AND subject_id = ${userId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ via: 'command' }]);
  });

  test('SEC-01 neither the secret nor a backup code is stored in clear', async () => {
    const { secret, backupCodes, sub } = await locksmith();
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ row: string }>`SELECT encode(secret, 'escape') AS row FROM idn_factor WHERE user_sub = ${sub}::uuid
        UNION ALL SELECT encode(code_hmac, 'escape') FROM idn_backup_code WHERE user_sub = ${sub}::uuid`.execute(tx),
    );
    assert.equal(rows.length, 11);
    const clear = [secret, ...backupCodes, ...backupCodes.map((code: string) => code.replace('-', ''))];
    assert.ok(!rows.some(({ row }) => clear.some((text) => row.includes(text))));
  });

  test('SEC-01 AUD-01 an administrator removes a lost passkey: audited, with an e-mail, and the user sets up an app', async () => {
    count += 1;
    const username = `keeper.${count}.locks`;
    const email = `${username}@locks.test`;
    const { tenantId } = tenant;
    const { userId } = await createPerson(db(), { tenantId, username, name: username, email, password: PASSWORD });
    const { AccessToken } = (await signIn(username)).AuthenticationResult;
    const device = softwareAuthenticator();
    const site = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };
    const { CredentialCreationOptions } = await identity('StartWebAuthnRegistration', { AccessToken });
    const Credential = device.create({ ...site, challenge: CredentialCreationOptions.challenge });
    await identity('CompleteWebAuthnRegistration', { AccessToken, Credential });
    const demand = (secondFactor: string) =>
      boss.send('PUT', '/api/sign-in-settings', JSON.stringify({ secondFactor }), {
        'content-type': 'application/json',
      });
    await demand('all');
    const asked = await signIn(username);
    assert.equal(asked.ChallengeName, 'WEB_AUTHN');
    const { challenge } = JSON.parse(asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
    const CREDENTIAL = JSON.stringify(device.sign({ ...site, challenge, counter: 2 }));
    const { AuthenticationResult } = await identity('RespondToAuthChallenge', {
      ChallengeName: 'WEB_AUTHN',
      Session: asked.Session,
      ChallengeResponses: { USERNAME: username, CREDENTIAL },
    });
    const authorization = `Bearer ${AuthenticationResult.IdToken}`;
    const own = await tenant.app.inject({ url: '/api/session', headers: { authorization } });
    assert.equal(own.statusCode, 200, 'the passkey satisfies the organisation');

    const path = `/api/identity/users/${username}/factors`;
    const [passkey] = (await boss.get(path)).body.factors;
    const one = `${path}/${passkey.id}`;
    assert.equal(passkey.kind, 'passkey');
    assert.equal((await other.people.eva!.send('DELETE', one)).status, 404);
    assert.equal((await tenant.people.ann!.send('DELETE', one)).status, 403);
    assert.equal((await boss.send('DELETE', one)).status, 204);
    assert.equal((await boss.send('DELETE', one)).body.code, 'factor.not_found');
    assert.equal((await signIn(username)).ChallengeName, 'MFA_SETUP');
    await demand('off');
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor: string }>`SELECT actor_id AS actor FROM audit_log
        WHERE verb = 'passkey-removed' AND subject_id = ${userId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ actor: boss.userId }]);
    const subjects = (await sentTo(db(), email)).map(({ subject }) => subject);
    assert.ok(
      subjects.some((subject) => /passkey was added/i.test(subject ?? '')),
      subjects.join(),
    );
  });

  test('SEC-01 AUD-01 an administrator requires a second factor of administrators or all users, from the next sign-in on', async () => {
    const put = (who: Person, secondFactor: string) =>
      who.send('PUT', '/api/sign-in-settings', JSON.stringify({ secondFactor }), {
        'content-type': 'application/json',
      });
    const created = { tenantId: tenant.tenantId, password: PASSWORD };
    await createPerson(db(), { ...created, username: 'plain.locks', name: 'Plain' });
    await createPerson(db(), { ...created, username: 'chief.locks', name: 'Chief', groups: ['admin'] });
    const asked = async (username: string) => (await signIn(username)).ChallengeName;
    assert.equal((await boss.get('/api/sign-in-settings')).body.secondFactor, 'off');
    assert.equal((await put(tenant.people.ann!, 'off')).status, 403);
    assert.equal((await put(boss, 'some')).status, 400);
    assert.equal((await put(boss, 'admins')).body.secondFactor, 'admins');
    assert.deepEqual([await asked('chief.locks'), await asked('plain.locks')], ['MFA_SETUP', undefined]);
    await put(boss, 'all');
    assert.deepEqual([await asked('chief.locks'), await asked('plain.locks')], ['MFA_SETUP', 'MFA_SETUP']);
    assert.equal((await other.people.eva!.get('/api/sign-in-settings')).body.secondFactor, 'off');
    await put(boss, 'off');
    assert.equal(await asked('chief.locks'), undefined);
    const { rows } = await tenant.transaction((tx) =>
      sql<{ actor: string }>`SELECT DISTINCT actor_id AS actor FROM audit_log
        WHERE entity = 'tenant_setting' AND entity_id = 'secondFactor'`.execute(tx),
    );
    assert.deepEqual(rows, [{ actor: boss.userId }]);
  });
});
