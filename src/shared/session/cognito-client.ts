import wretch, { type WretchError, type WretchResponse } from 'wretch';
import {
  ANSWERS,
  type CognitoClient,
  CognitoError,
  type FactorOwner,
  type PasskeyOptions,
  type SignInResult,
  type Tokens,
} from './cognito.ts';

const TARGET_PREFIX = 'AWSCognitoIdentityProviderService.';
const MEDIA_TYPE = 'application/x-amz-json-1.1';

interface Answer {
  AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken?: string; ExpiresIn: number };
  ChallengeName?: string;
  Session?: string;
  ChallengeParameters?: Record<string, string>;
  SecretCode?: string;
  Status?: string;
  CredentialCreationOptions?: PasskeyOptions;
  /** Only from the embedded identity service. */
  BackupCodes?: string[];
}

/**
 * Client for Amazon Cognito's protocol, also implemented by the embedded identity service. `endpoint` is an absolute
 * address.
 */
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
  const answerByPasskey: CognitoClient['answerByPasskey'] = async (username, { session, parameters }, sign) => {
    const options = JSON.parse(parameters.CREDENTIAL_REQUEST_OPTIONS ?? '{}') as PasskeyOptions;
    return resultOf(
      await send('RespondToAuthChallenge', {
        ClientId: clientId,
        ChallengeName: 'WEB_AUTHN',
        Session: session,
        ChallengeResponses: { USERNAME: username.trim(), CREDENTIAL: JSON.stringify(await sign(options)) },
      }),
    );
  };

  return {
    async signIn(username, password) {
      // Trimmed, as the sign-in screen always has: text copied from an e-mail often includes a space.
      return resultOf(await initiate('USER_PASSWORD_AUTH', { USERNAME: username.trim(), PASSWORD: password.trim() }));
    },
    async signInByCode(username) {
      return resultOf(await initiate('CUSTOM_AUTH', { USERNAME: username.trim() }));
    },
    async respond({ name, session, username, answer }) {
      const responses = {
        USERNAME: username.trim(),
        ...(answer !== '' && { [ANSWERS[name] ?? 'ANSWER']: answer.trim() }),
      };
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
    async associateApp(owner) {
      const { SecretCode, Session } = await send('AssociateSoftwareToken', bodyOf(owner));
      if (!SecretCode) throw new CognitoError('UnknownError', 200, 'The sign-in service answered without a secret.');
      return { secret: SecretCode, session: Session };
    },
    async verifyApp(owner, code) {
      const body = { ...bodyOf(owner), UserCode: code.trim() };
      const { Status, Session, BackupCodes = [] } = await send('VerifySoftwareToken', body);
      if (Status !== 'SUCCESS') throw new CognitoError('EnableSoftwareTokenMFAException', 200, 'The code is wrong.');
      return { backupCodes: BackupCodes, session: Session };
    },
    async signInByPasskey(username, sign) {
      const USERNAME = username.trim();
      const asked = resultOf(await initiate('USER_AUTH', { USERNAME, PREFERRED_CHALLENGE: 'WEB_AUTHN' }));
      return asked.kind === 'challenge' && asked.name === 'WEB_AUTHN' ? answerByPasskey(USERNAME, asked, sign) : asked;
    },
    answerByPasskey,
    async addPasskey(owner, name, create) {
      const body = bodyOf(owner);
      const { CredentialCreationOptions = {} } = await send('StartWebAuthnRegistration', body);
      const Credential = await create(CredentialCreationOptions);
      const named = name === '' ? {} : { FriendlyCredentialName: name };
      const { Session } = await send('CompleteWebAuthnRegistration', { ...body, Credential, ...named });
      return { session: Session };
    },
    async refresh(refreshToken) {
      // Unlike the flow REFRESH_TOKEN_AUTH, also accepted where refresh tokens rotate.
      const tokens = tokensOf(
        await send('GetTokensFromRefreshToken', { ClientId: clientId, RefreshToken: refreshToken }),
      );
      if (!tokens) throw new CognitoError('UnknownError', 200, 'The sign-in service answered without tokens.');
      return tokens;
    },
    async revoke(refreshToken) {
      await send('RevokeToken', { ClientId: clientId, Token: refreshToken });
    },
  };
}

const bodyOf = (owner: FactorOwner) =>
  'session' in owner ? { Session: owner.session } : { AccessToken: owner.accessToken };

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

/** The error's name is in the body or in a header, with a namespace before it or a URL after it. */
async function errorOf(response: Response): Promise<CognitoError> {
  let body: { __type?: unknown; message?: unknown; Message?: unknown } = {};
  try {
    body = (await response.json()) as typeof body;
  } catch {
    // A proxy can answer with its own page; then the header or the status decides.
  }
  const type = String(body?.__type ?? response.headers.get('x-amzn-errortype') ?? 'UnknownError');
  const message = String(body?.message ?? body?.Message ?? response.headers.get('x-amzn-errormessage') ?? type);
  return new CognitoError(type.split('#').pop()!.split(':')[0]!, response.status, message);
}
