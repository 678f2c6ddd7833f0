import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { takeChallenge } from '../challenges/challenges.store.ts';
import { askChallenge, CHALLENGE_MS } from '../challenges/challenges.ts';
import { insertPasskey, listPasskeys } from '../challenges/passkeys.store.ts';
import { credentialOf, relyingParty, webauthn } from '../challenges/passkeys.ts';
import { CognitoError } from '../core/errors.ts';
import { stringOf } from '../core/parameters.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { accountOf } from '../tokens/account-of.ts';
import { digestOf } from '../tokens/tokens.ts';
import { removeFactor } from './remove-factor.ts';
import { recentAccountOf } from './set-up.ts';

const PASSKEYS_MAX = 10;
const NAME_MAX = 100;

/** StartWebAuthnRegistration: the options with which the browser creates a passkey. */
export const startWebAuthnRegistration: Operation = async (call) => {
  const { service } = call;
  const { user } = await recentAccountOf(call);
  const known = await service.db.signinTransaction((tx) => listPasskeys(tx, user.sub));
  if (known.length >= PASSKEYS_MAX) throw new CognitoError('LimitExceededException');
  const { generateRegistrationOptions } = await webauthn();
  const challenge = await askChallenge(service, 'WEB_AUTHN_SETUP', user.sub);
  const CredentialCreationOptions = await generateRegistrationOptions({
    rpName: 'Verva',
    rpID: relyingParty(service).id,
    userName: user.username,
    userID: new TextEncoder().encode(user.sub),
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: Buffer.from(credentialId).toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { CredentialCreationOptions };
};

/**
 * CompleteWebAuthnRegistration: stores the passkey that the browser created. In addition to Cognito's request it accepts
 * `FriendlyCredentialName`.
 */
export const completeWebAuthnRegistration: Operation = async (call) => {
  const { service, body, ip } = call;
  const { user, now } = await recentAccountOf(call);
  await service.throttle.countOperation('answer', '', ip);
  const response = credentialOf(body.Credential) as unknown as RegistrationResponseJSON;
  const typed = body.FriendlyCredentialName === undefined ? '' : stringOf(body, 'FriendlyCredentialName', NAME_MAX);
  const credential = await verified(call, response, user.sub);
  const added = await service.db.signinTransaction((tx) =>
    insertPasskey(
      tx,
      {
        sub: user.sub,
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        name: typed.trim() || 'Passkey',
      },
      now,
    ),
  );
  if (!added) throw new CognitoError('InvalidParameterException', 'The passkey is known already');
  const { tenantId, username } = user;
  const { requestId } = call;
  const userId = await service.db.signinTransaction((tx) => store.findPerson(tx, user.sub, tenantId));
  await service.audit({ verb: 'passkey-added', tenantId, userId, sessionId: 'none', requestId });
  service.inBackground(() => service.delivery.send(user, { kind: 'passkeyAdded', username, at: now }));
  return {};
};

/** ListWebAuthnCredentials; in addition to Cognito's response with the time of the last use. */
export const listWebAuthnCredentials: Operation = async (call) => {
  const { user } = await accountOf(call);
  const passkeys = await call.service.db.signinTransaction((tx) => listPasskeys(tx, user.sub));
  const RelyingPartyId = relyingParty(call.service).id;
  return {
    Credentials: passkeys.map(({ id, name, transports, createdAt, lastUsedAt }) => ({
      CredentialId: id,
      FriendlyCredentialName: name,
      RelyingPartyId,
      AuthenticatorTransports: transports,
      CreatedAt: createdAt.getTime() / 1000,
      ...(lastUsedAt && { LastUsedAt: lastUsedAt.getTime() / 1000 }),
    })),
  };
};

/** DeleteWebAuthnCredential. */
export const deleteWebAuthnCredential: Operation = async (call) => {
  const { service, body, requestId } = call;
  const { user } = await recentAccountOf(call);
  const id = stringOf(body, 'CredentialId', 100);
  const passkeys = await service.db.signinTransaction((tx) => listPasskeys(tx, user.sub));
  if (!isUuid(id) || !passkeys.some((passkey) => passkey.id === id)) {
    throw new CognitoError('ResourceNotFoundException', 'The passkey does not exist.');
  }
  try {
    await removeFactor(service, user, id, { actor: 'self', requestId });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new CognitoError('InvalidParameterException', 'The last way to sign in cannot be removed.');
  }
  return {};
};

/** Throws NotAuthorizedException for a credential of another attempt, origin or site, and without verification of the user. */
async function verified({ service }: ProtocolCall, response: RegistrationResponseJSON, sub: string) {
  const refused = () => new CognitoError('NotAuthorizedException', 'The passkey was not accepted.');
  const expectedChallenge = challengeOf(response);
  // The challenge is the token of a stored one, which works once.
  const stored = await service.db.signinTransaction((tx) => takeChallenge(tx, digestOf(expectedChallenge)));
  if (stored?.challenge !== 'WEB_AUTHN_SETUP' || stored.sub !== sub || stored.expiresAt <= service.clock()) {
    throw refused();
  }
  const { verifyRegistrationResponse } = await webauthn();
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty(service);
  const expected = { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
  // Whatever the library throws, it has not verified the response.
  const outcome = await verifyRegistrationResponse({ response, ...expected }).catch(() => undefined);
  if (!outcome?.verified) throw refused();
  return outcome.registrationInfo.credential;
}

/** The challenge that the response claims to answer; empty when it cannot be read. */
function challengeOf({ response }: RegistrationResponseJSON): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    // Belongs to no challenge, and is refused.
    return '';
  }
}
