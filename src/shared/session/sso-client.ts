import { ErrorResponse, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { ApiError } from '../api/api-error.ts';
import type { IdentityProvider } from '../contracts/signin.contract.ts';
import { CognitoError, type Tokens } from './cognito.ts';
import type { TokenService } from './environment.ts';

/** Storage prefix of state kept during the redirect: `vva_st_<state>`, removed on return. */
const STATE_PREFIX = 'vva_st_';
const TIMEOUT_S = 15;
/**
 * Longer than for other requests: a provider that rotates refresh tokens may have used up the one of a renewal that is
 * given up, and the next renewal would end the session.
 */
const RENEWAL_TIMEOUT_S = 60;
/** Redirect path of providers: the application, or the pop-up that signs in for another window. */
const CALLBACK_PATH = '/callback';
export const POPUP_PATH = '/popup-login';

/** Why a single sign-on failed. */
export type SsoFailure =
  /** The user or the provider refused. */
  | 'denied'
  /** The response belongs to no attempt of this browser, or to an ended one. */
  | 'stale'
  /** The response comes from another provider than requested. */
  | 'foreign'
  /** The provider knows the user, Verva does not. */
  | 'unknown'
  /** The user is linked to another account of the provider. */
  | 'linked'
  | 'unreachable'
  | 'failed';

export class SsoError extends Error {
  override readonly name = 'SsoError';
  readonly failure: SsoFailure;

  constructor(failure: SsoFailure, cause?: unknown) {
    super(`Single sign-on: ${failure}`, { cause });
    this.failure = failure;
  }
}

export interface SsoPlace {
  /** The application's origin, as registered at the provider. */
  readonly origin: string;
  readonly storage: Storage;
}

interface Attempt {
  readonly redirect: string;
  readonly idpName: string;
}

/**
 * OpenID Connect client (code flow with PKCE) for one provider. The server verifies the id token's signature and
 * claims.
 */
export function createSsoClient(provider: IdentityProvider, { origin, storage }: SsoPlace) {
  const client = new OidcClient({
    authority: provider.authority,
    client_id: provider.clientId,
    scope: provider.scope,
    redirect_uri: origin + CALLBACK_PATH,
    post_logout_redirect_uri: `${origin}/login`,
    response_type: 'code',
    loadUserInfo: false,
    requestTimeoutInSeconds: TIMEOUT_S,
    fetchRequestCredentials: 'omit',
    stateStore: new WebStorageStateStore({ prefix: STATE_PREFIX, store: storage }),
    ...(provider.extraQueryParams && { extraQueryParams: { ...provider.extraQueryParams } }),
  });

  async function metadata() {
    const found = await client.metadataService.getMetadata();
    // A document with another issuer could send the code, or the user, elsewhere.
    if (found.issuer !== provider.authority) throw new SsoError('foreign');
    return found;
  }

  // The library would prefer the configured parameters to those of the request.
  const { prompt: _, max_age: __, ...withoutPrompt } = provider.extraQueryParams ?? {};

  return {
    /**
     * The provider's sign-in address. `redirect` is a path of the application to open afterwards; with `isAgain` the provider
     * asks also a user whom it knows, and its token says when.
     */
    async signInUrl({
      username,
      redirect,
      idpName,
      isAgain = false,
    }: Attempt & { readonly username: string; readonly isAgain?: boolean }): Promise<string> {
      await metadata();
      const isPopup = redirect.startsWith(POPUP_PATH);
      const { url } = await client.createSigninRequest({
        ...(username && { login_hint: username }),
        ...(isAgain && { prompt: 'login', max_age: 0, extraQueryParams: withoutPrompt }),
        // The library stores it with the attempt and refuses an id token without it.
        nonce: newNonce(),
        redirect_uri: origin + (isPopup ? POPUP_PATH : CALLBACK_PATH),
        state: { redirect, idpName } satisfies Attempt,
      });
      return url;
    },

    /** Processes the provider's response; `url` is the address it redirected to. Throws SsoError. */
    async finish(url: string): Promise<Tokens> {
      try {
        // The library sends the code to the provider of the stored attempt, without checking who answered (RFC 9207).
        const answeredBy = new URL(url).searchParams.get('iss');
        const { authorization_response_iss_parameter_supported: namesItself } = (await metadata()) as {
          authorization_response_iss_parameter_supported?: boolean;
        };
        if (answeredBy === null ? namesItself === true : answeredBy !== provider.authority) {
          throw new SsoError('foreign');
        }
        const {
          id_token: idToken,
          refresh_token: refreshToken,
          expires_in: expiresIn,
        } = await client.processSigninResponse(url);
        if (!idToken) throw new SsoError('failed');
        return { idToken, refreshToken, accessToken: undefined, expiresIn: expiresIn ?? 0 };
      } catch (error) {
        throw failureOf(error);
      }
    },

    async refresh(refreshToken: string): Promise<Tokens> {
      try {
        // Of the previous tokens only this one is kept; the server verifies the new id token.
        const profile = { sub: '', iss: '', aud: '', exp: 0, iat: 0 };
        const state = { refresh_token: refreshToken, session_state: null, profile };
        // biome-ignore lint/correctness/useHookAtTopLevel: a method of the library, not a hook
        const answer = await client.useRefreshToken({ state, timeoutInSeconds: RENEWAL_TIMEOUT_S });
        // Providers may renew without an id token (OpenID Connect Core 12.2), but the API needs one.
        if (!answer.id_token) throw new CognitoError('NoIdToken', 400, 'The provider renews no id token.');
        return {
          idToken: answer.id_token,
          refreshToken: answer.refresh_token,
          accessToken: undefined,
          expiresIn: answer.expires_in ?? 0,
        };
      } catch (error) {
        if (error instanceof CognitoError) throw error;
        // Only these errors mean that the session is over; all others can be temporary.
        const isOver = error instanceof ErrorResponse && /^invalid_(grant|client)$/.test(error.error ?? '');
        throw new CognitoError(
          isOver ? 'NotAuthorizedException' : 'NetworkError',
          isOver ? 400 : 0,
          String(error),
          error,
        );
      }
    },

    async revoke(refreshToken: string): Promise<void> {
      if (await client.metadataService.getRevocationEndpoint()) await client.revokeToken(refreshToken, 'refresh_token');
    },

    /** The provider's sign-out address; null if it has none. */
    async signOutUrl(idToken: string | undefined): Promise<string | null> {
      if (!(await metadata()).end_session_endpoint) return null;
      const { url } = await client.createSignoutRequest({
        client_id: provider.clientId,
        // Amazon Cognito's name for the return address; other providers ignore it.
        extraQueryParams: { logout_uri: `${origin}/login` },
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
      return url;
    },
  };
}

/** 128 random bits: id tokens of other attempts, or injected ones, do not contain them. */
function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The attempt of a response, from this browser's storage. Throws SsoError `stale`. */
export function attemptOf(url: string, storage: Storage): Attempt & { readonly authority: string } {
  const id = new URL(url).searchParams.get('state');
  const kept = id && storage.getItem(STATE_PREFIX + id);
  if (!kept) throw new SsoError('stale');
  try {
    const { authority, data } = JSON.parse(kept) as { authority?: unknown; data?: Partial<Attempt> };
    const { redirect, idpName } = data ?? {};
    if (typeof authority !== 'string' || typeof redirect !== 'string' || typeof idpName !== 'string') {
      throw new SsoError('stale');
    }
    return { redirect, idpName, authority };
  } catch (error) {
    throw new SsoError('stale', error);
  }
}

export type SsoOutcome =
  | { readonly redirect: string }
  | { readonly failure: SsoFailure; readonly redirect: string | null };

/** Session functions used when processing a provider's response. */
export interface SsoSession {
  clientOf(idpName: string): Promise<{
    readonly client: ReturnType<typeof createSsoClient>;
    readonly provider: IdentityProvider;
  }>;
  accept(tokens: Tokens, idpName: string): Promise<void>;
  isSignedOut(): boolean;
  /** Error of the session request. */
  refusal(): unknown;
  onFailure(): void;
}

/** Signs in with a provider's response, an address of `/callback`. Never throws. */
export async function finishAttempt(href: string, session: SsoSession): Promise<SsoOutcome> {
  let wanted: string | null = null;
  try {
    const { redirect, idpName, authority } = attemptOf(href, localStorage);
    wanted = redirect;
    const { client, provider } = await session.clientOf(idpName);
    // The stored attempt can be old or from another page; the server maps the name to a provider.
    if (provider.authority !== authority) throw new SsoError('foreign');
    await session.accept(await client.finish(href), idpName);
    if (session.isSignedOut()) {
      throw new SsoError(codeOf(session.refusal()) === 'identity.already_linked' ? 'linked' : 'unknown');
    }
    return { redirect };
  } catch (error) {
    session.onFailure();
    const passing = codeOf(error) === 'provider.not_found' ? 'failed' : 'unreachable';
    return { failure: error instanceof SsoError ? error.failure : passing, redirect: wanted };
  }
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : null);

/** Adapts a client to the session's token service; `leave` goes to the provider's sign-out. */
export function tokenServiceOf(client: ReturnType<typeof createSsoClient>, go: (url: string) => void): TokenService {
  return {
    refresh: client.refresh,
    async revoke(refreshToken) {
      // A failed revocation must not prevent signing out.
      await client.revoke(refreshToken).catch(() => undefined);
    },
    async leave(idToken) {
      const url = await client.signOutUrl(idToken);
      if (url) go(url);
    },
  };
}

function failureOf(error: unknown): SsoError {
  if (error instanceof SsoError) return error;
  if (error instanceof ErrorResponse) {
    const isRefusal = /^(access_denied|login_required|consent_required|interaction_required)$/.test(error.error ?? '');
    return new SsoError(isRefusal ? 'denied' : 'failed', error);
  }
  if (error instanceof Error && /No (matching )?state|nonce in id_token/.test(error.message))
    return new SsoError('stale', error);
  // `fetch` fails with a TypeError, a timeout of the library with an ErrorTimeout.
  const isNetwork = error instanceof TypeError || (error instanceof Error && error.name === 'ErrorTimeout');
  return new SsoError(isNetwork ? 'unreachable' : 'failed', error);
}
