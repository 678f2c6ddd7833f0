import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { MASTER_KEY, PUBLIC_URL, type TestClock, testClock } from '../../../../test/support/identity.ts';
import { signInServer } from '../../../../test/support/sign-in-server.ts';
import { readConfig } from '../../platform/config.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { i18n } from '../i18n/index.ts';
import { menus } from '../menus/index.ts';
import { addMembership, createPerson, signin } from '../signin/index.ts';
import { createTenant, setTenantLogo, tenants } from '../tenants/index.ts';
import { users } from '../users/index.ts';
import { session } from './index.ts';

const MODES = ['password', 'oneTimePassword', 'passkey'];

const PASSWORD = 'Kevad-2026-tuleb';
const ESTONIAN = 'https://help.verva.example/et/';

describe('the current session', () => {
  let db: DatabaseHandle;
  let app: FastifyInstance;
  let clock: TestClock;
  let acme: number;
  let kati: { userId: string; sub: string };
  let mari: { userId: string; sub: string };

  before(async () => {
    db = await openTestDatabase();
    clock = testClock(new Date('2026-11-21T22:30:00Z'));
    app = await signInServer(db, clock, [signin, session, users, tenants, menus, i18n], {
      config: readConfig({ PUBLIC_URL, MASTER_KEY, HELP_URL: ESTONIAN }),
    });
    ({ tenantId: acme } = await createTenant(db, { slug: 'acme', name: 'Acme' }));
    const { tenantId: beta } = await createTenant(db, { slug: 'beta', name: 'Beta', timeZone: 'UTC' });
    const person = { tenantId: acme, password: PASSWORD };
    kati = await createPerson(db, {
      ...person,
      username: 'kati.kuusk',
      name: 'Kati Kuusk',
      email: 'kati@acme.test',
      groups: ['alltasks'],
      languageId: 'et',
    });
    mari = await createPerson(db, { ...person, username: 'mari.tamm', name: 'Mari Tamm', email: 'mari@acme.test' });
    await createPerson(db, { ...person, username: 'admin.acme', name: 'Admin', groups: ['admin'] });
    await createPerson(db, { ...person, username: 'reset.person', name: 'Reset', accountStatus: 'RESET_REQUIRED' });
    await createPerson(db, { tenantId: beta, username: 'beta.person', name: 'Beta', password: PASSWORD });
    await addMembership(db, { sub: kati.sub, tenantId: beta, username: 'kati.kuusk', name: 'Kati in Beta' });
  });
  after(async () => {
    await app.close();
    await db.close();
  });

  async function identity(operation: string, body: object) {
    const reply = await app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify(body),
    });
    return reply.json();
  }
  async function tokenOf(USERNAME: string): Promise<string> {
    const body = { AuthFlow: 'USER_PASSWORD_AUTH', ClientId: 'verva-web', AuthParameters: { USERNAME, PASSWORD } };
    return (await identity('InitiateAuth', body)).AuthenticationResult.IdToken;
  }
  async function get(url: string, token?: string, headers: Record<string, string> = {}) {
    const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const reply = await app.inject({ url, headers: { ...authorization, ...headers } });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
  }

  test('LOG-20 API-01 the session has user, organisation, permissions and the day in the organisation’s time zone', async () => {
    const { status, body } = await get('/api/session', await tokenOf('kati.kuusk'));
    assert.equal(status, 200);
    assert.deepEqual(body.user, {
      id: 'kati.kuusk',
      key: kati.userId,
      name: 'Kati Kuusk',
      avatar: null,
      email: 'kati@acme.test',
      pendingEmail: null,
      phoneNumber: null,
      languageId: 'et',
      tenantId: 'acme',
      groups: ['alltasks'],
      status: 'active',
      company: null,
      department: null,
      jobTitle: null,
      managers: [],
      links: [],
      version: 1,
    });
    assert.deepEqual(body.permissions, ['alltasks']);
    assert.equal(body.tenant.tenantId, 'acme');
    assert.equal(body.tenant.today, '2026-11-22', 'past midnight in Tallinn');
    assert.equal(body.serverTime, '2026-11-21T22:30:00.000Z');
    assert.equal(body.ui.dense, true);
    assert.equal(body.scopes, null);
    assert.deepEqual(body.tenants, [
      { tenantId: 'acme', name: 'Acme' },
      { tenantId: 'beta', name: 'Beta' },
    ]);
  });

  test('LAY-03 the help address is the configured one of the organisation, and otherwise the one of the server', async () => {
    const token = await tokenOf('kati.kuusk');
    const helpOf = async () => (await get('/api/session', token)).body.tenant.helpUrl;
    assert.equal(await helpOf(), ESTONIAN);
    const helpUrl = 'https://intranet.acme.test/help?from=verva';
    const set = (value: string | null) =>
      db.tenantTransaction({ tenantId: acme, userId: null }, async (tx) => {
        await sql`DELETE FROM tenant_setting WHERE key = 'helpUrl'`.execute(tx);
        if (value) {
          await sql`INSERT INTO tenant_setting (key, value) VALUES ('helpUrl', ${JSON.stringify(value)}::jsonb)`.execute(
            tx,
          );
        }
      });
    await set(helpUrl);
    assert.equal(await helpOf(), helpUrl);
    await set('javascript:alert(1)');
    assert.equal(await helpOf(), ESTONIAN, 'no script');
    await set(null);
    assert.equal(await helpOf(), ESTONIAN);

    const without = await signInServer(db, clock, [session]);
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await without.inject({ url: '/api/session', headers });
    await without.close();
    assert.equal(JSON.parse(body).tenant.helpUrl, null, 'only the help of the product');
  });

  test('DEL-10 DEL-01 the session lists delegators and delegates of today, where tasks are transferred', async () => {
    const days = (start_date: string, end_date: string) => ({
      user_id: kati.userId,
      delegate_user_id: mari.userId,
      start_date,
      end_date,
    });
    const delegationsOf = async (who: string) => {
      const { body } = await get('/api/session', await tokenOf(who));
      return [body.standsFor, body.replacedBy];
    };
    await db.tenantTransaction({ tenantId: acme, userId: null }, (tx) =>
      tx
        .insertInto('delegation')
        .values([days('2026-11-22', '2026-11-24'), days('2026-11-25', '2026-11-30')])
        .execute(),
    );
    const ref = (username: string, key: string, name: string) => ({ id: username, key, name });
    assert.deepEqual(await delegationsOf('mari.tamm'), [
      [{ user: ref('kati.kuusk', kati.userId, 'Kati Kuusk'), until: '2026-11-24' }],
      null,
    ]);
    assert.deepEqual(await delegationsOf('kati.kuusk'), [
      [],
      { user: ref('mari.tamm', mari.userId, 'Mari Tamm'), until: '2026-11-24' },
    ]);
    await db.tenantTransaction({ tenantId: acme, userId: null }, (tx) =>
      sql`UPDATE delegation SET replace_verva = false`.execute(tx),
    );
    assert.deepEqual(await delegationsOf('mari.tamm'), [[], null]);
    assert.deepEqual(await delegationsOf('kati.kuusk'), [[], null]);
  });

  test('LOG-23 ROLE-05 the Verva-Tenant header selects another organisation of the user', async () => {
    const token = await tokenOf('kati.kuusk');
    const there = await get('/api/session', token, { 'verva-tenant': 'beta' });
    assert.deepEqual([there.body.tenant.tenantId, there.body.user.name], ['beta', 'Kati in Beta']);
    assert.deepEqual(there.body.permissions, []);
    const refused = await get('/api/session', await tokenOf('mari.tamm'), { 'verva-tenant': 'beta' });
    assert.deepEqual([refused.status, refused.body.code], [403, 'tenant.not_a_member']);
  });

  test('GRD-06 API-01 nothing is returned without a valid token', async () => {
    const token = await tokenOf('kati.kuusk');
    for (const url of ['/api/session', '/api/menus/mine', '/api/i18n/languages', '/api/identity/users/me']) {
      assert.equal((await get(url)).body.code, 'session.missing', url);
      assert.equal((await get(url, `${token}x`)).status, 401, url);
      assert.equal((await get(url, 'x')).body.code, 'token.not_accepted', url);
    }
    const basic = await get('/api/session', undefined, { authorization: `Basic ${token}` });
    assert.equal(basic.status, 401);
  });

  test('GRD-06 an expired token is reported as expired', async () => {
    const token = await tokenOf('kati.kuusk');
    clock.pass(3_600_000 + 61_000);
    assert.deepEqual((await get('/api/session', token)).body.code, 'session.expired');
    clock.pass(-3_600_000 - 61_000);
  });

  test('GRD-06 an address with forged tokens is limited, and signed-in users at it are not', async () => {
    const token = await tokenOf('kati.kuusk');
    assert.equal((await get('/api/session', token)).status, 200);
    const [head, body] = token.split('.');
    const flood = await Promise.all(
      Array.from({ length: 320 }, (_, n) => get('/api/session', n % 2 ? `${head}.${body}.${n}` : `nothing ${n}`)),
    );
    const limited = flood.filter(({ status }) => status === 429);
    assert.ok(limited.length > 0 && limited.length <= 20, `${limited.length}`);
    for (const { body: problem, headers } of limited) {
      assert.equal(problem.code, 'rate.exceeded');
      assert.equal(headers['retry-after'], '1');
    }
    assert.ok(flood.every(({ status }) => status === 401 || status === 429));
    clock.pass(31_000);
    assert.equal((await get('/api/session', token)).status, 200);
    clock.pass(60_000);
  });

  test('LAY-15 interface settings belong to the user and change one by one', async () => {
    const token = await tokenOf('mari.tamm');
    const put = (payload: object) =>
      app.inject({ method: 'PUT', url: '/api/session/ui', headers: { authorization: `Bearer ${token}` }, payload });
    assert.equal((await put({ dense: false })).json().dense, false);
    const atOnce = [{ theme: { dark: true } }, { theme: { index: 3 } }, { navbar: { logo: false } }, { footer: true }];
    for (const { statusCode } of await Promise.all(atOnce.map(put))) assert.equal(statusCode, 200);
    const { ui } = (await get('/api/session', token)).body;
    assert.deepEqual([ui.dense, ui.theme, ui.footer], [false, { index: 3, dark: true }, true]);
    assert.deepEqual(ui.navbar, { show: true, dense: false, logo: false });
    const { rows } = await db.systemTransaction((tx) =>
      sql`SELECT payload->'principals' AS who, payload->'type' AS type FROM outbox WHERE topic = 'live' ORDER BY id DESC LIMIT 1`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows, [{ who: [`u:${mari.userId}`], type: 'profile.changed' }], 'other tabs are told');
    assert.equal((await get('/api/session', await tokenOf('kati.kuusk'))).body.ui.dense, true);
    for (const wrong of [{ dense: 'no' }, { colour: 'red' }, { theme: { index: 900 } }, { navbar: [] }]) {
      assert.equal((await put(wrong)).statusCode, 400, JSON.stringify(wrong));
    }
  });

  test('ROLE-05 GRD-06 a user is found by me, username and key; other users show only their identity', async () => {
    const token = await tokenOf('kati.kuusk');
    const own = await get('/api/identity/users/me', token);
    assert.equal(own.body.email, 'kati@acme.test');
    assert.equal(own.headers.etag, '"1"');
    const other = { id: 'mari.tamm', key: mari.userId, name: 'Mari Tamm' };
    assert.deepEqual((await get('/api/identity/users/mari.tamm', token)).body, other);
    assert.deepEqual((await get(`/api/identity/users/${mari.userId}/`, token)).body, other);
    const asAdmin = await get('/api/identity/users/mari.tamm', await tokenOf('admin.acme'));
    assert.equal(asAdmin.body.email, 'mari@acme.test');
    for (const unknown of ['beta.person', 'nobody', '0193a0b0-0000-7000-8000-000000000001']) {
      const { status, body } = await get(`/api/identity/users/${unknown}`, token);
      assert.deepEqual([status, body.code], [404, 'user.not_found']);
    }
  });

  test('ROLE-04 the menu starts with the inbox, and every user has the delegations in it', async () => {
    const { body } = await get('/api/menus/mine', await tokenOf('kati.kuusk'));
    assert.equal(body[0].path, '/inbox');
    assert.deepEqual(body[0].children, []);
    assert.equal(body[0].parentId, null);
    assert.ok(body.some(({ path }: { path: string }) => path === '/delegations'));
  });

  test('I18N-01 every organisation starts with four languages', async () => {
    const { body } = await get('/api/i18n/languages', await tokenOf('kati.kuusk'));
    assert.deepEqual(
      body.map((one: { languageId: string; locale: string }) => [one.languageId, one.locale]),
      [
        ['en', 'en-US'],
        ['et', 'et-EE'],
        ['ru', 'ru-RU'],
        ['zh', 'zh-CN'],
      ],
    );
  });

  test('I18N-03 an organisation without its own texts has an empty file', async () => {
    const { status, body, headers } = await get('/i18n/acme-et.json');
    assert.deepEqual([status, body], [200, {}]);
    assert.ok(headers.etag);
    assert.equal((await get('/i18n/verva-en.json')).status, 200);
    for (const file of ['acme.json', 'acme-et.txt', '..%2Fpackage.json', 'Acme-et.json']) {
      assert.equal((await get(`/i18n/${file}`)).status, 404, file);
    }
  });

  test('LAY-06 the logo is public; without a logo or organisation it is 404', async () => {
    for (const slug of ['acme', 'nowhere', 'NO', "x'--"]) {
      const { status, body } = await get(`/api/public/tenants/${encodeURIComponent(slug)}/logo`);
      assert.deepEqual([status, body.code], [404, 'tenant.not_found'], slug);
    }
    const content = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await setTenantLogo(db, acme, { mediaType: 'image/svg+xml', content });
    const logo = await get('/api/public/tenants/acme/logo');
    assert.deepEqual(
      [logo.status, logo.headers['content-type'], logo.body],
      [200, 'image/svg+xml', content.toString()],
    );
    assert.match(String(logo.headers['content-security-policy']), /default-src 'none'.*sandbox/);
    const { body } = await get('/api/session', await tokenOf('kati.kuusk'));
    assert.equal(body.tenant.logo, '/api/public/tenants/acme/logo');
  });

  test('LOG-14 API-03 the sign-in mode of a username is returned, and the same for unknown ones', async () => {
    const mode = async (username: string) => (await get(`/api/login/${encodeURIComponent(username)}`)).body;
    await db.signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, email_domains)
        VALUES ('https://idp.test', 'corp', ${acme}, 'verva', 'https://idp.test/jwks', '{RS256}', '{corp.test}')`.execute(
        tx,
      ),
    );
    assert.deepEqual(await mode('kati.kuusk'), { loginMode: 'password', idpName: null, signInModes: MODES });
    assert.deepEqual(await mode('nobody.at.all'), { loginMode: 'password', idpName: null, signInModes: MODES });
    assert.deepEqual(await mode(' Reset.Person '), { loginMode: 'reset', idpName: null, signInModes: MODES });
    assert.deepEqual(await mode('anybody@CORP.test'), { loginMode: 'SSO', idpName: 'corp', signInModes: MODES });
    assert.deepEqual(await mode('anybody@sub.corp.test'), { loginMode: 'password', idpName: null, signInModes: MODES });
    for (const odd of ["' OR 1=1", '%', '💥']) assert.equal((await mode(odd)).loginMode, 'password');
  });

  test('LOG-14 look-ups are limited for an address, with the time to wait', async () => {
    const look = (n: number) => app.inject({ url: `/api/login/guess.${n}`, remoteAddress: '198.51.100.7' });
    for (let n = 0; n < 30; n++) assert.equal((await look(n)).statusCode, 200);
    const refused = await look(30);
    assert.deepEqual([refused.statusCode, refused.json().code], [429, 'rate.exceeded']);
    assert.equal(refused.headers['retry-after'], '60');
    const elsewhere = await app.inject({ url: '/api/login/guess', remoteAddress: '198.51.100.8' });
    assert.equal(elsewhere.statusCode, 200);
  });

  test('LOG-22 the browser gets the endpoint and client id for signing in', async () => {
    assert.deepEqual((await get('/api/public/identity/config')).body, {
      endpoint: '/identity/',
      clientId: 'verva-web',
      preventUserExistenceErrors: 'LEGACY',
    });
  });

  test('LOG-21 signing out everywhere ends every session of the user in every organisation, and no others', async () => {
    const [one, two, other] = [await tokenOf('kati.kuusk'), await tokenOf('kati.kuusk'), await tokenOf('mari.tamm')];
    assert.equal((await get('/api/session', one, { 'verva-tenant': 'beta' })).status, 200);
    const reply = await app.inject({
      method: 'POST',
      url: '/api/logout-all',
      headers: { authorization: `Bearer ${two}` },
    });
    assert.equal(reply.statusCode, 204);
    for (const token of [one, two]) {
      assert.equal((await get('/api/session', token)).body.code, 'session.revoked');
      assert.equal((await get('/api/session', token, { 'verva-tenant': 'beta' })).body.code, 'session.revoked');
    }
    assert.equal((await get('/api/session', other)).status, 200);
    assert.equal((await get('/api/session', await tokenOf('kati.kuusk'))).status, 200);
    const { rows } = await db.systemTransaction((tx) =>
      sql<{ payload: { type: string; principals: string[] } }>`SELECT payload FROM outbox WHERE topic = 'live'`.execute(
        tx,
      ),
    );
    assert.deepEqual(rows.at(-1)!.payload, { principals: [`u:${kati.userId}`], type: 'session.revoked', data: {} });
  });
});
