import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  InvalidParameterException,
  ListWebAuthnCredentialsCommand,
  NotAuthorizedException,
  ResourceNotFoundException,
  RespondToAuthChallengeCommand,
  StartWebAuthnRegistrationCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { softwareAuthenticator } from '../support/authenticator.ts';
import { CLIENT_ID } from '../support/identity.ts';
import { type ListeningIdentity, listeningIdentity, PASSWORD } from '../support/identity-people.ts';

const SITE = { origin: 'https://verva.test', rpId: 'verva.test' };

describe('passkeys by the AWS SDK', () => {
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

  const initiate = (AuthFlow: 'USER_AUTH' | 'USER_PASSWORD_AUTH', AuthParameters: Record<string, string>) =>
    client.send(new InitiateAuthCommand({ AuthFlow, ClientId: CLIENT_ID, AuthParameters }));
  const accessToken = async (USERNAME: string) =>
    (await initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD })).AuthenticationResult!.AccessToken!;
  const start = async (AccessToken: string) => {
    const { CredentialCreationOptions } = await client.send(new StartWebAuthnRegistrationCommand({ AccessToken }));
    return CredentialCreationOptions as { challenge: string; rp: { id: string }; excludeCredentials: unknown[] };
  };
  const complete = (AccessToken: string, Credential: object) =>
    client.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential: Credential as never }));
  const list = async (AccessToken: string) =>
    (await client.send(new ListWebAuthnCredentialsCommand({ AccessToken }))).Credentials!;
  const ask = async (USERNAME: string) => {
    const asked = await initiate('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' });
    assert.equal(asked.ChallengeName, 'WEB_AUTHN');
    const options = JSON.parse(asked.ChallengeParameters!.CREDENTIAL_REQUEST_OPTIONS!);
    return { ...asked, options };
  };
  const answer = (USERNAME: string, Session: string | undefined, credential: object) =>
    client.send(
      new RespondToAuthChallengeCommand({
        ClientId: CLIENT_ID,
        ChallengeName: 'WEB_AUTHN',
        Session,
        ChallengeResponses: { USERNAME, CREDENTIAL: JSON.stringify(credential) },
      }),
    );

  /** A user with a passkey. */
  async function holder() {
    const { username } = await server.person();
    const token = await accessToken(username);
    const device = softwareAuthenticator();
    const { challenge } = await start(token);
    await complete(token, device.create({ ...SITE, challenge }));
    return { username, token, device };
  }

  test('SEC-01 AUD-01 a passkey signs in as both factors, is listed with its last use, and removed', async () => {
    const { username, token, device } = await holder();
    const { Session, options } = await ask(username);
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials],
      ['verva.test', 'required', []],
    );
    const signed = device.sign({ ...SITE, challenge: options.challenge, counter: 5 });
    const { AuthenticationResult } = await answer(username, Session, signed);
    assert.deepEqual(decodeJwt(AuthenticationResult!.IdToken!).amr, ['pop', 'mfa', 'user']);
    // A replay.
    await assert.rejects(answer(username, Session, signed), NotAuthorizedException);
    const [passkey] = await list(token);
    assert.equal(passkey!.RelyingPartyId, 'verva.test');
    assert.deepEqual(passkey!.AuthenticatorTransports, ['internal']);
    const known = await start(token);
    assert.equal(known.excludeCredentials.length, 1);
    const { CredentialId } = passkey!;
    await client.send(new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId }));
    await assert.rejects(
      client.send(new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId })),
      ResourceNotFoundException,
    );
    assert.deepEqual(await list(token), []);
    const again = await ask(username);
    const late = device.sign({ ...SITE, challenge: again.options.challenge, counter: 6 });
    await assert.rejects(answer(username, again.Session, late), NotAuthorizedException);
    const verbs = (await server.audited()).filter((verb) => verb.startsWith('passkey'));
    assert.deepEqual(verbs.slice(-2), ['passkey-added', 'passkey-removed']);
  });

  test('SEC-01 refuses a counter that does not grow, another site, and a device that has not verified the user', async () => {
    const { username, device } = await holder();
    const attempt = async (more: object, name = username) => {
      const { Session, options } = await ask(name);
      return answer(name, Session, device.sign({ ...SITE, challenge: options.challenge, ...more }));
    };
    await attempt({ counter: 7 });
    const refused: object[] = [
      { counter: 7 },
      { counter: 3 },
      { counter: 0 },
      { counter: 8, origin: 'https://verva.test.evil.example' },
      { counter: 8, rpId: 'evil.example' },
      { counter: 8, isVerified: false },
      { counter: 8, challenge: 'b3RoZXI' },
    ];
    for (const more of refused) await assert.rejects(attempt(more), NotAuthorizedException, JSON.stringify(more));
    const { username: stranger } = await holder();
    await assert.rejects(attempt({ counter: 8 }, stranger), NotAuthorizedException);
    assert.ok((await attempt({ counter: 8 })).AuthenticationResult);
  });

  test('SEC-01 an unknown username, and one without passkeys, are asked like all others', async () => {
    const { username } = await server.person();
    for (const name of [username, 'nobody.at.all']) {
      const { Session, options } = await ask(name);
      assert.deepEqual(Object.keys(options), ['challenge', 'rpId', 'allowCredentials', 'userVerification', 'timeout']);
      const signed = softwareAuthenticator().sign({ ...SITE, challenge: options.challenge });
      await assert.rejects(answer(name, Session, signed), NotAuthorizedException);
    }
    const { Session } = await ask(username);
    for (const credential of [
      {},
      { id: 1 },
      { id: 'x', response: {} },
      { id: '', response: { clientDataJSON: 'x' } },
    ]) {
      await assert.rejects(answer(username, Session, credential), (error: Error) =>
        [NotAuthorizedException, InvalidParameterException].some((one) => error instanceof one),
      );
    }
  });

  test('SEC-01 adding one takes a recent sign-in and the challenge of this user, once', async () => {
    const { username } = await server.person();
    const token = await accessToken(username);
    const other = await accessToken((await server.person()).username);
    const device = softwareAuthenticator();
    const { challenge } = await start(token);
    const created = device.create({ ...SITE, challenge });
    await assert.rejects(complete(other, created), NotAuthorizedException);
    // The attempt has used it up.
    await assert.rejects(complete(token, created), NotAuthorizedException);
    const unverified = await start(token);
    const weak = device.create({ ...SITE, challenge: unverified.challenge, isVerified: false });
    await assert.rejects(complete(token, weak), NotAuthorizedException);
    const elsewhere = await start(token);
    const foreign = device.create({ ...SITE, challenge: elsewhere.challenge, origin: 'https://evil.example' });
    await assert.rejects(complete(token, foreign), NotAuthorizedException);
    assert.deepEqual(await list(token), []);
    server.clock.pass(601_000);
    await assert.rejects(start(token), NotAuthorizedException);
    assert.deepEqual(await list(token), []);
  });

  test('SEC-01 where a second factor is required, a passkey is one: after the password, and alone', async () => {
    const { username, token, device } = await holder();
    const newcomer = await server.person();
    await server.demandSecondFactor('all');
    try {
      const password = (USERNAME: string) => initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD });
      assert.equal((await password(newcomer.username)).ChallengeName, 'MFA_SETUP');
      const asked = await password(username);
      assert.deepEqual([asked.ChallengeName, asked.AuthenticationResult], ['WEB_AUTHN', undefined]);
      const options = JSON.parse(asked.ChallengeParameters!.CREDENTIAL_REQUEST_OPTIONS!);
      assert.deepEqual([options.allowCredentials.length, options.userVerification], [1, 'required']);
      // With the password alone, no other app is set up in the place of the passkey.
      const associate = new AssociateSoftwareTokenCommand({ Session: asked.Session });
      await assert.rejects(client.send(associate), NotAuthorizedException);
      const weak = device.sign({ ...SITE, challenge: options.challenge, isVerified: false, counter: 2 });
      await assert.rejects(answer(username, asked.Session, weak), NotAuthorizedException);
      const again = await password(username);
      const { challenge } = JSON.parse(again.ChallengeParameters!.CREDENTIAL_REQUEST_OPTIONS!);
      const after = await answer(username, again.Session, device.sign({ ...SITE, challenge, counter: 3 }));
      const alone = await ask(username);
      const signed = device.sign({ ...SITE, challenge: alone.options.challenge, counter: 4 });
      const only = await answer(username, alone.Session, signed);
      const methodsOf = ({ AuthenticationResult }: typeof after) => decodeJwt(AuthenticationResult!.IdToken!).amr;
      assert.deepEqual(methodsOf(after), ['pwd', 'pop', 'mfa', 'user']);
      assert.deepEqual(methodsOf(only), ['pop', 'mfa', 'user']);
      // Without the passkey the app is asked for again.
      const [passkey] = await list(token);
      const removal = new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId: passkey!.CredentialId });
      await client.send(removal);
      assert.equal((await password(username)).ChallengeName, 'MFA_SETUP');
    } finally {
      await server.demandSecondFactor('off');
    }
  });

  test('SEC-01 the last passkey of an account without a password stays, until there is another one', async () => {
    const { username, token, device } = await holder();
    await server.withoutPassword(username);
    const [first] = await list(token);
    const remove = (CredentialId: string | undefined) =>
      client.send(new DeleteWebAuthnCredentialCommand({ AccessToken: token, CredentialId }));
    await assert.rejects(remove(first!.CredentialId), InvalidParameterException);
    assert.equal((await list(token)).length, 1);
    const { Session, options } = await ask(username);
    await answer(username, Session, device.sign({ ...SITE, challenge: options.challenge, counter: 2 }));
    const { challenge } = await start(token);
    await complete(token, softwareAuthenticator().create({ ...SITE, challenge }));
    await remove(first!.CredentialId);
    const [second, ...others] = await list(token);
    assert.deepEqual(others, []);
    await assert.rejects(remove(second!.CredentialId), InvalidParameterException);
  });
});
