import { resetPasswordFault } from '../../../../shared/contracts/password.rules.ts';
import { CognitoError } from '../core/errors.ts';
import { loginName, stringOf } from '../core/parameters.ts';
import { assertNotKnown, namesOfAccount } from '../passwords/known-passwords.ts';
import { assertPassword, hashChecked } from '../passwords/password-policy.ts';
import { PASSWORD_MAX } from '../passwords/passwords.ts';
import type { ProtocolCall } from '../service.ts';
import * as store from '../signin.store.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { findChallenge, takeChallenge } from './challenges.store.ts';
import { askChallenge, assertAnswers, sessionNotAccepted } from './challenges.ts';
import { continueSignIn } from './second-factor.ts';

/** Starts the challenge after a correct temporary password, which only permits setting a new one. */
export async function askNewPassword(
  { service }: ProtocolCall,
  user: store.IdentityUser,
): Promise<Readonly<Record<string, unknown>>> {
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(user.email === null ? {} : { email: user.email }),
    },
    Session: await askChallenge(service, 'NEW_PASSWORD_REQUIRED', user.sub),
  };
}

/** NEW_PASSWORD_REQUIRED. A password that violates the rules leaves the session valid; every other response consumes it. */
export async function answerNewPassword(
  call: ProtocolCall,
  digest: Buffer,
  responses: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { service } = call;
  const login = loginName(stringOf(responses, 'USERNAME', 128));
  const password = stringOf(responses, 'NEW_PASSWORD', PASSWORD_MAX);
  assertPassword(password, resetPasswordFault);
  const account = await service.db.signinTransaction(async (tx) => {
    const sub = (await findChallenge(tx, digest))?.sub;
    return sub ? store.findBySub(tx, sub) : undefined;
  });
  // Avoids hashing for unknown sessions.
  if (!account) throw sessionNotAccepted();
  await assertNotKnown(password, await namesOfAccount(service, account));
  const hash = await hashChecked(call.ip, password);
  const outcome = await service.db.signinTransaction(async (tx) => {
    const stored = await takeChallenge(tx, digest);
    const user = await store.findByLogin(tx, login);
    const isOwn = stored?.challenge === 'NEW_PASSWORD_REQUIRED' && user !== undefined && user.sub === stored.sub;
    const isOpen = isOwn && stored.expiresAt > service.clock() && !user.disabled;
    if (!isOpen || !(await store.setFirstPassword(tx, user.sub, hash))) return { stored, user: undefined };
    await acceptInvitation(tx, user, call.requestId);
    return { stored, user };
  });
  assertAnswers(outcome.stored, 'NEW_PASSWORD_REQUIRED', call);
  if (!outcome.user) throw sessionNotAccepted();
  return continueSignIn(call, { ...outcome.user, status: 'CONFIRMED', temporaryUntil: null }, 'new-password');
}

/** Throws when the temporary password has expired. Called after it was verified. */
export function assertTemporaryPasswordValid(user: store.IdentityUser, now: Date): void {
  if (user.temporaryUntil !== null && user.temporaryUntil <= now) {
    throw new CognitoError(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    );
  }
}
