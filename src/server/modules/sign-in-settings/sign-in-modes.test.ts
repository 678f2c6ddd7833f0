import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, before, test } from 'node:test';
import { sql } from 'kysely';
import { testServer } from '../../../../test/support/app.ts';
import { softwareAuthenticator } from '../../../../test/support/authenticator.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { CLIENT_ID, PUBLIC_URL, sentTo } from '../../../../test/support/identity.ts';
import { createTestTenant, type Person } from '../../../../test/support/test-tenant.ts';
import { waitFor } from '../../../../test/support/wait-for.ts';
import type { SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import { assertSignInMode } from '../../platform/auth/sign-in-modes.ts';
import type { CallerSession } from '../../platform/session.ts';
import { addMembership, createPerson, hashPassword } from '../signin/index.ts';
import { setModes } from './index.ts';

const PASSWORD = 'Talv-2026-tuleb';
const NOT_ALLOWED = 'This way of signing in is not allowed.';
const SITE = { origin: PUBLIC_URL, rpId: new URL(PUBLIC_URL).hostname };
const ALL: readonly SignInMode[] = ['password', 'oneTimePassword', 'passkey', 'singleSignOn'];

const JSON_TYPE = { 'content-type': 'application/json' };
const RITA = { phoneNumber: '+3725550066', phoneVerified: true, email: 'rita@doors.test', emailVerified: true };

/** The person in a session that began a minute ago, before the modes changed. */
function early(person: Person): Person {
  const send: Person['send'] = async (method, url, payload, headers = {}) =>
    person.send(method, url, payload, { authorization: await person.authorization(60_000), ...headers });
  const post: Person['post'] = (url, body = {}) =>
    send('POST', url, JSON.stringify(body), { ...JSON_TYPE, 'idempotency-key': randomUUID() });
  return { ...person, send, post, get: (url) => send('GET', url) };
}

/** An organisation with an administrator who has a password and a verified phone, and requests of its users. */
async function organisation(
  db: Parameters<typeof createTestTenant>[0],
  slug: string,
  members: Parameters<typeof createTestTenant>[2] = {},
) {
  const tenant = await createTestTenant(db, slug, { boss: ['admin'], ann: [], ...members });
  const boss = early(tenant.people.boss!);
  const person = (username: string, more: Partial<Parameters<typeof createPerson>[1]> = {}) =>
    createPerson(db, { tenantId: tenant.tenantId, username, name: username, password: PASSWORD, ...more });
  const phone = { phoneNumber: '+3725550001', phoneVerified: true, email: `chief@${slug}.test`, emailVerified: true };
  await person(`chief.${slug}`, { groups: ['admin'], ...phone });
  const request = async (method: 'GET' | 'POST', url: string, body?: object, headers: object = {}) => {
    const payload = body && { payload: JSON.stringify(body) };
    const type = { ...JSON_TYPE, ...headers };
    const reply = await tenant.app.inject({ method, url, headers: type, ...payload });
    return { status: reply.statusCode, body: reply.payload === '' ? null : reply.json() };
  };
  const identity = async (operation: string, body: object) => {
    const target = `AWSCognitoIdentityProviderService.${operation}`;
    const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target };
    return (await request('POST', '/identity/', { ClientId: CLIENT_ID, ...body }, headers)).body;
  };
  return {
    ...{ tenant, boss, person, identity },
    put: (modes: readonly SignInMode[], who: Person = boss, path = '/api/sign-in-settings') =>
      who.send('PUT', path, JSON.stringify({ modes }), JSON_TYPE),
    lookUp: async (username: string) => (await request('GET', `/api/login/${username}`)).body,
    forgot: async (userId: string) => request('POST', '/api/login/user/forgotPassword', { userId }),
    byPassword: (USERNAME: string, password = PASSWORD) =>
      identity('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME, PASSWORD: password } }),
    byCode: (USERNAME: string) => identity('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME } }),
    answer: (ChallengeName: string, Session: string, ChallengeResponses: object) =>
      identity('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses }),
    use: async (IdToken: string, slugOf?: string) => {
      const headers = { authorization: `Bearer ${IdToken}`, ...(slugOf && { 'verva-tenant': slugOf }) };
      return request('GET', '/api/session', undefined, headers);
    },
  };
}

type Organisation = Awaited<ReturnType<typeof organisation>>;

/** Signs in with a passkey of the device. */
async function byPasskey({ identity, answer }: Organisation, USERNAME: string, device: object) {
  const asked = await identity('InitiateAuth', { AuthFlow: 'USER_AUTH', AuthParameters: { USERNAME } });
  const { challenge } = JSON.parse(asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
  const { sign } = device as ReturnType<typeof softwareAuthenticator>;
  const CREDENTIAL = JSON.stringify(sign({ ...SITE, challenge, counter: ++uses }));
  return answer('WEB_AUTHN', asked.Session, { USERNAME, CREDENTIAL });
}
let uses = 10;

/** Adds a passkey of a signed-in user, or of a sign-in that asks for one. */
async function addPasskey({ identity }: Organisation, owner: { AccessToken: string } | { Session: string }) {
  const device = softwareAuthenticator();
  const begun = await identity('StartWebAuthnRegistration', owner);
  if (!begun.CredentialCreationOptions)
    return { device, reply: begun as { __type?: string; message?: string; Session?: string } };
  const Credential = device.create({ ...SITE, challenge: begun.CredentialCreationOptions.challenge });
  return { device, reply: await identity('CompleteWebAuthnRegistration', { ...owner, Credential }) };
}

onDatabase('modes of sign-in', (db) => {
  let org: Organisation;

  before(async () => {
    org = await organisation(db(), 'gates', { root: ['verva.admin'] });
  });

  test('ORG-02 SEC-01 an administrator allows modes: kept, audited, and at least one', async () => {
    assert.deepEqual((await org.boss.get('/api/sign-in-settings')).body.modes, ALL);
    const saved = await org.put(['passkey', 'password']);
    assert.deepEqual(saved.body.modes, ['password', 'passkey']);
    assert.equal(saved.body.secondFactor, 'off', 'other settings stay');
    assert.equal((await org.put([])).body.code, 'sign_in.no_mode');
    assert.equal((await org.put(['password'], org.tenant.people.ann!)).status, 403);
    assert.equal((await org.put(['pigeon' as SignInMode])).body.code, 'request.invalid');
    assert.equal((await org.put(['singleSignOn'])).body.code, 'sign_in.no_provider');
    assert.deepEqual((await org.boss.get('/api/sign-in-settings')).body.modes, ['password', 'passkey']);
    await org.put(ALL);
    const { rows } = await org.tenant.transaction((tx) =>
      sql<{ actor: string; modes: string[] }>`SELECT actor_id AS actor, after->'value'->'modes' AS modes FROM audit_log
        WHERE entity = 'tenant_setting' AND entity_id = 'signInModes' ORDER BY id`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ actor, modes }) => [actor === org.boss.userId, modes.length]),
      [
        [true, 2],
        [true, 4],
      ],
    );
  });

  test('ORG-02 modes that would lock out every administrator are refused until one has set one up', async () => {
    // The phone of the administrator is verified, the passkey does not exist yet.
    assert.equal((await org.put(['passkey'])).body.code, 'sign_in.locks_out');
    assert.equal((await org.put(['oneTimePassword'])).status, 200);
    assert.equal((await org.put(['passkey'])).body.code, 'sign_in.locks_out');
    await org.put(ALL);
    const { AccessToken } = (await org.byPassword('chief.gates')).AuthenticationResult;
    await addPasskey(org, { AccessToken });
    assert.equal((await org.put(['passkey'])).status, 200);
    await org.put(ALL);
  });

  test('ORG-02 the provider sets the modes of another organisation, other administrators do not', async () => {
    const other = await createTestTenant(db(), 'posts', { eva: ['admin'] }, org.tenant);
    const path = '/api/tenants/posts/sign-in-settings';
    await createPerson(db(), {
      ...{ tenantId: other.tenantId, username: 'lead.posts', name: 'Lead', password: PASSWORD, groups: ['admin'] },
    });
    const eva = early(other.people.eva!);
    const root = early(org.tenant.people.root!);
    assert.equal((await org.put(['password'], org.boss, path)).body.code, 'tenant.not_found');
    assert.equal(
      (await org.put(['password'], eva, '/api/tenants/gates/sign-in-settings')).body.code,
      'tenant.not_found',
    );
    assert.equal((await root.get(path)).status, 200);
    assert.deepEqual((await org.put(['password'], root, path)).body.modes, ['password']);
    assert.deepEqual((await eva.get(path)).body.modes, ['password']);
    assert.deepEqual((await eva.get('/api/sign-in-settings')).body.modes, ['password']);
    assert.deepEqual((await org.boss.get('/api/sign-in-settings')).body.modes, ALL);
    const { rows } = await org.tenant.transaction((tx) =>
      sql`SELECT 1 FROM audit_log WHERE entity = 'tenant' AND entity_id = 'posts' AND actor_id = ${root.userId}::uuid`.execute(
        tx,
      ),
    );
    assert.equal(rows.length, 1, 'the audit log of the provider names who did it');
  });
});

onDatabase('sign-in where modes are not allowed', (db) => {
  let org: Organisation;

  before(async () => {
    org = await organisation(db(), 'doors');
    // A way in without a password.
    const { AccessToken } = (await org.byPassword('chief.doors')).AuthenticationResult;
    await addPasskey(org, { AccessToken });
  });
  afterEach(async () => {
    await org.boss.send('PUT', '/api/sign-in-settings', JSON.stringify({ modes: ALL, secondFactor: 'off' }), JSON_TYPE);
  });

  test('SEC-01 without passwords, a correct one is refused, and a wrong one says nothing more than before', async () => {
    await org.person('mia.doors', { email: 'mia@doors.test', emailVerified: true });
    const { AccessToken } = (await org.byPassword('mia.doors')).AuthenticationResult;
    const { device } = await addPasskey(org, { AccessToken });
    const chief = (await org.byPassword('chief.doors')).AuthenticationResult;
    const early = await org.identity('ForgotPassword', { Username: 'mia.doors' });
    assert.equal(early.CodeDeliveryDetails.DeliveryMedium, 'EMAIL');
    org.tenant.clock.pass(5000);
    await org.put(['passkey']);
    org.tenant.clock.pass(5000);

    const refused = await org.byPassword('mia.doors');
    assert.deepEqual([refused.__type, refused.message], ['NotAuthorizedException', NOT_ALLOWED]);
    assert.equal((await org.byPassword('mia.doors', 'Wrong-2026-pass')).message, 'Incorrect username or password.');
    assert.equal((await org.use(chief.IdToken)).status, 200, 'a session from before stays valid');
    assert.ok((await byPasskey(org, 'mia.doors', device)).AuthenticationResult);
    const mia = (await byPasskey(org, 'mia.doors', device)).AuthenticationResult;
    assert.equal((await org.use(mia.IdToken)).status, 200);
    const change = { PreviousPassword: PASSWORD, ProposedPassword: 'Suvi-2026-on-ees' };
    assert.equal(
      (await org.identity('ChangePassword', { AccessToken: mia.AccessToken, ...change })).message,
      NOT_ALLOWED,
    );

    // A forgotten password: no code is sent, and one from before sets no password.
    const sent = async () => (await sentTo(db(), 'mia@doors.test')).length;
    const before = await sent();
    assert.equal((await org.identity('ForgotPassword', { Username: 'mia.doors' })).message, NOT_ALLOWED);
    assert.equal((await org.forgot('mia.doors')).body.code, 'recovery.not_allowed');
    const recover = await org.boss.post('/api/identity/users/mia.doors/recover');
    assert.equal(recover.body.code, 'password.not_allowed');
    const reset = await org.boss.post('/api/identity/users/mia.doors/password');
    assert.equal(reset.body.code, 'password.not_allowed');
    assert.equal(await sent(), before);

    assert.deepEqual(await org.lookUp('mia.doors'), { loginMode: 'password', idpName: null, signInModes: ['passkey'] });
    assert.deepEqual((await org.lookUp('no.such.user')).signInModes, ['password', 'oneTimePassword', 'passkey']);
    const [passkey] = (await org.boss.get('/api/identity/users/mia.doors/factors')).body.factors;
    const last = await org.boss.send('DELETE', `/api/identity/users/mia.doors/factors/${passkey.id}`);
    assert.equal(last.body.code, 'link.last_way_in', 'the password is no way in');
    await org.put(ALL);
    assert.ok((await org.byPassword('mia.doors')).AuthenticationResult);
  });

  test('SEC-01 without passkeys or one-time passwords, neither signs in, and none is added', async () => {
    await org.person('eno.doors', {
      phoneNumber: '+3725550077',
      phoneVerified: true,
      email: 'eno@doors.test',
      emailVerified: true,
    });
    const { AccessToken } = (await org.byPassword('eno.doors')).AuthenticationResult;
    const { device } = await addPasskey(org, { AccessToken });
    assert.equal((await org.byCode('eno.doors')).ChallengeName, 'CUSTOM_CHALLENGE');
    await org.put(['password']);
    assert.equal((await org.byCode('eno.doors')).message, NOT_ALLOWED);
    assert.equal((await byPasskey(org, 'eno.doors', device)).message, NOT_ALLOWED);
    const { reply } = await addPasskey(org, { AccessToken });
    assert.equal(reply.__type, 'InvalidParameterException');
    assert.deepEqual((await org.lookUp('eno.doors')).signInModes, ['password']);
    // The passkey stays a second step after the password, where the organisation requires one.
    const demand = (secondFactor: string) =>
      org.boss.send('PUT', '/api/sign-in-settings', JSON.stringify({ secondFactor }), JSON_TYPE);
    await demand('all');
    const asked = await org.byPassword('eno.doors');
    assert.equal(asked.ChallengeName, 'WEB_AUTHN');
    const { challenge } = JSON.parse(asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
    const CREDENTIAL = JSON.stringify(device.sign({ ...SITE, challenge, counter: ++uses }));
    const { AuthenticationResult } = await org.answer('WEB_AUTHN', asked.Session, {
      USERNAME: 'eno.doors',
      CREDENTIAL,
    });
    assert.equal((await org.use(AuthenticationResult.IdToken)).status, 200);
  });

  test('SEC-01 a user whose password was to be reset signs in without it where passwords are no longer allowed', async () => {
    await org.person('rita.doors', RITA);
    const { AccessToken } = (await org.byPassword('rita.doors')).AuthenticationResult;
    const { device } = await addPasskey(org, { AccessToken });
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_user SET status = 'RESET_REQUIRED' WHERE username = 'rita.doors'`.execute(tx),
    );
    assert.equal((await byPasskey(org, 'rita.doors', device)).__type, 'PasswordResetRequiredException');
    await org.put(['passkey', 'oneTimePassword']);
    assert.ok((await byPasskey(org, 'rita.doors', device)).AuthenticationResult);
    const { Session } = await org.byCode('rita.doors');
    const codes = async () => (await sentTo(db(), RITA.email)).flatMap(({ code }) => (code ? [code] : []));
    await waitFor(async () => (await codes()).length, 1);
    const answer = { USERNAME: 'rita.doors', ANSWER: (await codes())[0]! };
    const entered = await org.answer('CUSTOM_CHALLENGE', Session, answer);
    assert.ok(entered.AuthenticationResult, JSON.stringify(entered));
  });

  test('SEC-01 where usernames are hidden, a username shows nothing of the modes of its organisation', async () => {
    const hidden = await testServer(db(), org.tenant.clock, { PREVENT_USER_EXISTENCE_ERRORS: 'ENABLED' });
    await org.person('pat.doors', {
      phoneNumber: '+3725550088',
      phoneVerified: true,
      email: 'pat@doors.test',
      emailVerified: true,
    });
    await org.put(['passkey']);
    const get = async (name: string) => (await hidden.app.inject({ url: `/api/login/${name}` })).json();
    assert.deepEqual(await get('pat.doors'), await get('no.such.user'));
    const ask = async (operation: string, body: object) =>
      (
        await hidden.app.inject({
          method: 'POST',
          url: '/identity/',
          headers: {
            'content-type': 'application/x-amz-json-1.1',
            'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
          },
          payload: JSON.stringify({ ClientId: CLIENT_ID, ...body }),
        })
      ).json();
    const shapeOf = (reply: object) => Object.keys(reply).sort();
    for (const name of ['pat.doors', 'no.such.user']) {
      const wrong = await ask('InitiateAuth', {
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME: name, PASSWORD: 'Wrong-2026-pass' },
      });
      assert.equal(wrong.message, 'Incorrect username or password.');
      const forgot = await ask('ForgotPassword', { Username: name });
      assert.deepEqual(shapeOf(forgot), ['CodeDeliveryDetails'], name);
      const code = await ask('InitiateAuth', { AuthFlow: 'CUSTOM_AUTH', AuthParameters: { USERNAME: name } });
      assert.deepEqual(shapeOf(code), ['ChallengeName', 'ChallengeParameters', 'Session'], name);
    }
    await hidden.app.close();
    assert.deepEqual(await sentTo(db(), 'pat@doors.test'), [], 'no code is sent that would be refused');
  });

  test('SEC-01 an invited user of an organisation without passwords creates a passkey with the temporary password', async () => {
    await org.put(['passkey']);
    const temporary = 'Ajutine-2026-parool';
    const { userId } = await org.person('new.doors', {
      ...{ passwordHash: await hashPassword(temporary), accountStatus: 'FORCE_CHANGE_PASSWORD', status: 'invited' },
    });
    const asked = await org.byPassword('new.doors', temporary);
    assert.deepEqual([asked.ChallengeName, asked.ChallengeParameters.MFAS_CAN_SETUP], ['MFA_SETUP', '["WEB_AUTHN"]']);
    const owner = { Session: asked.Session };
    assert.match((await org.identity('AssociateSoftwareToken', owner)).message, /Invalid session/);
    const { device, reply } = await addPasskey(org, owner);
    const done = await org.answer('MFA_SETUP', reply.Session, { USERNAME: 'new.doors' });
    assert.equal((await org.use(done.AuthenticationResult.IdToken)).status, 200);
    assert.ok((await byPasskey(org, 'new.doors', device)).AuthenticationResult);
    assert.equal((await org.byPassword('new.doors', temporary)).message, 'Incorrect username or password.');
    const { rows } = await org.tenant.transaction((tx) =>
      sql<{ status: string }>`SELECT status FROM app_user WHERE id = ${userId}::uuid`.execute(tx),
    );
    assert.deepEqual(rows, [{ status: 'active' }]);
  });

  test('SEC-01 a second factor that is required is an authenticator app or a passkey, set up once during the sign-in', async () => {
    const demand = (secondFactor: string) =>
      org.boss.send('PUT', '/api/sign-in-settings', JSON.stringify({ secondFactor }), JSON_TYPE);
    await org.person('kai.doors', { email: 'kai@doors.test' });
    await demand('all');
    const asked = await org.byPassword('kai.doors');
    assert.deepEqual(JSON.parse(asked.ChallengeParameters.MFAS_CAN_SETUP), ['SOFTWARE_TOKEN_MFA', 'WEB_AUTHN']);
    const second = await org.byPassword('kai.doors');
    const early = await org.answer('MFA_SETUP', asked.Session, { USERNAME: 'kai.doors' });
    assert.match(early.message, /Invalid session/, 'nothing is set up yet');
    const { device, reply } = await addPasskey(org, { Session: asked.Session });
    assert.match((await addPasskey(org, { Session: asked.Session })).reply.message, /Invalid session/);
    assert.match((await addPasskey(org, { Session: second.Session })).reply.message, /Invalid session/);
    const other = await org.answer('MFA_SETUP', reply.Session, { USERNAME: 'chief.doors' });
    assert.match(other.message, /Invalid session/, 'the session belongs to its user, and is used up');
    const again = await org.byPassword('kai.doors');
    assert.equal(again.ChallengeName, 'WEB_AUTHN');
    const { challenge } = JSON.parse(again.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
    const CREDENTIAL = JSON.stringify(device.sign({ ...SITE, challenge, counter: ++uses }));
    const { AuthenticationResult } = await org.answer('WEB_AUTHN', again.Session, {
      USERNAME: 'kai.doors',
      CREDENTIAL,
    });
    assert.equal((await org.use(AuthenticationResult.IdToken)).status, 200);
  });

  test('SEC-01 each organisation of an account keeps its own modes, and locks no user out of another one', async () => {
    const other = await createTestTenant(db(), 'vault', { eva: ['admin'] }, org.tenant);
    const { sub } = await org.person('guest.doors');
    await addMembership(db(), { sub, tenantId: other.tenantId, username: 'guest.doors', name: 'Guest' });
    await createPerson(db(), {
      ...{ tenantId: other.tenantId, username: 'lead.vault', name: 'Lead', groups: ['admin'], password: PASSWORD },
      ...{ phoneNumber: '+3725550099', phoneVerified: true, email: 'lead@vault.test', emailVerified: true },
    });
    assert.equal((await org.put(['oneTimePassword'], early(other.people.eva!))).status, 200);
    org.tenant.clock.pass(2000);
    const { IdToken } = (await org.byPassword('guest.doors')).AuthenticationResult;
    assert.equal((await org.use(IdToken)).status, 200);
    const refused = await org.use(IdToken, 'vault');
    assert.deepEqual([refused.status, refused.body.code], [403, 'session.sign_in_mode']);
  });

  test('SEC-01 without single sign-on, later tokens of the identity provider are refused, earlier ones are not', async () => {
    await org.put(['password']);
    const { tenantId, tenantSlug } = { tenantId: org.tenant.tenantId, tenantSlug: 'doors' };
    const caller = { tenantId, tenantSlug, userId: org.boss.userId } as CallerSession;
    const issuedAt = Math.floor(org.tenant.clock.now.getTime() / 1000);
    const token = (age: number) => ({ claims: {}, subject: 'x', issuedAt: issuedAt - age, expiresAt: issuedAt + 60 });
    const check = (key: string, of: number | null, age = 0) =>
      assertSignInMode(db(), caller, { key, tenantId: of }, token(age));
    await assert.rejects(check('https://idp.test', tenantId), { code: 'session.sign_in_mode' });
    await check('https://idp.test', tenantId, 60);
    // Another identity service that keeps all accounts decides itself.
    await check('https://pool.test', null);
  });

  test('ORG-02 AUD-01 the command shows and sets the modes of an organisation, with the same guard', async () => {
    const { now } = org.tenant.clock;
    const config = org.tenant.context.config;
    const set = (modes: readonly SignInMode[] | undefined, slug = 'doors') =>
      setModes(db(), config, { slug, modes, now });
    assert.deepEqual(await set(undefined), { isChanged: false, modes: ALL });
    assert.deepEqual(await set(['password']), { isChanged: true, modes: ['password'] });
    assert.deepEqual(await set(['password']), { isChanged: false, modes: ['password'] });
    assert.equal(await set(['password'], 'no-such'), null);
    await assert.rejects(set(['singleSignOn']), { code: 'sign_in.no_provider' });
    await assert.rejects(set([]), { code: 'sign_in.no_mode' });
    await set(ALL);
    const { rows } = await org.tenant.transaction((tx) =>
      sql<{
        via: string;
      }>`SELECT DISTINCT via FROM audit_log WHERE entity_id = 'signInModes' AND actor_id IS NULL`.execute(tx),
    );
    assert.deepEqual(rows, [{ via: 'command' }]);
  });
});
