import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { forEachDatabase, testOn } from '../../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  type TestClock,
  testClock,
} from '../../../../../test/support/identity.ts';
import { followCallers } from '../../../platform/auth/callers.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { REUSE_GRACE_MS } from './refresh.rules.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const EMAIL = 'kati@acme.test';

forEachDatabase('rotating refresh tokens', (db, kind) => {
  const once = testOn(kind);
  let clock: TestClock;
  let identity: IdentityInstance;
  let other: IdentityInstance;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    other = await identityInstance(db(), { clock });
    passwordHash = await hashPassword(PASSWORD);
    ({ tenantId } = await createTenant(db(), { slug: 'acme', name: 'Acme' }));
  });

  interface Tokens {
    readonly IdToken: string;
    readonly AccessToken: string;
    readonly RefreshToken: string;
  }

  async function signedIn() {
    const username = `person.${++count}`;
    const person = await createPerson(db(), {
      tenantId,
      username,
      name: username,
      passwordHash,
      email: `${count}.${EMAIL}`,
    });
    const tokens: Tokens = (await identity.signIn(username, PASSWORD)).body.AuthenticationResult;
    return { username, email: `${count}.${EMAIL}`, ...person, ...tokens };
  }

  const renew = (RefreshToken: string, at = identity) =>
    at.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken });
  async function renewed(token: string, at = identity): Promise<Tokens> {
    const reply = await renew(token, at);
    assert.equal(reply.status, 200, JSON.stringify(reply.body));
    return reply.body.AuthenticationResult;
  }
  const use = (token: string, at = identity) => at.verifier.verify(token, {});
  /** Verbs of the audit log about a user, with the actor. */
  async function audited(userId: string) {
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ verb: string; actor: string | null; entity: string }>`SELECT verb, actor_id AS actor, entity_id AS entity
        FROM audit_log WHERE subject_id = ${userId}::uuid AND entity = 'session' ORDER BY id`.execute(tx),
    );
    return rows;
  }

  once(
    'SEC-03 each refresh replaces the refresh token; a replaced one ends the session, with an audit row and an e-mail',
    async () => {
      const one = await signedIn();
      const two = await renewed(one.RefreshToken);
      await use(two.IdToken);
      clock.pass(REUSE_GRACE_MS);
      const three = await renewed(two.RefreshToken);
      await use(three.IdToken);
      const reply = await renew(one.RefreshToken);
      assert.deepEqual([reply.status, reply.type], [400, 'RefreshTokenReuseException']);
      for (const { IdToken, AccessToken, RefreshToken } of [two, three]) {
        await assert.rejects(use(IdToken), { code: 'session.revoked' });
        assert.equal((await identity.call('GetUser', { AccessToken })).body.message, 'Access Token has been revoked');
        assert.equal((await renew(RefreshToken)).body.message, 'Refresh Token has been revoked');
      }
      const session = decodeJwt(one.IdToken).origin_jti;
      assert.deepEqual((await audited(one.userId)).at(-1), {
        verb: 'refresh-token-reused',
        actor: null,
        entity: session,
      });
      const mails = await identity.sentTo(one.email);
      assert.deepEqual(
        mails.map(({ subject }) => subject),
        ['A session of your Verva account was ended'],
      );
      assert.ok(mails[0]!.text.includes(one.username));
      // Another sign-in of the user is not affected.
      const again: Tokens = (await identity.signIn(one.username, PASSWORD)).body.AuthenticationResult;
      assert.equal((await use(again.IdToken)).username, one.username);
    },
  );

  test('SEC-03 SEC-02 the other servers refuse the session at once, and forget its cached tokens', async () => {
    const { promise: stop, resolve } = Promise.withResolvers<void>();
    const unfollow = await followCallers({
      db: db(),
      verifier: other.verifier,
      live: { recheck: async () => resolve() } as unknown as Parameters<typeof followCallers>[0]['live'],
      log: { error: assert.fail } as unknown as Parameters<typeof followCallers>[0]['log'],
    });
    try {
      const one = await signedIn();
      const two = await renewed(one.RefreshToken);
      await use(two.IdToken, other);
      clock.pass(REUSE_GRACE_MS - 1);
      assert.equal((await use(two.IdToken, other)).username, one.username, 'cached there');
      clock.pass(1);
      assert.equal((await renew(one.RefreshToken)).type, 'RefreshTokenReuseException');
      await stop;
      await assert.rejects(use(two.IdToken, other), { code: 'session.revoked' });
    } finally {
      await unfollow();
    }
  });

  test('LOG-21 SEC-03 (49) tabs and servers that refresh at once receive the same refresh token and stay signed in', async () => {
    const { RefreshToken } = await signedIn();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => renewed(RefreshToken, n % 2 === 0 ? identity : other)),
    );
    assert.equal(new Set(answers.map((tokens) => tokens.RefreshToken)).size, 1);
    await Promise.all(answers.map(({ IdToken }, n) => use(IdToken, n % 2 === 0 ? identity : other)));
    clock.pass(REUSE_GRACE_MS - 1);
    assert.equal((await renewed(RefreshToken)).RefreshToken, answers[0]!.RefreshToken, 'a slow tab');
    clock.pass(3_600_000);
    await renewed(answers[0]!.RefreshToken);
  });

  test('SEC-03 of many simultaneous requests with a used token one reports the reuse', async () => {
    const one = await signedIn();
    const two = await renewed(one.RefreshToken);
    await use(two.IdToken);
    clock.pass(REUSE_GRACE_MS);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => renew(one.RefreshToken, n % 2 === 0 ? identity : other)),
    );
    assert.equal(replies.filter(({ type }) => type === 'RefreshTokenReuseException').length, 1);
    assert.equal(replies.filter(({ status }) => status === 400).length, 8);
    assert.equal((await audited(one.userId)).filter(({ verb }) => verb === 'refresh-token-reused').length, 1);
    await other.sentTo(one.email);
    assert.equal((await identity.sentTo(one.email)).length, 1);
  });

  test('LOG-21 SEC-03 (48) a lost response can be requested again hours later, until a token of it is used', async () => {
    const one = await signedIn();
    const lost = await renewed(one.RefreshToken);
    clock.pass(5 * 3_600_000);
    const two = await renewed(one.RefreshToken);
    assert.equal(two.RefreshToken, lost.RefreshToken);
    // A token of the time before confirms nothing.
    clock.pass(REUSE_GRACE_MS);
    await renewed(one.RefreshToken);
    // The access token confirms like the identity token.
    assert.equal((await identity.call('GetUser', { AccessToken: two.AccessToken })).status, 200);
    clock.pass(REUSE_GRACE_MS);
    assert.equal((await renew(one.RefreshToken)).type, 'RefreshTokenReuseException');
  });

  once('SEC-03 a token issued before the renewal does not confirm it', async () => {
    const one = await signedIn();
    clock.pass(2000);
    await renewed(one.RefreshToken);
    await use(one.IdToken);
    clock.pass(REUSE_GRACE_MS + 3000);
    await renewed(one.RefreshToken);
  });

  once('SEC-03 tokens with a forged number or MAC are refused and end nothing', async () => {
    const one = await signedIn();
    const two = await renewed(one.RefreshToken);
    await use(two.IdToken);
    const bytes = Buffer.from(two.RefreshToken, 'base64url');
    bytes.writeUInt32BE(7, 24);
    const forged = [
      bytes.toString('base64url'),
      `${two.RefreshToken.slice(0, -1)}${two.RefreshToken.endsWith('A') ? 'B' : 'A'}`,
      two.RefreshToken.slice(0, 32),
      `${two.RefreshToken}A`,
      one.RefreshToken.slice(0, 32) + 'x'.repeat(32),
    ];
    for (const token of forged) {
      assert.equal((await renew(token)).body.message, 'Invalid Refresh Token', token.slice(32));
      assert.deepEqual((await identity.call('RevokeToken', { ClientId: CLIENT_ID, Token: token })).body, {});
    }
    await renewed(two.RefreshToken);
  });

  test('SEC-03 after restoring a backup the later tokens of its sessions go on', async () => {
    const one = await signedIn();
    const session = decodeJwt(one.IdToken).origin_jti as string;
    const two = await renewed(one.RefreshToken);
    const three = await renewed(two.RefreshToken);
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_refresh SET generation = 0, rotated_at = NULL, confirmed_at = NULL WHERE family_id = ${session}::uuid`.execute(
        tx,
      ),
    );
    const four = await renewed(three.RefreshToken);
    await use(four.IdToken);
    clock.pass(REUSE_GRACE_MS);
    assert.equal((await renew(two.RefreshToken)).type, 'RefreshTokenReuseException');
  });

  once('SEC-03 the sessions of an earlier version rotate from their next refresh', async () => {
    const one = await signedIn();
    const session = decodeJwt(one.IdToken).origin_jti as string;
    await db().signinTransaction((tx) =>
      sql`UPDATE idn_refresh SET session_sha256 = NULL WHERE family_id = ${session}::uuid`.execute(tx),
    );
    const answers = await Promise.all([renewed(one.RefreshToken), renewed(one.RefreshToken, other)]);
    assert.equal(answers[0].RefreshToken, answers[1].RefreshToken);
    await use(answers[0].IdToken);
    clock.pass(REUSE_GRACE_MS);
    assert.equal((await renew(one.RefreshToken)).type, 'RefreshTokenReuseException');
  });

  once('LOG-21 SEC-03 every token of a session signs it out, also a replaced one', async () => {
    const one = await signedIn();
    const two = await renewed(one.RefreshToken);
    await use(two.IdToken);
    clock.pass(REUSE_GRACE_MS);
    assert.deepEqual((await identity.call('RevokeToken', { ClientId: CLIENT_ID, Token: one.RefreshToken })).body, {});
    await assert.rejects(use(two.IdToken), { code: 'session.revoked' });
    assert.deepEqual(
      (await audited(one.userId)).map(({ verb }) => verb),
      ['sign-in', 'sign-out'],
    );
  });
});
