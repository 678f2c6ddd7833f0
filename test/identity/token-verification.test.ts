import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, sign as rawSign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  CompactEncrypt,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { sql } from 'kysely';
import { addMembership, createPerson } from '../../src/server/modules/signin/accounts.ts';
import { revokeIdentities } from '../../src/server/modules/signin/signin.store.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import { type DatabaseHandle, json } from '../../src/server/platform/database.ts';
import { ERRORS } from '../../src/shared/contracts/errors.ts';
import { openTestDatabase } from '../support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  ISSUER,
  identityInstance,
  PUBLIC_URL,
  type TestClock,
  testClock,
} from '../support/identity.ts';

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const NOT_ACCEPTED = { code: 'token.not_accepted' };
const UNAVAILABLE = { code: 'identity.unavailable' };

/** Starts an identity provider with its keys at a separate address. */
async function keyServer(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }] };
  const state = { fetches: 0, mode: 'up' as 'up' | 'broken' | 'silent' };
  const server: Server = createServer((_request, reply) => {
    state.fetches += 1;
    if (state.mode === 'silent') return;
    reply.writeHead(state.mode === 'up' ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(jwks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`,
    privateKey,
    publicKey,
    jwks,
    kid,
    state,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
type KeyServer = Awaited<ReturnType<typeof keyServer>>;

describe('token verification', () => {
  let db: DatabaseHandle;
  let clock: TestClock;
  let identity: IdentityInstance;
  let acme: number;
  let beta: number;
  /** The provider of the tenant beta. */
  let idp: KeyServer;
  let other: KeyServer;
  let goodToken: string;
  let goodClaims: JWTPayload;
  let kati: { userId: string; sub: string };
  const IDP = 'https://idp.beta.test';
  const OTHER = 'https://idp.gamma.test';

  async function addIssuer(issuer: string, tenantId: number | null, uri: string, extra: Record<string, unknown> = {}) {
    const row = { groups: null, map: {}, domains: [] as string[], use: null, audience: 'verva', ...extra };
    await db.signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, token_use, groups_claim, group_map, email_domains)
        VALUES (${issuer}, ${issuer}, ${tenantId}, ${row.audience}, ${uri}, '{RS256}', ${row.use}, ${row.groups}, ${json(row.map)}, ${row.domains}::text[])`.execute(
        tx,
      ),
    );
  }

  async function knows(issuer: string, subject: string, tenantId: number, userId: string) {
    await db.signinTransaction((tx) =>
      sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id) VALUES (${issuer}, ${subject}, ${tenantId}, ${userId}::uuid)`.execute(
        tx,
      ),
    );
  }

  const seconds = () => Math.floor(clock.now.getTime() / 1000);
  const idpClaims = (extra: JWTPayload = {}): JWTPayload => ({
    iss: IDP,
    aud: 'verva',
    sub: 'jaan',
    iat: seconds(),
    exp: seconds() + 600,
    ...extra,
  });
  const signed = (claims: JWTPayload, from: KeyServer = idp, header: Record<string, unknown> = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: from.kid, ...header }).sign(from.privateKey);
  /** Signed with the real key of the embedded service, as only a defect of ours could. */
  const ours = async (claims: JWTPayload, header: Record<string, unknown> = {}) => {
    const { kid, key } = await identity.verifier.keys.active();
    return new SignJWT({ ...goodClaims, ...claims }).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(key);
  };
  const verify = (token: string, tenantSlug?: string) =>
    identity.verifier.verify(token, tenantSlug === undefined ? {} : { tenantSlug });
  const refused = (token: string, code: object = NOT_ACCEPTED) => assert.rejects(verify(token), code);

  before(async () => {
    db = await openTestDatabase();
    clock = testClock();
    identity = await identityInstance(db, { clock });
    ({ tenantId: acme } = await createTenant(db, { slug: 'acme', name: 'Acme', timeZone: 'Asia/Shanghai' }));
    ({ tenantId: beta } = await createTenant(db, { slug: 'beta', name: 'Beta' }));
    kati = await createPerson(db, {
      tenantId: acme,
      username: 'kati.kuusk',
      name: 'Kati Kuusk',
      password: 'Kevad-2026',
      groups: ['alltasks', 'verva.admin'],
      languageId: 'et',
    });
    const jaan = await createPerson(db, { tenantId: beta, username: 'jaan.kask', name: 'Jaan Kask' });
    idp = await keyServer('e1');
    other = await keyServer('e1');
    await addIssuer(IDP, beta, idp.uri, {
      groups: 'groups',
      map: { Staff: 'alltasks', Boss: 'verva.admin', Chief: 'admin' },
    });
    await addIssuer(OTHER, acme, other.uri);
    await knows(IDP, 'jaan', beta, jaan.userId);
    const reply = await identity.signIn('kati.kuusk', 'Kevad-2026');
    goodToken = reply.body.AuthenticationResult.IdToken;
    goodClaims = decodeJwt(goodToken);
  });
  after(async () => {
    idp.close();
    other.close();
    await db.close();
  });

  test('API-01 ROLE-02 a token of the embedded service identifies caller, tenant and groups', async () => {
    assert.deepEqual(await verify(goodToken), {
      tenantId: acme,
      tenantSlug: 'acme',
      timeZone: 'Asia/Shanghai',
      languageId: 'et',
      userId: kati.userId,
      username: 'kati.kuusk',
      name: 'Kati Kuusk',
      groups: ['alltasks', 'verva.admin'],
      isAdmin: true,
      isProvider: true,
      scopes: null,
    });
  });

  test('API-01 a token of a tenant’s own provider does the same', async () => {
    const caller = await verify(await signed(idpClaims({ groups: ['Staff', 'Unknown', 'constructor'] })));
    assert.deepEqual([caller.tenantSlug, caller.username, caller.groups], ['beta', 'jaan.kask', ['alltasks']]);
  });

  test('GRD-06 (63) a token without a signature is refused', async () => {
    const body = base64(goodClaims);
    const { kid } = await identity.verifier.keys.active();
    for (const alg of ['none', 'None', 'NONE']) {
      await refused(`${base64({ alg, kid })}.${body}.`);
      await refused(`${base64({ alg, kid })}.${body}.${goodToken.split('.')[2]}`);
    }
  });

  test('GRD-06 (64) a token signed with the public key as a secret is refused', async () => {
    const head = `${base64({ alg: 'HS256', kid: idp.kid })}.${base64(idpClaims())}`;
    for (const secret of [await exportSPKI(idp.publicKey), JSON.stringify(idp.jwks.keys[0]), idp.jwks.keys[0]!.n!]) {
      await refused(`${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`);
    }
  });

  test('GRD-06 (65) another algorithm with the right key is refused', async () => {
    const jwk = await exportJWK(idp.privateKey);
    const pss = (await importJWK(jwk, 'PS256')) as CryptoKey;
    await refused(await new SignJWT(idpClaims()).setProtectedHeader({ alg: 'PS256', kid: idp.kid }).sign(pss));
    const rs512 = (await importJWK(jwk, 'RS512')) as CryptoKey;
    await refused(await new SignJWT(idpClaims()).setProtectedHeader({ alg: 'RS512', kid: idp.kid }).sign(rs512));
  });

  test('GRD-06 (66) an unregistered issuer is refused', async () => {
    for (const iss of ['https://evil.test', '', 'constructor', '__proto__', 'verva:identity']) {
      await refused(await signed(idpClaims({ iss })));
    }
    for (const iss of [PUBLIC_URL, 'verva:identity']) await refused(await ours({ iss }));
  });

  test('GRD-06 (67) an issuer with another slash or letter case is another issuer', async () => {
    for (const iss of [`${IDP}/`, IDP.toUpperCase(), ` ${IDP}`, `${IDP}?`])
      await refused(await signed(idpClaims({ iss })));
    await refused(await ours({ iss: `${ISSUER}/` }));
  });

  test('GRD-06 (68) an issuer that is not a text is refused', async () => {
    for (const iss of [[IDP], 1, { href: IDP }, null, undefined]) {
      await refused(await signed({ ...idpClaims(), iss: iss as unknown as string }));
    }
  });

  test('GRD-06 (69) a key of one issuer does not sign for another', async () => {
    const stranger = await keyServer('stranger');
    await refused(await signed(idpClaims(), stranger));
    await refused(await signed(idpClaims(), { ...stranger, kid: idp.kid }));
    const { kid } = await identity.verifier.keys.active();
    await refused(await signed(goodClaims, { ...idp, kid }));
    stranger.close();
  });

  test('GRD-06 (70) equal key ids of two issuers do not mix', async () => {
    assert.equal(idp.kid, other.kid);
    await verify(await signed(idpClaims()));
    await refused(await signed(idpClaims(), other));
    const ofOther = idpClaims({ iss: OTHER, sub: 'kati' });
    await knows(OTHER, 'kati', acme, kati.userId);
    assert.equal((await verify(await signed(ofOther, other))).tenantSlug, 'acme');
    await refused(await signed(ofOther, idp));
  });

  test('ROLE-02 ROLE-05 (71) a tenant’s provider can claim neither another tenant nor the provider’s own rights', async () => {
    const caller = await verify(
      await signed(
        idpClaims({
          'custom:tenantId': 'acme',
          'cognito:groups': ['verva.admin', 'admin'],
          groups: ['Boss', 'verva.admin'],
        }),
      ),
    );
    assert.deepEqual([caller.tenantSlug, caller.groups, caller.isAdmin], ['beta', [], false]);
    const chief = await verify(await signed(idpClaims({ groups: ['Chief'] })));
    assert.deepEqual([chief.groups, chief.isAdmin, chief.isProvider], [['admin'], true, false]);
  });

  test('GRD-06 (72) an expired token is refused as expired', async () => {
    const now = seconds();
    await refused(await signed(idpClaims({ exp: now - 61, iat: now - 600 })), { code: 'session.expired' });
    await refused(await ours({ exp: now - 61, iat: now - 600 }), { code: 'session.expired' });
  });

  test('GRD-06 (73) clocks may differ by a minute', async () => {
    const now = seconds();
    await verify(await signed(idpClaims({ exp: now - 30, iat: now - 600 })));
    await verify(await signed(idpClaims({ nbf: now + 30 })));
    await verify(await signed(idpClaims({ iat: now + 30, exp: now + 600 })));
  });

  test('GRD-06 (74) a token before its start time is refused', async () => {
    await refused(await signed(idpClaims({ nbf: seconds() + 120 })));
    await refused(await signed({ ...idpClaims(), nbf: 'now' as unknown as number }));
  });

  test('GRD-06 (75) a token from the future is refused', async () => {
    const now = seconds();
    await refused(await signed(idpClaims({ iat: now + 120, exp: now + 600 })));
  });

  test('GRD-06 (76) a token without an expiry, or without an issue time, is refused', async () => {
    await refused(await signed({ ...idpClaims(), exp: undefined }));
    await refused(await signed({ ...idpClaims(), iat: undefined }));
  });

  test('GRD-06 (77) times that are not numbers are refused', async () => {
    const now = seconds();
    for (const exp of [`${now + 600}`, [now + 600], null, {}]) {
      await refused(await signed({ ...idpClaims(), exp: exp as unknown as number }));
    }
    await refused(await signed({ ...idpClaims(), iat: `${now}` as unknown as number }));
  });

  test('GRD-06 (78) a token for ten years, or from yesterday, is refused', async () => {
    const now = seconds();
    await refused(await signed(idpClaims({ exp: now + 10 * 365 * 86_400 })));
    await refused(await signed(idpClaims({ exp: now + 24 * 3600 + 1 })));
    await verify(await signed(idpClaims({ exp: now + 24 * 3600 })));
    await refused(await signed(idpClaims({ iat: now - 25 * 3600, exp: now + 600 })), { code: 'session.expired' });
  });

  test('GRD-06 (79) a token for another audience is refused', async () => {
    for (const aud of ['other', ['other'], '', [], undefined, 'verva-embed']) {
      await refused(await signed({ ...idpClaims(), aud }));
    }
    await refused(await ours({ aud: 'verva-embed' }));
    await refused(await ours({ aud: 'verva' }));
  });

  test('GRD-06 (80) a token issued to another client is refused', async () => {
    await refused(await signed(idpClaims({ aud: ['verva', 'other'], azp: 'other' })));
    await verify(await signed(idpClaims({ aud: ['verva', 'other'], azp: 'verva' })));
    await refused(await ours({ azp: 'other' }));
  });

  test('GRD-06 (81) an access token is not an identity token', async () => {
    const reply = await identity.signIn('kati.kuusk', 'Kevad-2026');
    await refused(reply.body.AuthenticationResult.AccessToken);
    await refused(await ours({ token_use: 'access', aud: CLIENT_ID }));
    await refused(await ours({ token_use: undefined }));
  });

  test('GRD-06 (82) a token without a subject is refused', async () => {
    for (const sub of [undefined, '', ['jaan'], 5, 'x'.repeat(256)]) {
      await refused(await signed({ ...idpClaims(), sub: sub as string }));
    }
    await refused(await ours({ sub: 'no-uuid' }));
    await refused(await signed(idpClaims({ sub: 'somebody-unknown' })));
  });

  test('GRD-06 (83) a token of the embedded service without a tenant, or with a list of them, is refused', async () => {
    for (const tenant of [undefined, ['acme', 'beta'], '', 1, 'beta; DROP TABLE tenant', 'ACME']) {
      await assert.rejects(verify(await ours({ 'custom:tenantId': tenant })));
    }
    await refused(await ours({ 'custom:tenantId': ['acme'] }));
  });

  test('GRD-06 (84) a token that contains its own key is refused', async () => {
    const evil = await keyServer('evil');
    const jwk = evil.jwks.keys[0];
    try {
      for (const header of [{ jku: evil.uri }, { x5u: evil.uri }, { jwk }, { x5c: ['MIIB'] }, { jku: null }]) {
        await refused(await signed(idpClaims(), evil, header));
        await refused(await signed(idpClaims(), idp, header));
      }
      const crit = `${base64({ alg: 'RS256', kid: idp.kid, crit: ['x'], x: 1 })}.${base64(idpClaims())}`;
      const pem = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      await refused(`${crit}.${rawSign('sha256', Buffer.from(crit), pem).toString('base64url')}`);
      assert.equal(evil.state.fetches, 0);
    } finally {
      evil.close();
    }
  });

  test('GRD-06 (85) a key id is only looked up, whatever its content', async () => {
    for (const kid of ['../../etc/passwd', "' OR 1=1 --", '', 'x'.repeat(300), '__proto__', 'constructor']) {
      await refused(await signed(idpClaims(), idp, { kid }));
      await refused(await ours({}, { kid }));
    }
    const head = `${base64({ alg: 'RS256' })}.${base64(idpClaims())}`;
    await refused(`${head}.${goodToken.split('.')[2]}`);
    await refused(`${base64({ alg: 'RS256', kid: ['e1'] })}.${base64(idpClaims())}.x`);
  });

  test('GRD-06 (86) an altered token is refused', async () => {
    const [head, body, signature] = goodToken.split('.');
    await refused(`${head}.${base64({ ...goodClaims, sub: kati.userId })}.${signature}`);
    await refused(`${head}.${body}.${signature!.slice(0, -8)}AAAAAAAA`);
    await refused(`${base64({ alg: 'RS256', kid: 'e1' })}.${body}.${signature}`);
  });

  test('GRD-06 (87) tokens that are too long, encrypted or malformed are refused', async () => {
    await refused(await signed(idpClaims({ filler: 'x'.repeat(9000) })));
    const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const jwe = new CompactEncrypt(Buffer.from('{}')).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' });
    await refused(await jwe.encrypt(key));
    for (const text of ['', 'x', 'a.b', 'a.b.c', '..', 'a.b.c.d', `${goodToken} `, `${goodToken}\n`, '💥.b.c'])
      await refused(text);
    await refused(`${Buffer.from('null').toString('base64url')}.${Buffer.from('null').toString('base64url')}.x`);
  });

  test('GRD-06 (88) a flood of unknown key ids does not fetch the keys each time', async () => {
    await verify(await signed(idpClaims()));
    const before = idp.state.fetches;
    for (let i = 0; i < 50; i++) await refused(await signed(idpClaims(), idp, { kid: `random-${i}` }));
    assert.ok(idp.state.fetches - before <= 1, `${idp.state.fetches - before} fetches`);
  });

  test('GRD-06 (89) the next key verifies before it signs, a retired one for two hours after, a removed one never', async () => {
    const own = testClock(new Date(clock.now));
    const instance = await identityInstance(db, { clock: own });
    const before = await instance.verifier.keys.active();
    const { keys } = await instance.verifier.keys.publicKeys();
    const next = keys.find((key) => key.kid !== before.kid)!.kid!;
    assert.ok(await instance.verifier.keys.find(next));

    own.pass(90 * 86_400_000);
    const active = await instance.verifier.keys.active();
    assert.equal(active.kid, next);
    assert.ok(await instance.verifier.keys.find(before.kid), 'retired');
    assert.equal((await instance.verifier.keys.publicKeys()).keys.length, 3);
    own.pass(2 * 3_600_000 + 5 * 60_000);
    assert.equal(await instance.verifier.keys.find(before.kid), undefined);
    assert.equal((await instance.verifier.keys.publicKeys()).keys.length, 2);

    await instance.verifier.keys.replaceActive();
    assert.notEqual((await instance.verifier.keys.active()).kid, active.kid);
    assert.equal(await instance.verifier.keys.find(active.kid), undefined);
    // The other instance loads the newer keys when it meets an unknown one.
    clock.pass(10_001);
    assert.ok(await identity.verifier.keys.find((await instance.verifier.keys.active()).kid));
    // From here on tokens are signed again: the key of the first one is gone.
    clock.pass(6 * 60_000);
    const reply = await identity.signIn('kati.kuusk', 'Kevad-2026');
    goodToken = reply.body.AuthenticationResult.IdToken;
    goodClaims = decodeJwt(goodToken);
    await verify(goodToken);
  });

  test('GRD-06 (89) a provider may change its keys: a new one is fetched on first use, a removed one ends with the cache', async () => {
    const rotating = await keyServer('r1');
    const second = await keyServer('r2');
    const issuer = 'https://rotating.test';
    try {
      await addIssuer(issuer, beta, rotating.uri);
      clock.pass(60_001);
      const jaan = (await verify(await signed(idpClaims()))).userId;
      await knows(issuer, 'jaan', beta, jaan);
      const token = (n: number, from: KeyServer) => signed(idpClaims({ iss: issuer, n }), from);
      await verify(await token(1, rotating));
      assert.equal(rotating.state.fetches, 1);
      rotating.jwks.keys.push(...second.jwks.keys);
      await verify(await token(3, second));
      await verify(await token(4, rotating));
      assert.equal(rotating.state.fetches, 2);
      rotating.jwks.keys.shift();
      await verify(await token(5, rotating));
      clock.pass(600_001);
      await refused(await token(6, rotating));
      await verify(await token(7, second));
    } finally {
      rotating.close();
      second.close();
    }
  });

  test('GRD-06 (90) an unavailable provider gives 503, not 401; known keys still work', async () => {
    const down = await keyServer('d1');
    const issuer = 'https://down.test';
    try {
      await addIssuer(issuer, beta, down.uri);
      clock.pass(60_001);
      const jaan = (await verify(await signed(idpClaims()))).userId;
      await knows(issuer, 'jaan', beta, jaan);
      const token = (n: number) => signed(idpClaims({ iss: issuer, n }), down);
      down.state.mode = 'broken';
      await refused(await token(1), UNAVAILABLE);
      const fetches = down.state.fetches;
      await refused(await token(2), UNAVAILABLE);
      assert.equal(down.state.fetches, fetches, 'not asked again at once');
      clock.pass(5_001);
      down.state.mode = 'up';
      assert.equal((await verify(await token(3))).username, 'jaan.kask');
      down.state.mode = 'broken';
      assert.equal((await verify(await token(4))).username, 'jaan.kask');
    } finally {
      down.close();
    }
    await addIssuer('https://gone.test', beta, 'http://127.0.0.1:9/jwks');
    clock.pass(60_001);
    await refused(await signed(idpClaims({ iss: 'https://gone.test' })), UNAVAILABLE);
    assert.equal(ERRORS['identity.unavailable'].status, 503);
  });

  test('GRD-06 (90) a provider that accepts connections without a response gives 503 after five seconds, for all waiting requests', async () => {
    const silent = await keyServer('s1');
    const issuer = 'https://silent.test';
    try {
      await addIssuer(issuer, beta, silent.uri);
      clock.pass(60_001);
      silent.state.mode = 'silent';
      const since = performance.now();
      const tokens = await Promise.all([1, 2, 3].map((n) => signed(idpClaims({ iss: issuer, n }), silent)));
      await Promise.all(tokens.map((token) => refused(token, UNAVAILABLE)));
      const seconds = (performance.now() - since) / 1000;
      assert.ok(seconds >= 4.5, `${seconds} s`);
      assert.equal(silent.state.fetches, 1);
      await refused(await signed(idpClaims({ iss: issuer, n: 4 }), silent), UNAVAILABLE);
      assert.equal(silent.state.fetches, 1, 'the next one does not wait again');
    } finally {
      silent.close();
    }
  });

  test('ROLE-05 (91) a verified address of another tenant’s user, or of an unassigned domain, gives no access', async () => {
    const linking = 'https://takeover.test';
    const server = await keyServer('t1');
    // Both may be vouched for by it, but only users of its own tenant can be meant.
    await addIssuer(linking, beta, server.uri, { domains: ['beta.test', 'acme.test'] });
    clock.pass(60_001);
    await createPerson(db, { tenantId: acme, username: 'chief.acme', name: 'Chief', email: 'chief@acme.test' });
    await createPerson(db, { tenantId: beta, username: 'guest.beta', name: 'Guest', email: 'guest@elsewhere.test' });
    const token = (sub: string, email: string) =>
      signed(idpClaims({ iss: linking, sub, email, email_verified: true }), server);
    try {
      await refused(await token('t1', 'chief@acme.test'));
      await refused(await token('t2', 'guest@elsewhere.test'));
      await assert.rejects(verify(await token('t1', 'chief@acme.test'), 'acme'), { code: 'tenant.not_a_member' });
    } finally {
      server.close();
    }
  });

  test('ROLE-05 (92) an address links a first sign-in only if the provider has verified it and its domain is assigned', async () => {
    const linking = 'https://link.test';
    const server = await keyServer('l1');
    await addIssuer(linking, beta, server.uri, { domains: ['Beta.test'] });
    clock.pass(60_001);
    await createPerson(db, { tenantId: acme, username: 'victim', name: 'Victim', email: 'victim@acme.test' });
    await createPerson(db, { tenantId: beta, username: 'mari.maasikas', name: 'Mari', email: 'Mari@beta.test' });
    await createPerson(db, { tenantId: beta, username: 'twin.one', name: 'Twin', email: 'twin@beta.test' });
    await createPerson(db, { tenantId: beta, username: 'twin.two', name: 'Twin', email: 'twin@beta.test' });
    const token = (sub: string, email: string, verified: unknown) =>
      signed(idpClaims({ iss: linking, sub, email, email_verified: verified }), server);
    try {
      await refused(await token('s1', 'victim@acme.test', true));
      await refused(await token('s2', 'mari@beta.test', false));
      await refused(await token('s3', 'mari@beta.test', undefined));
      await refused(await token('s4', 'mari@beta.test', 1));
      await refused(await token('s5', 'twin@beta.test', true));
      await refused(await token('s6', 'mari@beta.test.evil.test', true));
      await refused(await token('s7', 'nobody@beta.test', true));
      assert.equal((await verify(await token('s8', 'MARI@beta.test', true))).username, 'mari.maasikas');
      // From now on the subject counts, whatever address the token contains.
      assert.equal((await verify(await token('s8', 'victim@acme.test', true))).username, 'mari.maasikas');
    } finally {
      server.close();
    }
  });

  test('ROLE-05 LOG-23 another tenant is selected by name, and only one that knows the same account', async () => {
    await assert.rejects(verify(goodToken, 'beta'), { code: 'tenant.not_a_member' });
    const { tenantId: gamma } = await createTenant(db, { slug: 'gamma', name: 'Gamma' });
    const there = await addMembership(db, { sub: kati.sub, tenantId: gamma, username: 'kati.kuusk', name: 'Kati' });
    const caller = await verify(goodToken, 'gamma');
    assert.deepEqual([caller.tenantId, caller.userId, caller.groups], [gamma, there, []]);
    assert.equal((await verify(goodToken)).tenantSlug, 'acme');
    assert.equal((await verify(goodToken, 'acme')).tenantSlug, 'acme');
    for (const slug of ['nowhere', '', '../acme', "x' OR 1=1", 'ACME', 'x'.repeat(500)]) {
      await assert.rejects(verify(goodToken, slug), { code: 'tenant.not_a_member' });
    }
    await db.systemTransaction((tx) => sql`UPDATE tenant SET status = 'suspended' WHERE slug = 'gamma'`.execute(tx));
    clock.pass(30_001);
    await assert.rejects(verify(goodToken, 'gamma'), { code: 'tenant.suspended' });
  });

  test('GRD-06 a caller is cached for thirty seconds, and dropped at once on notification', async () => {
    await verify(goodToken);
    await db.tenantTransaction({ tenantId: acme, userId: null }, (tx) =>
      sql`DELETE FROM group_member WHERE user_id = ${kati.userId}::uuid AND group_id = 'verva.admin'`.execute(tx),
    );
    assert.equal((await verify(goodToken)).isProvider, true);
    identity.verifier.forget({ userId: kati.userId });
    assert.equal((await verify(goodToken)).isProvider, false);
    await db.tenantTransaction({ tenantId: acme, userId: null }, (tx) =>
      sql`UPDATE app_user SET status = 'disabled' WHERE id = ${kati.userId}::uuid`.execute(tx),
    );
    clock.pass(29_000);
    await verify(goodToken);
    clock.pass(1_001);
    await assert.rejects(verify(goodToken), { code: 'session.revoked' });
  });

  test('GRD-06 a clock that was 40 days ahead for a moment does not extend the caches of callers and provider keys', async () => {
    const changing = await keyServer('c1');
    const second = await keyServer('c2');
    const issuer = 'https://changing.test';
    const real = clock.now;
    try {
      clock.now = new Date(real.getTime() + 40 * 86_400_000);
      await addIssuer(issuer, beta, changing.uri);
      clock.pass(60_001);
      const jaan = (await verify(await signed(idpClaims()))).userId;
      await knows(issuer, 'jaan', beta, jaan);
      await verify(await signed(idpClaims({ iss: issuer }), changing));
      clock.now = new Date(real.getTime() - 300_000);
      const token = await signed(idpClaims({ iss: issuer }), changing);
      await verify(token);
      await db.tenantTransaction({ tenantId: beta, userId: null }, (tx) =>
        sql`UPDATE app_user SET status = 'disabled' WHERE id = ${jaan}::uuid`.execute(tx),
      );
      clock.pass(30_001);
      await assert.rejects(verify(token), { code: 'session.revoked' });
      await db.tenantTransaction({ tenantId: beta, userId: null }, (tx) =>
        sql`UPDATE app_user SET status = 'active' WHERE id = ${jaan}::uuid`.execute(tx),
      );
      changing.jwks.keys.splice(0, 1, ...second.jwks.keys);
      clock.pass(30_001);
      await verify(await signed(idpClaims({ iss: issuer, n: 2 }), second));
    } finally {
      clock.now = new Date(real.getTime() + 60_000);
      changing.close();
      second.close();
    }
  });

  test('GRD-06 tokens of an external provider issued before everything was revoked are refused', async () => {
    // The same time as the database, which refuses tokens from the future.
    clock.now = new Date();
    const before = await signed(idpClaims());
    await db.signinTransaction((tx) =>
      sql`UPDATE user_identity SET revoked_before = ${new Date(clock.now.getTime() + 1)} WHERE issuer = ${IDP}`.execute(
        tx,
      ),
    );
    await refused(before, { code: 'session.revoked' });
    clock.pass(1_001);
    await verify(await signed(idpClaims()));
  });

  test('GRD-06 signing out everywhere while a server’s clock is 40 days ahead refuses earlier tokens, and no later ones', async () => {
    const held = clock.now;
    // The same time as the database.
    clock.now = new Date();
    try {
      await db.signinTransaction((tx) =>
        sql`UPDATE user_identity SET revoked_before = NULL WHERE issuer = ${IDP}`.execute(tx),
      );
      const before = await signed(idpClaims({ iat: seconds() - 1 }));
      const { userId } = await verify(before);
      clock.now = new Date(clock.now.getTime() + 40 * 86_400_000);
      await db.signinTransaction((tx) => revokeIdentities(tx, beta, userId));
      clock.now = new Date();
      identity.verifier.forget({ userId });
      await refused(before, { code: 'session.revoked' });
      await verify(await signed(idpClaims({ iat: seconds() + 2 })));
    } finally {
      clock.now = held;
    }
  });

  test('GRD-06 a time that a wrong clock stored in the future refuses all existing tokens once, and no later one', async () => {
    const held = clock.now;
    clock.now = new Date();
    try {
      const before = await signed(idpClaims({ iat: seconds() - 1 }));
      const inFuture = sql`clock_timestamp() + interval '40 days'`;
      await db.signinTransaction((tx) =>
        sql`UPDATE user_identity SET revoked_before = ${inFuture}, groups_iat = ${inFuture} WHERE issuer = ${IDP} AND subject = 'jaan'`.execute(
          tx,
        ),
      );
      await refused(before, { code: 'session.revoked' });
      await verify(await signed(idpClaims({ iat: seconds() + 2 })));
      await refused(before, { code: 'session.revoked' });
    } finally {
      clock.now = held;
    }
  });

  test('ROLE-02 groups from a token of a wrong clock do not block those of later tokens', async () => {
    const held = clock.now;
    clock.now = new Date();
    const seen = (text: string) =>
      db.signinTransaction((tx) =>
        sql`UPDATE user_identity SET revoked_before = NULL, groups_iat = clock_timestamp() + ${text}::interval
          WHERE issuer = ${IDP} AND subject = 'jaan'`.execute(tx),
      );
    const groupsOf = async (groups: string[], n: number) =>
      (await verify(await signed(idpClaims({ groups, n })))).groups;
    try {
      await seen('40 days');
      assert.deepEqual(await groupsOf(['Chief'], 1), ['admin']);
      await seen('30 seconds');
      assert.deepEqual(await groupsOf([], 2), ['admin']);
    } finally {
      clock.now = held;
    }
  });

  test('GRD-06 keys stored under another MASTER_KEY are not silently replaced', async () => {
    const { createSigningKeys } = await import('../../src/server/platform/auth/signing-keys.ts');
    const keys = createSigningKeys({ db, masterKey: 'another key', clock: () => clock.now });
    await assert.rejects(keys.active(), /MASTER_KEY/);
  });
});
