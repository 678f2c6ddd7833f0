import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  type TestClock,
  testClock,
} from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson, type NewPerson } from '../accounts.ts';

onDatabase('one time passwords', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    ({ tenantId } = await createTenant(db(), { slug: 'codes', name: 'Codes' }));
  });

  async function person(extra: Partial<NewPerson> = {}) {
    count += 1;
    const phoneNumber = `+3725550${String(count).padStart(4, '0')}`;
    const username = `coded.${count}`;
    const created = await createPerson(db(), {
      ...{ tenantId, username, name: username, phoneNumber, phoneVerified: true },
      ...extra,
    });
    return { username, phoneNumber, ...created };
  }

  const ask = (USERNAME: string, ip?: string, on = identity) =>
    on.call(
      'InitiateAuth',
      { AuthFlow: 'CUSTOM_AUTH', ClientId: CLIENT_ID, AuthParameters: { USERNAME } },
      ip === undefined ? {} : { ip },
    );
  const answer = (Session: string, USERNAME: string, ANSWER: unknown, name = 'CUSTOM_CHALLENGE') =>
    identity.call('RespondToAuthChallenge', {
      ClientId: CLIENT_ID,
      ChallengeName: name,
      Session,
      ChallengeResponses: { USERNAME, ANSWER },
    });
  const codeOf = async (phoneNumber: string) => (await identity.sentTo(phoneNumber)).at(-1)!.code;
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('LOG-13 LOG-22 (20) a phone number with spaces, dashes and parentheses is accepted as username', async () => {
    const { username, phoneNumber } = await person();
    const typed = ` +372 (555)-${phoneNumber.slice(7, 9)}.${phoneNumber.slice(9)} `;
    const asked = await ask(typed);
    assert.equal(asked.status, 200);
    assert.equal(asked.body.ChallengeName, 'CUSTOM_CHALLENGE');
    assert.equal(asked.body.ChallengeParameters.CODE_DELIVERY_DELIVERY_MEDIUM, 'SMS');
    assert.equal(asked.body.ChallengeParameters.CODE_DELIVERY_DESTINATION, `+******${phoneNumber.slice(-4)}`);
    const reply = await answer(asked.body.Session, typed, await codeOf(phoneNumber));
    assert.equal(decodeJwt(reply.body.AuthenticationResult.IdToken)['cognito:username'], username);
  });

  test('LOG-03 LOG-22 (21) the sent code signs in, also with spaces around it', async () => {
    const { username, phoneNumber } = await person();
    const { body } = await ask(username);
    const reply = await answer(body.Session, username, ` ${await codeOf(phoneNumber)} `);
    assert.equal(reply.status, 200);
    assert.ok(reply.body.AuthenticationResult.RefreshToken);
  });

  test('LOG-16 LOG-22 (22, 23) a wrong code ends the attempt, and a used one cannot be used again', async () => {
    const { username, phoneNumber } = await person();
    const first = await ask(username);
    const code = await codeOf(phoneNumber);
    assert.equal((await answer(first.body.Session, username, other(code))).type, 'NotAuthorizedException');
    assert.equal((await answer(first.body.Session, username, code)).type, 'NotAuthorizedException');
    const second = await ask(username);
    const used = await codeOf(phoneNumber);
    assert.equal((await answer(second.body.Session, username, used)).status, 200);
    assert.equal((await answer(second.body.Session, username, used)).type, 'NotAuthorizedException');
  });

  test('LOG-22 (17, 24) after three minutes the session and its code are invalid', async () => {
    const { username, phoneNumber } = await person();
    const { body } = await ask(username);
    const code = await codeOf(phoneNumber);
    clock.pass(181_000);
    const reply = await answer(body.Session, username, code);
    assert.equal(reply.type, 'NotAuthorizedException');
    assert.equal(reply.body.message, 'Invalid session for the user, session is expired.');
  });

  test('LOG-22 (25) five codes in fifteen minutes are the limit, also for unknown usernames', async () => {
    const { username } = await person();
    const hiding = await identityInstance(db(), { clock, hidesUnknownUsers: true });
    for (const name of [username, 'nobody.with.a.code']) {
      for (let i = 0; i < 5; i++) assert.equal((await ask(name, undefined, hiding)).status, 200, `${name} ${i}`);
      const refused = await ask(name, undefined, hiding);
      assert.deepEqual([refused.status, refused.type], [400, 'LimitExceededException'], name);
      assert.ok(Number(refused.headers['retry-after']) > 800);
    }
    clock.pass(15 * 60_000);
    assert.equal((await ask(username)).status, 200);
  });

  test('LOG-22 (25) sixty codes in fifteen minutes are the limit for an address', async () => {
    const ip = '203.0.113.77';
    const { username } = await person();
    const hiding = await identityInstance(db(), { clock, hidesUnknownUsers: true });
    for (let i = 0; i < 60; i++) assert.equal((await ask(`sprayed.${i}`, ip, hiding)).status, 200);
    const refused = await ask(username, ip, hiding);
    assert.deepEqual([refused.status, refused.type], [429, 'TooManyRequestsException']);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal((await ask(username, '203.0.113.78', hiding)).status, 200);
  });

  test('LOG-22 (26) a user who was disabled after the code was sent cannot sign in', async () => {
    const { username, phoneNumber, sub } = await person();
    const { body } = await ask(username);
    await db().signinTransaction((tx) => sql`UPDATE idn_user SET disabled = true WHERE sub = ${sub}::uuid`.execute(tx));
    const reply = await answer(body.Session, username, await codeOf(phoneNumber));
    assert.equal(reply.type, 'NotAuthorizedException');
  });

  test('LOG-22 (15, 18) a forged session, one of another user and one of another challenge get the same error', async () => {
    const mine = await person();
    const theirs = await person();
    const { body } = await ask(mine.username);
    const code = await codeOf(mine.phoneNumber);
    const replies = [
      await answer('x'.repeat(64), mine.username, code),
      await answer(body.Session, theirs.username, code),
    ];
    const again = await ask(mine.username);
    replies.push(
      await identity.call('RespondToAuthChallenge', {
        ClientId: CLIENT_ID,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: again.body.Session,
        ChallengeResponses: { USERNAME: mine.username, NEW_PASSWORD: 'Suvi-2026-tuleb' },
      }),
    );
    for (const reply of replies) assert.deepEqual([reply.status, reply.type], [400, 'NotAuthorizedException']);
    // The challenge that was answered with the wrong name is consumed, too.
    const late = await answer(again.body.Session, mine.username, await codeOf(mine.phoneNumber));
    assert.equal(late.type, 'NotAuthorizedException');
  });

  test('LOG-22 (61) one of fifty concurrent guesses is evaluated', async () => {
    const { username, phoneNumber } = await person();
    const { body } = await ask(username);
    const code = await codeOf(phoneNumber);
    // All codes are correct, so each one that was evaluated would sign in.
    const replies = await Promise.all(Array.from({ length: 50 }, () => answer(body.Session, username, code)));
    assert.equal(replies.filter((reply) => reply.status === 200).length, 1);
    const refused = replies.filter(
      (reply) => reply.body.message === 'Invalid session for the user, session is expired.',
    );
    assert.equal(refused.length, 49);
  });

  test('LOG-22 an account without a verified number gets no code, and hidden usernames do not reveal it', async () => {
    const without = await person({ phoneVerified: false });
    const disabled = await person({ disabled: true });
    assert.equal((await ask(without.username)).type, 'InvalidParameterException');
    assert.equal((await ask('nobody.at.all')).type, 'UserNotFoundException');
    const hiding = await identityInstance(db(), { clock, hidesUnknownUsers: true });
    const shapes = [];
    const reachable = await person();
    for (const name of [without.username, disabled.username, reachable.username, 'nobody.at.all']) {
      const { status, body } = await ask(name, undefined, hiding);
      const { USERNAME: _name, CODE_DELIVERY_DESTINATION: masked, ...rest } = body.ChallengeParameters;
      assert.match(masked, /^\+\*{6}\d{4}$/, name);
      shapes.push([status, body.ChallengeName, rest, body.Session.length]);
    }
    for (const shape of shapes) assert.deepEqual(shape, shapes[0]);
    const unknown = await ask('nobody.at.all', undefined, hiding);
    const { CODE_DELIVERY_DESTINATION: masked } = unknown.body.ChallengeParameters;
    const again = await ask('nobody.at.all', undefined, hiding);
    assert.equal(again.body.ChallengeParameters.CODE_DELIVERY_DESTINATION, masked, 'the same each time');
    assert.equal((await answer(unknown.body.Session, 'nobody.at.all', '000000')).type, 'NotAuthorizedException');
    assert.deepEqual(await identity.sentTo(without.phoneNumber), []);
    assert.deepEqual(await identity.sentTo(disabled.phoneNumber), []);
  });

  test('LOG-22 without an SMS gateway the code goes to the verified address, and the response says so', async () => {
    const byMail = await identityInstance(db(), { clock, sendsTexts: false });
    const { username } = await person({ email: 'reet@acme.test', emailVerified: true });
    const { body } = await ask(username, undefined, byMail);
    assert.equal(body.ChallengeParameters.CODE_DELIVERY_DELIVERY_MEDIUM, 'EMAIL');
    assert.equal(body.ChallengeParameters.CODE_DELIVERY_DESTINATION, 'r***@a***');
    const [mail] = await byMail.sentTo('reet@acme.test');
    assert.equal((await answer(body.Session, username, mail!.code)).status, 200);
  });

  test('LOG-22 (56) responses of the wrong shape are refused before a database query', async () => {
    const { username } = await person();
    const { body } = await ask(username);
    const good = { ClientId: CLIENT_ID, ChallengeName: 'CUSTOM_CHALLENGE', Session: body.Session };
    const bodies: unknown[] = [
      good,
      { ...good, ChallengeResponses: [] },
      { ...good, ChallengeResponses: { USERNAME: username } },
      { ...good, ChallengeResponses: { USERNAME: username, ANSWER: 123456 } },
      { ...good, ChallengeResponses: { USERNAME: username, ANSWER: ['123456'] } },
      { ...good, ChallengeResponses: { USERNAME: username, ANSWER: '' } },
      { ...good, ChallengeName: 'constructor', ChallengeResponses: { USERNAME: username, ANSWER: '1' } },
      { ...good, ChallengeName: '__proto__', ChallengeResponses: { USERNAME: username, ANSWER: '1' } },
      { ...good, Session: 5, ChallengeResponses: { USERNAME: username, ANSWER: '1' } },
      { ...good, Session: 'x'.repeat(5000), ChallengeResponses: { USERNAME: username, ANSWER: '1' } },
      { ...good, Session: 'a\u0000b', ChallengeResponses: { USERNAME: username, ANSWER: '1' } },
    ];
    for (const one of bodies) {
      const reply = await identity.call('RespondToAuthChallenge', one);
      assert.deepEqual([reply.status, reply.type], [400, 'InvalidParameterException'], JSON.stringify(one));
    }
  });

  test('LOG-22 codes and sessions are not readable in the database', async () => {
    const { username, phoneNumber } = await person();
    const { body } = await ask(username);
    const code = await codeOf(phoneNumber);
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ row: string }>`SELECT row_to_json(s)::text AS row FROM idn_session s`.execute(tx),
    );
    assert.ok(rows.length > 0);
    for (const { row } of rows) {
      assert.ok(!row.includes(body.Session));
      assert.ok(!row.includes(Buffer.from(code).toString('hex')));
    }
  });
});
