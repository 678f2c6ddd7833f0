import { ErrorResponse, OidcClient, WebStorageStateStore } from 'oidc-client-ts';
import { ApiError } from '../api/api-error.ts';
import type { IdentityProvider } from '../contracts/signin.contract.ts';
import { CognitoError, type Tokens } from './cognito.ts';
import type { TokenService } from './store.ts';

/** Where what must survive the way to the provider and back is kept: `vva_st_<state>`, removed on return. */
const STATE_PREFIX = 'vva_st_';
const TIMEOUT_S = 15;
/** Where providers lead back to: the application, or the pop-up that signs in for another window. */
const CALLBACK_PATH = '/callback';
export const POPUP_PATH = '/popup-login';

/** Why a single sign-on came to nothing. */
export type SsoFailure =
  /** The person, or the provider, said no. */
  | 'denied'
  /** The answer belongs to no attempt of this browser, or to one that has ended. */
  | 'stale'
  /** The answer comes from another provider than the one that was asked. */
  | 'foreign'
  /** The provider knows the person, Verva does not. */
  | 'unknown'
  /** The person here is linked to another account of the provider. */
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
  /** Of the application, as the provider knows it. */
  readonly origin: string;
  readonly storage: Storage;
}

interface Attempt {
  readonly redirect: string;
  readonly idpName: string;
}

/** Speaks OpenID Connect (code flow with PKCE) to one provider. What is left to the server to check: the id token's signature and claims. */
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
    // A document that speaks for another issuer would send the code, or the person, somewhere else.
    if (found.issuer !== provider.authority) throw new SsoError('foreign');
    return found;
  }

  return {
    /** The provider's address for signing in. `redirect` is a path of the application, to go to afterwards. */
    async signInUrl({ username, redirect, idpName }: Attempt & { readonly username: string }): Promise<string> {
      await metadata();
      const isPopup = redirect.startsWith(POPUP_PATH);
      const { url } = await client.createSigninRequest({
        ...(username && { login_hint: username }),
        // The library keeps it with the attempt and refuses an id token that does not repeat it.
        nonce: newNonce(),
        redirect_uri: origin + (isPopup ? POPUP_PATH : CALLBACK_PATH),
        state: { redirect, idpName } satisfies Attempt,
      });
      return url;
    },

    /** Takes the answer of the provider apart; `url` is the address that it led back to. Throws SsoError. */
    async finish(url: string): Promise<Tokens> {
      try {
        // The library sends the code to whoever the stored attempt names, without asking who answered (RFC 9207).
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
        // Of the former tokens only this one is kept; what the new id token says is for the server to judge.
        const profile = { sub: '', iss: '', aud: '', exp: 0, iat: 0 };
        const state = { refresh_token: refreshToken, session_state: null, profile };
        // biome-ignore lint/correctness/useHookAtTopLevel: a method of the library, no hook
        const answer = await client.useRefreshToken({ state, timeoutInSeconds: TIMEOUT_S });
        // Providers may renew without an id token (OpenID Connect Core 12.2); ours is the token that the API takes.
        if (!answer.id_token) throw new CognitoError('NoIdToken', 400, 'The provider renews no id token.');
        return {
          idToken: answer.id_token,
          refreshToken: answer.refresh_token,
          accessToken: undefined,
          expiresIn: answer.expires_in ?? 0,
        };
      } catch (error) {
        if (error instanceof CognitoError) throw error;
        // Only these say that the session is over; everything else may pass.
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

    /** Where the person's session at the provider is ended; null where a provider has no such address. */
    async signOutUrl(idToken: string | undefined): Promise<string | null> {
      if (!(await metadata()).end_session_endpoint) return null;
      const { url } = await client.createSignoutRequest({
        client_id: provider.clientId,
        // Amazon Cognito's name for the address to return to; others leave it alone.
        extraQueryParams: { logout_uri: `${origin}/login` },
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
      return url;
    },
  };
}

/** 128 random bits: an id token of another attempt, or one that was injected, does not have them. */
function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The attempt that an answer belongs to, by what this browser kept of it. Throws SsoError `stale`. */
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

/** What the session does for the answer of a provider. */
export interface SsoSession {
  clientOf(idpName: string): Promise<{
    readonly client: ReturnType<typeof createSsoClient>;
    readonly provider: IdentityProvider;
  }>;
  accept(tokens: Tokens, idpName: string): Promise<void>;
  isSignedOut(): boolean;
  /** Why the server did not say who is signed in. */
  refusal(): unknown;
  onFailure(): void;
}

/** Signs in by the answer of a provider, an address of `/callback`. Never throws. */
export async function finishAttempt(href: string, session: SsoSession): Promise<SsoOutcome> {
  let wanted: string | null = null;
  try {
    const { redirect, idpName, authority } = attemptOf(href, localStorage);
    wanted = redirect;
    const { client, provider } = await session.clientOf(idpName);
    // What was kept here may be old, or of another page; the server says which provider has this name.
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

/** As a session's token service; `leave` goes to the provider's own sign-out. */
export function tokenServiceOf(client: ReturnType<typeof createSsoClient>, go: (url: string) => void): TokenService {
  return {
    refresh: client.refresh,
    async revoke(refreshToken) {
      // Not being able to revoke must not keep the person from leaving.
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
