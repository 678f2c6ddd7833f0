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
import { createOrganisation } from '../../setup/index.ts';
import { createTenant } from '../../tenants/index.ts';
import { createPerson, type NewPerson } from '../accounts.ts';
import { setPassword } from '../recovery/set-password.ts';

const PASSWORD = 'Kevad-2026-tuleb';
/** Meet every rule of composition; the last ones have the names of the user and the organisation. */
const REFUSED = ['P@ssw0rd2026!', 'Welcome-2026', 'Qwertyuiop-1', 'Kask.Mart-26!', 'Norrsken-2026'];
const ACCEPTED = 'Suvi-2026-on-ees';

onDatabase('known passwords', (db) => {
  let clock: TestClock;
  let identity: IdentityInstance;
  let tenantId: number;
  let count = 0;

  before(async () => {
    clock = testClock();
    identity = await identityInstance(db(), { clock });
    ({ tenantId } = await createTenant(db(), { slug: 'norrsken', name: 'Norrsken AB' }));
  });

  async function mart(extra: Partial<NewPerson> = {}) {
    count += 1;
    const [username, email] = [`user.${count}`, `user.${count}@mail.test`];
    const reachable = { email, emailVerified: true };
    await createPerson(db(), { tenantId, username, name: 'Mart Kask', password: PASSWORD, ...reachable, ...extra });
    return { username, email };
  }
  const signInWith = async (username: string, password: string) => (await identity.signIn(username, password)).status;

  test('SEC-03 a change to a known password is refused, and the present one stays', async () => {
    const { username } = await mart();
    const { AccessToken } = (await identity.signIn(username, PASSWORD)).body.AuthenticationResult;
    const change = (ProposedPassword: string) =>
      identity.call('ChangePassword', { AccessToken, PreviousPassword: PASSWORD, ProposedPassword });
    for (const password of REFUSED) assert.equal((await change(password)).type, 'InvalidPasswordException', password);
    assert.equal(await signInWith(username, PASSWORD), 200);
    assert.equal((await change(ACCEPTED)).status, 200);
    assert.equal(await signInWith(username, ACCEPTED), 200);
  });

  test('SEC-03 LOG-15 an invited user does not choose a known password, and goes on with the same session', async () => {
    const { username } = await mart({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const { Session } = (await identity.signIn(username, PASSWORD)).body;
    const answer = (NEW_PASSWORD: string) =>
      identity.call('RespondToAuthChallenge', {
        ClientId: CLIENT_ID,
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME: username, NEW_PASSWORD },
      });
    for (const password of REFUSED) assert.equal((await answer(password)).type, 'InvalidPasswordException', password);
    assert.ok((await answer(ACCEPTED)).body.AuthenticationResult);
  });

  test('SEC-03 LOG-18 a recovery does not set a known password, and its code stays valid', async () => {
    const { username, email } = await mart();
    await identity.call('ForgotPassword', { ClientId: CLIENT_ID, Username: username });
    const ConfirmationCode = (await identity.sentTo(email)).at(-1)!.code;
    const confirm = (Password: string, code = ConfirmationCode) =>
      identity.call('ConfirmForgotPassword', {
        ClientId: CLIENT_ID,
        Username: username,
        ConfirmationCode: code,
        Password,
      });
    for (const password of REFUSED) assert.equal((await confirm(password)).type, 'InvalidPasswordException', password);
    // Without the code, nothing is revealed about the names.
    assert.equal((await confirm('Kask.Mart-26!', '000000')).type, 'CodeMismatchException');
    assert.equal((await confirm(ACCEPTED)).status, 200);
    assert.equal(await signInWith(username, ACCEPTED), 200);
  });

  test('SEC-03 the command and the set-up refuse known passwords by name', async () => {
    const { username } = await mart();
    for (const password of REFUSED.filter((one) => one.length >= 12)) {
      await assert.rejects(setPassword(db(), { username, password, now: clock.now }), {
        code: 'setup.invalid',
        extra: { errors: [{ pointer: '/password', code: 'field.password_known' }] },
      });
      const organisation = { name: 'Norrsken AB', timeZone: 'Europe/Tallinn', languageId: 'en' } as const;
      const administrator = { name: 'Mart Kask', username: 'mart.first', email: 'first@mail.test', password };
      await assert.rejects(createOrganisation(db(), { organisation, administrator }, { slug: 'second' }), {
        code: 'setup.invalid',
        extra: { errors: [{ pointer: '/administrator/password', code: 'field.password_known' }] },
      });
    }
    assert.equal(await setPassword(db(), { username, password: ACCEPTED, now: clock.now }), true);
  });
});
