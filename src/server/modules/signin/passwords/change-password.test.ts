import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import {
  type IdentityInstance,
  identityInstance,
  refreshBody,
  testClock,
} from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';
import { hashPassword } from './passwords.ts';

const OLD = 'Vana-2026-parool';
const NEW = 'Uus-2026-parool';

onDatabase('changing the password', (db) => {
  let identity: IdentityInstance;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    identity = await identityInstance(db(), { clock: testClock() });
    passwordHash = await hashPassword(OLD);
    ({ tenantId } = await createTenant(db(), { slug: 'changing', name: 'Changing' }));
  });

  async function person() {
    const username = `changing.${++count}`;
    const email = `c${count}@acme.test`;
    const { userId } = await createPerson(db(), { tenantId, username, name: username, passwordHash, email });
    return { username, email, userId };
  }
  const tokensOf = async (username: string) => (await identity.signIn(username, OLD)).body.AuthenticationResult;
  const change = (AccessToken: unknown, PreviousPassword: unknown = OLD, ProposedPassword: unknown = NEW) =>
    identity.call('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });

  test('PRO-03 LOG-22 (47) the current password allows a new one; other devices are signed out, this one is not', async () => {
    const { username, email, userId } = await person();
    const here = await tokensOf(username);
    const elsewhere = await tokensOf(username);
    const reply = await change(here.AccessToken);
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    assert.equal((await identity.signIn(username, OLD)).type, 'NotAuthorizedException');
    assert.equal((await identity.signIn(username, NEW)).status, 200);
    assert.equal((await identity.call('InitiateAuth', refreshBody(here.RefreshToken))).status, 200);
    const there = await identity.call('InitiateAuth', refreshBody(elsewhere.RefreshToken));
    assert.equal(there.type, 'NotAuthorizedException');
    assert.equal((await identity.sentTo(email)).length, 1, 'the person is told');
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT 1 FROM audit_log WHERE verb = 'password-change' AND subject_id = ${userId}::uuid`.execute(tx),
    );
    assert.equal(rows.length, 1);
  });

  test('PRO-03 LOG-22 (47) a wrong current password, or a weak new one, changes nothing', async () => {
    const { username } = await person();
    const { AccessToken } = await tokensOf(username);
    assert.equal((await change(AccessToken, 'Wrong-2026-parool')).type, 'NotAuthorizedException');
    for (const weak of [
      'Lyhike-2026',
      'no-uppercase-2026',
      'No-digits-here-at',
      ' Outer-2026-space',
      'Outer-2026-space ',
    ]) {
      assert.equal((await change(AccessToken, OLD, weak)).type, 'InvalidPasswordException', weak);
    }
    assert.equal((await identity.signIn(username, OLD)).status, 200);
  });

  test('PRO-03 LOG-22 the current password is limited like a sign-in', async () => {
    const { username } = await person();
    const { AccessToken } = await tokensOf(username);
    for (let i = 0; i < 5; i++) await change(AccessToken, 'Wrong-2026-parool');
    const refused = await change(AccessToken);
    assert.equal(refused.body.message, 'Password attempts exceeded');
  });

  test('PRO-03 LOG-22 (46, 56) only an access token of an active session is accepted', async () => {
    const { username } = await person();
    const { AccessToken, IdToken, RefreshToken } = await tokensOf(username);
    assert.equal((await change(IdToken)).type, 'NotAuthorizedException');
    assert.equal((await change(`${AccessToken}x`)).type, 'NotAuthorizedException');
    for (const odd of [undefined, 5, {}, '', 'x'.repeat(9000)]) {
      assert.equal((await change(odd)).type, 'InvalidParameterException');
    }
    assert.equal((await change(AccessToken, 5)).type, 'InvalidParameterException');
    assert.equal((await change(AccessToken, OLD, 'x'.repeat(257))).type, 'InvalidParameterException');
    await identity.call('RevokeToken', { ClientId: 'verva-web', Token: RefreshToken });
    assert.equal((await change(AccessToken)).type, 'NotAuthorizedException');
    assert.equal((await identity.signIn(username, OLD)).status, 200);
  });
});
