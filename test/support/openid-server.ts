import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

export const OPENID_PATHS = {
  discovery: '/.well-known/openid-configuration',
  keys: '/keys',
  token: '/token',
} as const;

/** An OpenID provider over HTTP that can be made to misbehave: by its documents, or by the response to a path. */
export interface OpenIdServer {
  /** `http://127.0.0.1:<port>`. */
  readonly issuer: string;
  discovery: Record<string, unknown>;
  keys: { keys: JWK[] };
  /** Overrides responses, by path. */
  readonly answers: Map<string, Answer>;
  /** Methods and paths of the requests, oldest first. */
  readonly asked: string[];
  /** Returns a signed id token; `issuedAt` in milliseconds. */
  token(subject: string, issuedAt: number, claims?: JWTPayload): Promise<string>;
  /** Behaves again. */
  reset(): void;
  close(): void;
}

export const sendJson = (reply: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export async function openOpenIdServer(origin: string, clientId = 'verva'): Promise<OpenIdServer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const answers = new Map<string, Answer>();
  const asked: string[] = [];
  const http = createServer((request, reply) => {
    const path = request.url ?? '';
    asked.push(`${request.method} ${path}`);
    const answer = answers.get(path) ?? standard[path];
    if (answer) answer(request, reply);
    else reply.writeHead(404).end();
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const cors = { 'access-control-allow-origin': origin };
  const standard: Record<string, Answer> = {
    [OPENID_PATHS.discovery]: (_request, reply) => sendJson(reply, 200, server.discovery, cors),
    [OPENID_PATHS.keys]: (_request, reply) => sendJson(reply, 200, server.keys, cors),
    [OPENID_PATHS.token]: (request, reply) => {
      if (request.method !== 'OPTIONS') return sendJson(reply, 400, { error: 'invalid_grant' }, cors);
      reply.writeHead(204, { ...cors, 'access-control-allow-methods': 'POST' }).end();
    },
  };
  const server: OpenIdServer = {
    issuer,
    discovery: {},
    keys: { keys: [] },
    answers,
    asked,
    async token(subject, issuedAt, claims = {}) {
      const iat = Math.floor(issuedAt / 1000);
      return new SignJWT({ iss: issuer, aud: clientId, sub: subject, iat, exp: iat + 3600, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
        .sign(privateKey);
    },
    reset() {
      answers.clear();
      asked.length = 0;
      server.keys = { keys: [jwk] };
      server.discovery = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}${OPENID_PATHS.token}`,
        jwks_uri: `${issuer}${OPENID_PATHS.keys}`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
        claims_supported: ['sub', 'email', 'email_verified', 'auth_time'],
      };
    },
    close() {
      http.closeAllConnections();
      http.close();
    },
  };
  server.reset();
  return server;
}
