/** An error of the identity service, by its name. Never decide by `message`: its wording can change. */
export class CognitoError extends Error {
  /** For example `NotAuthorizedException`; `NetworkError` without a response, `UnknownError` for an unreadable one. */
  readonly type: string;
  /** HTTP status; 0 without a response. */
  readonly status: number;
  override readonly name = 'CognitoError';

  constructor(type: string, status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.type = type;
    this.status = status;
  }

  /** Whether the error says nothing about the user's session: no response, overload, or a server error. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.type === 'TooManyRequestsException';
  }
}

export interface Tokens {
  readonly idToken: string;
  /** Authorises calls to the identity service itself; single sign-on providers return none that we can use. */
  readonly accessToken: string | undefined;
  /** Only from a sign-in, or from a refresh where the service rotates refresh tokens. */
  readonly refreshToken: string | undefined;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

export interface SignInChallenge {
  readonly kind: 'challenge';
  readonly name: string;
  readonly session: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Result of a sign-in step: tokens, or a challenge. */
export type SignInResult = { readonly kind: 'tokens'; readonly tokens: Tokens } | SignInChallenge;

/** Challenges that the sign-in screen supports, with the parameter name of the response. */
export const ANSWERS: Readonly<Record<string, string>> = {
  CUSTOM_CHALLENGE: 'ANSWER',
  SMS_MFA: 'SMS_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
  SMS_OTP: 'SMS_OTP_CODE',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
  NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD',
};

/** Whether the challenge asks for a code that was sent to the user or is shown by a device. */
export const asksForCode = (challenge: string): boolean =>
  challenge !== 'NEW_PASSWORD_REQUIRED' && Object.hasOwn(ANSWERS, challenge);

/** Response to a challenge: its name and session as received, the typed username, and the code or new password. */
export interface ChallengeAnswer {
  readonly name: string;
  readonly session: string | undefined;
  readonly username: string;
  /** Empty where the challenge needs none. */
  readonly answer: string;
}

/** Where a set-up of the second factor belongs: to a pending sign-in, or to the signed-in user. */
export type FactorOwner = { readonly session: string } | { readonly accessToken: string };

/** Options of the service for the browser, as JSON of the Web Authentication API. */
export type PasskeyOptions = Readonly<Record<string, unknown>>;

/** Every method throws CognitoError. */
export interface CognitoClient {
  signIn(username: string, password: string): Promise<SignInResult>;
  /** Requests a one-time password, sent to the user's phone or e-mail address. */
  signInByCode(username: string): Promise<SignInResult>;
  respond(answer: ChallengeAnswer): Promise<SignInResult>;
  /** Sets a new password with the code of a recovery e-mail. */
  confirmForgotPassword(username: string, code: string, password: string): Promise<void>;
  /** `accessToken`, not the id token. */
  changePassword(accessToken: string, previous: string, proposed: string): Promise<void>;
  /** Begins the set-up of an authenticator app and returns its secret. */
  associateApp(owner: FactorOwner): Promise<{ readonly secret: string; readonly session: string | undefined }>;
  /**
   * Confirms the set-up with the app's code. Amazon Cognito returns no backup codes. `session` continues the sign-in.
   */
  verifyApp(
    owner: FactorOwner,
    code: string,
  ): Promise<{ readonly backupCodes: readonly string[]; readonly session: string | undefined }>;
  /** Signs in with a passkey, which `sign` lets the user choose and confirm in the browser. */
  signInByPasskey(username: string, sign: (options: PasskeyOptions) => Promise<object>): Promise<SignInResult>;
  /** Answers the challenge `WEB_AUTHN`, with which the service asks for a passkey as the second factor. */
  answerByPasskey(
    username: string,
    asked: Pick<SignInChallenge, 'session' | 'parameters'>,
    sign: (options: PasskeyOptions) => Promise<object>,
  ): Promise<SignInResult>;
  /** Adds a passkey, which `create` makes in the browser. `session` continues the sign-in that requires it. */
  addPasskey(
    owner: FactorOwner,
    name: string,
    create: (options: PasskeyOptions) => Promise<object>,
  ): Promise<{ readonly session: string | undefined }>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Revokes this refresh token and its session. */
  revoke(refreshToken: string): Promise<void>;
}
