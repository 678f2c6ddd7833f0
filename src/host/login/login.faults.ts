import { ApiError } from '../../shared/api/index.ts';
import { CognitoError } from '../../shared/session/index.ts';

/** Everything that can be wrong, by the key of its text. */
export type LoginFault =
  | 'usernameRequired'
  | 'passwordRequired'
  | 'confirmRequired'
  | 'mustMatch'
  | 'weakPassword'
  | 'codeRequired'
  | 'oneTimeRequired'
  | 'unknownUser'
  | 'unconfirmed'
  | 'wrongPassword'
  | 'disabled'
  | 'temporaryExpired'
  | 'wrongOneTime'
  | 'oneTimeExpired'
  | 'wrongCode'
  | 'codeExpired'
  | 'tookTooLong'
  | 'resetNeeded'
  | 'recoveryFailed'
  | 'providerFailed'
  | 'tooMany'
  | 'offline'
  | 'system';

/** What every step of the sign-in can meet: no answer, too many attempts, an account that may not sign in. Else null. */
function commonFault(error: unknown): LoginFault | null {
  if (error instanceof ApiError) {
    return error.code === 'network' ? 'offline' : error.status === 429 ? 'tooMany' : null;
  }
  if (!(error instanceof CognitoError)) return null;
  switch (error.type) {
    case 'NetworkError':
      return 'offline';
    case 'TooManyRequestsException':
    case 'LimitExceededException':
      return 'tooMany';
    case 'NotAuthorizedException':
      // One class stands for several refusals, and only its words tell them apart; unknown words are a wrong password.
      if (/attempts exceeded/i.test(error.message)) return 'tooMany';
      return /disabled/i.test(error.message) ? 'disabled' : null;
    default:
      return null;
  }
}

/** Whether nothing was decided: the same may be sent again. */
export function isPassing(error: unknown): boolean {
  const fault = commonFault(error);
  return fault === 'offline' || fault === 'tooMany' || (error instanceof CognitoError && error.isTemporary);
}

/** A sign-in that was refused, by the class of the error (ERR-01). */
export function signInFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  switch (typeOf(error)) {
    case 'UserNotFoundException':
      return 'unknownUser';
    case 'UserNotConfirmedException':
      return 'unconfirmed';
    case 'NotAuthorizedException':
      return /temporary password/i.test((error as Error).message) ? 'temporaryExpired' : 'wrongPassword';
    default:
      return 'system';
  }
}

/** A one time password that did not open (LOG-16). */
export function oneTimeFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  switch (typeOf(error)) {
    case 'ExpiredCodeException':
      return 'oneTimeExpired';
    case 'NotAuthorizedException':
      return /session/i.test((error as Error).message) ? 'oneTimeExpired' : 'wrongOneTime';
    case 'CodeMismatchException':
      return 'wrongOneTime';
    default:
      return 'system';
  }
}

/** A new password in the place of a temporary one that was not taken (ERR-02). */
export function newPasswordFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  switch (typeOf(error)) {
    case 'InvalidPasswordException':
      return 'weakPassword';
    case 'NotAuthorizedException':
    case 'CodeMismatchException':
      return 'tookTooLong';
    default:
      return 'system';
  }
}

/** A recovery code that was not taken, or that could not be sent (ERR-02, ERR-03). */
export function recoveryFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common && common !== 'disabled') return common;
  switch (typeOf(error)) {
    case 'CodeMismatchException':
      return 'wrongCode';
    case 'ExpiredCodeException':
      return 'codeExpired';
    case 'InvalidPasswordException':
      return 'weakPassword';
    default:
      return 'recoveryFailed';
  }
}

export const asksForReset = (error: unknown): boolean => typeOf(error) === 'PasswordResetRequiredException';

const typeOf = (error: unknown): string | null => (error instanceof CognitoError ? error.type : null);
