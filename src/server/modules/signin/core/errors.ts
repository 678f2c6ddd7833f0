/** Errors of the identity protocol, with the messages of Amazon Cognito. Clients match the class, never the message. */
const CATALOGUE = {
  NotAuthorizedException: { status: 400, text: 'Incorrect username or password.' },
  UserNotFoundException: { status: 400, text: 'User does not exist.' },
  UserNotConfirmedException: { status: 400, text: 'User is not confirmed.' },
  PasswordResetRequiredException: { status: 400, text: 'Password reset required for the user' },
  CodeMismatchException: { status: 400, text: 'Invalid verification code provided, please try again.' },
  ExpiredCodeException: { status: 400, text: 'Invalid code provided, please request a code again.' },
  InvalidPasswordException: { status: 400, text: 'Password did not conform with policy.' },
  EnableSoftwareTokenMFAException: { status: 400, text: 'Code mismatch and fail enable Software Token MFA' },
  SoftwareTokenMFANotFoundException: { status: 400, text: 'Software token MFA is not set up for the user.' },
  RefreshTokenReuseException: { status: 400, text: 'Refresh token was used before.' },
  LimitExceededException: { status: 400, text: 'Attempt limit exceeded, please try after some time.' },
  InvalidParameterException: { status: 400, text: 'Invalid parameter.' },
  ResourceNotFoundException: { status: 400, text: 'User pool client does not exist.' },
  UnknownOperationException: { status: 400, text: 'Unknown operation.' },
  SerializationException: { status: 400, text: 'The request body cannot be read.' },
  TooManyRequestsException: { status: 429, text: 'Rate exceeded' },
  InternalErrorException: { status: 500, text: 'Internal error.' },
} as const;

export type CognitoErrorName = keyof typeof CATALOGUE;

export interface CognitoErrorOptions {
  readonly status?: number;
  /** Seconds, for the `Retry-After` header. */
  readonly retryAfter?: number;
}

/** An error response `{"__type": name, "message": text}`; both values are repeated in headers. */
export class CognitoError extends Error {
  readonly status: number;
  readonly retryAfter: number | undefined;
  override readonly name: CognitoErrorName;

  constructor(name: CognitoErrorName, message?: string, options: CognitoErrorOptions = {}) {
    super(message ?? CATALOGUE[name].text);
    this.name = name;
    this.status = options.status ?? CATALOGUE[name].status;
    this.retryAfter = options.retryAfter;
  }
}

export const PASSWORD_ATTEMPTS_EXCEEDED = 'Password attempts exceeded';
