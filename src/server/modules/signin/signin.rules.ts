import type { IdentityUser } from './signin.store.ts';
import { WireError } from './wire-errors.ts';

/** Asked only after a correct password: before it, the answer would tell strangers about the account. */
export function assertMaySignIn(user: Pick<IdentityUser, 'status' | 'disabled' | 'temporaryUntil'>, now: Date): void {
  if (user.disabled) throw new WireError('NotAuthorizedException', 'User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new WireError('UserNotConfirmedException');
  if (user.status === 'RESET_REQUIRED') throw new WireError('PasswordResetRequiredException');
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    const hasExpired = user.temporaryUntil !== null && user.temporaryUntil <= now;
    throw hasExpired
      ? new WireError('NotAuthorizedException', 'Temporary password has expired and must be reset by an administrator.')
      : new WireError('PasswordResetRequiredException');
  }
}
