import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { fakeStorage, tokenOf } from './session.support.ts';
import { attemptOf, createSsoClient, tokenServiceOf } from './sso-client.ts';

// A provider over real HTTP with responses set by each test.
let server: Server;
let authority = '';
let discovery: Record<string, unknown>;
let answer: { status: number; body: Record<string, unknown> };
let posted: URLSearchParams[] = [];
/** The response to a token request waits for this. */
let held: Promise<void> | undefined;

before(async () => {
  server = createServer(async (request, reply) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const isDiscovery = request.url === '/.well-known/openid-configuration';
    if (!isDiscovery) {
      posted.push(new URLSearchParams(text));
      await held;
    }
    const { status, body } = isDiscovery ? { status: 200, body: discovery } : answer;
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => server.close());
beforeEach(() => {
  posted = [];
  held = undefined;
  answer = { status: 200, body: {} };
  discovery = {
    issuer: authority,
    authorization_endpoint: `${authority}/authorize`,
    token_endpoint: `${authority}/token`,
    revocation_endpoint: `${authority}/revoke`,
    end_session_endpoint: `${authority}/leave`,
  };
});

const settings = () => ({ authority, clientId: 'verva', scope: 'openid email' });
const open = (storage = fakeStorage(), more: object = {}) =>
  createSsoClient({ ...settings(), ...more }, { origin: 'https://app.test', storage });
const attempt = { idpName: 'corp', username: 'kati@corp.ee', redirect: '/inbox' };
const tokenBody = (more: object = {}, nonce?: string) => ({
  access_token: 'opens the provider only',
  token_type: 'Bearer',
  expires_in: 300,
  id_token: tokenOf('kati', nonce === undefined ? {} : { nonce }),
  refresh_token: 'r2',
  ...more,
});
/** Starts a sign-in and returns the address to which the provider would redirect. */
async function begun(client: ReturnType<typeof open>, answered: Record<string, string>) {
  const asked = new URL(await client.signInUrl(attempt));
  const state = asked.searchParams.get('state')!;
  const nonce = asked.searchParams.get('nonce')!;
  return { asked, nonce, url: `https://app.test/callback?${new URLSearchParams({ state, ...answered })}` };
}

test("LOG-14 LOG-19 (93) the request has the name, PKCE, and the provider row's parameters", async () => {
  const client = open(fakeStorage(), { extraQueryParams: { identity_provider: 'Corp' } });
  const { asked } = await begun(client, {});
  const query = Object.fromEntries(asked.searchParams);
  assert.equal(asked.origin + asked.pathname, `${authority}/authorize`);
  assert.deepEqual(
    [query.login_hint, query.redirect_uri, query.response_type, query.code_challenge_method, query.scope],
    ['kati@corp.ee', 'https://app.test/callback', 'code', 'S256', 'openid email'],
  );
  assert.equal(query.identity_provider, 'Corp');
  // A window that signs in for another one needs its opener, which only its own page may use.
  const popup = new URL(await client.signInUrl({ ...attempt, redirect: '/popup-login?origin=x' }));
  assert.equal(popup.searchParams.get('redirect_uri'), 'https://app.test/popup-login');
});

test('SEC-01 a user who signs in again is asked by the provider, whatever its row prefers', async () => {
  const client = open(fakeStorage(), {
    extraQueryParams: { prompt: 'select_account', max_age: '9999', audience: 'x' },
  });
  const query = async (more: object) => new URL(await client.signInUrl({ ...attempt, ...more })).searchParams;
  const again = await query({ isAgain: true });
  assert.deepEqual([again.getAll('prompt'), again.getAll('max_age'), again.get('audience')], [['login'], ['0'], 'x']);
  const first = await query({});
  assert.deepEqual([first.getAll('prompt'), first.get('max_age')], [['select_account'], '9999']);
});

test('LOG-22 (94) the code is exchanged once; the stored state is deleted', async () => {
  const storage = fakeStorage();
  const client = open(storage);
  const { url, nonce } = await begun(client, { code: 'c1', iss: authority });
  assert.deepEqual(attemptOf(url, storage), { redirect: '/inbox', idpName: 'corp', authority });
  answer.body = tokenBody({}, nonce);
  assert.deepEqual(await client.finish(url), {
    idToken: tokenOf('kati', { nonce }),
    refreshToken: 'r2',
    accessToken: undefined,
    expiresIn: 300,
  });
  assert.deepEqual([posted[0]!.get('code'), posted[0]!.get('code_verifier')!.length > 40], ['c1', true]);
  assert.equal(storage.length, 0);
  await assert.rejects(client.finish(url), { failure: 'stale' });
  assert.throws(() => attemptOf(url, storage), { failure: 'stale' });
  assert.equal(posted.length, 1);
});

test('LOG-22 (98) the response must be from the requested issuer: by `iss`, and by the discovery document', async () => {
  const answered = async (more: Record<string, string>, supported?: boolean) => {
    if (supported !== undefined) discovery.authorization_response_iss_parameter_supported = supported;
    const client = open();
    const { url, nonce } = await begun(client, { code: 'c1', ...more });
    answer.body = tokenBody({}, nonce);
    return client.finish(url);
  };
  await assert.rejects(answered({ iss: 'https://evil.test' }), { failure: 'foreign' });
  await assert.rejects(answered({ iss: `${authority}/` }), { failure: 'foreign' });
  await assert.rejects(answered({}, true), { failure: 'foreign' });
  assert.equal(posted.length, 0);
  assert.equal((await answered({}, false)).refreshToken, 'r2');
  discovery.issuer = 'https://evil.test';
  await assert.rejects(open().signInUrl(attempt), { failure: 'foreign' });
});

test('LOG-22 (108) an id token of another attempt is refused: the nonce is new each time and must match', async () => {
  const storage = fakeStorage();
  const [first, second] = [await begun(open(storage), { code: 'c1' }), await begun(open(storage), { code: 'c2' })];
  assert.match(first.nonce, /^[0-9a-f]{32}$/);
  assert.notEqual(first.nonce, second.nonce);
  for (const nonce of [second.nonce, 'x', '', undefined]) {
    const client = open();
    const { url } = await begun(client, { code: 'c1' });
    answer.body = tokenBody({}, nonce);
    await assert.rejects(client.finish(url), { failure: 'stale' }, String(nonce));
  }
  answer.body = tokenBody({}, second.nonce);
  assert.equal((await open(storage).finish(second.url)).refreshToken, 'r2');
});

test('LOG-22 (97) each kind of failure has its name', async () => {
  const failure = async (more: Record<string, string>, reply = answer) => {
    const client = open();
    const { url } = await begun(client, more);
    answer = reply;
    return client.finish(url).then(
      () => 'none',
      (error: { failure?: string }) => error.failure,
    );
  };
  assert.equal(await failure({ error: 'access_denied' }), 'denied');
  assert.equal(await failure({ error: 'server_error' }), 'failed');
  assert.equal(await failure({ code: 'c' }, { status: 400, body: { error: 'invalid_grant' } }), 'failed');
  assert.equal(await failure({ code: 'c' }, { status: 200, body: tokenBody({ id_token: undefined }) }), 'failed');
  discovery.token_endpoint = 'http://127.0.0.1:9/token';
  assert.equal(await failure({ code: 'c' }), 'unreachable');
  for (const state of [{}, { data: null }, { authority: 1, data: { redirect: '/', idpName: 'x' } }]) {
    const storage = fakeStorage();
    storage.setItem('vva_st_s', JSON.stringify(state));
    assert.throws(() => attemptOf('https://app.test/callback?state=s&code=c', storage), { failure: 'stale' });
  }
});

test('LOG-21 (100) a renewal uses the rotated refresh token; one without an id token ends the session', async () => {
  answer.body = tokenBody({ id_token: tokenOf('kati', { n: 2 }), refresh_token: 'r3' });
  const renewed = await open().refresh('r2');
  assert.deepEqual([renewed.idToken, renewed.refreshToken], [tokenOf('kati', { n: 2 }), 'r3']);
  assert.deepEqual([posted[0]!.get('grant_type'), posted[0]!.get('refresh_token')], ['refresh_token', 'r2']);
  answer.body = tokenBody({ id_token: undefined });
  await assert.rejects(open().refresh('r2'), { type: 'NoIdToken', isTemporary: false });
});

test('LOG-21 (100) a renewal waits for a slow provider, which has used up the refresh token by then', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  answer.body = tokenBody({ id_token: tokenOf('kati', { n: 2 }), refresh_token: 'r3' });
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const renewed = open().refresh('r2');
  while (posted.length === 0) await new Promise(setImmediate);
  t.mock.timers.tick(45_000);
  resolve();
  assert.equal((await renewed).refreshToken, 'r3');
});

test('LOG-21 (100) a refused renewal ends the session, an unreachable provider does not', async () => {
  answer = { status: 400, body: { error: 'invalid_grant' } };
  await assert.rejects(open().refresh('r2'), { type: 'NotAuthorizedException', isTemporary: false });
  for (const [status, body] of [
    [503, {}],
    [500, { error: 'server_error' }],
    [429, { error: 'slow_down' }],
    [400, { error: 'temporarily_unavailable' }],
  ] as const) {
    answer = { status, body };
    await assert.rejects(open().refresh('r2'), { isTemporary: true }, `${status}`);
  }
  discovery.token_endpoint = 'http://127.0.0.1:9/token';
  await assert.rejects(open().refresh('r2'), { isTemporary: true });
});

test('LOG-21 (101) signing out revokes the refresh token and redirects to the provider with the id token, if supported', async () => {
  const went: string[] = [];
  const leave = async () => {
    const service = tokenServiceOf(open(), (url) => went.push(url));
    await service.revoke('r2');
    await service.leave?.('the.id.token');
  };
  await leave();
  assert.deepEqual([posted[0]!.get('token'), posted[0]!.get('token_type_hint')], ['r2', 'refresh_token']);
  const to = new URL(went[0]!);
  assert.deepEqual(
    [to.pathname, Object.fromEntries(to.searchParams)],
    [
      '/leave',
      {
        id_token_hint: 'the.id.token',
        client_id: 'verva',
        post_logout_redirect_uri: 'https://app.test/login',
        logout_uri: 'https://app.test/login',
      },
    ],
  );
  answer = { status: 500, body: {} };
  await leave();
  assert.equal(went.length, 2, 'what cannot be revoked keeps nobody');
  delete discovery.revocation_endpoint;
  delete discovery.end_session_endpoint;
  await leave();
  assert.deepEqual([went.length, posted.length], [2, 2]);
});
