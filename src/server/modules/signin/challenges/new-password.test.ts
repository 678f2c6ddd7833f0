import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { onDatabase } from '../../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  type TestClock,
  testClock,
} from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson } from '../accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';

const TEMPORARY = 'Ajutine-2026!';
const OWN = 'Talv-2026-tuleb';

onDatabase('the first password of one’s own', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    passwordHash = await hashPassword(TEMPORARY);
    ({ tenantId } = await createTenant(db(), { slug: 'newcomers', name: 'Newcomers' }));
  });

  async function newcomer(temporaryUntil?: Date) {
    const username = `newcomer.${++count}`;
    await createPerson(db(), {
      ...{ tenantId, username, name: username, passwordHash, email: `${username}@acme.test` },
      accountStatus: 'FORCE_CHANGE_PASSWORD',
      ...(temporaryUntil ? { temporaryUntil } : {}),
    });
    return username;
  }
  const answer = (Session: string, USERNAME: string, NEW_PASSWORD: string) =>
    identity.call('RespondToAuthChallenge', {
      ClientId: CLIENT_ID,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session,
      ChallengeResponses: { USERNAME, NEW_PASSWORD },
    });

  test('LOG-07 LOG-22 (11, 12) a temporary password leads to setting a new one, a wrong one does not', async () => {
    const username = await newcomer();
    assert.equal((await identity.signIn(username, 'Wrong-2026!')).type, 'NotAuthorizedException');
    const { body } = await identity.signIn(username, TEMPORARY);
    assert.equal(body.ChallengeName, 'NEW_PASSWORD_REQUIRED');
    assert.equal(body.AuthenticationResult, undefined);
    assert.deepEqual(JSON.parse(body.ChallengeParameters.userAttributes), { email: `${username}@acme.test` });
    assert.deepEqual(JSON.parse(body.ChallengeParameters.requiredAttributes), []);
    assert.equal((await answer(body.Session, username, OWN)).status, 200);
    assert.ok((await identity.signIn(username, OWN)).body.AuthenticationResult);
    assert.equal((await identity.signIn(username, TEMPORARY)).type, 'NotAuthorizedException');
  });

  test('VAL-05 ERR-02 (13) a password that violates the rules is refused, and the same session accepts a better one', async () => {
    const username = await newcomer();
    const { Session } = (await identity.signIn(username, TEMPORARY)).body;
    for (const weak of [
      'Ab-1',
      'lowercase-2026',
      'UPPERCASE-2026',
      'No-digits-here',
      'NoSymbols2026',
      ' Outer-2026 ',
    ]) {
      const reply = await answer(Session, username, weak);
      assert.deepEqual([reply.status, reply.type], [400, 'InvalidPasswordException'], weak);
    }
    assert.equal((await answer(Session, username, OWN)).status, 200);
  });

  test('LOG-22 (14, 15) the session is valid for its own user, and a forged one for no user', async () => {
    const mine = await newcomer();
    const theirs = await newcomer();
    const { Session } = (await identity.signIn(mine, TEMPORARY)).body;
    assert.equal((await answer(Session, theirs, OWN)).type, 'NotAuthorizedException');
    assert.equal((await answer('y'.repeat(64), theirs, OWN)).type, 'NotAuthorizedException');
    assert.equal((await identity.signIn(theirs, TEMPORARY)).body.ChallengeName, 'NEW_PASSWORD_REQUIRED');
    // The attempt for another user consumed the session.
    assert.equal((await answer(Session, mine, OWN)).type, 'NotAuthorizedException');
  });

  test('LOG-22 a session of a user who has set a password changes nothing', async () => {
    const username = await newcomer();
    const first = (await identity.signIn(username, TEMPORARY)).body.Session;
    const second = (await identity.signIn(username, TEMPORARY)).body.Session;
    assert.equal((await answer(first, username, OWN)).status, 200);
    assert.equal((await answer(second, username, 'Other-2026-tuleb')).type, 'NotAuthorizedException');
    assert.equal((await identity.signIn(username, OWN)).status, 200);
  });

  test('LOG-22 (16, 17) a session is used once, and within three minutes', async () => {
    const username = await newcomer();
    const { Session } = (await identity.signIn(username, TEMPORARY)).body;
    assert.equal((await answer(Session, username, OWN)).status, 200);
    assert.equal((await answer(Session, username, 'Other-2026-tuleb')).type, 'NotAuthorizedException');
    const late = await newcomer();
    const asked = (await identity.signIn(late, TEMPORARY)).body;
    clock.pass(181_000);
    assert.equal((await answer(asked.Session, late, OWN)).type, 'NotAuthorizedException');
  });

  test('LOG-22 (18) a session of this challenge is invalid for a one-time password', async () => {
    const username = await newcomer();
    const { Session } = (await identity.signIn(username, TEMPORARY)).body;
    const reply = await identity.call('RespondToAuthChallenge', {
      ClientId: CLIENT_ID,
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session,
      ChallengeResponses: { USERNAME: username, ANSWER: '000000' },
    });
    assert.equal(reply.type, 'NotAuthorizedException');
    assert.equal((await answer(Session, username, OWN)).type, 'NotAuthorizedException');
  });

  test('LOG-22 (19) an expired temporary password is reported to a user who knows it', async () => {
    const username = await newcomer(new Date(clock.now.getTime() + 1000));
    assert.equal((await identity.signIn(username, TEMPORARY)).body.ChallengeName, 'NEW_PASSWORD_REQUIRED');
    clock.pass(1000);
    const reply = await identity.signIn(username, TEMPORARY);
    assert.equal(reply.type, 'NotAuthorizedException');
    assert.match(reply.body.message, /^Temporary password has expired/);
    assert.equal((await identity.signIn(username, 'Wrong-2026!')).body.message, 'Incorrect username or password.');
  });

  test('LOG-22 one of several concurrent responses sets the password', async () => {
    const username = await newcomer();
    const { Session } = (await identity.signIn(username, TEMPORARY)).body;
    const passwords = Array.from({ length: 6 }, (_, i) => `Talv-2026-number-${i}`);
    const replies = await Promise.all(passwords.map((password) => answer(Session, username, password)));
    const set = replies.flatMap((reply, i) => (reply.status === 200 ? [passwords[i]!] : []));
    assert.equal(set.length, 1);
    assert.equal((await identity.signIn(username, set[0]!)).status, 200);
  });
});
