import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { acceptInvitation } from '../challenges/accept-invitation.ts';
import { takeChallenge } from '../challenges/challenges.store.ts';
import { askChallenge, assertAnswers, CHALLENGE_MS, sessionNotAccepted } from '../challenges/challenges.ts';
import { findFactor } from '../challenges/factors.store.ts';
import { insertPasskey, listPasskeys } from '../challenges/passkeys.store.ts';
import { credentialOf, relyingParty, webauthn } from '../challenges/passkeys.ts';
import { CognitoError } from '../core/errors.ts';
import { stringOf } from '../core/parameters.ts';
import { modesOfAccount } from '../modes/account-modes.ts';
import type { Operation, ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { accountOf } from '../tokens/account-of.ts';
import { digestOf } from '../tokens/tokens.ts';
import { removeFactor } from './remove-factor.ts';
import { findSetup, recentAccountOf } from './set-up.ts';

const PASSKEYS_MAX = 10;
const NAME_MAX = 100;

/** Whom the passkey is for: the user of a sign-in that requires a second factor (`Session`), or of a session (`AccessToken`). */
async function ownerOf(call: ProtocolCall): Promise<{ readonly user: store.IdentityUser; readonly session?: string }> {
  const { service, body, ip } = call;
  if (Object.hasOwn(body, 'AccessToken')) return recentAccountOf(call).then(({ user }) => ({ user }));
  const session = stringOf(body, 'Session', 2048);
  await service.throttle.countOperation('answer', '', ip);
  const user = await service.db.signinTransaction(async (tx) => {
    const { sub } = await findSetup(tx, call, session);
    // Another sign-in with the same password has set one up meanwhile: it must be shown, not replaced.
    if ((await findFactor(tx, sub)) || (await listPasskeys(tx, sub)).length > 0) throw sessionNotAccepted();
    return store.findBySub(tx, sub);
  });
  if (!user) throw sessionNotAccepted();
  return { user, session };
}

/** StartWebAuthnRegistration: the options with which the browser creates a passkey. */
export const startWebAuthnRegistration: Operation = async (call) => {
  const { service } = call;
  const { user, session } = await ownerOf(call);
  if (!(await modesOfAccount(service, user)).includes('passkey')) {
    throw new CognitoError('InvalidParameterException', 'Passkeys are not allowed.');
  }
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
  return { CredentialCreationOptions, ...(session !== undefined && { Session: session }) };
};

/**
 * CompleteWebAuthnRegistration: stores the passkey that the browser created. In addition to Cognito's request it accepts
 * `FriendlyCredentialName`, and the `Session` of a sign-in, which `RespondToAuthChallenge` then continues.
 */
export const completeWebAuthnRegistration: Operation = async (call) => {
  const { service, body, ip } = call;
  const { user, session } = await ownerOf(call);
  const now = service.clock();
  if (session === undefined) await service.throttle.countOperation('answer', '', ip);
  const response = credentialOf(body.Credential) as unknown as RegistrationResponseJSON;
  const typed = body.FriendlyCredentialName === undefined ? '' : stringOf(body, 'FriendlyCredentialName', NAME_MAX);
  const credential = await verified(call, response, user.sub);
  const setup = await service.db.signinTransaction(async (tx) => {
    const stored = session === undefined ? undefined : await takeSetup(tx, call, session);
    const isAdded = await insertPasskey(
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
    );
    if (!isAdded) throw new CognitoError('InvalidParameterException', 'The passkey is known already');
    if (stored && user.status === 'FORCE_CHANGE_PASSWORD') {
      if (!(await store.confirmWithoutPassword(tx, user.sub))) throw sessionNotAccepted();
      await acceptInvitation(tx, user, call.requestId);
    }
    return stored;
  });
  const { tenantId, username } = user;
  const { requestId } = call;
  const userId = await service.db.signinTransaction((tx) => store.findPerson(tx, user.sub, tenantId));
  await service.audit({ verb: 'passkey-added', tenantId, userId, sessionId: 'none', requestId });
  service.inBackground(() => service.delivery.send(user, { kind: 'passkeyAdded', username, at: now }));
  if (!setup) return {};
  const mode = setup.mode as SigninMode | null;
  return { Session: await askChallenge(service, 'PASSKEY_SETUP_DONE', user.sub, { mode }) };
};

/** Consumes the sign-in that waits for the set-up: only one of several concurrent requests completes it. */
async function takeSetup(tx: Tx, call: ProtocolCall, session: string) {
  const stored = await takeChallenge(tx, digestOf(session));
  assertAnswers(stored, 'MFA_SETUP', call);
  return stored;
}

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
