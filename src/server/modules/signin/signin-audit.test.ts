import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  type TestClock,
  testClock,
} from '../../../../test/support/identity.ts';
import { auditSignOn } from '../../platform/auth/audit-sign-on.ts';
import { linkFirstSignIn } from '../../platform/auth/link-subject.ts';
import { purgeExpired } from '../../platform/jobs/retention.ts';
import { createTenant } from '../tenants/index.ts';
import { createPerson, type NewPerson } from './accounts.ts';
import { hashPassword } from './passwords/passwords.ts';
import { countFailure, type FailureReason } from './throttle/failures.store.ts';

const PASSWORD = 'Kevad-2026-tuleb';
const HOUR_MS = 3_600_000;

onDatabase('the audit of sign-ins', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    // At the start of an hour, so that no test crosses into the next hour unintentionally.
    clock = testClock(new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS));
    identity = await identityInstance(db(), { clock });
    passwordHash = await hashPassword(PASSWORD);
    ({ tenantId } = await createTenant(db(), { slug: 'watched', name: 'Watched' }));
  });

  async function person(extra: Partial<NewPerson> = {}) {
    const username = `watched.${++count}`;
    const email = `w${count}@watched.test`;
    const made = await createPerson(db(), {
      ...{ tenantId, username, name: 'Watched', passwordHash, email, emailVerified: true },
      ...extra,
    });
    return { username, email, ...made };
  }
  interface Row {
    verb: string;
    entity: string;
    actor_id: string | null;
    entity_id: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }
  const auditOf = async (userId: string, entity = 'session') => {
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<Row>`SELECT verb, entity, actor_id, entity_id, before, after FROM audit_log
        WHERE subject_id = ${userId}::uuid AND entity = ${entity} ORDER BY id`.execute(tx),
    );
    return rows;
  };
  const failures = async (userId: string | null = null) => {
    await identity.sentTo('nobody@watched.test');
    const { rows } = await db().signinTransaction((tx) =>
      sql<{
        reason: string;
        count: number;
        address: string | null;
        hour: Date;
      }>`SELECT reason, count, host(address) AS address, hour
        FROM idn_failure WHERE user_id IS NOT DISTINCT FROM ${userId}::uuid ORDER BY hour, last_at`.execute(tx),
    );
    return rows;
  };

  test('SEC-01 LOG-20 each way to sign in writes an audit row with its actor and mode, and without a token', async () => {
    const mari = await person({ phoneNumber: '+3725550001', phoneVerified: true });
    assert.equal((await identity.signIn(mari.username, PASSWORD)).status, 200);
    const asked = await identity.call('InitiateAuth', {
      AuthFlow: 'CUSTOM_AUTH',
      ClientId: CLIENT_ID,
      AuthParameters: { USERNAME: mari.username },
    });
    const code = (await identity.sentTo('+3725550001')).at(-1)!.code;
    const answered = await identity.call('RespondToAuthChallenge', {
      ChallengeName: 'CUSTOM_CHALLENGE',
      ClientId: CLIENT_ID,
      Session: asked.body.Session,
      ChallengeResponses: { USERNAME: mari.username, ANSWER: code },
    });
    assert.equal(answered.status, 200);
    const rows = await auditOf(mari.userId);
    assert.deepEqual(
      rows.map(({ verb, actor_id, after }) => [verb, actor_id, after]),
      [
        ['sign-in', mari.userId, { mode: 'password' }],
        ['sign-in', mari.userId, { mode: 'one-time-password' }],
      ],
    );
    const tokens = Object.values(answered.body.AuthenticationResult).filter(
      (one) => typeof one === 'string' && one.length > 40,
    );
    assert.ok(tokens.every((token) => !JSON.stringify(rows).includes(token as string)));

    const fresh = await person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const { body } = await identity.signIn(fresh.username, PASSWORD);
    const done = await identity.call('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      ClientId: CLIENT_ID,
      Session: body.Session,
      ChallengeResponses: { USERNAME: fresh.username, NEW_PASSWORD: 'Suvi-2026-on-ees' },
    });
    assert.equal(done.status, 200);
    assert.deepEqual(
      (await auditOf(fresh.userId)).map(({ after }) => after),
      [{ mode: 'new-password' }],
    );
  });

  test('SEC-01 failed sign-ins are counted; the first and the lock-out are audited without an actor', async () => {
    const { username, userId } = await person();
    for (let tries = 0; tries < 8; tries += 1) await identity.signIn(username, 'Wrong-2026-guess', '192.0.2.7');
    const rows = await failures(userId);
    assert.deepEqual(
      rows.map((row) => [row.reason, row.count, row.address]),
      [['locked', 8, '192.0.2.7']],
    );
    assert.deepEqual(
      (await auditOf(userId)).map(({ verb, actor_id, after }) => [verb, actor_id, after]),
      [
        ['sign-in-failed', null, { reason: 'password' }],
        ['sign-in-locked', null, { reason: 'locked' }],
      ],
    );
    await identity.signIn(username, 'Wrong-2026-guess', '192.0.2.8');
    assert.equal((await failures(userId)).length, 2, 'another address');
    clock.pass(HOUR_MS);
    await identity.signIn(username, 'Wrong-2026-guess', '192.0.2.7');
    assert.equal((await failures(userId)).length, 3, 'another hour');

    const closed = await person({ disabled: true });
    await identity.signIn(closed.username, PASSWORD);
    assert.deepEqual(
      (await failures(closed.userId)).map(({ reason }) => reason),
      ['account'],
    );
    const before = (await failures()).length;
    await identity.signIn('nobody.at.all', PASSWORD);
    const unknown = await failures();
    assert.deepEqual([unknown.length - before, unknown.at(-1)!.reason], [1, 'unknown']);
    const { rows: stored } = await db().signinTransaction((tx) =>
      sql<{ row: string }>`SELECT f::text AS row FROM idn_failure f`.execute(tx),
    );
    assert.ok(
      stored.every(({ row }) => !row.includes('nobody.at.all')),
      'names are digests',
    );
  });

  test('SEC-01 a flood of 10,000 wrong passwords is one row for a name, an address and an hour', async () => {
    const { username, userId } = await person();
    const names = [username, 'flood.unknown'];
    const addresses = ['198.51.100.1', '198.51.100.2', '2001:db8:0:1::1'];
    const start = clock.now.getTime();
    const counted = { first: 0, lockOuts: 0 };
    for (let sent = 0; sent < 10_200; ) {
      await db().signinTransaction(async (tx) => {
        for (let at = 0; at < 200; at += 1, sent += 1) {
          const name = names[sent % 2]!;
          const reason: FailureReason = sent < 100 ? 'password' : 'locked';
          const failure = {
            name,
            // Another address of the same network each time: an IPv6 /64 network counts as one address.
            ip: sent % 3 === 2 ? `2001:db8:0:1::${(sent % 9999).toString(16)}` : addresses[sent % 3]!,
            reason,
            ...(name === username ? { person: { tenantId, userId } } : {}),
          };
          const { isFirst, isLockOut } = await countFailure(tx, failure, new Date(start + (sent < 5100 ? 0 : HOUR_MS)));
          counted.first += Number(isFirst);
          counted.lockOuts += Number(isLockOut);
        }
      });
    }
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ rows: number; total: number }>`SELECT count(*)::int AS rows, sum(count)::int AS total FROM idn_failure
        WHERE user_id = ${userId}::uuid OR address <<= '198.51.100.0/24' OR address <<= '2001:db8::/32'`.execute(tx),
    );
    assert.deepEqual(rows[0], { rows: 12, total: 10_200 }, '2 names × 3 addresses × 2 hours');
    assert.deepEqual(counted, { first: 12, lockOuts: 12 });
  });

  test('SEC-01 addresses of failed sign-ins are cleared after 90 days, and the rows deleted after two years', async () => {
    const { userId } = await person();
    const at = (days: number) => new Date(Date.now() - days * 24 * HOUR_MS);
    await db().signinTransaction(async (tx) => {
      for (const days of [1, 89, 92, 800]) {
        await countFailure(
          tx,
          { name: 'old', ip: '203.0.113.9', reason: 'password', person: { tenantId, userId } },
          at(days),
        );
      }
    });
    await purgeExpired(db());
    assert.deepEqual(
      (await failures(userId)).map(({ address }) => address),
      [null, '203.0.113.9', '203.0.113.9'],
    );
  });

  test('SEC-01 issuers, links and single sign-on are audited with their actor', async () => {
    const { tenantId: home } = await createTenant(db(), { slug: 'provider-idp', name: 'Home' });
    assert.ok(home > 0);
    const anna = await person({ email: 'anna@idp.test' });
    const key = 'https://idp.watched.test';
    const admin = (await person({ groups: [] })).userId;
    await db().signinTransaction(
      (tx) =>
        sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, email_domains)
          VALUES (${key}, 'watched-idp', ${tenantId}, 'x', 'https://idp.watched.test/keys', '{RS256}', '{idp.test}')`.execute(
          tx,
        ),
      { userId: admin, requestId: 'r-1' },
    );
    await db().signinTransaction(
      (tx) => sql`UPDATE tenant_issuers SET audience = 'y' WHERE issuer = ${key}`.execute(tx),
      { userId: admin, requestId: 'r-2' },
    );
    const { rows: ofIssuer } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT verb, actor_id, request_id, before->>'audience' AS was, after->>'audience' AS now FROM audit_log
        WHERE entity = 'tenant_issuers' AND entity_id = ${key} ORDER BY id`.execute(tx),
    );
    assert.deepEqual(ofIssuer, [
      { verb: 'insert', actor_id: admin, request_id: 'r-1', was: null, now: 'x' },
      { verb: 'update', actor_id: admin, request_id: 'r-2', was: 'x', now: 'y' },
    ]);

    const issuer = { key, tenantId, linkBy: 'email', emailDomains: ['idp.test'] } as never;
    const claims = { email: 'anna@idp.test', email_verified: true };
    assert.equal(await linkFirstSignIn(db(), issuer, { subject: 'a-1', claims } as never, clock.now), true);
    const links = (await auditOf(anna.userId, 'user_identity')).filter(({ entity_id }) => entity_id.startsWith(key));
    assert.deepEqual(
      links.map((row) => [row.verb, row.actor_id, row.after?.subject]),
      [['link-added', anna.userId, 'a-1']],
    );

    const issuedAt = Math.floor(clock.now.getTime() / 1000);
    const signOn = async (extra: object, later = 0) => {
      const { rows } = await db().signinTransaction((tx) =>
        sql<{
          at: Date | null;
        }>`SELECT signed_in_at AS at FROM user_identity WHERE issuer = ${key} AND subject = 'a-1'`.execute(tx),
      );
      const membership = { tenantId, userId: anna.userId, signedInAt: rows[0]!.at };
      await auditSignOn(db(), membership as never, issuer, {
        subject: 'a-1',
        claims: extra,
        issuedAt: issuedAt + later,
      } as never);
    };
    await signOn({ auth_time: issuedAt, sid: 's-1' });
    await signOn({ auth_time: issuedAt, sid: 's-1' }, 3600);
    await signOn({ auth_time: issuedAt + 7200, sid: 's-2' }, 7200);
    await signOn({}, 7260);
    await signOn({}, 90_000);
    assert.deepEqual(
      (await auditOf(anna.userId)).map((row) => [row.verb, row.entity_id, row.actor_id, row.after]),
      ['s-1', 's-2', 'none'].map((session) => [
        'sign-in',
        session,
        anna.userId,
        { mode: 'single-sign-on', issuer: key },
      ]),
    );

    await db().signinTransaction((tx) => sql`DELETE FROM user_identity WHERE issuer = ${key}`.execute(tx), {
      userId: admin,
    });
    const removed = (await auditOf(anna.userId, 'user_identity')).at(-1)!;
    assert.deepEqual([removed.verb, removed.actor_id, removed.before?.subject], ['link-removed', admin, 'a-1']);
  });
});
