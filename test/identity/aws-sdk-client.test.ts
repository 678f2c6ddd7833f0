import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AssociateSoftwareTokenCommand,
  ChangePasswordCommand,
  CodeMismatchException,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  ConfirmForgotPasswordCommand,
  EnableSoftwareTokenMFAException,
  ExpiredCodeException,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  InvalidPasswordException,
  LimitExceededException,
  NotAuthorizedException,
  PasswordResetRequiredException,
  RefreshTokenReuseException,
  ResourceNotFoundException,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  TooManyRequestsException,
  UserNotConfirmedException,
  UserNotFoundException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { CLIENT_ID } from '../support/identity.ts';
import { authenticator } from '../support/identity-client.ts';
import { type ListeningIdentity, listeningIdentity, NEW_PASSWORD, PASSWORD } from '../support/identity-people.ts';

const MINUTE = 60_000;
type Class = abstract new (...args: never[]) => CognitoIdentityProviderServiceException;

describe('the AWS SDK against the identity service', () => {
  let server: ListeningIdentity;
  let client: CognitoIdentityProviderClient;

  before(async () => {
    server = await listeningIdentity();
    client = new CognitoIdentityProviderClient({ region: 'eu-north-1', endpoint: server.endpoint, maxAttempts: 1 });
  });
  after(async () => {
    client.destroy();
    await server.close();
  });

  const initiate = (AuthFlow: string, AuthParameters: Record<string, string>, ClientId = CLIENT_ID) =>
    client.send(new InitiateAuthCommand({ AuthFlow: AuthFlow as 'CUSTOM_AUTH', ClientId, AuthParameters }));
  const signIn = (USERNAME: string, password = PASSWORD) =>
    initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD: password });
  const tokensOf = async (username: string, password = PASSWORD) => {
    const { AuthenticationResult } = await signIn(username, password);
    const { IdToken, AccessToken, RefreshToken } = AuthenticationResult ?? {};
    assert.ok(IdToken && AccessToken && RefreshToken);
    return { IdToken, AccessToken, RefreshToken };
  };
  const refresh = (REFRESH_TOKEN: string) => initiate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN });
  const answer = (
    ChallengeName: 'CUSTOM_CHALLENGE' | 'NEW_PASSWORD_REQUIRED' | 'SOFTWARE_TOKEN_MFA' | 'MFA_SETUP',
    Session: string | undefined,
    ChallengeResponses: Record<string, string>,
  ) =>
    client.send(new RespondToAuthChallengeCommand({ ClientId: CLIENT_ID, ChallengeName, Session, ChallengeResponses }));
  const forgot = (Username: string) => client.send(new ForgotPasswordCommand({ ClientId: CLIENT_ID, Username }));
  const confirm = (Username: string, ConfirmationCode: string, Password = NEW_PASSWORD) =>
    client.send(new ConfirmForgotPasswordCommand({ ClientId: CLIENT_ID, Username, ConfirmationCode, Password }));
  const lastCode = async (address: string) => (await server.identity.sentTo(address)).at(-1)!.code;
  const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

  async function refused(promise: Promise<unknown>, type: Class, message?: RegExp): Promise<void> {
    const error = await promise.then(
      () => assert.fail('it was not refused'),
      (caught: unknown) => caught,
    );
    assert.ok(error instanceof type, `${(error as Error).name} is not ${type.name}`);
    assert.equal(error.name, type.name);
    assert.equal(error.$fault, 'client');
    assert.equal(error.$metadata.httpStatusCode, type === (TooManyRequestsException as Class) ? 429 : 400);
    assert.match(error.$metadata.requestId ?? '', /^[0-9a-f-]{36}$/);
    if (message) assert.match(error.message, message);
  }

  test('LOG-22 (1) a password returns tokens, and the access token has the user', async () => {
    const { username, email, sub } = await server.person();
    const { AuthenticationResult: result, ChallengeName } = await signIn(username);
    assert.equal(ChallengeName, undefined);
    assert.equal(result?.TokenType, 'Bearer');
    assert.equal(result.ExpiresIn, 3600);
    const user = await client.send(new GetUserCommand({ AccessToken: result.AccessToken }));
    assert.equal(user.Username, username);
    const attributes = Object.fromEntries(user.UserAttributes!.map(({ Name, Value }) => [Name, Value]));
    assert.equal(attributes.sub, sub);
    assert.equal(attributes.email, email);
    assert.equal(attributes.email_verified, 'true');
    assert.equal(attributes['custom:tenantId'], 'wire');
  });

  test('LOG-22 (4, 5) a wrong password and an unknown username have the classes of the SDK', async () => {
    const { username } = await server.person();
    await refused(signIn(username, 'wrong'), NotAuthorizedException, /^Incorrect username or password\.$/);
    await refused(signIn('nobody.at.all'), UserNotFoundException);
  });

  test('LOG-22 (6) where usernames are hidden, an unknown one is refused like a wrong password', async () => {
    const hiding = await listeningIdentity({ hidesUnknownUsers: true });
    const hidingClient = new CognitoIdentityProviderClient({
      region: 'eu-north-1',
      endpoint: hiding.endpoint,
      maxAttempts: 1,
    });
    const AuthParameters = { USERNAME: 'nobody.at.all', PASSWORD };
    const command = new InitiateAuthCommand({ AuthFlow: 'USER_PASSWORD_AUTH', ClientId: CLIENT_ID, AuthParameters });
    await refused(hidingClient.send(command), NotAuthorizedException, /^Incorrect username or password\.$/);
    const { CodeDeliveryDetails } = await hidingClient.send(
      new ForgotPasswordCommand({ ClientId: CLIENT_ID, Username: 'nobody.at.all' }),
    );
    assert.equal(CodeDeliveryDetails?.DeliveryMedium, 'EMAIL');
    hidingClient.destroy();
    await hiding.close();
  });

  test('LOG-22 (7, 9, 10) each account state has its class', async () => {
    const unconfirmed = await server.person({ accountStatus: 'UNCONFIRMED' });
    await refused(signIn(unconfirmed.username), UserNotConfirmedException);
    const reset = await server.person({ accountStatus: 'RESET_REQUIRED' });
    await refused(signIn(reset.username), PasswordResetRequiredException);
    const disabled = await server.person({ disabled: true });
    await refused(signIn(disabled.username), NotAuthorizedException, /disabled/);
  });

  test('LOG-22 (57) after five failures the user must wait', async () => {
    const { username } = await server.person();
    for (let i = 0; i < 5; i++) await refused(signIn(username, 'wrong'), NotAuthorizedException);
    await refused(signIn(username), NotAuthorizedException, /attempts exceeded/);
  });

  test('LOG-22 (11, 12, 13) a temporary password requires a new one, and a weak one can be corrected', async () => {
    const { username } = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    await refused(signIn(username, 'wrong'), NotAuthorizedException);
    const { ChallengeName, ChallengeParameters, Session, AuthenticationResult } = await signIn(username);
    assert.equal(ChallengeName, 'NEW_PASSWORD_REQUIRED');
    assert.equal(ChallengeParameters?.USER_ID_FOR_SRP, username);
    assert.equal(AuthenticationResult, undefined);
    const choose = (NEW_PASSWORD: string) =>
      answer('NEW_PASSWORD_REQUIRED', Session, { USERNAME: username, NEW_PASSWORD });
    await refused(choose('weak'), InvalidPasswordException);
    const done = await choose(NEW_PASSWORD);
    assert.ok(done.AuthenticationResult?.RefreshToken);
    await refused(choose(NEW_PASSWORD), NotAuthorizedException, /session/);
    await tokensOf(username, NEW_PASSWORD);
  });

  test('LOG-22 (14, 15, 17, 18) a session is valid for its user, its challenge and three minutes', async () => {
    const forced = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const stranger = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    const session = async () => (await signIn(forced.username)).Session;
    const mine = { USERNAME: forced.username, NEW_PASSWORD };
    const theirs = { USERNAME: stranger.username, NEW_PASSWORD };
    await refused(answer('NEW_PASSWORD_REQUIRED', await session(), theirs), NotAuthorizedException);
    await refused(answer('NEW_PASSWORD_REQUIRED', 'made-up-'.repeat(8), mine), NotAuthorizedException);
    const asCode = answer('CUSTOM_CHALLENGE', await session(), { USERNAME: forced.username, ANSWER: '123456' });
    await refused(asCode, NotAuthorizedException);
    const late = await session();
    server.clock.pass(3 * MINUTE + 1000);
    await refused(answer('NEW_PASSWORD_REQUIRED', late, mine), NotAuthorizedException, /expired/);
  });

  test('LOG-22 (19) an expired temporary password is refused', async () => {
    const temporaryUntil = new Date(server.clock.now.getTime() - 1);
    const { username } = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD', temporaryUntil });
    await refused(signIn(username), NotAuthorizedException, /Temporary password has expired/);
  });

  test('LOG-22 (20, 21, 22, 23) a one-time password signs in once, and a wrong one ends the attempt', async () => {
    const { username, phoneNumber } = await server.person();
    const typed = `${phoneNumber.slice(0, 4)} ${phoneNumber.slice(4, 8)}-${phoneNumber.slice(8)}`;
    const ask = () => initiate('CUSTOM_AUTH', { USERNAME: typed });
    const { ChallengeName, ChallengeParameters, Session } = await ask();
    assert.equal(ChallengeName, 'CUSTOM_CHALLENGE');
    assert.equal(ChallengeParameters?.CODE_DELIVERY_DELIVERY_MEDIUM, 'SMS');
    assert.equal(ChallengeParameters.CODE_DELIVERY_DESTINATION, `+******${phoneNumber.slice(-4)}`);
    const responses = { USERNAME: typed, ANSWER: await lastCode(phoneNumber) };
    const { AuthenticationResult } = await answer('CUSTOM_CHALLENGE', Session, responses);
    const { Username } = await client.send(new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }));
    assert.equal(Username, username);
    await refused(answer('CUSTOM_CHALLENGE', Session, responses), NotAuthorizedException, /session/);
    const again = await ask();
    const wrong = { USERNAME: typed, ANSWER: other(await lastCode(phoneNumber)) };
    await refused(answer('CUSTOM_CHALLENGE', again.Session, wrong), NotAuthorizedException);
    await refused(
      answer('CUSTOM_CHALLENGE', again.Session, { ...wrong, ANSWER: await lastCode(phoneNumber) }),
      NotAuthorizedException,
    );
  });

  test('LOG-22 (24, 25) a one-time password expires, and a sixth one within fifteen minutes is not sent', async () => {
    const { username, phoneNumber } = await server.person();
    const { Session } = await initiate('CUSTOM_AUTH', { USERNAME: username });
    const late = { USERNAME: username, ANSWER: await lastCode(phoneNumber) };
    server.clock.pass(3 * MINUTE + 1000);
    await refused(answer('CUSTOM_CHALLENGE', Session, late), NotAuthorizedException);
    for (let i = 0; i < 4; i++) await initiate('CUSTOM_AUTH', { USERNAME: username });
    await refused(initiate('CUSTOM_AUTH', { USERNAME: username }), LimitExceededException);
    await refused(initiate('CUSTOM_AUTH', { USERNAME: 'nobody.at.all' }), UserNotFoundException);
    const phoneless = await server.person({ phoneVerified: false });
    await refused(initiate('CUSTOM_AUTH', { USERNAME: phoneless.username }), InvalidParameterException);
  });

  test('LOG-22 (27, 30, 35) a recovery code sets a new password and ends every session', async () => {
    const { username, email } = await server.person();
    const before = await tokensOf(username);
    const { CodeDeliveryDetails } = await forgot(username);
    assert.deepEqual(
      { ...CodeDeliveryDetails },
      { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'p***@w***' },
    );
    const code = await lastCode(email);
    await refused(confirm(username, other(code)), CodeMismatchException);
    await refused(confirm(username, code, 'weak'), InvalidPasswordException);
    await confirm(username, code);
    await refused(refresh(before.RefreshToken), NotAuthorizedException, /revoked/);
    await refused(
      client.send(new GetUserCommand({ AccessToken: before.AccessToken })),
      NotAuthorizedException,
      /revoked/,
    );
    await refused(signIn(username), NotAuthorizedException);
    await tokensOf(username, NEW_PASSWORD);
  });

  test('LOG-22 (28, 29, 32, 33, 34, 38) each obstacle to a recovery has its class', async () => {
    const forced = await server.person({ accountStatus: 'FORCE_CHANGE_PASSWORD' });
    await refused(forgot(forced.username), NotAuthorizedException, /cannot be reset/);
    const mailless = await server.person({ emailVerified: false });
    await refused(forgot(mailless.username), InvalidParameterException, /no registered\/verified email/);
    await refused(forgot('nobody.at.all'), UserNotFoundException);
    const { username, email } = await server.person();
    await refused(confirm(username, '123456'), ExpiredCodeException);
    await forgot(username);
    const first = await lastCode(email);
    server.clock.pass(60 * MINUTE + 1000);
    await refused(confirm(username, first), ExpiredCodeException);
    await forgot(username);
    const code = await lastCode(email);
    for (let i = 0; i < 5; i++) await refused(confirm(username, other(code)), CodeMismatchException);
    await refused(confirm(username, code), LimitExceededException);
    for (let i = 0; i < 4; i++) await forgot(username);
    await refused(forgot(username), LimitExceededException);
  });

  test('LOG-22 SEC-03 (40, 41, 43) each refresh returns a new refresh token, and revoking one ends the session', async () => {
    const { username } = await server.person();
    const { RefreshToken, AccessToken } = await tokensOf(username);
    const { AuthenticationResult } = await refresh(RefreshToken);
    assert.ok(AuthenticationResult?.IdToken);
    const renewed = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: CLIENT_ID, RefreshToken: AuthenticationResult.RefreshToken }),
    );
    assert.ok(renewed.AuthenticationResult?.IdToken);
    const given = [RefreshToken, AuthenticationResult.RefreshToken, renewed.AuthenticationResult.RefreshToken];
    assert.equal(new Set(given).size, 3);
    await client.send(new RevokeTokenCommand({ ClientId: CLIENT_ID, Token: RefreshToken }));
    await client.send(new RevokeTokenCommand({ ClientId: CLIENT_ID, Token: 'never-was-one' }));
    await refused(refresh(RefreshToken), NotAuthorizedException, /Refresh Token has been revoked/);
    await refused(refresh('never-was-one'), NotAuthorizedException, /Invalid Refresh Token/);
    await refused(
      client.send(new GetUserCommand({ AccessToken })),
      NotAuthorizedException,
      /Access Token has been revoked/,
    );
    const old = await tokensOf(username);
    server.clock.pass(30 * 24 * 60 * MINUTE + 1000);
    await refused(refresh(old.RefreshToken), NotAuthorizedException, /expired/);
  });

  test('SEC-03 LOG-22 a refresh token that was replaced is refused as reused, and its session ends', async () => {
    const { username } = await server.person();
    const { RefreshToken } = await tokensOf(username);
    const { AuthenticationResult: renewed } = await refresh(RefreshToken);
    await client.send(new GetUserCommand({ AccessToken: renewed!.AccessToken }));
    server.clock.pass(MINUTE);
    await refused(refresh(RefreshToken), RefreshTokenReuseException);
    await refused(refresh(renewed!.RefreshToken!), NotAuthorizedException, /revoked/);
    await refused(client.send(new GetUserCommand({ AccessToken: renewed!.AccessToken })), NotAuthorizedException);
    assert.ok((await server.audited()).includes('refresh-token-reused'));
  });

  test('LOG-22 (44, 46) signing out everywhere ends the other device, and an id token is not an access token', async () => {
    const { username } = await server.person();
    const here = await tokensOf(username);
    const there = await tokensOf(username);
    await refused(client.send(new GetUserCommand({ AccessToken: here.IdToken })), NotAuthorizedException);
    await client.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken }));
    await refused(refresh(there.RefreshToken), NotAuthorizedException, /revoked/);
    await refused(client.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken })), NotAuthorizedException);
  });

  test('LOG-22 (47) the current password allows a new one', async () => {
    const { username } = await server.person();
    const { AccessToken } = await tokensOf(username);
    const change = (PreviousPassword: string, ProposedPassword: string) =>
      client.send(new ChangePasswordCommand({ AccessToken, PreviousPassword, ProposedPassword }));
    await refused(change('Not-2026-this-one', NEW_PASSWORD), NotAuthorizedException);
    await refused(change(PASSWORD, 'weak'), InvalidPasswordException, /policy/);
    await change(PASSWORD, NEW_PASSWORD);
    await refused(signIn(username), NotAuthorizedException);
    await tokensOf(username, NEW_PASSWORD);
  });

  /** Sets up an authenticator app in a session. */
  const addFactor = async (username: string) => {
    const { AccessToken } = await tokensOf(username);
    const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const app = authenticator(SecretCode!);
    const codeNow = (seconds = 0) => app.generate({ timestamp: server.clock.now.getTime() + seconds * 1000 });
    const UserCode = codeNow();
    // The SDK drops members that Cognito does not have.
    const { body } = await server.identity.call('VerifySoftwareToken', { AccessToken, UserCode });
    assert.equal(body.Status, 'SUCCESS');
    return { AccessToken, codeNow, usedCode: UserCode, backupCodes: body.BackupCodes as string[] };
  };
  const showCode = (username: string, Session: string | undefined, code: string) =>
    answer('SOFTWARE_TOKEN_MFA', Session, { USERNAME: username, SOFTWARE_TOKEN_MFA_CODE: code });
  const claimsOf = (token: string | undefined) =>
    JSON.parse(Buffer.from(token!.split('.')[1]!, 'base64url').toString()) as { amr: string[]; auth_time: number };

  test('SEC-01 LOG-22 a code of the authenticator app is required once it is set up, each code once, 30 s early or late', async () => {
    const { username, email } = await server.person();
    const { codeNow, usedCode } = await addFactor(username);
    const first = await signIn(username);
    assert.equal(first.ChallengeName, 'SOFTWARE_TOKEN_MFA');
    assert.equal(first.AuthenticationResult, undefined);
    await refused(showCode(username, first.Session, usedCode), CodeMismatchException);
    server.clock.pass(2 * MINUTE);
    const code = codeNow(-30);
    const { AuthenticationResult: tokens } = await showCode(username, first.Session, code);
    assert.deepEqual(claimsOf(tokens?.IdToken).amr, ['pwd', 'otp', 'mfa']);
    const { AuthenticationResult: renewed } = await refresh(tokens!.RefreshToken!);
    assert.deepEqual(claimsOf(renewed?.IdToken).amr, ['pwd', 'otp', 'mfa']);
    await refused(showCode(username, first.Session, codeNow()), NotAuthorizedException, /session/);

    const second = await signIn(username);
    await refused(showCode(username, second.Session, code), CodeMismatchException);
    assert.ok((await showCode(username, second.Session, codeNow(30))).AuthenticationResult);
    const third = await signIn(username);
    server.clock.pass(2 * MINUTE);
    await refused(showCode(username, third.Session, codeNow(-60)), CodeMismatchException);
    await refused(showCode(username, third.Session, codeNow(60)), CodeMismatchException);
    const user = await client.send(new GetUserCommand({ AccessToken: tokens!.AccessToken }));
    assert.deepEqual(user.UserMFASettingList, ['SOFTWARE_TOKEN_MFA']);
    const subjects = (await server.identity.sentTo(email)).map(({ subject }) => subject);
    assert.deepEqual(subjects, ['Two-step sign-in was set up for your Verva account']);
  });

  test('SEC-01 LOG-22 of concurrent answers with one code, one signs in', async () => {
    const { username } = await server.person();
    const { codeNow } = await addFactor(username);
    server.clock.pass(MINUTE);
    const sessions = await Promise.all([signIn(username), signIn(username), signIn(username)]);
    const outcomes = await Promise.allSettled(sessions.map(({ Session }) => showCode(username, Session, codeNow())));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  test('SEC-01 LOG-22 the third wrong code ends the sign-in, and codes are limited for the account', async () => {
    const { username } = await server.person();
    const { codeNow } = await addFactor(username);
    server.clock.pass(MINUTE);
    const { Session } = await signIn(username);
    for (const wrong of [other(codeNow()), 'ABCDE-FGHJK']) {
      await refused(showCode(username, Session, wrong), CodeMismatchException);
    }
    await refused(showCode(username, Session, 'x'), NotAuthorizedException, /^Incorrect username or password\.$/);
    await refused(showCode(username, Session, codeNow()), NotAuthorizedException, /session/);
    for (let round = 0; round < 11; round++) {
      const { Session: next } = await signIn(username);
      await refused(showCode(username, next, 'x'), CodeMismatchException);
    }
    const last = await signIn(username);
    await refused(showCode(username, last.Session, codeNow()), LimitExceededException);
    server.clock.pass(16 * MINUTE);
    assert.ok((await showCode(username, (await signIn(username)).Session, codeNow())).AuthenticationResult);
  });

  test('SEC-01 LOG-22 a backup code replaces the app once, and new ones replace all', async () => {
    const { username, email } = await server.person();
    const { backupCodes } = await addFactor(username);
    assert.equal(new Set(backupCodes).size, 10);
    assert.ok(backupCodes.every((code) => /^[A-Z2-9]{5}-[A-Z2-9]{5}$/.test(code)));
    const typed = ` ${backupCodes[3]!.toLowerCase().replace('-', ' ')} `;
    const { Session } = await signIn(username);
    const { AuthenticationResult } = await showCode(username, Session, typed);
    assert.deepEqual(claimsOf(AuthenticationResult?.IdToken).amr, ['pwd', 'otp', 'mfa']);
    await refused(showCode(username, (await signIn(username)).Session, typed), CodeMismatchException);
    const mails = await server.identity.sentTo(email);
    assert.equal(mails.at(-1)!.subject, 'A backup code was used to sign in to Verva');
    assert.match(mails.at(-1)!.text, /9 backup codes are left/);
    assert.ok(!mails.some(({ text }) => backupCodes.some((code) => text.includes(code))));
    assert.deepEqual((await server.audited()).slice(-3), ['second-factor-added', 'sign-in', 'backup-code-used']);
  });

  test('SEC-01 LOG-22 the second factor is also required after a one time password and a new password', async () => {
    const { username, phoneNumber } = await server.person();
    const { codeNow } = await addFactor(username);
    server.clock.pass(MINUTE);
    const asked = await initiate('CUSTOM_AUTH', { USERNAME: phoneNumber });
    const sent = await lastCode(phoneNumber);
    const next = await answer('CUSTOM_CHALLENGE', asked.Session, { USERNAME: phoneNumber, ANSWER: sent });
    assert.equal(next.ChallengeName, 'SOFTWARE_TOKEN_MFA');
    const { AuthenticationResult } = await showCode(phoneNumber, next.Session, codeNow());
    assert.deepEqual(claimsOf(AuthenticationResult?.IdToken).amr, ['sms', 'otp', 'mfa']);
  });

  test('SEC-01 LOG-22 an organisation that requires a second factor has it set up during the sign-in', async () => {
    const { username } = await server.person();
    await server.demandSecondFactor('admins');
    await tokensOf(username);
    await server.demandSecondFactor('all');
    try {
      const asked = await signIn(username);
      assert.equal(asked.ChallengeName, 'MFA_SETUP');
      assert.equal(asked.ChallengeParameters?.MFAS_CAN_SETUP, '["SOFTWARE_TOKEN_MFA","WEB_AUTHN"]');
      const { Session } = asked;
      await refused(answer('MFA_SETUP', Session, { USERNAME: username }), NotAuthorizedException);
      const { SecretCode } = await client.send(new AssociateSoftwareTokenCommand({ Session }));
      const app = authenticator(SecretCode!);
      const codeNow = () => app.generate({ timestamp: server.clock.now.getTime() });
      const verify = (UserCode: string, session = Session) =>
        client.send(new VerifySoftwareTokenCommand({ Session: session, UserCode }));
      await refused(verify(other(codeNow())), EnableSoftwareTokenMFAException);
      const rival = await signIn(username);
      const verified = await verify(codeNow());
      const tokens = await answer('MFA_SETUP', verified.Session, { USERNAME: username });
      assert.deepEqual(claimsOf(tokens.AuthenticationResult?.IdToken).amr, ['pwd', 'otp', 'mfa']);
      await refused(answer('MFA_SETUP', verified.Session, { USERNAME: username }), NotAuthorizedException);
      // Another sign-in with the password cannot replace what was set up meanwhile.
      await client.send(new AssociateSoftwareTokenCommand({ Session: rival.Session }));
      await refused(verify(codeNow(), rival.Session), NotAuthorizedException);
      assert.equal((await signIn(username)).ChallengeName, 'SOFTWARE_TOKEN_MFA');
    } finally {
      await server.demandSecondFactor('off');
    }
  });

  test('SEC-01 LOG-22 a session older than ten minutes cannot change the second factor, a recent one removes it', async () => {
    const { username, email } = await server.person();
    const { AccessToken, codeNow } = await addFactor(username);
    const off = (token: string) =>
      client.send(
        new SetUserMFAPreferenceCommand({ AccessToken: token, SoftwareTokenMfaSettings: { Enabled: false } }),
      );
    server.clock.pass(11 * MINUTE);
    await refused(off(AccessToken), NotAuthorizedException);
    await refused(client.send(new AssociateSoftwareTokenCommand({ AccessToken })), NotAuthorizedException);
    const { AuthenticationResult } = await showCode(username, (await signIn(username)).Session, codeNow());
    await off(AuthenticationResult!.AccessToken!);
    await tokensOf(username);
    const subjects = (await server.identity.sentTo(email)).map(({ subject }) => subject);
    assert.equal(subjects.at(-1), 'Two-step sign-in was removed from your Verva account');
    assert.equal((await server.audited()).filter((verb) => verb === 'second-factor-removed').length, 1);
  });

  test('LOG-22 (52, 55) unsupported flows, clients and operations are refused by class', async () => {
    const { username } = await server.person();
    await refused(
      initiate('USER_SRP_AUTH', { USERNAME: username, SRP_A: 'ab12' }),
      InvalidParameterException,
      /^USER_SRP_AUTH flow not enabled for this client$/,
    );
    await refused(initiate('USER_PASSWORD_AUTH', { USERNAME: username }), InvalidParameterException);
    await refused(
      initiate('USER_PASSWORD_AUTH', { USERNAME: username, PASSWORD }, 'elsewhere'),
      ResourceNotFoundException,
    );
    const signUp = client.send(new SignUpCommand({ ClientId: CLIENT_ID, Username: 'new.person', Password: PASSWORD }));
    await assert.rejects(signUp, (error) => {
      assert.ok(error instanceof CognitoIdentityProviderServiceException);
      assert.equal(error.name, 'UnknownOperationException');
      return true;
    });
  });

  test('LOG-22 too many concurrent passwords get a retry time, by class and status', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `crowd.of.${index}`);
    const outcomes = await Promise.allSettled(names.map((name) => signIn(name, 'wrong')));
    const errors = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason : undefined));
    const busy = errors.filter((error) => error instanceof TooManyRequestsException);
    assert.ok(busy.length > 0, 'some had to wait');
    assert.ok(busy.every(({ $metadata }) => $metadata.httpStatusCode === 429));
    assert.equal(busy.length + errors.filter((error) => error instanceof UserNotFoundException).length, 40);
  });
});
