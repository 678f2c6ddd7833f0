import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { promises as dns } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { testServer } from '../../../../test/support/app.ts';
import { onDatabase } from '../../../../test/support/databases.ts';
import { PUBLIC_URL, testClock } from '../../../../test/support/identity.ts';
import { OPENID_PATHS, type OpenIdServer, openOpenIdServer } from '../../../../test/support/openid-server.ts';
import { createTestTenant, type Person, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { SIGN_IN_MODES, type SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import { writeSignInModes } from '../../platform/auth/sign-in-modes.ts';

const DIRECTORY = '0f2c6b9e-5a3d-4b7e-9c1a-8d4e2f6a7b10';
/** Sessions that began before stay valid. */
const LATER = new Date('2100-01-01');

const ENTRA = {
  ...{ name: 'acme-entra', kind: 'entra', clientId: ' c3a1f0de ' },
  issuer: `https://login.microsoftonline.com/${DIRECTORY}/v2.0`,
};

const VERVAS = { name: 'mine', kind: 'keycloak', issuer: 'https://sso.verva.example', domains: ['verva.example'] };

onDatabase('identity providers of organisations', (db) => {
  let verva: TestTenant;
  let acme: TestTenant;
  let server: OpenIdServer;
  let grete: Person;
  let otto: Person;
  let rival: Person;
  let ann: Person;

  before(async () => {
    server = await openOpenIdServer(PUBLIC_URL);
    const clock = testClock();
    const started = { clock, ...(await testServer(db(), clock, { IDENTITY_PRIVATE_HOSTS: server.issuer })) };
    verva = await createTestTenant(db(), 'verva', { grete: ['admin', 'verva.admin'], karl: ['admin'] }, started);
    acme = await createTestTenant(
      db(),
      'acme',
      { otto: ['admin'], rival: ['admin', 'verva.admin'], ann: ['crew'] },
      verva,
    );
    grete = verva.people.grete!;
    ({ otto, rival, ann } = acme.people as Record<'otto' | 'rival' | 'ann', Person>);
  });
  beforeEach(async () => {
    server.reset();
    await db().signinTransaction(async (tx) => {
      await sql`DELETE FROM user_identity WHERE issuer <> 'verva:identity'`.execute(tx);
      await sql`DELETE FROM tenant_issuers WHERE issuer <> 'verva:identity'`.execute(tx);
    });
  });
  after(() => server.close());

  const PATH = '/api/tenants/acme/issuers';
  const put = (who: Person, name: string, body: unknown, headers: Record<string, string> = {}) =>
    who.send('PUT', `${PATH}/${name}`, JSON.stringify(body), { 'content-type': 'application/json', ...headers });
  const remove = (who: Person, name: string) => who.send('DELETE', `${PATH}/${name}`);
  const own = (more: object = {}) => ({
    ...{ name: 'own', kind: 'other', issuer: server.issuer, clientId: 'verva', ...more },
  });
  const heard = () => acme.context.verifier.forgetChanged({ all: true, userIds: new Set(), tenantIds: new Set() });
  const sessionOf = async (token: string) => {
    const reply = await acme.app.inject({ url: '/api/session', headers: { authorization: `Bearer ${token}` } });
    return [reply.statusCode, reply.statusCode === 200 ? reply.json().user.id : reply.json().code];
  };
  const auditOf = async ({ transaction }: TestTenant, entity: string) => {
    const { rows } = await transaction((tx) =>
      sql<Record<string, unknown>>`SELECT verb, entity_id, actor_id, via, before, after FROM audit_log
        WHERE entity = ${entity} ORDER BY id DESC`.execute(tx),
    );
    return rows;
  };
  const link = (who: Person, subject: string, issuer: string) =>
    db().signinTransaction((tx) =>
      sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
        VALUES (${issuer}, ${subject}, ${acme.tenantId}, ${who.userId}::uuid)`.execute(tx),
    );

  test('ORG-02 an administrator adds a provider by few values: the rest follows from its kind', async () => {
    const made = await otto.post(PATH, ENTRA);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(made.body, {
      ...{ ...ENTRA, clientId: 'c3a1f0de', algorithms: ['RS256'], subjectClaim: 'oid', linkBy: 'external_id' },
      jwksUri: `https://login.microsoftonline.com/${DIRECTORY}/discovery/v2.0/keys`,
      ...{ groupsClaim: null, groupMap: {}, domains: [], scope: 'openid profile email', extraQuery: {} },
      ...{ secondFactor: null, isDisabled: false, users: 0, onlyWayIn: 0, lastSignInAt: null, version: 1 },
    });
    const pool = 'https://cognito-idp.eu-north-1.amazonaws.com/eu-north-1_Example2';
    const cognito = await otto.post(PATH, { name: 'pool', kind: 'cognito', issuer: pool, clientId: 'x' });
    assert.equal(cognito.body.jwksUri, `${pool}/.well-known/jwks.json`);
    const { body } = await otto.get(PATH);
    assert.deepEqual(
      body.items.map(({ name }: { name: string }) => name),
      ['acme-entra', 'pool'],
    );
    assert.deepEqual(
      [body.redirectAddresses, body.signOutAddress, body.origin, body.groups.map(({ id }: { id: string }) => id)],
      [[`${PUBLIC_URL}/callback`, `${PUBLIC_URL}/popup-login`], `${PUBLIC_URL}/login`, PUBLIC_URL, ['admin', 'crew']],
    );
    const [entry] = await auditOf(acme, 'tenant_issuers');
    assert.deepEqual(
      [entry!.verb, entry!.entity_id, entry!.actor_id, entry!.via],
      ['insert', pool, otto.userId, 'application'],
    );
  });

  test('ORG-02 SEC-01 the only provider stays while single sign-on is the only way to sign in', async () => {
    await otto.post(PATH, own());
    await link(otto, 'otto-1', server.issuer);
    const allow = (modes: readonly SignInMode[]) =>
      acme.transaction((tx) => writeSignInModes(tx, { modes, since: LATER }));
    await allow(['singleSignOn']);
    const off = () => put(otto, 'own', { clientId: 'verva', isDisabled: true });
    assert.deepEqual([(await off()).status, (await off()).body.code], [409, 'issuer.required']);
    assert.equal((await otto.get(PATH)).body.items[0].isDisabled, false);
    assert.equal((await put(otto, 'own', { clientId: 'other' })).status, 200, 'other changes are free');
    await otto.post(PATH, ENTRA);
    assert.equal((await off()).body.code, 'issuer.required', 'the administrator has no account at the other');
    await link(otto, 'otto-2', ENTRA.issuer);
    assert.equal((await off()).status, 200);
    await put(otto, 'own', { clientId: 'verva', isDisabled: false });
    assert.equal((await remove(otto, ENTRA.name)).status, 204);
    await allow(['password', 'singleSignOn']);
    assert.equal((await off()).status, 200);
    await allow(SIGN_IN_MODES);
  });

  test('ORG-02 LOG-14 a provider works from the moment it is saved until it is disabled, and so do its changes', async () => {
    const made = await otto.post(PATH, own({ groupsClaim: 'groups', groupMap: { staff: 'crew' } }));
    assert.deepEqual([made.status, made.body.jwksUri], [201, `${server.issuer}${OPENID_PATHS.keys}`]);
    heard();
    await link(otto, 'otto-1', server.issuer);
    const token = await server.token('otto-1', acme.clock.now.getTime());
    assert.deepEqual(await sessionOf(token), [200, 'otto.acme']);
    const provider = () => acme.app.inject({ url: '/api/public/identity/providers/own' });
    assert.equal((await provider()).json().authority, server.issuer);
    const off = await put(otto, 'own', { clientId: 'verva', isDisabled: true });
    assert.deepEqual([off.status, off.body.isDisabled, off.body.groupMap], [200, true, { staff: 'crew' }]);
    heard();
    assert.deepEqual(await sessionOf(token), [401, 'token.not_accepted']);
    assert.equal((await provider()).statusCode, 404);
    await put(otto, 'own', { clientId: 'other', isDisabled: false });
    heard();
    assert.deepEqual(await sessionOf(token), [401, 'token.not_accepted']);
    const [entry] = await auditOf(acme, 'tenant_issuers');
    assert.deepEqual(Object.keys(entry!.after as object).sort(), ['audience', 'disabled_at']);
  });

  test('ORG-02 values that are not accepted are named by their fields, and addresses of a private network are refused', async () => {
    const faults = async (body: object) => {
      const { status, body: problem } = await otto.post(PATH, body);
      return [
        status,
        problem.code,
        ...(problem.errors ?? []).map(({ pointer }: { pointer: string }) => pointer).sort(),
      ];
    };
    assert.deepEqual(await faults({ ...ENTRA, name: '2', clientId: ' ', scope: 'email', domains: ['nothing'] }), [
      ...[422, 'issuer.invalid', '/clientId', '/domains', '/name', '/scope'],
    ]);
    for (const place of ['common', 'organizations', 'Consumers', '{tenantid}']) {
      const issuer = `https://login.microsoftonline.com/${place}/v2.0`;
      const { body } = await otto.post(PATH, { ...ENTRA, issuer });
      assert.equal(body.errors[0].code, 'issuer.any_directory', place);
    }
    for (const issuer of ['http://sso.acme.example', 'https://127.0.0.1', 'https://[::1]/', 'https://10.1.2.3:8443']) {
      assert.deepEqual(await faults({ ...ENTRA, kind: 'keycloak', issuer }), [422, 'issuer.unsafe', '/issuer'], issuer);
    }
    const keys = { jwksUri: 'https://169.254.169.254/keys' };
    assert.deepEqual(await faults({ ...ENTRA, ...keys }), [422, 'issuer.unsafe', '/jwksUri']);
    for (const issuer of ['https://u:p@sso.example', 'https://sso.example/?a', 'ftp://sso.example', 'sso.example']) {
      assert.deepEqual(await faults({ ...ENTRA, issuer }), [422, 'issuer.invalid', '/issuer'], issuer);
    }
    for (const group of ['verva.admin', 'nobody']) {
      assert.deepEqual(await faults({ ...ENTRA, groupMap: { a: group } }), [422, 'issuer.invalid', '/groupMap'], group);
    }
    assert.deepEqual(await faults({ ...ENTRA, extraQuery: { redirect_uri: 'x' } }), [
      422,
      'issuer.invalid',
      '/extraQuery',
    ]);
    assert.deepEqual(await faults(own({ issuer: `${server.issuer}/` })), [422, 'issuer.keys_unknown', '/issuer']);
    server.discovery.issuer = 'https://elsewhere.example';
    assert.deepEqual(await faults(own()), [422, 'issuer.keys_unknown', '/issuer']);
    assert.deepEqual((await otto.get(PATH)).body.items, []);
  });

  test('ORG-02 a taken name or issuer, the own sign-in service and too many providers are refused', async () => {
    await otto.post(PATH, ENTRA);
    const code = async (body: object) => (await otto.post(PATH, body)).body.code;
    assert.equal(await code({ ...ENTRA, name: 'again' }), 'issuer.taken');
    assert.equal(await code(own({ name: 'acme-entra' })), 'issuer.name_taken');
    const embedded = { name: 'mine', kind: 'keycloak', clientId: 'x', issuer: `${PUBLIC_URL}/identity` };
    assert.equal(await code(embedded), 'issuer.taken');
    for (let n = 1; n < 10; n += 1) {
      assert.equal(
        (await otto.post(PATH, { ...ENTRA, name: `k${n}`, kind: 'keycloak', issuer: `https://k${n}.example` })).status,
        201,
      );
    }
    assert.equal(
      await code({ ...ENTRA, name: 'k10', kind: 'keycloak', issuer: 'https://k10.example' }),
      'issuer.too_many',
    );
  });

  test('ORG-02 a change of an older version is refused with the current state', async () => {
    await otto.post(PATH, ENTRA);
    assert.equal((await put(otto, 'acme-entra', { clientId: 'two' }, { 'if-match': '"1"' })).body.version, 2);
    const stale = await put(otto, 'acme-entra', { clientId: 'three' }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.code, stale.body.current.clientId], [412, 'edit.conflict', 'two']);
    assert.deepEqual((await put(otto, 'nothing', { clientId: 'x' })).body.code, 'provider.not_found');
  });

  test('ORG-02 ROLE-02 administrators keep their own providers, the provider’s administrators those of all, recorded in both audit logs', async () => {
    await grete.post('/api/tenants/verva/issuers', { ...ENTRA, name: 'theirs' });
    for (const who of [otto, rival]) {
      assert.equal((await who.get('/api/tenants/verva/issuers')).status, 404);
      assert.equal((await who.post('/api/tenants/verva/issuers', own())).status, 404);
      assert.equal((await who.send('DELETE', '/api/tenants/verva/issuers/theirs')).status, 404);
      assert.equal((await put(who, 'theirs', { clientId: 'x' })).body.code, 'provider.not_found');
    }
    assert.equal((await ann.get(PATH)).status, 403);
    // An administrator of the provider's organisation without the provider's rights confirms no domain.
    const mine = await verva.people.karl!.post('/api/tenants/verva/issuers', { ...ENTRA, ...VERVAS });
    assert.deepEqual([mine.status, mine.body.domains[0].isProven], [201, false]);
    const made = await grete.post(PATH, own({ domains: ['Acme.example '] }));
    assert.deepEqual(
      made.body.domains.map(({ domain, isProven }: { domain: string; isProven: boolean }) => [domain, isProven]),
      [['acme.example', true]],
    );
    const [inner] = await auditOf(acme, 'tenant_issuers');
    assert.deepEqual([inner!.entity_id, inner!.actor_id, inner!.via], [server.issuer, grete.userId, 'provider']);
    const [outer] = await auditOf(verva, 'tenant');
    assert.deepEqual([outer!.verb, outer!.entity_id, outer!.actor_id], ['insert', 'acme', grete.userId]);
    const kept = await put(otto, 'own', { clientId: 'verva', domains: ['acme.example', 'new.example'] });
    assert.deepEqual(
      kept.body.domains.map(({ domain, isProven }: { domain: string; isProven: boolean }) => [domain, isProven]),
      [
        ['acme.example', true],
        ['new.example', false],
      ],
    );
  });

  test('ORG-02 a provider that is the only way in for users is not removed; otherwise its links go with it', async () => {
    await otto.post(PATH, own());
    await otto.post(PATH, ENTRA);
    await link(ann, 'ann-1', server.issuer);
    await link(otto, 'otto-1', server.issuer);
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_user SET password_hash = NULL FROM user_identity i
        WHERE i.issuer = 'verva:identity' AND i.subject = sub::text AND i.user_id = ${ann.userId}::uuid`.execute(tx),
    );
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_user SET password_hash = 'x' FROM user_identity i
        WHERE i.issuer = 'verva:identity' AND i.subject = sub::text AND i.user_id = ${otto.userId}::uuid`.execute(tx),
    );
    const { body: list } = await otto.get(PATH);
    const shown = list.items.find(({ name }: { name: string }) => name === 'own');
    assert.deepEqual([shown.users, shown.onlyWayIn], [2, 1]);
    await acme.transaction((tx) => writeSignInModes(tx, { modes: ['passkey', 'singleSignOn'], since: LATER }));
    const [withoutPasswords] = (await otto.get(PATH)).body.items.filter(({ name }: { name: string }) => name === 'own');
    assert.equal(withoutPasswords.onlyWayIn, 2, 'a password that may not be used is no way in');
    await acme.transaction((tx) => writeSignInModes(tx, { modes: SIGN_IN_MODES, since: LATER }));
    const refused = await remove(otto, 'own');
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.users],
      [409, 'issuer.in_use', [{ id: 'ann.acme', name: 'Ann' }]],
    );
    await link(ann, 'ann-2', ENTRA.issuer);
    await put(otto, 'acme-entra', { clientId: 'x', isDisabled: true });
    assert.equal((await remove(otto, 'own')).status, 409);
    await put(otto, 'acme-entra', { clientId: 'x', isDisabled: false });
    assert.equal((await remove(otto, 'own')).status, 204);
    const verbs = (await auditOf(acme, 'user_identity')).slice(0, 2).map(({ verb }) => verb);
    assert.deepEqual(verbs, ['link-removed', 'link-removed']);
    assert.equal((await remove(otto, 'own')).body.code, 'provider.not_found');
  });

  test('LOG-14 SEC-04 a first sign-in is linked by the external id of the directory, or by nothing, as chosen', async () => {
    await acme.transaction((tx) =>
      sql`UPDATE app_user SET external_id = 'e-77', email = 'ann@acme.example', email_key = 'ann@acme.example', email_verified = true
        WHERE id = ${ann.userId}::uuid`.execute(tx),
    );
    await grete.post(PATH, own({ linkBy: 'none', domains: ['acme.example'] }));
    const address = { email: 'ann@acme.example', email_verified: true };
    const signIn = async (subject: string) => {
      heard();
      return sessionOf(await server.token(subject, acme.clock.now.getTime(), address));
    };
    assert.deepEqual(await signIn('e-77'), [401, 'token.not_accepted']);
    await put(otto, 'own', { clientId: 'verva', linkBy: 'external_id' });
    assert.deepEqual(await signIn('e-78'), [401, 'token.not_accepted']);
    assert.deepEqual(await signIn('e-77'), [200, 'ann.acme']);
  });

  test('ORG-02 LOG-14 a domain leads users to the provider once its record in DNS is found, and belongs to one organisation', async () => {
    const records = new Map<string, string>();
    const names = await serveTxt(records);
    const restored = dns.getServers();
    dns.setServers([names.address]);
    try {
      const made = await otto.post(PATH, own({ domains: ['acme.example', 'late.example'] }));
      const recordOf = (domain: string) =>
        made.body.domains.find((one: { domain: string }) => one.domain === domain).record;
      const mode = async () => (await acme.app.inject({ url: '/api/login/new@acme.example' })).json().loginMode;
      const look = async (who: Person, path = PATH) => (await who.post(`${path}/own/domains`)).body;
      assert.match(recordOf('acme.example'), /^verva-domain=[\w-]{32}$/);
      assert.notEqual(recordOf('acme.example'), recordOf('late.example'));
      const isProven = (body: { domains: { isProven: boolean }[] }) => body.domains.map((one) => one.isProven);
      records.set('_verva.acme.example', recordOf('late.example'));
      assert.deepEqual(isProven(await look(otto)), [false, false]);
      assert.equal(await mode(), 'password');
      records.set('_verva.acme.example', recordOf('acme.example'));
      assert.deepEqual(isProven(await look(otto)), [true, false]);
      assert.equal(await mode(), 'SSO');
      const taken = await grete.post('/api/tenants/verva/issuers', {
        ...ENTRA,
        name: 'theirs',
        domains: ['acme.example'],
      });
      assert.deepEqual([taken.status, taken.body.code], [409, 'issuer.domain_taken']);
      assert.equal((await grete.post(`${PATH}/nothing/domains`)).status, 404);
    } finally {
      dns.setServers(restored);
      names.close();
    }
  });
});

/** A name server that knows these TXT records. */
async function serveTxt(records: ReadonlyMap<string, string>) {
  const socket = createSocket('udp4');
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    while (question[at]! > 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
      at += question[at]! + 1;
    }
    const asked = question.subarray(12, at + 5);
    const text = records.get(labels.join('.').toLowerCase());
    const header = Buffer.from(question.subarray(0, 12));
    header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
    header.writeUInt16BE(text === undefined ? 0 : 1, 6);
    header.writeUInt16BE(0, 8);
    header.writeUInt16BE(0, 10);
    const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, (text?.length ?? 0) + 1, text?.length ?? 0]);
    const parts = text === undefined ? [header, asked] : [header, asked, answer, Buffer.from(text)];
    socket.send(Buffer.concat(parts), port, address);
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return { address: `127.0.0.1:${(socket.address() as AddressInfo).port}`, close: () => socket.close() };
}
