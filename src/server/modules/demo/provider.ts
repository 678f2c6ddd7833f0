import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type Provider from 'oidc-provider';
import type { DemoOrganisation, DemoPerson } from './data.ts';
import { messagePage, signInPage, signOutPage } from './provider-pages.ts';

export const DEMO_CLIENT_ID = 'verva';
const BODY_MAX = 10_000;
const HOUR_S = 3600;

/** Options of the demo's identity provider. */
export interface ProviderOptions {
  /** Its own address, the issuer: `http://localhost:<port>`. */
  readonly issuer: string;
  readonly port: number;
  /** Addresses of the application. */
  readonly applications: readonly string[];
  readonly organisation: DemoOrganisation;
  readonly password: string;
}

/**
 * Runs an organisation's identity provider, like a corporate one: with its own users, sessions and keys, in memory only.
 * Rejects with ERR_MODULE_NOT_FOUND if the development packages are not installed.
 */
export async function serveProvider(options: ProviderOptions): Promise<Server> {
  const { default: ProviderClass } = await import('oidc-provider');
  const { default: MemoryAdapter } = await import('oidc-provider/lib/adapters/memory_adapter.js');
  // A subclass, because the original prints a warning at each start that is irrelevant for a demo.
  const adapter = class extends MemoryAdapter {};
  const provider = new ProviderClass(options.issuer, { adapter, ...(await configuration(options)) });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', options.issuer);
    if (!pathname.startsWith('/interaction/')) return answer(request, response);
    interact(provider, options, request, response).catch(() =>
      send(response, 400, messagePage('This sign-in has ended', 'Go back to Verva and start again.')),
    );
  });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(options.port, '127.0.0.1', done);
  });
  return server;
}

/** Shows the sign-in page and processes its form. */
async function interact(
  provider: Provider,
  { organisation, password }: ProviderOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { uid, params } = await provider.interactionDetails(request, response);
  const finish = (result: object) => provider.interactionFinished(request, response, result);
  const ask = (login: string, fault?: string) =>
    send(response, 200, signInPage({ organisation: organisation.name, uid, login, ...(fault ? { fault } : {}) }));
  if (request.method !== 'POST') return ask(typeof params.login_hint === 'string' ? params.login_hint : '');
  const typed = await readForm(request);
  if (typed.get('action') === 'cancel') return finish({ error: 'access_denied', error_description: 'Cancelled' });
  const login = typed.get('login')?.trim() ?? '';
  const person = findPerson(organisation, login);
  if (!person || typed.get('password') !== password) return ask(login, 'The name or the password is not right.');
  return finish({ login: { accountId: person.username } });
}

async function configuration({ applications, organisation }: ProviderOptions): Promise<object> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const origins = new Set(applications.map((address) => new URL(address).origin));
  const each = (path: string) => [...origins].map((origin) => origin + path);
  return {
    clients: [
      {
        client_id: DEMO_CLIENT_ID,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        redirect_uris: [...each('/callback'), ...each('/popup-login')],
        post_logout_redirect_uris: each('/login'),
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: `demo-${randomUUID()}` }] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // The application reads only the id token; a strictly conforming provider would return these claims only at its userinfo endpoint.
    conformIdTokenClaims: false,
    clientBasedCORS: (_context: unknown, origin: string) => origins.has(origin),
    issueRefreshToken: async () => true,
    ttl: {
      AccessToken: HOUR_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      Session: 8 * HOUR_S,
      Grant: 8 * HOUR_S,
      RefreshToken: 8 * HOUR_S,
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: unknown }, form: string) => {
          context.body = signOutPage(form);
        },
        postLogoutSuccessSource: (context: { body: unknown }) => {
          context.body = messagePage('You are signed out', 'You can close this page.');
        },
      },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => accountOf(organisation, id),
    loadExistingGrant: grantWithoutAsking,
    renderError: (context: { type: string; body: unknown }, out: { error: string; error_description?: string }) => {
      context.type = 'html';
      context.body = messagePage('This did not work', out.error_description ?? out.error);
    },
  };
}

/** Skips the consent page: the organisation's own application needs none. */
async function grantWithoutAsking({ oidc }: import('oidc-provider').Context) {
  const { clientId } = oidc.client;
  const grantId = oidc.result?.consent?.grantId ?? oidc.session.grantIdFor(clientId);
  // The session still refers to a revoked grant; without a new one the sign-in would ask for consent forever.
  const existing = grantId ? await oidc.provider.Grant.find(grantId) : undefined;
  if (existing) return existing;
  const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session.accountId });
  grant.addOIDCScope(oidc.params.scope);
  await grant.save();
  return grant;
}

function findPerson({ people }: DemoOrganisation, login: string): DemoPerson | undefined {
  const name = login.toLowerCase();
  return people.find(({ username, email }) => username === name || email === name);
}

function accountOf(organisation: DemoOrganisation, id: string) {
  const person = findPerson(organisation, id);
  if (!person) return undefined;
  const { username, name, email } = person;
  return { accountId: username, claims: async () => ({ sub: username, name, email, email_verified: true }) };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) {
    text += chunk;
    if (text.length > BODY_MAX) throw new Error('The request body is too large.');
  }
  return new URLSearchParams(text);
}

function send(response: ServerResponse, status: number, html: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
  };
  response.writeHead(status, headers).end(html);
}
