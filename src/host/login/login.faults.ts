import { ApiError } from '../../shared/api/index.ts';
import { CognitoError } from '../../shared/session/index.ts';

/** All sign-in errors, by the key of their text. */
export type LoginFault =
  | 'usernameRequired'
  | 'passwordRequired'
  | 'confirmRequired'
  | 'mustMatch'
  | 'weakPassword'
  | 'refusedPassword'
  | 'codeRequired'
  | 'oneTimeRequired'
  | 'unknownUser'
  | 'unconfirmed'
  | 'wrongPassword'
  | 'disabled'
  | 'temporaryExpired'
  | 'appCodeRequired'
  | 'wrongAppCode'
  | 'appTries'
  | 'noPasskey'
  | 'wrongPasskey'
  | 'passkeyNeeded'
  | 'noPasskeyHere'
  | 'otherPasskey'
  | 'noPasskeyCreated'
  | 'noPasskeySupport'
  | 'modeNotAllowed'
  | 'noPasswords'
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

/** Maps errors that any step can return: network, throttling, disabled account. Null for others. */
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
      // One error class covers several refusals, distinguished by text only; unknown texts mean a wrong password.
      if (/attempts exceeded/i.test(error.message)) return 'tooMany';
      if (/not allowed/i.test(error.message)) return 'modeNotAllowed';
      return /disabled/i.test(error.message) ? 'disabled' : null;
    default:
      return null;
  }
}

/** Whether the request can be repeated unchanged. */
export function isPassing(error: unknown): boolean {
  const fault = commonFault(error);
  return fault === 'offline' || fault === 'tooMany' || (error instanceof CognitoError && error.isTemporary);
}

/** Maps a refused sign-in by its error class (ERR-01). */
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

/** Maps a refused one-time password (LOG-16). */
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

/** Maps a refused code of the authenticator app, or a backup code. */
export function appCodeFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  switch (typeOf(error)) {
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
      return 'wrongAppCode';
    case 'ExpiredCodeException':
      return 'tookTooLong';
    case 'NotAuthorizedException':
      return /session/i.test((error as Error).message) ? 'tookTooLong' : 'appTries';
    default:
      return 'system';
  }
}

/** Maps a sign-in by passkey that was cancelled, refused, or is not offered. */
export function passkeyFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  // The browser does not say whether the user cancelled or has none.
  if (error instanceof DOMException) return 'noPasskey';
  return typeOf(error) === 'NotAuthorizedException' ? 'wrongPasskey' : 'system';
}

/** Maps a refused new password that replaces a temporary one (ERR-02). */
export function newPasswordFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  switch (typeOf(error)) {
    case 'InvalidPasswordException':
      return 'refusedPassword';
    case 'NotAuthorizedException':
    case 'CodeMismatchException':
      return 'tookTooLong';
    default:
      return 'system';
  }
}

/** Maps a recovery code that was refused or could not be sent (ERR-02, ERR-03). */
export function recoveryFault(error: unknown): LoginFault {
  if (error instanceof ApiError && error.code === 'recovery.not_allowed') return 'noPasswords';
  const common = commonFault(error);
  if (common === 'modeNotAllowed') return 'noPasswords';
  if (common && common !== 'disabled') return common;
  switch (typeOf(error)) {
    case 'CodeMismatchException':
      return 'wrongCode';
    case 'ExpiredCodeException':
      return 'codeExpired';
    case 'InvalidPasswordException':
      return 'refusedPassword';
    default:
      return 'recoveryFailed';
  }
}

/** Maps a passkey that could not be created during a sign-in. */
export function passkeySetupFault(error: unknown): LoginFault {
  const common = commonFault(error);
  if (common) return common;
  if (error instanceof DOMException) return 'noPasskeyCreated';
  return typeOf(error) === 'NotAuthorizedException' ? 'tookTooLong' : 'system';
}

export const asksForReset = (error: unknown): boolean => typeOf(error) === 'PasswordResetRequiredException';

const typeOf = (error: unknown): string | null => (error instanceof CognitoError ? error.type : null);
