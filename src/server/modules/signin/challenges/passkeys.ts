import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { CognitoError } from '../core/errors.ts';
import { isObject, loginName, objectOf, stringOf } from '../core/parameters.ts';
import type { IdentityService, Operation, ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { startSession } from '../tokens/sessions.ts';
import { takeChallenge } from './challenges.store.ts';
import { askChallenge, CHALLENGE_MS, sessionNotAccepted } from './challenges.ts';
import { findPasskey, recordPasskeyUse, type StoredPasskey } from './passkeys.store.ts';

/** The methods of a sign-in by passkey: possession of the key, and the user's verification by the device. */
const PASSKEY_METHODS = ['mfa', 'user'] as const;
const CREDENTIAL_MAX = 12_000;

/** Loaded on demand: most processes verify no passkey. */
export const webauthn = () => import('@simplewebauthn/server');

/** The options with which the browser asks for a passkey; `known` are the credentials of a user who has shown a first factor. */
export function requestOptions(service: IdentityService, challenge: string, known: readonly StoredPasskey[]): string {
  return JSON.stringify({
    challenge,
    rpId: relyingParty(service).id,
    allowCredentials: known.map(({ credentialId, transports }) => {
      return { id: Buffer.from(credentialId).toString('base64url'), type: 'public-key', transports };
    }),
    userVerification: 'required',
    timeout: CHALLENGE_MS,
  });
}

/** The site that passkeys belong to: the host of the application's address. */
export function relyingParty({ publicUrl }: Pick<IdentityService, 'publicUrl'>) {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/**
 * USER_AUTH: asks for a passkey. The response is the same for every username and names no credentials, so that it does not
 * reveal who has one: the browser offers those of the user that it knows for this site.
 */
export const askPasskey: Operation = async (call) => {
  const { service, body, ip } = call;
  const parameters = objectOf(body, 'AuthParameters');
  const typed = stringOf(parameters, 'USERNAME', 128);
  const wanted = Object.hasOwn(parameters, 'PREFERRED_CHALLENGE') ? parameters.PREFERRED_CHALLENGE : 'WEB_AUTHN';
  if (wanted !== 'WEB_AUTHN')
    throw new CognitoError('InvalidParameterException', 'PREFERRED_CHALLENGE must be WEB_AUTHN');
  await service.throttle.countOperation('answer', '', ip);
  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, loginName(typed)));
  // The session is the challenge that the authenticator signs.
  const Session = await askChallenge(service, 'WEB_AUTHN', user?.sub ?? null);
  return {
    ChallengeName: 'WEB_AUTHN',
    ChallengeParameters: { USERNAME: typed, CREDENTIAL_REQUEST_OPTIONS: requestOptions(service, Session, []) },
    AvailableChallenges: ['WEB_AUTHN'],
    Session,
  };
};

/** WEB_AUTHN: exchanges the assertion of a passkey for tokens. It counts as both factors. */
export async function answerPasskey(
  call: ProtocolCall,
  digest: Buffer,
  responses: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { service } = call;
  const login = loginName(stringOf(responses, 'USERNAME', 128));
  const credential = credentialOf(stringOf(responses, 'CREDENTIAL', CREDENTIAL_MAX));
  const { stored, user, passkey } = await service.db.signinTransaction(async (tx) => {
    const stored = await takeChallenge(tx, digest);
    const user = await store.findByLogin(tx, login);
    return { stored, user, passkey: await findPasskey(tx, Buffer.from(credential.id, 'base64url')) };
  });
  if (stored?.challenge !== 'WEB_AUTHN' || stored.expiresAt <= service.clock()) throw sessionNotAccepted();
  const isTheirs = user !== undefined && stored.sub === user.sub && passkey?.sub === user.sub;
  if (!isTheirs || !(await isVerified(service, String(call.body.Session), credential, passkey))) {
    recordFailure(call, login, user, 'code');
    throw new CognitoError('NotAuthorizedException');
  }
  return startPasskeySession(call, user, (stored.mode ?? 'passkey') as SigninMode);
}

/** Starts a session after a passkey; with another `mode`, the passkey was the second factor. */
export const startPasskeySession = (call: ProtocolCall, user: store.IdentityUser, mode: SigninMode) =>
  startSession(call, user, mode, mode === 'passkey' ? PASSKEY_METHODS : ['pop', ...PASSKEY_METHODS]);

/** Reads a credential as the browser serialises it (`PublicKeyCredential.toJSON()`). */
export function credentialOf(value: unknown): AuthenticationResponseJSON {
  try {
    const credential: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    if (isObject(credential) && typeof credential.id === 'string' && isObject(credential.response)) {
      return credential as unknown as AuthenticationResponseJSON;
    }
  } catch {
    // Refused below.
  }
  throw new CognitoError('InvalidParameterException', 'The credential cannot be read');
}

/** Checks signature, origin, site, user verification and counter, and records the use. */
async function isVerified(
  service: IdentityService,
  challenge: string,
  response: AuthenticationResponseJSON,
  passkey: NonNullable<Awaited<ReturnType<typeof findPasskey>>>,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { id, origin } = relyingParty(service);
  // Whatever the library throws, it has not verified the response.
  const outcome = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: Buffer.from(passkey.credentialId).toString('base64url'),
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  if (!outcome?.verified) return false;
  const { newCounter } = outcome.authenticationInfo;
  return service.db.signinTransaction((tx) => recordPasskeyUse(tx, passkey.id, newCounter, service.clock()));
}
