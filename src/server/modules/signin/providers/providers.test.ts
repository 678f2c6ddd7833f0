import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { openTestDatabase } from '../../../../../test/support/databases.ts';
import { openPlatform } from '../../../../../test/support/platform.ts';
import type { SignInMode } from '../../../../shared/contracts/sign-in-modes.rules.ts';
import { writeSignInModes } from '../../../platform/auth/sign-in-modes.ts';
import { createTokenVerifier } from '../../../platform/auth/verifier.ts';
import { type DatabaseHandle, json } from '../../../platform/database.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';
import { signin } from '../index.ts';

const MODES = ['password', 'oneTimePassword', 'passkey'];

describe('single sign-on providers', () => {
  let db: DatabaseHandle;
  let app: FastifyInstance;
  let hiding: FastifyInstance;
  let corp: number;

  const get = async (url: string, from = app) => {
    const reply = await from.inject({ url, headers: { 'accept-language': 'et' } });
    return { status: reply.statusCode, body: reply.json() };
  };
  const mode = async (username: string, from = app) =>
    (await get(`/api/login/${encodeURIComponent(username)}`, from)).body;

  async function issuer(row: {
    issuer: string;
    name: string;
    tenant: number | null;
    extra?: object;
    domains?: string[];
  }) {
    await db.signinTransaction((tx) =>
      sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, email_domains, extra_query)
        VALUES (${row.issuer}, ${row.name}, ${row.tenant}, 'verva-client', ${`${row.issuer}/jwks`}, '{RS256}',
          ${row.domains ?? []}::text[], ${json(row.extra ?? {})})`.execute(tx),
    );
  }

  const address = (username: string, tenantId: number, emailVerified: boolean) =>
    createPerson(db, { tenantId, username, name: username, email: `${username}@corp.test`, emailVerified });

  before(async () => {
    db = await openTestDatabase();
    ({ tenantId: corp } = await createTenant(db, { slug: 'corp', name: 'Corp' }));
    const { tenantId: other } = await createTenant(db, { slug: 'other', name: 'Other' });
    const open = async (preventUserExistenceErrors: 'LEGACY' | 'ENABLED') => {
      const platform = await openPlatform(db);
      const { config, clock } = platform.context;
      const verifier = createTokenVerifier({ db, publicUrl: config.publicUrl, masterKey: config.masterKey, clock });
      await signin(platform.app, { ...platform.context, verifier, config: { ...config, preventUserExistenceErrors } });
      return platform.app;
    };
    app = await open('LEGACY');
    hiding = await open('ENABLED');
    await issuer({ issuer: 'https://idp.corp.test', name: 'corp', tenant: corp, domains: ['corp.test'] });
    await issuer({
      issuer: 'https://pool.test',
      name: 'federated',
      tenant: null,
      extra: { identity_provider: 'Corp' },
    });
    await issuer({ issuer: 'https://cognito.test', name: 'pool', tenant: null });
    await createPerson(db, { tenantId: corp, username: 'with.password', name: 'With', password: 'Kevad-2026' });
    const linked = await createPerson(db, { tenantId: corp, username: 'linked.person', name: 'Linked' });
    await db.signinTransaction((tx) =>
      sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
        VALUES ('https://idp.corp.test', 'abc', ${corp}, ${linked.userId}::uuid)`.execute(tx),
    );
    await address('new.person', corp, true);
    await address('unsure.person', corp, false);
    await address('other.person', other, true);
  });
  after(async () => {
    await Promise.all([app.close(), hiding.close()]);
    await db.close();
  });

  test('LOG-14 the browser gets the data of a provider that it needs to sign in, and nothing else', async () => {
    assert.deepEqual((await get('/api/public/identity/providers/corp')).body, {
      authority: 'https://idp.corp.test',
      clientId: 'verva-client',
      scope: 'openid profile email',
    });
    assert.deepEqual((await get('/api/public/identity/providers/federated')).body.extraQueryParams, {
      identity_provider: 'Corp',
    });
  });

  test('LOG-14 an unknown provider is not found', async () => {
    for (const name of ['nobody', 'verva', 'pool', "x' OR 1=1", 'https://evil.test', '__proto__', 'x'.repeat(400)]) {
      const { status, body } = await get(`/api/public/identity/providers/${encodeURIComponent(name)}`);
      assert.deepEqual([status, body.code], [404, 'provider.not_found'], name);
    }
    const { body } = await get('/api/public/identity/providers/nobody');
    assert.match(body.detail ?? body.title, /identiteedipakkujat/);
  });

  test('LOG-14 an address of an assigned domain leads to the provider, whether it exists or not', async () => {
    const sso = { loginMode: 'SSO', idpName: 'corp', signInModes: MODES };
    for (const from of [app, hiding]) {
      assert.deepEqual(await mode('anybody@corp.test', from), sso);
      assert.deepEqual(await mode('  ANYBODY@Corp.Test ', from), sso);
      assert.deepEqual(await mode('anybody@corp.test.evil.test', from), {
        loginMode: 'password',
        idpName: null,
        signInModes: MODES,
      });
    }
  });

  test('LOG-14 a username without a password leads to the provider linked to the user or to the address', async () => {
    const password = { loginMode: 'password', idpName: null, signInModes: MODES };
    assert.deepEqual(await mode('linked.person'), { loginMode: 'SSO', idpName: 'corp', signInModes: MODES });
    assert.deepEqual(await mode('new.person'), { loginMode: 'SSO', idpName: 'corp', signInModes: MODES });
    for (const name of ['with.password', 'unsure.person', 'other.person', 'nobody.at.all']) {
      assert.deepEqual(await mode(name), password, name);
    }
    // Where usernames are hidden, this would reveal that the name exists.
    for (const name of ['linked.person', 'new.person', 'nobody.at.all']) {
      assert.deepEqual(await mode(name, hiding), password, name);
    }
  });

  test('ORG-02 LOG-14 without single sign-on, an address leads to what else is allowed; without passwords, to the provider', async () => {
    const allow = (modes: readonly SignInMode[]) =>
      db.tenantTransaction({ tenantId: corp, userId: null }, (tx) =>
        writeSignInModes(tx, { modes, since: new Date() }),
      );
    try {
      await allow(['password', 'passkey']);
      const other = { loginMode: 'password', idpName: null, signInModes: ['password', 'passkey'] };
      for (const from of [app, hiding]) assert.deepEqual(await mode('anybody@corp.test', from), other);
      assert.deepEqual(await mode('linked.person'), other);
      const known = { tenantId: corp, username: 'has.password', name: 'Has', password: 'Kevad-2026' };
      await createPerson(db, { ...known, email: 'has@corp.test', emailVerified: true });
      await allow(['singleSignOn', 'passkey']);
      const sso = { loginMode: 'SSO', idpName: 'corp', signInModes: ['passkey'] };
      assert.deepEqual(await mode('has.password'), sso);
      const unlinked = await mode('with.password');
      assert.deepEqual(unlinked, { loginMode: 'password', idpName: null, signInModes: ['passkey'] });
    } finally {
      await allow(['password', 'oneTimePassword', 'passkey', 'singleSignOn']);
    }
  });
});
