import { CognitoError } from '../core/errors.ts';
import { loginName, stringOf } from '../core/parameters.ts';
import { assertModeAllowed, modesOfAccount } from '../modes/account-modes.ts';
import type { ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import * as store from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';
import { assertMayHaveTokens } from '../tokens/assert-may-have-tokens.ts';
import { startSession } from '../tokens/sessions.ts';
import { countBackupCodes, takeBackupCode } from './backup-codes.ts';
import { countAttempt, takeChallenge } from './challenges.store.ts';
import { askChallenge, sessionNotAccepted } from './challenges.ts';
import { isSecondFactorDemanded } from './demand.ts';
import { findFactor, takeStep } from './factors.store.ts';
import { listPasskeys, type StoredPasskey } from './passkeys.store.ts';
import { requestOptions } from './passkeys.ts';
import { isTotpCode, matchingStep } from './totp.ts';

type Reply = Readonly<Record<string, unknown>>;

/** Installing an authenticator app takes longer than typing a code. */
export const SETUP_MS = 15 * 60_000;
/** Attempts for one `Session`. */
const TRIES_MAX = 3;
/** The methods that a correct code adds to those of the session (RFC 8176). */
export const SECOND_FACTOR_METHODS = ['otp', 'mfa'] as const;

/** Continues a sign-in after the first factor: asks for the second one, or to set it up where an organisation requires it. */
export async function continueSignIn(call: ProtocolCall, user: store.IdentityUser, mode: SigninMode): Promise<Reply> {
  const { service } = call;
  await assertMayHaveTokens(service, user);
  const { factor, passkeys } = await service.db.signinTransaction(async (tx) => {
    return { factor: await findFactor(tx, user.sub), passkeys: await listPasskeys(tx, user.sub) };
  });
  if (!factor) {
    if (!(await isSecondFactorDemanded(service, user.sub))) return startSession(call, user, mode);
    await assertModeAllowed(call, user, mode);
    if (passkeys.length > 0) return askKnownPasskey(call, user, mode, passkeys);
    const canHavePasskey = (await modesOfAccount(service, user)).includes('passkey');
    return askSetup(call, user, mode, canHavePasskey ? ['SOFTWARE_TOKEN_MFA', 'WEB_AUTHN'] : ['SOFTWARE_TOKEN_MFA']);
  }
  await assertModeAllowed(call, user, mode);
  return {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, FRIENDLY_DEVICE_NAME: factor.name },
    Session: await askChallenge(service, 'SOFTWARE_TOKEN_MFA', user.sub, { mode }),
  };
}

/** Asks a user with passkeys for one of them: with the password alone, another app could be set up in its place. */
async function askKnownPasskey(
  { service }: ProtocolCall,
  user: store.IdentityUser,
  mode: SigninMode,
  passkeys: readonly StoredPasskey[],
): Promise<Reply> {
  const Session = await askChallenge(service, 'WEB_AUTHN', user.sub, { mode });
  return {
    ChallengeName: 'WEB_AUTHN',
    ChallengeParameters: {
      USERNAME: user.username,
      CREDENTIAL_REQUEST_OPTIONS: requestOptions(service, Session, passkeys),
    },
    Session,
  };
}

/**
 * Asks a user to set up one of these factors before the sign-in continues. Amazon Cognito knows no `WEB_AUTHN` here: its
 * clients ignore it.
 */
export async function askSetup(
  { service }: ProtocolCall,
  user: store.IdentityUser,
  mode: SigninMode,
  factors: readonly ('SOFTWARE_TOKEN_MFA' | 'WEB_AUTHN')[],
): Promise<Reply> {
  return {
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, MFAS_CAN_SETUP: JSON.stringify(factors) },
    Session: await askChallenge(service, 'MFA_SETUP', user.sub, { mode, lifetime: SETUP_MS }),
  };
}

/**
 * SOFTWARE_TOKEN_MFA: accepts a code of the authenticator app, or a backup code in its place. A wrong code leaves the
 * session valid until the third one, which counts as a wrong password.
 */
export async function answerSoftwareToken(call: ProtocolCall, digest: Buffer, responses: Reply): Promise<Reply> {
  const { service, ip, requestId } = call;
  const login = loginName(stringOf(responses, 'USERNAME', 128));
  const typed = stringOf(responses, 'SOFTWARE_TOKEN_MFA_CODE', 64).trim();
  const user = await service.db.signinTransaction((tx) => store.findByLogin(tx, login));
  if (!user) throw sessionNotAccepted();
  // By account: a correct password does not give an attacker unlimited codes.
  await service.throttle.countOperation('second-factor', user.username, ip);
  const now = service.clock();
  const outcome = await service.db.signinTransaction(async (tx) => {
    const stored = await countAttempt(tx, digest, 'SOFTWARE_TOKEN_MFA', now);
    if (!stored || stored.sub !== user.sub) return undefined;
    const accepted = stored.attempts <= TRIES_MAX ? await acceptCode(call, tx, user.sub, typed, now) : null;
    if (accepted !== null || stored.attempts >= TRIES_MAX) await takeChallenge(tx, digest);
    return {
      accepted,
      mode: (stored.mode ?? 'password') as SigninMode,
      isLast: stored.attempts >= TRIES_MAX,
      left: accepted === 'backup' ? await countBackupCodes(tx, user.sub) : 0,
      userId: await store.findPerson(tx, user.sub, user.tenantId),
    };
  });
  if (!outcome) throw sessionNotAccepted();
  const { accepted, mode, isLast, left, userId } = outcome;
  if (accepted === null) {
    if (!isLast) throw new CognitoError('CodeMismatchException');
    recordFailure(call, login, user, 'code');
    throw new CognitoError('NotAuthorizedException');
  }
  const reply = await startSession(call, user, mode, SECOND_FACTOR_METHODS);
  if (accepted === 'backup') {
    const { tenantId, username } = user;
    const details = { left: String(left) };
    await service.audit({ verb: 'backup-code-used', tenantId, userId, sessionId: 'none', requestId, details });
    service.inBackground(() => service.delivery.send(user, { kind: 'backupCodeUsed', username, at: now, left }));
  }
  return reply;
}

async function acceptCode(
  { service }: ProtocolCall,
  tx: Parameters<typeof findFactor>[0],
  sub: string,
  typed: string,
  now: Date,
): Promise<'totp' | 'backup' | null> {
  if (!isTotpCode(typed)) return (await takeBackupCode(tx, service.codes, sub, typed)) ? 'backup' : null;
  const factor = await findFactor(tx, sub);
  if (!factor) return null;
  const step = matchingStep(service.factors.open(factor.secret, sub), typed, now);
  return step !== undefined && (await takeStep(tx, factor.id, step, now)) ? 'totp' : null;
}
