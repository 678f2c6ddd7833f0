import { SIGN_IN_MODES, type SignInMode } from '../../../../shared/contracts/sign-in-modes.rules.ts';
import { readSignInModes } from '../../../platform/auth/sign-in-modes.ts';
import { CognitoError } from '../core/errors.ts';
import type { IdentityService, ProtocolCall } from '../service.ts';
import type { SigninMode } from '../signin.audit.ts';
import { findPeople, type IdentityUser } from '../signin.store.ts';
import { recordFailure } from '../throttle/failures.ts';

const MODES: Readonly<Record<SigninMode, SignInMode>> = {
  password: 'password',
  'new-password': 'password',
  'one-time-password': 'oneTimePassword',
  passkey: 'passkey',
};

/**
 * Returns the ways to sign in that at least one of the account's organisations allows. The other organisations refuse the
 * session themselves (`assertSignInMode`), so that none of them locks the user out of another one.
 */
export async function modesOfAccount(
  { db }: Pick<IdentityService, 'db'>,
  { sub }: Pick<IdentityUser, 'sub'>,
): Promise<readonly SignInMode[]> {
  const allowed = new Set<SignInMode>();
  for (const { tenantId } of await db.signinTransaction((tx) => findPeople(tx, sub))) {
    const { modes } = await db.tenantTransaction({ tenantId, userId: null }, readSignInModes);
    for (const mode of modes) allowed.add(mode);
  }
  return SIGN_IN_MODES.filter((mode) => allowed.has(mode));
}

const MODE_NOT_ALLOWED = 'This way of signing in is not allowed.';

export const modeNotAllowed = () => new CognitoError('NotAuthorizedException', MODE_NOT_ALLOWED);

export const isModeNotAllowed = (error: CognitoError): boolean => error.message === MODE_NOT_ALLOWED;

/** Refuses a sign-in in a way that no organisation of the account allows. Called only after the user has proven the identity. */
export async function assertModeAllowed(call: ProtocolCall, user: IdentityUser, mode: SigninMode): Promise<void> {
  if ((await modesOfAccount(call.service, user)).includes(MODES[mode])) return;
  recordFailure(call, user.username, user, 'account');
  throw modeNotAllowed();
}

/** The account without the demand for a new password where none of its organisations allows passwords. */
export async function withoutVainReset(
  service: Pick<IdentityService, 'db'>,
  user: IdentityUser,
): Promise<IdentityUser> {
  if (user.status !== 'RESET_REQUIRED') return user;
  return (await modesOfAccount(service, user)).includes('password') ? user : { ...user, status: 'CONFIRMED' };
}

/** Whether a temporary password lets the user in: to choose a password, or to create a passkey. */
export async function acceptsInvitations(
  service: Pick<IdentityService, 'db'>,
  user: Pick<IdentityUser, 'sub'>,
): Promise<boolean> {
  const modes = await modesOfAccount(service, user);
  return modes.includes('password') || modes.includes('passkey');
}

/** Whether a password, or a temporary one for a user who has never signed in, can be set for the account. */
export async function mayRecover(
  service: Pick<IdentityService, 'db'>,
  user: Pick<IdentityUser, 'sub' | 'status'>,
): Promise<boolean> {
  if (user.status === 'FORCE_CHANGE_PASSWORD') return acceptsInvitations(service, user);
  return (await modesOfAccount(service, user)).includes('password');
}
