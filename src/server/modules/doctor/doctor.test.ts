import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SignJWT } from 'jose';
import { onDatabase } from '../../../../test/support/databases.ts';
import { CLIENT_ID, ISSUER, PUBLIC_URL } from '../../../../test/support/identity.ts';
import { createTestTenant, type TestTenant } from '../../../../test/support/test-tenant.ts';
import { AppError } from '../../platform/errors.ts';
import { doctor } from './index.ts';

const INTRANET = 'https://intranet.example.org';
const PORTAL = 'https://portal.example.org';
const STRANGER = 'https://stranger.test';

onDatabase('what a page is told when its elements show nothing', (db) => {
  let tenant: TestTenant;
  let token = '';
  /** Whether the rate limit is exceeded. */
  let tired = false;

  before(async () => {
    tenant = await createTestTenant(db(), 'harbour', { root: ['admin'], ann: [] });
    const { app, context, people, clock } = tenant;
    clock.now.setMilliseconds(0);
    const limit = () => {
      if (tired) throw new AppError('rate.exceeded', { seconds: 3 });
    };
    await doctor(app, { ...context, limit });
    const other = await createTestTenant(db(), 'others', { eva: ['admin'] }, tenant);
    await people.root!.post('/api/embed/origins', { origin: INTRANET });
    await other.people.eva!.post('/api/embed/origins', { origin: PORTAL });
    token = (await people.ann!.authorization()).slice('Bearer '.length);
  });

  async function ask(headers: Record<string, string> = {}) {
    const reply = await tenant.app.inject({ url: '/api/doctor', headers });
    return { status: reply.statusCode, headers: reply.headers, body: reply.json() };
  }
  const withToken = (bearer: string, origin = INTRANET) => ask({ authorization: `Bearer ${bearer}`, origin });
  const verdict = async (answer: ReturnType<typeof ask>) => {
    const { status, body } = await answer;
    assert.equal(status, 200);
    return body.token as string;
  };

  test('BEY-21 a page whose origin is not allowed can read only that', async () => {
    const { headers, body } = await ask({ origin: STRANGER });
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(headers['cache-control'], 'no-store');
    const { versions, csp, ...rest } = body;
    const serverTime = tenant.clock.now.toISOString();
    const nothing = { serverTime, token: 'none', scopes: null, expiresIn: null };
    assert.deepEqual(rest, { ...nothing, origin: STRANGER, originAllowed: false });
    assert.match(versions.server, /^\d+\.\d+\.\d+/);
    assert.ok(csp.includes(`connect-src 'self' ${PUBLIC_URL}`));
    assert.equal((await ask({ origin: INTRANET })).body.originAllowed, true);
    const own = await ask();
    assert.deepEqual([own.body.origin, own.body.originAllowed], [null, null]);

    tired = true;
    const refused = await ask({ origin: STRANGER });
    tired = false;
    assert.deepEqual([refused.status, refused.headers['access-control-allow-origin']], [429, '*']);
  });

  test('BEY-21 tokens are explained only to origins that the organisation allows', async () => {
    const { body } = await withToken(token);
    assert.deepEqual([body.token, body.scopes, body.originAllowed], ['accepted', null, true]);
    assert.ok(body.expiresIn > 60 && body.expiresIn <= 86_400, String(body.expiresIn));
    const unknown = { originAllowed: false, token: 'origin', scopes: null, expiresIn: null };
    for (const origin of [PORTAL, STRANGER]) {
      const { serverTime, versions, csp, ...rest } = (await withToken(token, origin)).body;
      assert.deepEqual(rest, { origin, ...unknown });
    }
    assert.equal((await ask({ authorization: `Bearer ${token}` })).body.token, 'accepted', 'of our own page');
    // For comparison, another endpoint: the browser may not read its response.
    const session = await tenant.app.inject({
      method: 'OPTIONS',
      url: '/api/doctor',
      headers: {
        origin: STRANGER,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    assert.equal(session.headers['access-control-allow-origin'], undefined);
  });

  test('BEY-21 BEY-20 an element token is explained with its scopes and allowed origin', async () => {
    const { root } = tenant.people;
    const client = (await root!.post('/api/embed/clients', { name: 'Intranet', scopes: ['inbox'] })).body;
    const opened = await tenant.app.inject({
      method: 'POST',
      url: '/api/embed/sessions',
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      payload: { userId: 'ann.harbour', scopes: ['inbox'], origin: INTRANET, ttl: 300 },
    });
    const { token: ofElements, id } = opened.json();
    const { body } = await withToken(ofElements);
    assert.deepEqual([body.token, body.scopes, body.expiresIn], ['accepted', ['inbox'], 300]);
    assert.equal(await verdict(ask({ authorization: `Bearer ${ofElements}` })), 'origin', 'from no page at all');
    tenant.context.verifier.forget({ userId: tenant.people.ann!.userId });
    await db().tenantTransaction({ tenantId: tenant.tenantId, userId: null }, (tx) =>
      tx.updateTable('embed_session').set({ revoked_at: tenant.clock.now }).where('id', '=', id).execute(),
    );
    assert.equal(await verdict(withToken(ofElements)), 'revoked');
  });

  test('BEY-21 the reason for a refused token is given only with a valid signature', async () => {
    const { kid, key } = await tenant.context.verifier.keys.active();
    const seconds = Math.floor(tenant.clock.now.getTime() / 1000);
    const made = (claims: Record<string, unknown>) =>
      new SignJWT({ token_use: 'id', aud: CLIENT_ID, iat: seconds, exp: seconds + 600, sub: 'ann', ...claims })
        .setProtectedHeader({ alg: 'RS256', kid })
        .setIssuer(ISSUER)
        .sign(key);
    assert.equal(await verdict(withToken(await made({ aud: 'another-app' }))), 'audience');
    assert.equal(await verdict(withToken(await made({ azp: 'another-app' }))), 'audience');
    assert.equal(await verdict(withToken(await made({ token_use: 'access' }))), 'kind');
    assert.equal(await verdict(withToken(await made({ token_use: 'access', aud: undefined }))), 'kind');
    assert.equal(await verdict(withToken(await made({ iat: seconds + 7200, exp: seconds + 9000 }))), 'early');
    assert.equal(await verdict(withToken(await made({ iat: undefined }))), 'refused');
    assert.equal(await verdict(withToken(await made({ iat: seconds - 7200, exp: seconds - 3600 }))), 'expired');
    const [head, , signature] = token.split('.');
    const forged = Buffer.from(JSON.stringify({ iss: ISSUER, aud: 'another-app' })).toString('base64url');
    assert.equal(await verdict(withToken(`${head}.${forged}.${signature}`)), 'refused');
    assert.equal(await verdict(withToken('<!doctype html>')), 'refused');
    assert.equal(await verdict(ask({ origin: INTRANET, authorization: 'Basic eHg6eHg=' })), 'refused');
    const elsewhere = ask({ origin: INTRANET, authorization: `Bearer ${token}`, 'verva-tenant': 'others' });
    assert.equal(await verdict(elsewhere), 'organisation');
  });
});
