import Fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { cognitoProtocol } from '../../src/server/modules/signin/cognito/protocol.ts';
import { createIdentityService } from '../../src/server/modules/signin/service.ts';
import { createTokenVerifier, type TokenVerifier } from '../../src/server/platform/auth/verifier.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';

export const PUBLIC_URL = 'https://verva.test';
export const ISSUER = `${PUBLIC_URL}/identity`;
export const MASTER_KEY = 'a key of the tests, thirty-two bytes or more';
export const CLIENT_ID = 'verva-web';

/** A clock that only tests advance. */
export interface TestClock {
  now: Date;
  /** Advances the clock by this many milliseconds. */
  pass(ms: number): void;
  /** The monotonic clock: only `pass` advances it, whatever `now` is set to. */
  readonly elapsed: () => number;
}

export function testClock(start = new Date()): TestClock {
  let since = 0;
  return {
    now: start,
    elapsed: () => since,
    pass(ms) {
      since += Math.max(0, ms);
      this.now = new Date(this.now.getTime() + ms);
    },
  };
}

export interface WireReply {
  readonly status: number;
  readonly type: string | undefined;
  readonly headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of the protocol
  readonly body: any;
}

/** One instance of the identity service, without the rest of the product, and its token verifier. */
export interface IdentityInstance {
  readonly app: FastifyInstance;
  readonly verifier: TokenVerifier;
  call(operation: string, body: unknown, from?: { ip?: string; headers?: Record<string, string> }): Promise<WireReply>;
  signIn(username: string, password: string, ip?: string): Promise<WireReply>;
  /** Waits for background work, then returns the messages sent to this address or number, oldest first. */
  sentTo(address: string): Promise<SentMessage[]>;
}

export interface SentMessage {
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string | undefined;
  /** The six-digit code in it. */
  readonly code: string;
}

export interface IdentityInstanceOptions {
  readonly clock?: TestClock;
  readonly hidesUnknownUsers?: boolean;
  /** Whether a gateway for text messages is configured. */
  readonly sendsTexts?: boolean;
}

export async function identityInstance(
  db: DatabaseHandle,
  { clock = testClock(), hidesUnknownUsers = false, sendsTexts = true }: IdentityInstanceOptions = {},
): Promise<IdentityInstance> {
  const now = () => clock.now;
  const verifier = createTokenVerifier({
    db,
    publicUrl: PUBLIC_URL,
    masterKey: MASTER_KEY,
    clock: now,
    elapsed: clock.elapsed,
  });
  const app = Fastify();
  const failures: unknown[] = [];
  const service = createIdentityService({
    db,
    verifier,
    clock: now,
    elapsed: clock.elapsed,
    publicUrl: PUBLIC_URL,
    hidesUnknownUsers,
    masterKey: MASTER_KEY,
    post: { hasSmsGateway: sendsTexts, devOutbox: false },
    failed: (error) => failures.push(error),
  });
  await app.register((scope) => cognitoProtocol(scope, service), { prefix: '/identity' });
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
    async sentTo(address) {
      await service.settled();
      if (failures.length > 0) throw failures[0];
      return sentTo(db, address);
    },
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

/** Returns the messages in the outbox for an address or number, oldest first. */
export async function sentTo(db: DatabaseHandle, address: string): Promise<SentMessage[]> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ payload: { subject?: string; text: string; html?: string } }>`SELECT payload FROM outbox
      WHERE payload->>'to' = ${address} ORDER BY id`.execute(tx),
  );
  return rows.map(({ payload: { subject, text, html } }) => ({
    subject,
    text,
    html,
    code: /\b\d{6}\b/.exec(text)?.[0] ?? '',
  }));
}

export const refreshBody = (token: string) => ({
  AuthFlow: 'REFRESH_TOKEN_AUTH',
  ClientId: CLIENT_ID,
  AuthParameters: { REFRESH_TOKEN: token },
});
