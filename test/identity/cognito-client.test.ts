import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createPerson } from '../../src/server/modules/signin/accounts.ts';
import { createTenant } from '../../src/server/modules/tenants/index.ts';
import type { DatabaseHandle } from '../../src/server/platform/database.ts';
import { type CognitoClient, CognitoError } from '../../src/shared/session/cognito.ts';
import { createCognitoClient } from '../../src/shared/session/cognito-client.ts';
import { openTestDatabase } from '../support/databases.ts';
import { identityInstance } from '../support/identity.ts';

describe('the browser’s client of the identity service', () => {
  let db: DatabaseHandle;
  let client: CognitoClient;
  let close: () => Promise<void>;

  before(async () => {
    db = await openTestDatabase();
    const identity = await identityInstance(db);
    const address = await identity.app.listen({ port: 0, host: '127.0.0.1' });
    client = createCognitoClient({ endpoint: `${address}/identity/`, clientId: 'verva-web' });
    const { tenantId } = await createTenant(db, { slug: 'client', name: 'Client' });
    await createPerson(db, { tenantId, username: 'client.person', name: 'Client', password: 'Kevad-2026' });
    close = async () => {
      await identity.app.close();
      await db.close();
    };
  });
  after(() => close());

  test('LOG-22 (1, 2) signs in, with both fields trimmed', async () => {
    const result = await client.signIn('  Client.Person ', ' Kevad-2026 ');
    assert.equal(result.kind, 'tokens');
    assert.equal(result.kind === 'tokens' && result.tokens.expiresIn, 3600);
  });

  test('LOG-22 (40, 43) refreshes and revokes', async () => {
    const result = await client.signIn('client.person', 'Kevad-2026');
    assert.ok(result.kind === 'tokens');
    const { refreshToken } = result.tokens;
    const renewed = await client.refresh(refreshToken!);
    assert.ok(renewed.refreshToken);
    assert.notEqual(renewed.refreshToken, refreshToken);
    assert.notEqual(renewed.idToken, result.tokens.idToken);
    await client.revoke(renewed.refreshToken);
    await assert.rejects(client.refresh(renewed.refreshToken), { type: 'NotAuthorizedException', isTemporary: false });
  });

  test('LOG-22 an error is recognised by its class', async () => {
    await assert.rejects(client.signIn('client.person', 'wrong'), {
      name: 'CognitoError',
      type: 'NotAuthorizedException',
      status: 400,
      message: 'Incorrect username or password.',
    });
    await assert.rejects(client.signIn('nobody', 'wrong'), { type: 'UserNotFoundException' });
  });

  test('LOG-22 the class is read from the body or the header, with or without a namespace', async () => {
    let answer = { status: 400, headers: {} as Record<string, string>, body: '' };
    const server = createServer((_request, reply) => {
      reply.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const other = createCognitoClient({
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      clientId: 'x',
    });
    const failure = async () => {
      const error = await other.refresh('x').catch((caught: unknown) => caught);
      assert.ok(error instanceof CognitoError);
      return [error.type, error.message, error.isTemporary];
    };
    const header = { 'x-amzn-errortype': 'LimitExceededException:http://internal/', 'x-amzn-errormessage': 'Slow' };
    answer = { status: 400, headers: {}, body: '{"__type":"com.amazonaws#CodeMismatchException","Message":"No"}' };
    assert.deepEqual(await failure(), ['CodeMismatchException', 'No', false]);
    answer = { status: 400, headers: header, body: '' };
    assert.deepEqual(await failure(), ['LimitExceededException', 'Slow', false]);
    answer = { status: 502, headers: {}, body: '<html>Bad gateway</html>' };
    assert.deepEqual(await failure(), ['UnknownError', 'UnknownError', true]);
    answer = { status: 200, headers: {}, body: '{}' };
    assert.deepEqual((await failure())[0], 'UnknownError');
    server.close();
    assert.deepEqual((await failure())[0], 'NetworkError');
  });
});
