import { CognitoError } from './cognito/errors.ts';
import type { IdentityUser } from './signin.store.ts';

/** Asked only after a correct password: before it, the answer would tell strangers about the account. */
export function assertMaySignIn(user: Pick<IdentityUser, 'status' | 'disabled'>): void {
  if (user.disabled) throw new CognitoError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException');
  if (user.status === 'RESET_REQUIRED') throw new CognitoError('PasswordResetRequiredException');
  // A temporary password is for choosing one's own; no session outlives its being given.
  if (user.status === 'FORCE_CHANGE_PASSWORD') throw new CognitoError('PasswordResetRequiredException');
}

/** Whether a one time password opens this account. An account that waits for its first own password is opened by the temporary one only. */
export function mayHaveCode(user: Pick<IdentityUser, 'status' | 'disabled'>): boolean {
  return !user.disabled && user.status === 'CONFIRMED';
}
