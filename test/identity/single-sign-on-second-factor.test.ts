import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { json } from '../../src/server/platform/database.ts';
import { onDatabase } from '../support/databases.ts';
import { openProvider, type TestProvider } from '../support/provider.ts';
import { createTestTenant, type TestTenant } from '../support/test-tenant.ts';

onDatabase('a second factor of single sign-on', (db) => {
  let acme: TestTenant;
  let provider: TestProvider;

  before(async () => {
    acme = await createTestTenant(db(), 'acme', { otto: ['admin'], ann: ['crew'] });
    provider = await openProvider(db(), acme.tenantId, 'acme-idp');
    for (const [name, { userId }] of Object.entries(acme.people)) {
      await db().signinTransaction((tx) =>
        sql`INSERT INTO user_identity (issuer, subject, tenant_id, user_id)
          VALUES (${provider.issuer}, ${name}, ${acme.tenantId}, ${userId}::uuid)`.execute(tx),
      );
    }
  });
  after(() => provider.close());

  const rule = async (strong: object) => {
    await db().signinTransaction((tx) =>
      sql`UPDATE tenant_issuers SET strong = ${json(strong)} WHERE issuer = ${provider.issuer}`.execute(tx),
    );
    acme.context.verifier.forgetChanged({ all: true, userIds: new Set(), tenantIds: new Set() });
  };
  const demand = (secondFactor: string) =>
    acme.transaction((tx) =>
      sql`INSERT INTO tenant_setting (key, value) VALUES ('secondFactor', ${json(secondFactor)})
        ON CONFLICT (tenant_id, key) DO UPDATE SET value = excluded.value`.execute(tx),
    );
  const signIn = async (name: string, claims: object = {}) => {
    const token = await provider.token(name, acme.clock.now.getTime(), { ...claims });
    const reply = await acme.app.inject({ url: '/api/session', headers: { authorization: `Bearer ${token}` } });
    return reply.statusCode === 200 ? 200 : `${reply.statusCode} ${reply.json().code} ${reply.json().title}`;
  };
  const REFUSED =
    '403 session.second_factor acme requires two-step sign-in, which your identity provider did not confirm.';

  test('SEC-01 where it is required, a sign-on whose claim does not prove it is refused, and any listed value proves it', async () => {
    await demand('all');
    await rule({ amr: ['mfa', 'hwk'] });
    for (const [n, claims] of [
      {},
      { amr: [] },
      { amr: ['pwd'] },
      { amr: 'pwd' },
      { amr: { mfa: 1 } },
      { acr: 'mfa' },
    ].entries()) {
      assert.equal(await signIn('ann', { ...claims, n }), REFUSED, JSON.stringify(claims));
    }
    assert.equal(await signIn('ann', { amr: ['pwd', 'hwk'] }), 200);
    assert.equal(await signIn('ann', { amr: 'mfa' }), 200);
    await rule({ acr: ['2'] });
    assert.equal(await signIn('ann', { acr: '1', n: 7 }), REFUSED);
    assert.equal(await signIn('ann', { acr: '2', n: 7 }), 200);
  });

  test('SEC-01 a provider without a claim is trusted, and without the requirement nothing is checked', async () => {
    await demand('all');
    await rule({});
    assert.equal(await signIn('ann', { n: 8 }), 200);
    await rule({ amr: ['mfa'] });
    await demand('admins');
    assert.equal(await signIn('ann', { n: 9 }), 200);
    assert.equal(await signIn('otto', { n: 9 }), REFUSED);
    await demand('off');
    assert.equal(await signIn('otto', { n: 10 }), 200);
  });

  test('SEC-01 a refused sign-on leaves no row of a sign-in in the audit log', async () => {
    await demand('all');
    await rule({ amr: ['mfa'] });
    const count = async () => {
      const { rows } = await acme.transaction((tx) =>
        sql<{ n: number }>`SELECT count(*)::int AS n FROM audit_log WHERE verb = 'sign-in'`.execute(tx),
      );
      return rows[0]!.n;
    };
    const before = await count();
    acme.clock.pass(86_400_000);
    assert.equal(await signIn('otto'), REFUSED);
    assert.equal(await count(), before);
  });
});
