import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestDatabase } from '../../../../../test/support/databases.ts';
import { CLIENT_ID, type IdentityInstance, ISSUER, identityInstance } from '../../../../../test/support/identity.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';

describe('the protocol of the identity service', () => {
  let db: DatabaseHandle;
  let identity: IdentityInstance;

  before(async () => {
    db = await openTestDatabase();
    identity = await identityInstance(db);
    const { tenantId } = await createTenant(db, { slug: 'wire', name: 'Wire' });
    await createPerson(db, { tenantId, username: 'wire.person', name: 'Wire', password: 'right password' });
  });
  after(() => db.close());

  test('LOG-22 (52) an unknown operation is refused, also an inherited property name', async () => {
    for (const operation of [
      'NoSuchThing',
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      '',
      'InitiateAuth ',
    ]) {
      const reply = await identity.call(operation, {});
      assert.deepEqual([reply.status, reply.type], [400, 'UnknownOperationException'], operation);
    }
    const reply = await identity.call('InitiateAuth', {}, { headers: { 'x-amz-target': 'Other.InitiateAuth' } });
    assert.equal(reply.type, 'UnknownOperationException');
  });

  test('LOG-22 unsupported operations get the response of Cognito', async () => {
    for (const operation of ['SignUp', 'UpdateUserAttributes', 'AdminCreateUser']) {
      assert.equal((await identity.call(operation, {})).type, 'UnknownOperationException');
    }
    for (const AuthFlow of ['USER_SRP_AUTH', 'ADMIN_NO_SRP_AUTH']) {
      const reply = await identity.call('InitiateAuth', { AuthFlow, ClientId: CLIENT_ID, AuthParameters: {} });
      assert.equal(reply.type, 'InvalidParameterException');
      assert.equal(reply.body.message, `${AuthFlow} flow not enabled for this client`);
    }
    for (const AuthFlow of ['constructor', '__proto__', 'nonsense']) {
      const reply = await identity.call('InitiateAuth', { AuthFlow, ClientId: CLIENT_ID, AuthParameters: {} });
      assert.equal(reply.type, 'InvalidParameterException');
    }
  });

  test('LOG-22 (53, 56) a body that is not an object is refused in the format of the protocol', async () => {
    for (const body of ['{', '', 'null', '[]', '"text"', '12', '{"a":1', '\u0000']) {
      const reply = await identity.call('InitiateAuth', body);
      assert.deepEqual([reply.status, reply.type], [400, 'SerializationException'], body);
      assert.equal(reply.headers['content-type'], 'application/x-amz-json-1.1');
      assert.equal(reply.headers['x-amzn-errortype'], 'SerializationException:');
    }
  });

  test('LOG-22 (56) a value that should be a text and is not is refused', async () => {
    const good = {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: 'wire.person', PASSWORD: 'x' },
    };
    const bodies: unknown[] = [
      {},
      { ...good, AuthFlow: 1 },
      { ...good, AuthFlow: ['USER_PASSWORD_AUTH'] },
      { ...good, ClientId: { toString: 'x' } },
      { ...good, AuthParameters: [] },
      { ...good, AuthParameters: null },
      { ...good, AuthParameters: 'USERNAME' },
      { ...good, AuthParameters: { USERNAME: 'wire.person' } },
      { ...good, AuthParameters: { USERNAME: ['wire.person'], PASSWORD: 'x' } },
      { ...good, AuthParameters: { USERNAME: { $ne: '' }, PASSWORD: 'x' } },
      { ...good, AuthParameters: { USERNAME: 'wire.person', PASSWORD: 5 } },
      { ...good, AuthParameters: { USERNAME: '  ', PASSWORD: 'x' } },
      { ...good, AuthParameters: { USERNAME: 'wire.person', PASSWORD: 'x'.repeat(257) } },
      { ...good, AuthParameters: { USERNAME: 'u'.repeat(129), PASSWORD: 'x' } },
      { ...good, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: 1 } },
    ];
    for (const body of bodies) {
      const reply = await identity.call('InitiateAuth', body);
      assert.deepEqual([reply.status, reply.type], [400, 'InvalidParameterException'], JSON.stringify(body));
    }
    const polluted = '{"__proto__":{"AuthFlow":"USER_PASSWORD_AUTH","ClientId":"verva-web","AuthParameters":{}}}';
    assert.equal((await identity.call('InitiateAuth', polluted)).type, 'InvalidParameterException');
    for (const operation of ['GetUser', 'GlobalSignOut', 'RevokeToken']) {
      assert.equal((await identity.call(operation, { AccessToken: 1, ClientId: 2 })).type, 'InvalidParameterException');
    }
    const nul = { ...good, AuthParameters: { USERNAME: 'a\u0000b', PASSWORD: 'x' } };
    assert.equal((await identity.call('InitiateAuth', nul)).status, 400);
  });

  test('LOG-22 (54) a body of 20 kB is too large, in the format of the protocol', async () => {
    const reply = await identity.call('InitiateAuth', { AuthFlow: 'x'.repeat(20_000) });
    assert.equal(reply.status, 413);
    assert.equal(reply.type, 'SerializationException');
  });

  test('LOG-22 (55) another client id is refused', async () => {
    const reply = await identity.call('InitiateAuth', {
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: 'sõmeone-else',
      AuthParameters: { USERNAME: 'wire.person', PASSWORD: 'right password' },
    });
    assert.equal(reply.type, 'ResourceNotFoundException');
    assert.equal(reply.headers['x-amzn-errormessage'], 'User pool client s?meone-else does not exist.');
    assert.equal((await identity.call('RevokeToken', { ClientId: 'x', Token: 'y' })).type, 'ResourceNotFoundException');
  });

  test('LOG-22 a body of another media type is refused', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const reply = await identity.call('InitiateAuth', {}, { headers: { 'content-type': type } });
      assert.deepEqual([reply.status, reply.type], [400, 'SerializationException'], type);
    }
  });

  test('LOG-22 an unavailable database is reported as an internal error without details', async () => {
    const closed = await openTestDatabase();
    const failing = await identityInstance(closed);
    await closed.close();
    const reply = await failing.signIn('wire.person', 'x');
    assert.equal(reply.status, 503);
    assert.deepEqual(reply.body, { __type: 'InternalErrorException', message: 'Internal error.' });
  });

  test('LOG-22 the documents have an absolute issuer that does not depend on the Host header', async () => {
    const headers = { host: 'evil.example' };
    const discovery = await identity.app.inject({ url: '/identity/.well-known/openid-configuration', headers });
    assert.equal(discovery.json().issuer, ISSUER);
    assert.equal(discovery.json().jwks_uri, `${ISSUER}/.well-known/jwks.json`);
    const jwks = await identity.app.inject({ url: '/identity/.well-known/jwks.json', headers });
    assert.equal(jwks.headers['cache-control'], 'public, max-age=300');
    const { keys } = jwks.json();
    assert.equal(keys.length, 2, 'the active key and the next one');
    for (const key of keys) assert.deepEqual(Object.keys(key).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  test('LOG-22 the address works with and without a trailing slash', async () => {
    const reply = await identity.app.inject({
      method: 'POST',
      url: '/identity',
      headers: { 'content-type': 'application/x-amz-json-1.1' },
      payload: '{}',
    });
    assert.equal(reply.json().__type, 'UnknownOperationException');
  });
});
