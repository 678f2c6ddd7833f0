import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AuthenticationDetails,
  CognitoRefreshToken,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
  type ICognitoStorage,
} from 'amazon-cognito-identity-js';
import { CLIENT_ID } from '../support/identity.ts';
import { authenticator } from '../support/identity-client.ts';
import { type ListeningIdentity, listeningIdentity, NEW_PASSWORD, PASSWORD } from '../support/identity-people.ts';

const MINUTE = 60_000;

/** Replaces a browser's local storage for the library. */
function memory(): ICognitoStorage {
  const items = new Map<string, string>();
  return {
    setItem: (key, value) => void items.set(key, value),
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

type Outcome =
  | { readonly kind: 'session'; readonly session: CognitoUserSession }
  | { readonly kind: 'newPassword'; readonly attributes: Record<string, string>; readonly required: unknown }
  | { readonly kind: 'code'; readonly parameters: Record<string, string> }
  | { readonly kind: 'totp' | 'setUp' };

describe('amazon-cognito-identity-js against the identity service', () => {
  let server: ListeningIdentity;

  before(async () => {
    server = await listeningIdentity();
  });
  after(() => server.close());

  /** Returns a user in a separate browser. */
  function browser(username: string, ClientId = CLIENT_ID): CognitoUser {
    const Storage = memory();
    const pool = new CognitoUserPool({ UserPoolId: 'eu-north-1_verva', ClientId, endpoint: server.endpoint, Storage });
    const user = new CognitoUser({ Username: username, Pool: pool, Storage });
    user.setAuthenticationFlowType('USER_PASSWORD_AUTH');
    return user;
  }

  /** Wraps the library's callbacks in a promise; it rejects with the library's error. */
  function outcome(begin: (callbacks: Parameters<CognitoUser['authenticateUser']>[1]) => void): Promise<Outcome> {
    return new Promise((resolve, reject) =>
      begin({
        onSuccess: (session) => resolve({ kind: 'session', session }),
        onFailure: reject,
        newPasswordRequired: (attributes, required) => resolve({ kind: 'newPassword', attributes, required }),
        totpRequired: () => resolve({ kind: 'totp' }),
        mfaSetup: () => resolve({ kind: 'setUp' }),
        customChallenge: (parameters) => resolve({ kind: 'code', parameters }),
      }),
    );
  }
  const details = (user: CognitoUser, Password?: string) =>
    new AuthenticationDetails({ Username: user.getUsername(), ...(Password === undefined ? {} : { Password }) });
  const signIn = (user: CognitoUser, password = PASSWORD) =>
    outcome((callbacks) => user.authenticateUser(details(user, password), callbacks));
  const askForCode = (user: CognitoUser) => outcome((callbacks) => user.initiateAuth(details(user), callbacks));
  const answer = (user: CognitoUser, code: string) =>
    outcome((callbacks) => user.sendCustomChallengeAnswer(code, callbacks));
  const choose = (user: CognitoUser, password: string) =>
    outcome((callbacks) => user.completeNewPasswordChallenge(password, {}, callbacks));
  const forgot = (user: CognitoUser) =>
    new Promise<{ CodeDeliveryDetails: Record<string, string> }>((resolve, reject) =>
      user.forgotPassword({ onSuccess: resolve, onFailure: reject, inputVerificationCode: resolve }),
    );
  const confirm = (user: CognitoUser, code: string, password = NEW_PASSWORD) =>
    new Promise<string>((onSuccess, onFailure) => user.confirmPassword(code, password, { onSuccess, onFailure }));
  const change = (user: CognitoUser, from: string, to: string) =>
    new Promise<unknown>((resolve, reject) =>
      user.changePassword(from, to, (error, done) => (error ? reject(error) : resolve(done))),
    );
  const attributesOf = (user: CognitoUser) =>
    new Promise<Record<string, string>>((resolve, reject) =>
      user.getUserAttributes((error, attributes = []) =>
        error ? reject(error) : resolve(Object.fromEntries(attributes.map((one) => [one.getName(), one.getValue()]))),
      ),
    );
  const refresh = (user: CognitoUser, token: CognitoRefreshToken) =>
    new Promise<CognitoUserSession>((resolve, reject) =>
      user.refreshSession(token, (error, session) => (error ? reject(error) : resolve(session))),
    );
  const signOutEverywhere = (user: CognitoUser) =>
    new Promise<string>((onSuccess, onFailure) => user.globalSignOut({ onSuccess, onFailure }));

  async function sessionOf(user: CognitoUser, password = PASSWORD): Promise<CognitoUserSession> {
    const result = await signIn(user, password);
    assert.ok(result.kind === 'session');
    return result.session;
  }
  const lastCode = async (address: string) => (await server.identity.sentTo(address)).at(-1)!.code;
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const refused = (promise: Promise<unknown>, code: string, message?: RegExp) =>
    assert.rejects(promise, (error: Error & { code?: string }) => {
      assert.equal(error.code, code);
      assert.equal(error.name, code);
      if (message) assert.match(error.message, message);
      return true;
    });

  test('LOG-22 (1) the library signs in by password and reads its tokens and attributes', async () => {
    const { username, email, sub } = await server.person();
    const user = browser(username);
    const session = await sessionOf(user);
    assert.ok(session.isValid());
    assert.equal(session.getIdToken().payload.email, email);
    assert.equal(session.getIdToken().payload.aud, CLIENT_ID);
    assert.equal(session.getAccessToken().payload.username, username);
    const attributes = await attributesOf(user);
    assert.deepEqual([attributes.sub, attributes.email, attributes.email_verified], [sub, email, 'true']);
  });

  test('LOG-22 (4, 5, 7, 9, 10) refused passwords have the codes that applications match', async () => {
    const { username } = await server.person();
    await refused(signIn(browser(username), 'wrong'), 'NotAuthorizedException', /^Incorrect username or password\.$/);
    await refused(signIn(browser('nobody.at.all')), 'UserNotFoundException');
    const unconfirmed = await server.person({ accountStatus: 'UNCONFIRMED' });
    await refused(signIn(browser(unconfirmed.username)), 'UserNotConfirmedException');
    const reset = await server.person({ accountStatus: 'RESET_REQUIRED' });
    await refused(signIn(browser(reset.username)), 'PasswordResetRequiredException');
    const disabled = await server.person({ disabled: true });
    await refused(signIn(browser(disabled.username)), 'NotAuthorizedException', /disabled/);
    for (let i = 0; i < 4; i++) await refused(signIn(browser(username), 'wrong'), 'NotAuthorizedException');
    await refused(signIn(browser(username)), 'NotAuthorizedException', /attempts exceeded/);
  });

  test('LOG-22 (12, 13) a temporary password leads to a new one, and a weak one can be corrected', async () => {
    const { username, email } = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const user = browser(username);
    const asked = await signIn(user);
    assert.deepEqual(asked, { kind: 'newPassword', attributes: { email }, required: [] });
    await refused(choose(user, 'weak'), 'InvalidPasswordException');
    const done = await choose(user, NEW_PASSWORD);
    assert.ok(done.kind === 'session' && done.session.isValid());
    await sessionOf(browser(username), NEW_PASSWORD);
  });

  test('LOG-22 (16, 17, 19) a used or expired session and an expired temporary password are refused', async () => {
    const { username } = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const late = browser(username);
    await signIn(late);
    server.clock.pass(3 * MINUTE + 1000);
    await refused(choose(late, NEW_PASSWORD), 'NotAuthorizedException', /session is expired/);
    const twice = browser(username);
    await signIn(twice);
    await choose(twice, NEW_PASSWORD);
    await refused(choose(twice, NEW_PASSWORD), 'NotAuthorizedException', /session is expired/);
    const temporaryUntil = new Date(server.clock.now.getTime() - 1);
    const expired = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD', temporaryUntil });
    await refused(signIn(browser(expired.username)), 'NotAuthorizedException', /Temporary password has expired/);
  });

  test('LOG-22 (21, 22, 24) a one-time password signs in, a wrong or expired one does not', async () => {
    const { username, phoneNumber } = await server.person();
    const user = browser(phoneNumber);
    const asked = await askForCode(user);
    assert.ok(asked.kind === 'code');
    assert.equal(asked.parameters.CODE_DELIVERY_DESTINATION, `+******${phoneNumber.slice(-4)}`);
    const done = await answer(user, await lastCode(phoneNumber));
    assert.ok(done.kind === 'session');
    assert.equal(done.session.getAccessToken().payload.username, username);
    await askForCode(user);
    await refused(answer(user, other(await lastCode(phoneNumber))), 'NotAuthorizedException');
    await refused(answer(user, await lastCode(phoneNumber)), 'NotAuthorizedException');
    await askForCode(user);
    server.clock.pass(3 * MINUTE + 1000);
    await refused(answer(user, await lastCode(phoneNumber)), 'NotAuthorizedException');
    const phoneless = await server.person({ phoneVerified: false });
    await refused(askForCode(browser(phoneless.username)), 'InvalidParameterException');
    await refused(askForCode(browser('nobody.at.all')), 'UserNotFoundException');
  });

  test('LOG-22 (27, 30, 34, 35) a forgotten password is replaced by a code', async () => {
    const { username, email } = await server.person();
    const user = browser(username);
    const { CodeDeliveryDetails } = await forgot(user);
    assert.deepEqual(CodeDeliveryDetails, {
      AttributeName: 'email',
      DeliveryMedium: 'EMAIL',
      Destination: 'p***@w***',
    });
    const code = await lastCode(email);
    await refused(confirm(user, other(code)), 'CodeMismatchException');
    await refused(confirm(user, code, 'weak'), 'InvalidPasswordException');
    assert.equal(await confirm(user, code), 'SUCCESS');
    await refused(confirm(user, code), 'ExpiredCodeException');
    await sessionOf(browser(username), NEW_PASSWORD);
    await forgot(user);
    const next = await lastCode(email);
    for (let i = 0; i < 5; i++) await refused(confirm(user, other(next)), 'CodeMismatchException');
    await refused(confirm(user, next), 'LimitExceededException');
  });

  test('LOG-22 (28, 29, 32, 33, 38) obstacles to a recovery', async () => {
    const forced = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    await refused(forgot(browser(forced.username)), 'NotAuthorizedException');
    const mailless = await server.person({ emailVerified: false });
    await refused(forgot(browser(mailless.username)), 'InvalidParameterException');
    await refused(forgot(browser('nobody.at.all')), 'UserNotFoundException');
    const { username, email } = await server.person();
    const user = browser(username);
    await refused(confirm(user, '123456'), 'ExpiredCodeException');
    await forgot(user);
    server.clock.pass(60 * MINUTE + 1000);
    await refused(confirm(user, await lastCode(email)), 'ExpiredCodeException');
    for (let i = 0; i < 5; i++) await forgot(user);
    await refused(forgot(user), 'LimitExceededException');
  });

  test('LOG-22 (47) the current password allows a new one', async () => {
    const { username } = await server.person();
    const user = browser(username);
    await sessionOf(user);
    await refused(change(user, 'Not-2026-this-one', NEW_PASSWORD), 'NotAuthorizedException');
    await refused(change(user, PASSWORD, 'weak'), 'InvalidPasswordException');
    assert.equal(await change(user, PASSWORD, NEW_PASSWORD), 'SUCCESS');
    await sessionOf(browser(username), NEW_PASSWORD);
  });

  test('LOG-22 SEC-03 (40, 43) the library takes the new refresh token, and revokes it when the user signs out', async () => {
    const { username } = await server.person();
    const user = browser(username);
    const session = await sessionOf(user);
    const renewed = await refresh(user, session.getRefreshToken());
    assert.notEqual(renewed.getIdToken().getJwtToken(), session.getIdToken().getJwtToken());
    assert.notEqual(renewed.getRefreshToken().getToken(), session.getRefreshToken().getToken());
    await new Promise<void>((done) => user.signOut(done));
    const again = browser(username);
    again.setSignInUserSession(renewed);
    await refused(attributesOf(again), 'NotAuthorizedException', /Access Token has been revoked/);
  });

  test('LOG-22 (41, 44) signing out everywhere ends the other device, whose refresh is refused', async () => {
    const { username } = await server.person();
    const [here, there] = [browser(username), browser(username)];
    await sessionOf(here);
    const session = await sessionOf(there);
    assert.equal(await signOutEverywhere(here), 'SUCCESS');
    await refused(attributesOf(there), 'NotAuthorizedException', /Access Token has been revoked/);
    const madeUp = new CognitoRefreshToken({ RefreshToken: 'never-was-one' });
    // Both at once: the library retries a refused refresh for some seconds.
    await Promise.all([
      refused(refresh(there, session.getRefreshToken()), 'NotAuthorizedException', /Refresh Token has been revoked/),
      refused(refresh(browser(username), madeUp), 'NotAuthorizedException', /Invalid Refresh Token/),
    ]);
  });

  test('SEC-01 LOG-22 the library sets up the authenticator app during the sign-in, and shows its codes later', async () => {
    const { username } = await server.person();
    await server.demandSecondFactor('all');
    try {
      const user = browser(username);
      assert.equal((await signIn(user)).kind, 'setUp');
      const secret = await new Promise<string>((associateSecretCode, onFailure) =>
        user.associateSoftwareToken({ associateSecretCode, onFailure }),
      );
      const app = authenticator(secret);
      const codeNow = () => app.generate({ timestamp: server.clock.now.getTime() });
      const session = await new Promise<CognitoUserSession>((onSuccess, onFailure) =>
        user.verifySoftwareToken(codeNow(), 'Phone', { onSuccess, onFailure }),
      );
      assert.ok(session.isValid());
      server.clock.pass(MINUTE);
      const again = browser(username);
      assert.equal((await signIn(again)).kind, 'totp');
      const show = (code: string) => outcome((callbacks) => again.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'));
      await refused(show(other(codeNow())), 'CodeMismatchException');
      assert.equal((await show(codeNow())).kind, 'session');
    } finally {
      await server.demandSecondFactor('off');
    }
  });

  test('LOG-22 (52, 55) SRP, which the library prefers, is refused by name, and so is another client', async () => {
    const { username } = await server.person();
    const user = browser(username);
    user.setAuthenticationFlowType('USER_SRP_AUTH');
    await refused(signIn(user), 'InvalidParameterException', /^USER_SRP_AUTH flow not enabled for this client$/);
    await refused(signIn(browser(username, 'elsewhere')), 'ResourceNotFoundException');
  });

  test('LOG-22 too many concurrent passwords get a retry time', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `crowd.of.${index}`);
    const outcomes = await Promise.allSettled(names.map((name) => signIn(browser(name), 'wrong')));
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'none'));
    const busy = codes.filter((code) => code === 'TooManyRequestsException').length;
    assert.ok(busy > 0, 'some had to wait');
    assert.equal(busy + codes.filter((code) => code === 'UserNotFoundException').length, 40);
  });
});
