import { CognitoError } from './core/errors.ts';
import type { IdentityUser } from './signin.store.ts';

/** Throws for an account that may not sign in. Called only after a correct password: before it, the error would reveal the account's state. */
export function assertMaySignIn(user: Pick<IdentityUser, 'status' | 'disabled'>): void {
  if (user.disabled) throw new CognitoError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException');
  if (user.status === 'RESET_REQUIRED') throw new CognitoError('PasswordResetRequiredException');
  // A temporary password only permits setting a new one; no existing session may continue.
  if (user.status === 'FORCE_CHANGE_PASSWORD') throw new CognitoError('PasswordResetRequiredException');
}

/** Whether a one-time password may sign in to this account. An account without its own password yet needs the temporary one. */
export function mayHaveCode(user: Pick<IdentityUser, 'status' | 'disabled'>): boolean {
  return !user.disabled && user.status === 'CONFIRMED';
}
