import Fastify, { type FastifyInstance } from 'fastify';
import { createIdentityService } from '../../src/server/modules/signin/service.ts';
import { identityWire } from '../../src/server/modules/signin/wire.ts';
import { createTokenVerifier, type TokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';

export const PUBLIC_URL = 'https://verva.test';
export const ISSUER = `${PUBLIC_URL}/identity`;
export const MASTER_KEY = 'a key of the tests, thirty-two bytes or more';
export const CLIENT_ID = 'verva-web';

/** A clock that tests set; it stands still otherwise. */
export interface TestClock {
  now: Date;
  /** Moves the clock by so many milliseconds. */
  pass(ms: number): void;
}

export function testClock(start = new Date()): TestClock {
  return {
    now: start,
    pass(ms) {
      this.now = new Date(this.now.getTime() + ms);
    },
  };
}

export interface WireReply {
  readonly status: number;
  readonly type: string | undefined;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol's answers, looked into by tests
  readonly body: any;
}

/** One server instance of the identity service, without the rest of the product, and the verifier of that instance. */
export interface IdentityInstance {
  readonly app: FastifyInstance;
  readonly verifier: TokenVerifier;
  call(operation: string, body: unknown, from?: { ip?: string; headers?: Record<string, string> }): Promise<WireReply>;
  signIn(username: string, password: string, ip?: string): Promise<WireReply>;
}

export async function identityInstance(
  db: DatabaseHandle,
  { clock = testClock(), hidesUnknownUsers = false }: { clock?: TestClock; hidesUnknownUsers?: boolean } = {},
): Promise<IdentityInstance> {
  const now = () => clock.now;
  const verifier = createTokenVerifier({ db, publicUrl: PUBLIC_URL, masterKey: MASTER_KEY, clock: now });
  const app = Fastify();
  const service = createIdentityService({ db, verifier, clock: now, publicUrl: PUBLIC_URL, hidesUnknownUsers });
  await app.register((scope) => identityWire(scope, service), { prefix: '/identity' });
  const call: IdentityInstance['call'] = async (operation, body, { ip = '192.0.2.1', headers = {} } = {}) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/identity/',
      remoteAddress: ip,
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
        ...headers,
      },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const parsed = reply.json();
    return { status: reply.statusCode, type: parsed.__type, headers: reply.headers, body: parsed };
  };
  return {
    app,
    verifier,
    call,
    signIn: (username, password, ip) =>
      call(
        'InitiateAuth',
        {
          AuthFlow: 'USER_PASSWORD_AUTH',
          ClientId: CLIENT_ID,
          AuthParameters: { USERNAME: username, PASSWORD: password },
        },
        ip === undefined ? {} : { ip },
      ),
  };
}

export const refreshBody = (token: string) => ({
  AuthFlow: 'REFRESH_TOKEN_AUTH',
  ClientId: CLIENT_ID,
  AuthParameters: { REFRESH_TOKEN: token },
});
