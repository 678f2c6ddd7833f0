import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { testServer } from '../../../../../test/support/app.ts';
import { onDatabase } from '../../../../../test/support/databases.ts';
import { CLIENT_ID, sentTo, type TestClock, testClock } from '../../../../../test/support/identity.ts';
import { waitFor } from '../../../../../test/support/wait-for.ts';
import { linkFirstSignIn } from '../../../platform/auth/link-subject.ts';
import { createTenant } from '../../tenants/index.ts';
import { addMembership, createPerson, type NewPerson } from '../accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const NEXT_PASSWORD = 'Suvi-2026-on-ees';
const HOUR_MS = 3_600_000;

onDatabase('a change of the own e-mail address', (db) => {
  let app: FastifyInstance;
  let clock: TestClock;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    clock = testClock(new Date());
    ({ app } = await testServer(db(), clock));
    ({ tenantId } = await createTenant(db(), { slug: 'post', name: 'Post' }));
    passwordHash = await hashPassword(PASSWORD);
  });
  after(() => app.close());

  async function wire(operation: string, body: object) {
    const reply = await app.inject({
      method: 'POST',
      url: '/identity/',
      remoteAddress: `192.0.2.${count % 250}`,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
    });
    return { status: reply.statusCode, body: reply.json() };
  }
  const signIn = (USERNAME: string, secret = PASSWORD) =>
    wire('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: secret } });

  async function person(extra: Partial<NewPerson> = {}) {
    const username = `post.${++count}`;
    const email = `p${count}@post.test`;
    const made = await createPerson(db(), {
      ...{ tenantId, username, name: 'Post Person', email, emailVerified: true, passwordHash },
      ...extra,
    });
    const { body } = await signIn(username);
    return {
      username,
      email,
      token: body.AuthenticationResult?.IdToken as string,
      tokens: body.AuthenticationResult,
      ...made,
    };
  }
  async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, token?: string, payload?: object) {
    const reply = await app.inject({
      method,
      url,
      remoteAddress: '192.0.2.251',
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(payload ? { payload } : {}),
    });
    return { status: reply.statusCode, body: reply.payload === '' ? null : reply.json() };
  }
  const request = (token: string, email: string, currentPassword = PASSWORD) =>
    send('POST', '/api/identity/email-change', token, { email, currentPassword });
  const me = async (token: string) => (await send('GET', '/api/identity/users/me', token)).body;
  const confirm = (token: string) => send('POST', '/api/public/identity/email-change', undefined, { token });
  const undo = (token: string) => send('POST', '/api/public/identity/email-undo', undefined, { token });
  const tokenTo = async (address: string, page: 'email-change' | 'email-undo') =>
    (await sentTo(db(), address))
      .map(({ text }) => new RegExp(`/${page}#([\\w-]{43})`).exec(text)?.[1])
      .filter((found) => found !== undefined)
      .at(-1) as string;
  const loginMode = async (username: string) => (await send('GET', `/api/login/${username}`)).body.loginMode;
  const recoveryCode = async (username: string, address: string) => {
    const { status, body } = await wire('ForgotPassword', { Username: username });
    assert.equal(status, 200, JSON.stringify(body));
    const sent = async () => (await sentTo(db(), address)).map(({ text }) => /\/login\?code=(\d+)/.exec(text)?.[1]);
    await waitFor(async () => (await sent()).some((found) => found !== undefined), true);
    return (await sent()).findLast((found) => found !== undefined)!;
  };
  const confirmRecovery = (username: string, ConfirmationCode: string) =>
    wire('ConfirmForgotPassword', { Username: username, ConfirmationCode, Password: NEXT_PASSWORD });
  const recover = async (username: string, address: string) =>
    assert.equal((await confirmRecovery(username, await recoveryCode(username, address))).status, 200);
  const code = ({ status, body }: { status: number; body: { code: string } | null }) => [status, body?.code];
  const account = async (sub: string) =>
    (
      await db().signinTransaction((tx) =>
        sql<{ email: string; verified: boolean }>`SELECT email, email_verified AS verified FROM idn_user
          WHERE sub = ${sub}::uuid`.execute(tx),
      )
    ).rows[0];

  test('PRO-01 the former address is used until the new one is confirmed; then the new one signs in', async () => {
    const mari = await person();
    const answer = await request(mari.token, 'Mari@new.test');
    assert.deepEqual([answer.status, answer.body.pendingEmail], [202, 'Mari@new.test'], JSON.stringify(answer.body));
    const pending = await me(mari.token);
    assert.deepEqual([pending.email, pending.pendingEmail], [mari.email, 'Mari@new.test']);
    assert.deepEqual(await account(mari.sub), { email: mari.email, verified: true });
    assert.equal((await signIn('mari@new.test')).status, 400, 'a pending address is no name to sign in with');
    const [warning] = await sentTo(db(), mari.email);
    assert.match(warning!.text, /Mari@new\.test/);
    assert.match(warning!.text, /\/email-undo#/);

    const token = await tokenTo('Mari@new.test', 'email-change');
    assert.equal(
      (await send('GET', '/api/public/identity/email-change')).status,
      405,
      'what reads a link confirms nothing',
    );
    assert.deepEqual(code(await confirm('x'.repeat(43))), [410, 'email_link.not_accepted']);
    assert.equal((await confirm(token)).status, 204);
    const changed = await me(mari.token);
    assert.deepEqual([changed.email, changed.pendingEmail], ['Mari@new.test', null]);
    assert.deepEqual(await account(mari.sub), { email: 'Mari@new.test', verified: true });
    assert.equal((await signIn('mari@new.test')).status, 200);
    assert.equal((await signIn(mari.email)).status, 400);
    assert.deepEqual(code(await confirm(token)), [410, 'email_link.not_accepted'], 'once');
    const mails = await sentTo(db(), mari.email);
    assert.equal(mails.length, 2);
  });

  test('PRO-01 SEC-03 the password is required and counted like a sign-in, and saving the profile keeps the address', async () => {
    const { token, username, email } = await person();
    const wrong = await request(token, 'a@new.test', 'Wrong-2026-guess');
    assert.deepEqual(
      [...code(wrong), wrong.body.errors[0]],
      [422, 'user.invalid', { ...wrong.body.errors[0], pointer: '/currentPassword', code: 'user.password_wrong' }],
    );
    const odd = await request(token, 'no address');
    assert.deepEqual([odd.status, odd.body.errors[0].pointer], [422, '/email']);
    const profile = { name: 'Post Person', email: 'a@new.test', phoneNumber: null, languageId: 'en' };
    const put = await send('PUT', '/api/identity/users/me', token, profile);
    assert.deepEqual([put.status, put.body.errors.map((one: { pointer: string }) => one.pointer)], [422, ['/email']]);
    assert.equal((await send('PUT', '/api/identity/users/me', token, { ...profile, email })).status, 200);
    assert.deepEqual(await sentTo(db(), 'a@new.test'), []);
    for (let tries = 0; tries < 5; tries += 1) await request(token, 'a@new.test', 'Wrong-2026-guess');
    assert.deepEqual(code(await request(token, 'a@new.test')), [429, 'rate.exceeded'], 'also with the right one now');
    assert.equal((await signIn(username)).status, 200, 'from another address');
  });

  test('PRO-01 at most five e-mails for a user in fifteen minutes', async () => {
    const { token } = await person();
    for (let sent = 0; sent < 5; sent += 1) assert.equal((await request(token, `flood${sent}@new.test`)).status, 202);
    assert.deepEqual(code(await request(token, 'flood5@new.test')), [429, 'rate.exceeded']);
    assert.deepEqual(await sentTo(db(), 'flood5@new.test'), []);
    const first = await tokenTo('flood0@new.test', 'email-change');
    assert.deepEqual(code(await confirm(first)), [410, 'email_link.not_accepted'], 'a later request replaces it');
    assert.equal((await send('DELETE', '/api/identity/email-change', token)).status, 204);
    assert.equal((await me(token)).pendingEmail, null);
    const last = await tokenTo('flood4@new.test', 'email-change');
    assert.deepEqual(code(await confirm(last)), [410, 'email_link.not_accepted'], 'withdrawn');
    clock.pass(HOUR_MS);
  });

  test('SEC-03 the undo link works for seven days and ends all sessions, also after a second change', async () => {
    const owner = await person();
    assert.equal((await request(owner.token, 'thief@evil.test')).status, 202);
    assert.equal((await confirm(await tokenTo('thief@evil.test', 'email-change'))).status, 204);
    const back = await tokenTo(owner.email, 'email-undo');
    assert.equal((await request(owner.token, 'thief2@evil.test')).status, 202);
    assert.equal((await confirm(await tokenTo('thief2@evil.test', 'email-change'))).status, 204);
    assert.equal((await request(owner.token, 'thief3@evil.test')).status, 202, 'and a third waits');

    assert.equal((await undo(back)).status, 204);
    assert.deepEqual(await account(owner.sub), { email: owner.email, verified: true });
    assert.deepEqual(code(await send('GET', '/api/identity/users/me', owner.token)), [401, 'session.revoked']);
    const known = await signIn(owner.email);
    assert.deepEqual([known.status, known.body.__type], [400, 'PasswordResetRequiredException'], 'the thief knows it');
    const refreshed = await wire('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: owner.tokens.RefreshToken },
    });
    assert.equal(refreshed.status, 400);
    assert.deepEqual(await loginMode(owner.username), 'reset');
    await recover(owner.username, owner.email);
    const again = (await signIn(owner.email, NEXT_PASSWORD)).body.AuthenticationResult.IdToken;
    const restored = await me(again);
    assert.deepEqual([restored.email, restored.pendingEmail], [owner.email, null]);
    for (const address of ['thief@evil.test', 'thief2@evil.test']) {
      assert.deepEqual(
        code(await undo(await tokenTo(address, 'email-undo'))),
        [410, 'email_link.not_accepted'],
        address,
      );
    }
    assert.deepEqual(code(await confirm(await tokenTo('thief3@evil.test', 'email-change'))), [
      410,
      'email_link.not_accepted',
    ]);
    assert.deepEqual(code(await undo(back)), [410, 'email_link.not_accepted'], 'once');
  });

  test('SEC-03 the undo link voids a recovery code sent to the attacker, and verifies the address it was sent to', async () => {
    const owner = await person({ emailVerified: false });
    await request(owner.token, 'code@evil.test');
    await confirm(await tokenTo('code@evil.test', 'email-change'));
    const stolen = await recoveryCode(owner.username, 'code@evil.test');
    assert.equal((await undo(await tokenTo(owner.email, 'email-undo'))).status, 204);
    assert.equal((await confirmRecovery(owner.username, stolen)).status, 400);
    assert.deepEqual(await account(owner.sub), { email: owner.email, verified: true });
    await recover(owner.username, owner.email);
    assert.equal((await signIn(owner.email, NEXT_PASSWORD)).status, 200);
  });

  test('SEC-03 LOG-21 an address set by an administrator links no single sign-on until the user has confirmed it', async () => {
    const victim = await person();
    const admin = await person({ groups: ['admin'] });
    const issuer = { key: 'https://idp.given.test', tenantId, linkBy: 'email', emailDomains: ['given.test'] };
    await db().signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs)
        VALUES (${issuer.key}, 'given-idp', ${tenantId}, 'x', 'https://idp.given.test/keys', '{RS256}')`.execute(tx),
    );
    const signOn = (subject: string, email: string) =>
      linkFirstSignIn(db(), issuer as never, { subject, claims: { email, email_verified: true } } as never, clock.now);
    const give = async (email: string) => {
      const { body } = await send('GET', `/api/identity/users/${victim.username}`, admin.token);
      const set = await send('PUT', `/api/identity/users/${victim.username}`, admin.token, { ...body, email });
      assert.deepEqual([set.status, set.body.email], [200, email]);
    };
    await give('colleague@given.test');
    assert.equal(
      await signOn('colleague', 'colleague@given.test'),
      false,
      'the owner of the address is another person',
    );
    const owner = await person({ email: 'colleague@given.test' });
    assert.equal(
      await signOn('colleague', 'colleague@given.test'),
      true,
      'who is linked, whatever was given to others',
    );
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ user_id: string }>`SELECT user_id FROM user_identity WHERE issuer = ${issuer.key}`.execute(tx),
    );
    assert.deepEqual(rows, [{ user_id: owner.userId }]);

    await give('victim@given.test');
    assert.equal((await request(victim.token, 'victim@given.test')).status, 202);
    assert.equal(await signOn('victim', 'victim@given.test'), false);
    assert.equal((await confirm(await tokenTo('victim@given.test', 'email-change'))).status, 204);
    assert.equal(await signOn('victim', 'victim@given.test'), true);
  });

  test('SEC-03 links end at their expiry, with a new password, and with an address set by an administrator', async () => {
    const late = await person();
    await request(late.token, 'late@new.test');
    const lateToken = await tokenTo('late@new.test', 'email-change');
    clock.pass(24 * HOUR_MS + 1);
    assert.deepEqual(code(await confirm(lateToken)), [410, 'email_link.not_accepted']);
    const lateUndo = await tokenTo(late.email, 'email-undo');
    clock.pass(7 * 24 * HOUR_MS);
    assert.deepEqual(code(await undo(lateUndo)), [410, 'email_link.not_accepted']);

    const secured = await person();
    await request(secured.token, 'secured@new.test');
    const changed = await wire('ChangePassword', {
      AccessToken: secured.tokens.AccessToken,
      PreviousPassword: PASSWORD,
      ProposedPassword: NEXT_PASSWORD,
    });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(code(await confirm(await tokenTo('secured@new.test', 'email-change'))), [
      410,
      'email_link.not_accepted',
    ]);

    const kept = await person();
    const admin = await person({ groups: ['admin'] });
    await request(kept.token, 'kept@new.test');
    const { body } = await send('GET', `/api/identity/users/${kept.username}`, admin.token);
    assert.equal(body.pendingEmail, 'kept@new.test');
    const set = await send('PUT', `/api/identity/users/${kept.username}`, admin.token, {
      ...body,
      pendingEmail: undefined,
      email: 'given@post.test',
    });
    assert.deepEqual([set.status, set.body.email, set.body.pendingEmail], [200, 'given@post.test', null]);
    assert.deepEqual(code(await confirm(await tokenTo('kept@new.test', 'email-change'))), [
      410,
      'email_link.not_accepted',
    ]);
    assert.deepEqual(code(await undo(await tokenTo(kept.email, 'email-undo'))), [410, 'email_link.not_accepted']);
  });

  test('SEC-03 LOG-21 a pending address links no single sign-on; one of another account is refused, also when that was first', async () => {
    const thief = await person();
    const taken = await person();
    assert.deepEqual(code(await request(thief.token, taken.email.toUpperCase())), [409, 'user.email_taken']);

    await request(thief.token, 'victim@post.test');
    const issuer = { key: 'https://idp.post.test', tenantId, linkBy: 'email', emailDomains: ['post.test'] };
    await db().signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs)
        VALUES (${issuer.key}, 'post-idp', ${tenantId}, 'x', 'https://idp.post.test/keys', '{RS256}')`.execute(tx),
    );
    const claims = { email: 'victim@post.test', email_verified: true };
    const links = () => linkFirstSignIn(db(), issuer as never, { subject: 'v-1', claims } as never, clock.now);
    assert.notEqual(await links(), true, 'nobody has confirmed it');

    const token = await tokenTo('victim@post.test', 'email-change');
    await person({ email: 'victim@post.test' });
    assert.deepEqual(code(await confirm(token)), [409, 'user.email_taken'], 'verified by another account meanwhile');
    assert.equal((await me(thief.token)).email, thief.email);
  });

  test('SEC-03 a user without a password cannot change the address; a user of two organisations changes it in one', async () => {
    const { tenantId: beta } = await createTenant(db(), { slug: `beta${count}`, name: 'Beta' });
    const both = await person();
    await addMembership(db(), {
      sub: both.sub,
      tenantId: beta,
      username: both.username,
      name: 'Both',
      email: both.email,
    });
    assert.equal((await request(both.token, 'both@new.test')).status, 202);
    assert.equal((await confirm(await tokenTo('both@new.test', 'email-change'))).status, 204);
    const { rows } = await db().tenantTransaction({ tenantId: beta, userId: null }, (tx) =>
      sql<{ email: string }>`SELECT email FROM app_user WHERE username = ${both.username}`.execute(tx),
    );
    assert.equal(rows[0]!.email, both.email);

    const federated = await person();
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_user SET password_hash = NULL WHERE sub = ${federated.sub}::uuid`.execute(tx),
    );
    assert.deepEqual(code(await request(federated.token, 'f@new.test')), [409, 'user.email_external']);
    const { token, userId } = await person();
    await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`UPDATE app_user SET source = 'scim' WHERE id = ${userId}::uuid`.execute(tx),
    );
    assert.deepEqual(code(await request(token, 's@new.test')), [409, 'user.email_external']);
  });

  test('SEC-03 no token is stored, only its digest', async () => {
    const { token } = await person();
    await request(token, 'digest@new.test');
    const sent = await tokenTo('digest@new.test', 'email-change');
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ row: string }>`SELECT l::text AS row FROM idn_link l`.execute(tx),
    );
    assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(sent)));
  });
});
