import type { ReadonlySignal } from '@preact/signals-core';
import { ApiError } from '../api/api-error.ts';
import { apiBase, setApiBase } from '../api/base.ts';
import { call } from '../api/call.ts';
import { resumeLive } from '../api/live.ts';
import { clearPrefetched } from '../api/prefetched.ts';
import { chosenTenant } from '../api/tenant.ts';
import { provideTokens, type TokenOptions } from '../api/tokens.ts';
import { SESSION_CHECK_MS } from '../contracts/constants.ts';
import { getSession, type Session } from '../contracts/session.contract.ts';
import { getIdentityConfig, getIdentityProvider, logoutAll } from '../contracts/signin.contract.ts';
import { languageOf, setLanguage, timeZone } from '../locale/language.ts';
import { pageWide, pageWideSignal } from '../page/page-wide.ts';
import { unsavedInputs } from '../page/unsaved.ts';
import { type ChallengeAnswer, type CognitoClient, CognitoError, type SignInResult } from './cognito.ts';
import { askPopup, type PopupOutcome } from './popup.ts';
import { followShown } from './shown.ts';
import type { SsoOutcome } from './sso.ts';
import { createTimedStorage } from './storage.ts';
import {
  createSessionStore,
  type HandedToken,
  type SessionState,
  type SharedTokens,
  type TokenProvider,
  type TokenService,
} from './store.ts';
import { createStoredSession, hasEnded, SESSION_KEY } from './stored-session.ts';
import { takeOwnTexts } from './take-own-texts.ts';
import { createTenantChoice } from './tenant-choice.ts';

export { asksForCode, type ChallengeAnswer, CognitoError, type SignInResult } from './cognito.ts';
export { hasAnyRole, hasPermission, hasRole, isAdmin, isCurrentUser, type Member } from './groups.ts';
export type { TokenMessage } from './popup.ts';
export type { SsoFailure } from './sso.ts';
export type { TimedStorage } from './storage.ts';
export type { HandedToken, SessionState, SignedOutReason, TokenProvider } from './store.ts';

const REFRESH_LOCK = 'vva_refresh';
const AUTH_CHANNEL = 'vva_auth';
const SIGNED_OUT = 'signed-out';
const EXPIRED = 'expired';
/** User of the last single sign-on, until it is cancelled: they need not type their name again (LOG-14, LOG-19). */
export const SSO_USER_KEY = 'ssoUser';
/** Time in ms of the last failed single sign-on or sign-out: for a while it does not start automatically. */
const SSO_FAILED_KEY = 'vva_ssoFailedAt';

/** Maximum time for saving drafts when signing out. */
const KEEP_MS = 2000;

interface PageSession extends SharedTokens {
  /** Our own application, which signs in itself and stores the session; otherwise a third-party page. */
  isApplication: boolean;
  identity: Promise<CognitoClient> | null;
  providers: Map<string, Promise<TokenService>>;
  started: Promise<void> | null;
  localeIsChosen: boolean;
}

const shared = pageWide<PageSession>('session', () => ({
  held: null,
  pending: null,
  provider: null,
  idpName: null,
  isApplication: false,
  identity: null,
  providers: new Map(),
  started: null,
  localeIsChosen: false,
}));

const state = pageWideSignal<SessionState>('session-state', { status: 'starting' });

/** The session of this page; shared by all elements, also of two versions of Verva. */
export const session: ReadonlySignal<SessionState> = state;

/**
 * The session whose content is on the page: kept after the session has expired, until the user signs in again or signs
 * out.
 */
export const shownSession = followShown(state);

// One per page: a channel does not receive its own messages, and messages between copies of the code must not look like
// another tab's.
const channel = pageWide('auth-channel', () =>
  typeof document === 'undefined' ? null : new BroadcastChannel(AUTH_CHANNEL),
);

/** Interface data that may be lost: `vva_` in localStorage, for an hour by default. */
export const uiStorage = createTimedStorage(() => localStorage);

const isOurs = () => shared.isApplication && !shared.provider;
const tenantChoice = createTenantChoice(chosenTenant, {
  tab: createTimedStorage(() => sessionStorage),
  browser: uiStorage,
});

/** Error of the last session request; interpreted by the single sign-on code, which few pages need. */
let refusal: unknown;

const store = createSessionStore({
  state,
  shared,
  stored: createStoredSession(() => (shared.isApplication ? localStorage : undefined)),
  isOurs,
  identity: identityClient,
  provider: (idpName) => providerService(idpName),
  loadSession: async () => {
    const found = await call(getSession, {}).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
    // Before rendering, so that no text changes on screen.
    await takeOwnTexts(found.tenant.texts);
    return found;
  },
  // Without a secure context there are no locks; then two tabs can both refresh, which is harmless while tokens do not
  // rotate.
  exclusively: async (work) => (navigator.locks ? await navigator.locks.request(REFRESH_LOCK, work) : work()),
  tellOtherTabs: (reason) => channel?.postMessage(reason === 'left' ? SIGNED_OUT : EXPIRED),
  tenantChoice: {
    settle: (subject, isSignIn) => isOurs() && tenantChoice.settle(subject, isSignIn),
    leave: () => isOurs() && tenantChoice.leave(),
    reject: tenantChoice.reject,
  },
  signedIn: followPerson,
  now: () => Date.now(),
});

/**
 * The identity token for a request; null when signed out. Throws ApiError `identity.unavailable` when the session
 * cannot be determined now.
 */
export const getIdToken = (options?: TokenOptions): Promise<string | null> => store.getIdToken(options);
provideTokens(getIdToken);

export interface VervaConfiguration {
  /** The server; by default the origin of this code. */
  readonly apiBase?: string;
  /** The page's source of identity tokens. Never an attribute: attributes are in the document, logs and recordings. */
  readonly getToken?: TokenProvider;
  /** `en`, `et`, `ru` or `zh`, also with a region; otherwise the user's own language. */
  readonly locale?: string;
}

/**
 * The only configuration call of a page that uses our elements. Can be called again, for example after the page's own
 * sign-in.
 */
export function configureVerva({ apiBase: base, getToken, locale }: VervaConfiguration): void {
  if (base !== undefined) setApiBase(base);
  const wanted = locale === undefined ? undefined : languageOf(locale);
  if (wanted) {
    shared.localeIsChosen = true;
    void setLanguage(wanted);
  }
  if (getToken) {
    provide(getToken);
    void startSession();
  }
}

/**
 * Clears all elements of a third-party page: no user data stays on it or in its memory, and no tokens are requested
 * until `configureVerva` names a function again or the user signs in in an element. Input is saved as drafts first, if
 * the server answers in time.
 */
export async function logout(): Promise<void> {
  const kept = Promise.allSettled(unsavedInputs().map((input) => input.keep()));
  await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, KEEP_MS))]);
  provide(null);
  clearPrefetched();
  await store.signOut();
}

function provide(provider: TokenProvider | null): void {
  shared.provider = provider;
  shared.held = null;
  shared.pending = null;
  shared.started = null;
}

/** Loads the session, once per page, and keeps it current. Resolves with the first answer; never rejects. */
export function startSession(): Promise<void> {
  watch();
  shared.started ??= store.start();
  return shared.started;
}

type SsoCode = typeof import('./sso.ts');

let ssoCode = (): Promise<SsoCode> => Promise.reject(new Error('This page has no single sign-on of its own.'));

/** Provides the code of single sign-on on demand. Third-party pages do not use it and should not load it. */
export function provideSso(code: () => Promise<SsoCode>): void {
  ssoCode = code;
}

/**
 * Like `startSession`, for our own application: signs in at the identity service and stores the session between visits.
 */
export function startApplicationSession(): Promise<void> {
  shared.isApplication = true;
  uiStorage.purge();
  return startSession();
}

/** Signs in by password. Throws CognitoError. After `tokens`, `session` already holds the user, or `unreachable`. */
export const signIn = (username: string, password: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signIn(username, password));

/** Sends a one-time password to a phone number. Throws CognitoError. */
export const signInByCode = (username: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signInByCode(username));

/** Answers a sign-in challenge with the code or a new password. Otherwise like `signIn`. */
export const answerChallenge = (answer: ChallengeAnswer): Promise<SignInResult> =>
  store.signInBy((identity) => identity.respond(answer));

/** Sets a new password with the code of a recovery e-mail; does not sign in. Throws CognitoError. */
export async function confirmForgotPassword(username: string, code: string, password: string): Promise<void> {
  await (await identityClient()).confirmForgotPassword(username, code, password);
}

/**
 * Changes the password of the signed-in user. Throws CognitoError; `NotAuthorizedException` when the current one is
 * wrong.
 */
export async function changePassword(previous: string, proposed: string): Promise<void> {
  const accessToken = await store.getAccessToken();
  if (accessToken === null) throw new CognitoError('NotAuthorizedException', 400, 'Nobody is signed in by password.');
  await (await identityClient()).changePassword(accessToken, previous, proposed);
}

/** Whether `changePassword` is available: not after single sign-on, nor on third-party pages. */
export const canChangePassword = (): boolean => shared.held?.accessToken !== undefined;

/**
 * Leaves the page for the sign-in of a provider, which returns to `/callback`. `redirect` is a path of the application
 * to open afterwards. Throws ApiError for an unknown provider, SsoError if it does not respond.
 */
export async function startSso(options: { idpName: string; username: string; redirect: string }): Promise<void> {
  const { client } = await ssoClient(options.idpName);
  const url = await client.signInUrl(options);
  if (options.username) uiStorage.set(SSO_USER_KEY, options.username, null);
  location.assign(url);
}

/**
 * Processes a provider's response in this page's address and removes it from there. When it ends with a path, `session`
 * already holds the user, or `unreachable`. Never throws.
 */
export async function finishSso(): Promise<SsoOutcome> {
  const { href } = location;
  history.replaceState(history.state, '', location.pathname);
  const { finishAttempt } = await ssoCode();
  return finishAttempt(href, {
    clientOf: ssoClient,
    accept: store.accept,
    isSignedOut: () => state.peek().status === 'signed-out',
    refusal: () => refusal,
    onFailure: noAutomaticSso,
  });
}

/**
 * Signs in by a provider in a window of its own, so that this page's content stays. Call it from a click. `signed-in`:
 * `session` holds the user; other outcomes leave the session unchanged.
 */
export async function signInWithProviderPopup(options: {
  idpName: string;
  username: string;
}): Promise<'signed-in' | 'blocked' | 'closed'> {
  return takeOutcome(await askPopup(location.origin, { sso: options.idpName, username: options.username }));
}

/** Signs in on a third-party page, in a window of the application. Call it from a click. */
export async function signInWithApplicationPopup(): Promise<'signed-in' | 'blocked' | 'closed'> {
  return takeOutcome(await askPopup(apiBase.peek()));
}

async function takeOutcome(outcome: PopupOutcome): Promise<'signed-in' | 'blocked' | 'closed'> {
  if (outcome.kind !== 'token') return outcome.kind;
  await store.takeOver(outcome.token);
  return 'signed-in';
}

/** The token for the window that opened this one to sign in; null when signed out. */
export const handOverToken = (): Promise<HandedToken | null> => store.handOver();

/** The single sign-on provider of the current or just ended session; null for other sign-ins. */
export const ssoProvider = (): string | null => shared.idpName;

/** Whether this is a third-party page, on which elements offer to sign in themselves. */
export const isForeignPage = (): boolean => !shared.isApplication;

/** Time of the last failed single sign-on or sign-out in this tab; undefined if not recent. */
export function ssoFailedAt(): number | undefined {
  try {
    return Number(sessionStorage.getItem(SSO_FAILED_KEY)) || undefined;
  } catch {
    // The browser forbids storage: then no user name is stored for an automatic start either.
    return undefined;
  }
}

function noAutomaticSso(): void {
  try {
    sessionStorage.setItem(SSO_FAILED_KEY, String(Date.now()));
  } catch {
    // The browser forbids storage: then no user name is stored for an automatic start either.
  }
}

/**
 * Ends this session in all tabs; after single sign-on also at the provider, for which the browser leaves the page.
 * Never throws: on this device the session is over in any case.
 */
export function signOut(): Promise<void> {
  if (shared.isApplication) noAutomaticSso();
  return store.signOut();
}

/**
 * Ends all sessions of the user, on every device. Throws ApiError if the server is unreachable; then nothing has
 * changed.
 */
export async function signOutEverywhere(): Promise<void> {
  await call(logoutAll, {});
  await signOut();
}

/** Whether the user belongs to several organisations and has not chosen one for this tab yet. */
export const mustChooseTenant = ({ tenants }: Session): boolean => tenants.length > 1 && chosenTenant.value === null;

/** The organisation that this account chose last in this browser; null if none. */
export const lastTenant = (): string | null => tenantChoice.last();

/** Switches this tab to an organisation of the account and reloads the content. */
export async function chooseTenant(tenant: string): Promise<void> {
  const now = state.peek();
  tenantChoice.choose(tenant);
  if (now.status !== 'signed-in' || now.session.tenant.tenantId !== tenant) await store.relearn();
}

/** Reloads the session, for example after a profile change. Never throws. */
export const checkSession = (): Promise<void> => store.check();

function identityClient(): Promise<CognitoClient> {
  // Third-party pages sign in by a token provider or a pop-up: they do not load this code.
  const code = () => import('./cognito-client.ts').then((part) => part.createCognitoClient);
  shared.identity ??= Promise.all([call(getIdentityConfig, { auth: false }), code()])
    .then(([{ endpoint, clientId }, createCognitoClient]) =>
      createCognitoClient({ endpoint: new URL(endpoint, apiBase.peek()).href, clientId }),
    )
    .catch((error: unknown) => {
      // Retried next time: a failed start must not last for the whole visit.
      shared.identity = null;
      throw error;
    });
  return shared.identity;
}

/** Client for a provider, with the server's settings: an address from any other source could be forged. */
async function ssoClient(idpName: string) {
  const [provider, { createSsoClient }] = await Promise.all([
    call(getIdentityProvider, { params: { idpName }, auth: false }),
    ssoCode(),
  ]);
  return { provider, client: createSsoClient(provider, { origin: location.origin, storage: localStorage }) };
}

function providerService(idpName: string): Promise<TokenService> {
  let service = shared.providers.get(idpName);
  if (!service) {
    service = ssoClient(idpName)
      .then(async ({ client }) => {
        const { tokenServiceOf } = await ssoCode();
        return tokenServiceOf(client, (url) => location.assign(url));
      })
      .catch((error: unknown) => {
        // Retried next time: a failed start must not last for the whole visit.
        shared.providers.delete(idpName);
        // Removing a provider has ended its sessions.
        throw isUnknownProvider(error) ? new CognitoError('NotAuthorizedException', 400, idpName, error) : error;
      });
    shared.providers.set(idpName, service);
  }
  return service;
}

const isUnknownProvider = (error: unknown): boolean => error instanceof ApiError && error.code === 'provider.not_found';

function followPerson({ user, tenant }: Session): void {
  resumeLive();
  timeZone.value = tenant.timeZone;
  const own = languageOf(user.languageId);
  if (own && !shared.localeIsChosen) void setLanguage(own);
}

let isWatching = false;

function watch(): void {
  if (isWatching || typeof document === 'undefined') return;
  isWatching = true;
  channel?.addEventListener('message', ({ data }) => {
    if (!shared.isApplication) return;
    if (data === EXPIRED) store.endedElsewhere('expired');
    if (data !== SIGNED_OUT) return;
    noAutomaticSso();
    store.endedElsewhere('left');
  });
  // The storage event also arrives without a channel, and it announces sign-ins of other tabs.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SESSION_KEY || !shared.isApplication) return;
    if (newValue === null) store.endedElsewhere('left');
    else if (hasEnded(newValue)) store.endedElsewhere('expired');
    else if (state.peek().status === 'signed-out') void store.start();
  });
  setInterval(() => void store.check(), SESSION_CHECK_MS);
  // Timers pause while the device sleeps and in background tabs.
  addEventListener('online', () => void store.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.check();
  });
}
