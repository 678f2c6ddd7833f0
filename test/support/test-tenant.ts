import { randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { deployBpmn, type StepScope, startInstance } from '../../src/server/modules/processes/index.ts';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { issueTokens } from '../../src/server/modules/signin/tokens/tokens.ts';
import type { AppContext } from '../../src/server/platform/context.ts';
import type { DatabaseHandle, Tx } from '../../src/server/platform/database.ts';
import { testServer } from './app.ts';
import { ISSUER, type TestClock, testClock } from './identity.ts';

export interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of every shape
  readonly body: any;
  readonly headers: Record<string, unknown>;
}

const TIME_ZONE = 'Europe/Tallinn';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A user of the API with a real token. */
export interface Person {
  readonly userId: string;
  readonly username: string;
  /** Authorization header for requests that are not injected; `age`: milliseconds since the sign-in. */
  authorization(age?: number): Promise<string>;
  get(url: string): Promise<Reply>;
  post(url: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  send(
    method: Method,
    url: string,
    payload?: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<Reply>;
}

/** An organisation with users, on its own server. */
export interface TestTenant {
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly clock: TestClock;
  readonly tenantId: number;
  readonly people: Readonly<Record<string, Person>>;
  /** Runs in the organisation without a user. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Scope of a process step without a user, by the test's clock. */
  scope(): StepScope;
  deploy(xml: string): ReturnType<typeof deployBpmn>;
  startInstance(start: Parameters<typeof startInstance>[2]): ReturnType<typeof startInstance>;
}

/**
 * Creates an organisation with groups and users (`{ ann: ['clerks'] }`; their usernames are `ann.<slug>`). Several may
 * share a server: pass the first one's as `server`.
 */
export async function createTestTenant(
  db: DatabaseHandle,
  slug: string,
  members: Readonly<Record<string, readonly string[]>>,
  server?: { app: FastifyInstance; context: AppContext; clock: TestClock },
): Promise<TestTenant> {
  const clock = server?.clock ?? testClock(new Date());
  const { app, context } = server ?? (await testServer(db, clock));
  const { id: tenantId } = await db.systemTransaction((tx) =>
    tx
      .insertInto('tenant')
      .values({ slug, name: slug, time_zone: TIME_ZONE })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const transaction = <T>(work: (tx: Tx) => Promise<T>) => db.tenantTransaction({ tenantId, userId: null }, work);
  const groups = [...new Set(Object.values(members).flat())];
  if (groups.length > 0) {
    await transaction((tx) =>
      tx
        .insertInto('app_group')
        .values(groups.map((id) => ({ id, name: id })))
        .execute(),
    );
  }
  const people: Record<string, Person> = {};
  for (const [name, memberOf] of Object.entries(members)) {
    people[name] = await addPerson(app, context, { tenantId, slug, name, groups: memberOf, clock });
  }
  const scope = () => ({ db, tenantId, timeZone: TIME_ZONE, userId: null, now: clock.now });
  return {
    app,
    context,
    clock,
    tenantId,
    people,
    transaction,
    scope,
    deploy: (xml) => transaction((tx) => deployBpmn(tx, scope(), xml)),
    startInstance: (start) => transaction((tx) => startInstance(tx, scope(), start)),
  };
}

async function addPerson(
  app: FastifyInstance,
  context: AppContext,
  who: { tenantId: number; slug: string; name: string; groups: readonly string[]; clock: TestClock },
): Promise<Person> {
  const username = `${who.name}.${who.slug}`;
  const name = `${who.name[0]!.toUpperCase()}${who.name.slice(1)}`;
  const { userId, sub } = await createPerson(context.db, {
    tenantId: who.tenantId,
    username,
    name,
    groups: who.groups,
  });
  const account = {
    sub,
    username,
    tenantId: who.tenantId,
    tenantSlug: who.slug,
    passwordHash: null,
    status: 'CONFIRMED',
    temporaryUntil: null,
    email: null,
    emailVerified: false,
    phoneNumber: null,
    phoneVerified: false,
    disabled: false,
  } as const;
  const session = { amr: ['pwd'], familyId: randomUUID(), expiresAt: new Date('2100-01-01') };
  const signedInAt = () => who.clock.now.getTime();
  await context.db.signinTransaction((tx) =>
    sql`INSERT INTO idn_refresh (token_sha256, family_id, user_sub, auth_time_ms, expires_at)
      VALUES (${randomBytes(32)}, ${session.familyId}::uuid, ${sub}::uuid, ${signedInAt()}, '2100-01-01')`.execute(tx),
  );
  // A new token of a recent sign-in each time: tests advance the clock by days.
  const token = async (age = 0) => {
    const signedIn = { ...session, authTimeMs: signedInAt() - age };
    return (await issueTokens(context.verifier.keys, ISSUER, account, signedIn, who.clock.now)).IdToken;
  };
  const send: Person['send'] = async (method, url, payload, headers = {}) => {
    const reply = await app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${await token()}`, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const isJson = String(reply.headers['content-type'] ?? '').includes('json') && reply.payload !== '';
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.payload, headers: reply.headers };
  };
  return {
    userId,
    username,
    authorization: async (age) => `Bearer ${await token(age)}`,
    send,
    get: (url) => send('GET', url),
    post: (url, body = {}, headers = {}) =>
      send('POST', url, JSON.stringify(body), {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...headers,
      }),
  };
}
