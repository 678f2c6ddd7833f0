import wretch, { type WretchError, type WretchResponse } from 'wretch';

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const MEDIA_TYPE = 'application/x-amz-json-1.1';

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
const ANSWERS: Readonly<Record<string, string>> = {
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

interface Answer {
  AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken?: string; ExpiresIn: number };
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters?: Record<string, string>;
}

/** Speaks Amazon Cognito's protocol, which the embedded identity service speaks too. `endpoint` is an absolute address. */
export function createCognitoClient({ endpoint, clientId }: { endpoint: string; clientId: string }): CognitoClient {
  const send = async (operation: string, body: object): Promise<Answer> => {
    try {
      return await wretch(endpoint)
        .headers({ 'Content-Type': MEDIA_TYPE, 'X-Amz-Target': TARGET_PREFIX + operation })
        .options({ credentials: 'omit' })
        .customError((_error: WretchError, response: WretchResponse) => errorOf(response))
        .body(JSON.stringify(body))
        .post()
        .json<Answer>();
    } catch (error) {
      if (error instanceof CognitoError) throw error;
      throw new CognitoError('NetworkError', 0, 'The sign-in service does not answer.', error);
    }
  };
  const initiate = (AuthFlow: string, AuthParameters: Record<string, string>) =>
    send('InitiateAuth', { AuthFlow, ClientId: clientId, AuthParameters });

  return {
    async signIn(username, password) {
      // Trimmed, as the sign-in screen has always done: what is copied from a mail often brings a space along.
      return resultOf(await initiate('USER_PASSWORD_AUTH', { USERNAME: username.trim(), PASSWORD: password.trim() }));
    },
    async signInByCode(username) {
      return resultOf(await initiate('CUSTOM_AUTH', { USERNAME: username.trim() }));
    },
    async respond({ name, session, username, answer }) {
      const responses = { USERNAME: username.trim(), [ANSWERS[name] ?? 'ANSWER']: answer.trim() };
      return resultOf(
        await send('RespondToAuthChallenge', {
          ClientId: clientId,
          ChallengeName: name,
          Session: session,
          ChallengeResponses: responses,
        }),
      );
    },
    async confirmForgotPassword(username, code, password) {
      const body = { ClientId: clientId, Username: username.trim(), ConfirmationCode: code.trim() };
      await send('ConfirmForgotPassword', { ...body, Password: password.trim() });
    },
    async changePassword(AccessToken, PreviousPassword, ProposedPassword) {
      await send('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword });
    },
    async refresh(refreshToken) {
      const tokens = tokensOf(await initiate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN: refreshToken }));
      if (!tokens) throw new CognitoError('UnknownError', 200, 'The sign-in service answered without tokens.');
      return tokens;
    },
    async revoke(refreshToken) {
      await send('RevokeToken', { ClientId: clientId, Token: refreshToken });
    },
  };
}

function resultOf(answer: Answer): SignInResult {
  const tokens = tokensOf(answer);
  if (tokens) return { kind: 'tokens', tokens };
  return {
    kind: 'challenge',
    name: answer.ChallengeName ?? '',
    session: answer.Session,
    parameters: answer.ChallengeParameters ?? {},
  };
}

function tokensOf({ AuthenticationResult: result }: Answer): Tokens | undefined {
  if (!result) return undefined;
  return {
    idToken: result.IdToken,
    accessToken: result.AccessToken,
    refreshToken: result.RefreshToken,
    expiresIn: result.ExpiresIn,
  };
}

/** The error's name stands in the body or in a header, with a namespace before it or an address behind it. */
async function errorOf(response: Response): Promise<CognitoError> {
  let body: { __type?: unknown; message?: unknown; Message?: unknown } = {};
  try {
    body = (await response.json()) as typeof body;
  } catch {
    // A proxy may answer with a page of its own; the header or the status then says what there is to say.
  }
  const type = String(body?.__type ?? response.headers.get('x-amzn-errortype') ?? 'UnknownError');
  const message = String(body?.message ?? body?.Message ?? response.headers.get('x-amzn-errormessage') ?? type);
  return new CognitoError(type.split('#').pop()!.split(':')[0]!, response.status, message);
}
