import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { onDatabase } from '../../../../../test/support/databases.ts';
import {
  CLIENT_ID,
  type IdentityInstance,
  identityInstance,
  refreshBody,
  type TestClock,
  testClock,
} from '../../../../../test/support/identity.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson, type NewPerson } from '../accounts.ts';
import { hashPassword } from '../passwords/passwords.ts';

const OLD = 'Vana-2026-parool';
const NEW = 'Uus-2026-parool';

onDatabase('password recovery', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let hiding: IdentityInstance;
  let tenantId: number;
  let passwordHash: string;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    hiding = await identityInstance(db(), { clock, hidesUnknownUsers: true });
    passwordHash = await hashPassword(OLD);
    ({ tenantId } = await createTenant(db(), { slug: 'forgetful', name: 'Forgetful' }));
  });

  async function person(extra: Partial<NewPerson> = {}) {
    const username = `forgetful.${++count}`;
    const email = `f${count}@acme.test`;
    const created = await createPerson(db(), {
      ...{ tenantId, username, name: username, passwordHash, email, emailVerified: true },
      ...extra,
    });
    return { username, email, ...created };
  }
  const forgot = (Username: unknown, on = identity, ip?: string) =>
    on.call('ForgotPassword', { ClientId: CLIENT_ID, Username }, ip === undefined ? {} : { ip });
  const confirm = (Username: string, ConfirmationCode: unknown, Password: unknown = NEW, on = identity) =>
    on.call('ConfirmForgotPassword', { ClientId: CLIENT_ID, Username, ConfirmationCode, Password });
  const codeOf = async (email: string) => (await identity.sentTo(email)).at(-1)!.code;
  async function codeFor(someone: { username: string; email: string }) {
    assert.equal((await forgot(someone.username)).status, 200);
    return codeOf(someone.email);
  }
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  test('LOG-05 LOG-22 (27) the code is sent by e-mail, and the response has the masked address', async () => {
    const { username, email } = await person({ email: 'reet.rohi@acme.test' });
    const reply = await forgot(` ${username.toUpperCase()} `);
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body.CodeDeliveryDetails, {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: 'r***@a***',
    });
    assert.ok(email);
    const [mail] = await identity.sentTo('reet.rohi@acme.test');
    assert.match(mail!.text, /\b\d{6}\b/);
    assert.ok(mail!.html!.includes(mail!.code));
    const { rows } = await db().signinTransaction((tx) =>
      sql<{ row: string }>`SELECT row_to_json(c)::text AS row FROM idn_code c`.execute(tx),
    );
    assert.ok(
      rows.every(({ row }) => !row.includes(mail!.code)),
      'stored hashed',
    );
  });

  test('LOG-10 LOG-22 the e-mail opens the screen with code and username filled in', async () => {
    const { username, email } = await person();
    const code = await codeFor({ username, email });
    const [mail] = await identity.sentTo(email);
    assert.ok(mail!.text.includes(`https://verva.test/login?code=${code}&username=${username}`));
  });

  test('LOG-18 LOG-22 (35) the code sets the password, ends every session and notifies the user', async () => {
    const someone = await person();
    const { RefreshToken } = (await identity.signIn(someone.username, OLD)).body.AuthenticationResult;
    const code = await codeFor(someone);
    const reply = await confirm(someone.username, ` ${code} `);
    assert.deepEqual([reply.status, reply.body], [200, {}]);
    assert.equal((await identity.signIn(someone.username, OLD)).type, 'NotAuthorizedException');
    assert.ok((await identity.signIn(someone.username, NEW)).body.AuthenticationResult);
    assert.equal((await identity.call('InitiateAuth', refreshBody(RefreshToken))).type, 'NotAuthorizedException');
    const notice = (await identity.sentTo(someone.email)).at(-1)!;
    assert.equal(notice.code, '', 'the last mail tells of the new password and has no code');
    const { rows } = await db().tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql`SELECT 1 FROM audit_log WHERE verb = 'password-reset' AND subject_id = ${someone.userId}::uuid`.execute(tx),
    );
    assert.equal(rows.length, 1);
  });

  test('LOG-22 (9) an account with a required reset can sign in after it', async () => {
    const someone = await person({ accountStatus: 'RESET_REQUIRED' });
    assert.equal((await identity.signIn(someone.username, OLD)).type, 'PasswordResetRequiredException');
    assert.equal((await confirm(someone.username, await codeFor(someone))).status, 200);
    assert.equal((await identity.signIn(someone.username, NEW)).status, 200);
  });

  test('LOG-22 (35) a locked user can sign in at once after the recovery', async () => {
    const someone = await person();
    for (let i = 0; i < 8; i++) await identity.signIn(someone.username, 'wrong');
    assert.equal((await confirm(someone.username, await codeFor(someone))).status, 200);
    assert.equal((await identity.signIn(someone.username, NEW)).status, 200);
  });

  test('LOG-22 (29) without a verified address no code can be sent', async () => {
    const { username } = await person({ emailVerified: false });
    assert.equal((await forgot(username)).type, 'InvalidParameterException');
    const masked = (await forgot(username, hiding)).body.CodeDeliveryDetails.Destination;
    assert.match(masked, /^[a-z]\*\*\*@[a-z]\*\*\*$/);
  });

  test('LOG-22 (28) an account with a temporary password cannot be recovered', async () => {
    const { username } = await person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const reply = await forgot(username);
    assert.equal(reply.type, 'NotAuthorizedException');
    assert.equal(reply.body.message, 'User password cannot be reset in the current state.');
  });

  test('LOG-22 (30, 36) a wrong code, and the code of another user, are refused', async () => {
    const [mine, theirs] = [await person(), await person()];
    const code = await codeFor(mine);
    await codeFor(theirs);
    assert.equal((await confirm(mine.username, other(code))).type, 'CodeMismatchException');
    const theirCode = await codeOf(theirs.email);
    if (theirCode !== code) assert.equal((await confirm(theirs.username, code)).type, 'CodeMismatchException');
    assert.equal((await confirm(mine.username, code)).status, 200);
  });

  test('LOG-22 (31, 32, 56) without a code, or without a pending one, nothing is changed', async () => {
    const { username } = await person();
    for (const code of [undefined, null, 123456, ['123456'], {}, '']) {
      assert.equal((await confirm(username, code)).type, 'InvalidParameterException', JSON.stringify(code));
    }
    assert.equal((await confirm(username, 'undefined')).type, 'ExpiredCodeException');
    assert.equal((await confirm(username, '000000')).type, 'ExpiredCodeException');
    assert.equal((await confirm(username, '000000', 5)).type, 'InvalidParameterException');
    assert.equal((await confirm(username, '000000', 'x'.repeat(257))).type, 'InvalidParameterException');
    assert.equal((await forgot(5)).type, 'InvalidParameterException');
    assert.equal((await forgot('   ')).type, 'InvalidParameterException');
    assert.equal((await identity.signIn(username, OLD)).status, 200);
  });

  test('LOG-22 (33) after an hour the code has expired', async () => {
    const someone = await person();
    const code = await codeFor(someone);
    clock.pass(3_600_000);
    assert.equal((await confirm(someone.username, code)).type, 'ExpiredCodeException');
  });

  test('LOG-22 (34) the sixth attempt is refused, even with the correct code', async () => {
    const someone = await person();
    const code = await codeFor(someone);
    for (let i = 0; i < 5; i++) {
      assert.equal((await confirm(someone.username, other(code))).type, 'CodeMismatchException');
    }
    assert.equal((await confirm(someone.username, code)).type, 'LimitExceededException');
    assert.equal(
      (await confirm(someone.username, await codeFor(someone))).status,
      200,
      'a new code has tries of its own',
    );
  });

  test('VAL-05 LOG-22 a password that violates the rules does not use up an attempt', async () => {
    const someone = await person();
    const code = await codeFor(someone);
    for (let i = 0; i < 7; i++) {
      assert.equal((await confirm(someone.username, code, 'too weak')).type, 'InvalidPasswordException');
    }
    assert.equal((await confirm(someone.username, code)).status, 200);
  });

  test('LOG-22 (38) five codes in fifteen minutes are the limit, also for unknown usernames', async () => {
    const { username } = await person();
    for (const name of [username, 'nobody.forgot.this']) {
      for (let i = 0; i < 5; i++) assert.equal((await forgot(name, hiding)).status, 200);
      const refused = await forgot(name, hiding);
      assert.deepEqual([refused.status, refused.type], [400, 'LimitExceededException'], name);
    }
    clock.pass(15 * 60_000);
    assert.equal((await forgot(username)).status, 200);
  });

  test('LOG-22 (39) only the later one of two codes works', async () => {
    const someone = await person();
    const first = await codeFor(someone);
    const second = await codeFor(someone);
    if (first !== second) assert.equal((await confirm(someone.username, first)).type, 'CodeMismatchException');
    assert.equal((await confirm(someone.username, second)).status, 200);
  });

  test('LOG-22 (62) concurrent attempts are all counted, and one of several correct ones sets the password', async () => {
    const someone = await person();
    const code = await codeFor(someone);
    const wrong = await Promise.all(Array.from({ length: 20 }, () => confirm(someone.username, other(code))));
    assert.equal(wrong.filter(({ type }) => type === 'CodeMismatchException').length, 5);
    assert.equal(wrong.filter(({ type }) => type === 'LimitExceededException').length, 15);
    const next = await codeFor(someone);
    const passwords = Array.from({ length: 5 }, (_, i) => `Uus-2026-number-${i}`);
    const replies = await Promise.all(passwords.map((password) => confirm(someone.username, next, password)));
    const set = replies.flatMap((reply, i) => (reply.status === 200 ? [passwords[i]!] : []));
    assert.equal(set.length, 1);
    assert.equal((await identity.signIn(someone.username, set[0]!)).status, 200);
  });

  test('LOG-22 where usernames are hidden, recovery reveals nothing about them', async () => {
    const known = await person();
    const disabled = await person({ disabled: true });
    assert.equal((await forgot('nobody.anywhere')).type, 'UserNotFoundException');
    const shapes = [];
    for (const name of [known.username, disabled.username, 'nobody.anywhere']) {
      const { status, body } = await forgot(name, hiding);
      const { Destination, ...details } = body.CodeDeliveryDetails;
      assert.match(Destination, /^[a-z]\*\*\*@[a-z]\*\*\*$/);
      shapes.push(JSON.stringify([status, details]));
    }
    assert.equal(new Set(shapes).size, 1);
    await hiding.sentTo(known.email);
    for (const name of [known.username, disabled.username, 'nobody.anywhere']) {
      for (let i = 0; i < 6; i++) {
        assert.equal((await confirm(name, 'no code', NEW, hiding)).type, 'CodeMismatchException');
      }
    }
    assert.deepEqual(await hiding.sentTo(disabled.email), []);
  });
});
