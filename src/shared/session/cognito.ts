/** What the identity service refuses, by the name of the error. Never decide by `message`: its wording is the service's own. */
export class CognitoError extends Error {
  /** For example `NotAuthorizedException`; `NetworkError` when no answer came, `UnknownError` when it could not be read. */
  readonly type: string;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  override readonly name = 'CognitoError';

  constructor(type: string, status: number, message: string, cause?: unknown) {
    super(message, { cause });
    this.type = type;
    this.status = status;
  }

  /** Whether this says nothing about the person's session: no answer, an overload, a fault of the service. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500 || this.type === 'TooManyRequestsException';
  }
}

export interface Tokens {
  readonly idToken: string;
  /** Opens the identity service itself; what a provider of single sign-on gives opens nothing of ours. */
  readonly accessToken: string | undefined;
  /** Only a sign-in gives one, and a refresh where the service rotates them. */
  readonly refreshToken: string | undefined;
  /** Seconds of the access token. */
  readonly expiresIn: number;
}

/** What comes of an attempt: tokens, or a question that must be answered first. */
export type SignInResult =
  | { readonly kind: 'tokens'; readonly tokens: Tokens }
  | {
      readonly kind: 'challenge';
      readonly name: string;
      readonly session: string | undefined;
      readonly parameters: Readonly<Record<string, string>>;
    };

/** The questions that the sign-in screen can answer, with the name under which the answer is sent. */
export const ANSWERS: Readonly<Record<string, string>> = {
  CUSTOM_CHALLENGE: 'ANSWER',
  SMS_MFA: 'SMS_MFA_CODE',
  EMAIL_OTP: 'EMAIL_OTP_CODE',
  SMS_OTP: 'SMS_OTP_CODE',
  SOFTWARE_TOKEN_MFA: 'SOFTWARE_TOKEN_MFA_CODE',
  NEW_PASSWORD_REQUIRED: 'NEW_PASSWORD',
};

/** Whether the question is for a code that the person was sent, or reads off a device. */
export const asksForCode = (challenge: string): boolean =>
  challenge !== 'NEW_PASSWORD_REQUIRED' && Object.hasOwn(ANSWERS, challenge);

/** An answer to a challenge: its name and session as they came, the username that was typed, and the code or new password. */
export interface ChallengeAnswer {
  readonly name: string;
  readonly session: string | undefined;
  readonly username: string;
  readonly answer: string;
}

/** Every method throws CognitoError. */
export interface CognitoClient {
  signIn(username: string, password: string): Promise<SignInResult>;
  /** Asks for a one time password; it is sent to the person's phone or e-mail address. */
  signInByCode(username: string): Promise<SignInResult>;
  respond(answer: ChallengeAnswer): Promise<SignInResult>;
  /** Sets a new password with the code of a recovery mail. */
  confirmForgotPassword(username: string, code: string, password: string): Promise<void>;
  /** `accessToken`, not the id token. */
  changePassword(accessToken: string, previous: string, proposed: string): Promise<void>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** Ends the session of this refresh token. */
  revoke(refreshToken: string): Promise<void>;
}
