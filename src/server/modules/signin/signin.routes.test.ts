import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { openTestDatabase } from '../../../../test/support/databases.ts';
import { MASTER_KEY, PUBLIC_URL, sentTo, type TestClock, testClock } from '../../../../test/support/identity.ts';
import { createTokenVerifier } from '../../platform/auth/verifier.ts';
import { readConfig } from '../../platform/config.ts';
import type { AppContext } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/database.ts';
import { createServer } from '../../platform/http/server.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createTenant } from '../tenants/index.ts';
import { createPerson } from './accounts.ts';
import { signin } from './index.ts';

const OLD = 'Vana-2026-parool';
const NEW = 'Uus-2026-parool';

describe('the endpoints for signing in', () => {
  let db: DatabaseHandle;
  let clock: TestClock;
  let tenantId: number;
  const servers: FastifyInstance[] = [];

  before(async () => {
    clock = testClock();
    db = await openTestDatabase();
    ({ tenantId } = await createTenant(db, { slug: 'around', name: 'Around' }));
    const person = { tenantId, password: OLD, emailVerified: true };
    await createPerson(db, { ...person, username: 'known.person', name: 'Known', email: 'known@acme.test' });
    await createPerson(db, {
      ...person,
      username: 'newcomer.person',
      name: 'Newcomer',
      email: 'newcomer@acme.test',
      accountStatus: 'FORCE_CHANGE_PASSWORD',
      temporaryUntil: new Date(clock.now.getTime() - 1000),
    });
    await createPerson(db, {
      ...person,
      username: 'mute.person',
      name: 'Mute',
      accountStatus: 'FORCE_CHANGE_PASSWORD',
    });
  });
  after(async () => {
    for (const server of servers) await server.close();
    await db.close();
  });

  async function server(env: Record<string, string> = {}): Promise<FastifyInstance> {
    const now = () => clock.now;
    const config = readConfig({ PUBLIC_URL, MASTER_KEY, ...env });
    const verifier = createTokenVerifier({
      db,
      publicUrl: PUBLIC_URL,
      masterKey: MASTER_KEY,
      clock: now,
      elapsed: clock.elapsed,
    });
    const log = pino({ level: 'silent' });
    const limit = () => undefined;
    const context = {
      config,
      db,
      log,
      clock: now,
      elapsed: clock.elapsed,
      verifier,
      metrics: createMetrics(db),
      limit,
    } as unknown as AppContext;
    const app = await createServer(context);
    await signin(app, context);
    servers.push(app);
    return app;
  }
  async function forgot(app: FastifyInstance, userId: unknown, remoteAddress = '192.0.2.1') {
    const url = '/api/login/user/forgotPassword';
    const reply = await app.inject({ method: 'POST', url, payload: { userId } as object, remoteAddress });
    return { status: reply.statusCode, body: reply.json(), headers: reply.headers };
  }
  async function wire(app: FastifyInstance, operation: string, body: object) {
    const reply = await app.inject({
      method: 'POST',
      url: '/identity/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify(body),
    });
    return reply.statusCode === 404 ? { status: 404 } : { status: reply.statusCode, ...reply.json() };
  }
  const signIn = (app: FastifyInstance, USERNAME: string, PASSWORD: string) =>
    wire(app, 'InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'verva-web',
      AuthParameters: { USERNAME, PASSWORD },
    });

  test('API-03 LOG-17 (27) a user who forgot the password gets a code', async () => {
    const app = await server();
    const { status, body } = await forgot(app, ' Known.Person ');
    assert.deepEqual([status, body], [200, { result: 'VERIFICATION_CODE_SENT', destination: 'k***@a***' }]);
  });

  test('API-03 LOG-17 (28) a user who has never signed in gets another temporary password, any number of times', async () => {
    const app = await server();
    assert.match((await signIn(app, 'newcomer.person', OLD)).message, /has expired/);
    const used: string[] = [];
    for (let i = 0; i < 2; i++) {
      const { status, body } = await forgot(app, 'newcomer.person');
      assert.deepEqual([status, body], [200, { result: 'TEMP_PASSWORD_SENT', destination: 'n***@a***' }]);
      const { text } = (await sentTo(db, 'newcomer@acme.test')).at(-1)!;
      const password = text.split(/\s/).find((word) => /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])\S{14}$/.test(word))!;
      assert.ok(password, text);
      assert.equal((await signIn(app, 'newcomer.person', password)).ChallengeName, 'NEW_PASSWORD_REQUIRED');
      used.push(password);
    }
    assert.equal((await signIn(app, 'newcomer.person', used[0]!)).__type, 'NotAuthorizedException');
  });

  test('ERR-03 API-03 an impossible recovery names the contact, in the language of the browser', async () => {
    const app = await server();
    for (const name of ['nobody.there', 'mute.person']) {
      const { status, body } = await forgot(app, name);
      assert.deepEqual([status, body.code], [422, 'recovery.failed'], name);
    }
    const reply = await app.inject({
      method: 'POST',
      url: '/api/login/user/forgotPassword',
      headers: { 'accept-language': 'et' },
      payload: { userId: 'nobody.there' },
    });
    assert.match(reply.json().title, /^Parooli ei õnnestunud lähtestada\./);
  });

  test('API-03 LOG-22 (38) recovery is limited by name and by address, with the time to wait', async () => {
    const app = await server();
    for (let i = 0; i < 5; i++) await forgot(app, 'limited.name', '203.0.113.1');
    const { status, body, headers } = await forgot(app, 'limited.name', '203.0.113.2');
    assert.deepEqual([status, body.code], [429, 'rate.exceeded']);
    assert.equal(headers['retry-after'], '900');
    for (let i = 0; i < 60; i++) await forgot(app, `sprayed.${i}`, '203.0.113.3');
    assert.equal((await forgot(app, 'known.person', '203.0.113.3')).status, 429);
  });

  test('API-03 LOG-22 where usernames are hidden every one gets the same response', async () => {
    const app = await server({ PREVENT_USER_EXISTENCE_ERRORS: 'ENABLED' });
    for (const name of ['known.person', 'newcomer.person', 'mute.person', 'nobody.there.either']) {
      const { status, body } = await forgot(app, name, '203.0.113.9');
      assert.deepEqual(
        [status, body.result, Object.keys(body)],
        [200, 'VERIFICATION_CODE_SENT', ['result', 'destination']],
      );
      assert.match(body.destination, /^[a-z]\*\*\*@[a-z]\*\*\*$/);
    }
  });

  test('API-03 (56) a body of another shape is refused with the error in it', async () => {
    const app = await server();
    for (const userId of [undefined, null, 5, '', 'x'.repeat(129), ['known.person'], { $ne: '' }]) {
      const { status, body } = await forgot(app, userId);
      assert.deepEqual([status, body.code], [400, 'request.invalid'], JSON.stringify(userId));
    }
    assert.equal((await forgot(app, 'a\u0000b')).status, 400);
  });

  describe('with an external identity service', () => {
    let app: FastifyInstance;
    let elsewhere: FastifyInstance;

    before(async () => {
      elsewhere = await server();
      await elsewhere.listen({ port: 0, host: '127.0.0.1' });
      const { port } = elsewhere.server.address() as AddressInfo;
      app = await server({
        IDENTITY_ENDPOINT: `http://127.0.0.1:${port}/identity/`,
        IDENTITY_CLIENT_ID: 'verva-web',
      });
    });

    test('LOG-22 the browser signs in there, and embedded accounts are not served', async () => {
      const config = (await app.inject({ url: '/api/public/identity/config' })).json();
      assert.match(config.endpoint, /^http:\/\/127\.0\.0\.1:\d+\/identity\/$/);
      assert.equal(config.clientId, 'verva-web');
      assert.equal((await signIn(app, 'known.person', OLD)).status, 404);
    });

    test('LOG-17 LOG-22 recovery is requested there, and its refusals are translated', async () => {
      const { status, body } = await forgot(app, 'known.person', '203.0.113.20');
      assert.deepEqual([status, body], [200, { result: 'VERIFICATION_CODE_SENT', destination: 'k***@a***' }]);
      assert.equal((await forgot(app, 'nobody.elsewhere', '203.0.113.20')).body.code, 'recovery.failed');
      // Closing waits for pending messages.
      await elsewhere.close();
      const code = (await sentTo(db, 'known@acme.test')).at(-1)!.code;
      const confirmed = await wire(await server(), 'ConfirmForgotPassword', {
        ClientId: 'verva-web',
        Username: 'known.person',
        ConfirmationCode: code,
        Password: NEW,
      });
      assert.equal(confirmed.status, 200);
    });

    test('LOG-22 (90) an unavailable service is reported as such, not as an error of the user', async () => {
      const gone = await server({ IDENTITY_ENDPOINT: 'http://127.0.0.1:9/identity/', IDENTITY_CLIENT_ID: 'x' });
      const { status, body } = await forgot(gone, 'known.person', '203.0.113.21');
      assert.deepEqual([status, body.code], [503, 'identity.unavailable']);
    });
  });
});
