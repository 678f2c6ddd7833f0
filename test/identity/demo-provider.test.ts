import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { startHosted } from '../support/hosted-server.ts';
import { client as apiOf } from '../support/identity-client.ts';
import { freePort, type RunningServer } from '../support/verva.ts';

// A client without shared code, so that provider and API do not agree by making the same mistake.
const insecure = { [oauth.allowInsecureRequests]: true };
const client: oauth.Client = { client_id: 'verva' };

describe('the demo identity provider, with an independent client', () => {
  let verva: RunningServer;
  let issuer: URL;
  let server: oauth.AuthorizationServer;

  before(async () => {
    const port = await freePort();
    issuer = new URL(`http://localhost:${port}`);
    verva = await startHosted({ DEMO_IDP_PORT: String(port) });
    const answer = await oauth.discoveryRequest(issuer, insecure);
    server = await oauth.processDiscoveryResponse(new URL(`http://localhost:${port}`), answer);
  });
  after(() => verva?.stop());

  /** Follows the provider's pages like a browser until they redirect to the application. */
  async function signInThere(start: URL, login: { login: string; password: string }): Promise<URL> {
    const cookies = new Map<string, string>();
    const go = async (url: URL, body?: URLSearchParams): Promise<URL> => {
      if (url.origin === verva.url) return url;
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(body && { method: 'POST', body }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
        cookies.set(name!, value!);
      }
      const location = response.headers.get('location');
      if (location) return go(new URL(location, url));
      assert.ok(!body, 'the name and the password are right');
      const html = await response.text();
      assert.match(html, /value="&lt;b&gt;kati"/, 'what came in the address is text, not markup');
      return go(url, new URLSearchParams({ ...login, action: 'sign-in' }));
    };
    return go(start);
  }

  test('LOG-22 LOG-14 discovery, code flow with PKCE, and the API accepts the id token', async () => {
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const redirectUri = `${verva.url}/callback`;
    const start = new URL(server.authorization_endpoint!);
    start.search = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      login_hint: '<b>kati',
      state,
      nonce,
    }).toString();
    const back = await signInThere(start, { login: 'kati.mets@lumikko.example', password: 'Verva-demo-2026' });
    assert.equal(server.authorization_response_iss_parameter_supported, true);
    // Throws if `iss` is wrong or missing, or the state is.
    const params = oauth.validateAuthResponse(server, client, back, state);
    const exchange = () =>
      oauth.authorizationCodeGrantRequest(server, client, oauth.None(), params, redirectUri, verifier, insecure);
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, await exchange(), {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    const claims = oauth.getValidatedIdTokenClaims(tokens)!;
    assert.deepEqual(
      [claims.sub, claims.email, claims.email_verified, claims.exp - claims.iat],
      ['kati.mets', 'kati.mets@lumikko.example', true, 3600],
    );

    const api = apiOf(verva.url, tokens.id_token!);
    const { status, body } = await api('GET', '/api/session');
    assert.deepEqual([status, body.user.id, body.tenant.tenantId], [200, 'kati.mets', 'lumikko']);
    assert.equal((await apiOf(verva.url, tokens.access_token)('GET', '/api/session')).status, 401);

    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token!, insecure),
    );
    assert.ok(renewed.id_token);
    assert.notEqual(renewed.refresh_token, tokens.refresh_token);
    // The code and a refresh token can be used once.
    await assert.rejects(
      exchange().then((answer) => oauth.processAuthorizationCodeResponse(server, client, answer)),
      { error: 'invalid_grant' },
    );
  });

  test('LOG-14 the application’s settings of the provider match it', async () => {
    const answer = await fetch(`${verva.url}/api/public/identity/providers/lumikko`);
    assert.deepEqual(await answer.json(), {
      authority: server.issuer,
      clientId: client.client_id,
      scope: 'openid profile email',
    });
  });
});
