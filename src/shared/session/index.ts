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
/** Who signed in by single sign-on last, until it is cancelled: they need not type their name again (LOG-14, LOG-19). */
export const SSO_USER_KEY = 'ssoUser';
/** When a single sign-on last came to nothing, or its person left, in milliseconds since 1970: for a while none begins by itself. */
const SSO_FAILED_KEY = 'vva_ssoFailedAt';

/** How long leaving waits for drafts of what was typed. */
const KEEP_MS = 2000;

interface PageSession extends SharedTokens {
  /** Our own application, which signs in itself and remembers it; else a page of others. */
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

/** Who is signed in on this page; the same for all elements, also of two versions of Verva. */
export const session: ReadonlySignal<SessionState> = state;

/** Whose work stands on the page: also after their session has ended by itself, until they have signed in again or leave. */
export const shownSession = followShown(state);

// One for the page: a channel does not hear itself, and what one copy of the code said is no news from another tab.
const channel = pageWide('auth-channel', () =>
  typeof document === 'undefined' ? null : new BroadcastChannel(AUTH_CHANNEL),
);

/** Interface data that may be lost: `vva_` in localStorage, an hour unless said otherwise. */
export const uiStorage = createTimedStorage(() => localStorage);

const isOurs = () => shared.isApplication && !shared.provider;
const tenantChoice = createTenantChoice(chosenTenant, {
  tab: createTimedStorage(() => sessionStorage),
  browser: uiStorage,
});

/** Why the session could not be read the last time; judged by the code of single sign-on, which few need. */
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
    // Before anything of theirs shows, so that no word changes under somebody's eyes.
    await takeOwnTexts(found.tenant.texts);
    return found;
  },
  // Without a secure context there are no locks; then two tabs may both refresh, which does no harm while tokens do not rotate.
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

/** The identity token for a request; null when nobody is signed in. Throws ApiError `identity.unavailable` when that cannot be learned now. */
export const getIdToken = (options?: TokenOptions): Promise<string | null> => store.getIdToken(options);
provideTokens(getIdToken);

export interface VervaConfiguration {
  /** The server; by default the one this code came from. */
  readonly apiBase?: string;
  /** How this page gets identity tokens. Never an attribute: attributes stand in the document, logs and recordings. */
  readonly getToken?: TokenProvider;
  /** `en`, `et`, `ru` or `zh`, also with a region; otherwise the person's own language. */
  readonly locale?: string;
}

/** The one set-up call of a page that uses our elements. May be called again, as after the page's own sign-in. */
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
 * Empties all elements of a page of others: nothing of the person stays on it or in its memory, and nobody is asked for
 * tokens any more, until `configureVerva` names a function anew or somebody signs in in an element. What was typed is kept
 * as drafts first, if the server answers soon.
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

/** Begins, once for the page, to learn who is signed in, and keeps looking. Resolves when the first answer is there; never rejects. */
export function startSession(): Promise<void> {
  watch();
  shared.started ??= store.start();
  return shared.started;
}

type SsoCode = typeof import('./sso.ts');

let ssoCode = (): Promise<SsoCode> => Promise.reject(new Error('This page has no single sign-on of its own.'));

/** Tells where the code of single sign-on comes from, when somebody needs it. Pages of others never do, and are not to carry it. */
export function provideSso(code: () => Promise<SsoCode>): void {
  ssoCode = code;
}

/** As `startSession`, for our own application: signs in at the identity service and remembers the session over visits. */
export function startApplicationSession(): Promise<void> {
  shared.isApplication = true;
  uiStorage.purge();
  return startSession();
}

/** Signs in by password. Throws CognitoError. When the answer is `tokens`, `session` already says who it is, or `unreachable`. */
export const signIn = (username: string, password: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signIn(username, password));

/** Has a one time password sent to a phone number. Throws CognitoError. */
export const signInByCode = (username: string): Promise<SignInResult> =>
  store.signInBy((identity) => identity.signInByCode(username));

/** Answers what a sign-in asked: with the code that was sent, or a new password. As `signIn` otherwise. */
export const answerChallenge = (answer: ChallengeAnswer): Promise<SignInResult> =>
  store.signInBy((identity) => identity.respond(answer));

/** Sets a new password with the code of a recovery mail; signs nobody in. Throws CognitoError. */
export async function confirmForgotPassword(username: string, code: string, password: string): Promise<void> {
  await (await identityClient()).confirmForgotPassword(username, code, password);
}

/** Changes the password of who is signed in. Throws CognitoError; `NotAuthorizedException` when the present one is wrong. */
export async function changePassword(previous: string, proposed: string): Promise<void> {
  const accessToken = await store.getAccessToken();
  if (accessToken === null) throw new CognitoError('NotAuthorizedException', 400, 'Nobody is signed in by password.');
  await (await identityClient()).changePassword(accessToken, previous, proposed);
}

/** Whether `changePassword` can do it: not of somebody who came by single sign-on, nor on pages of others. */
export const canChangePassword = (): boolean => shared.held?.accessToken !== undefined;

/**
 * Leaves the page for the sign-in of a provider, which leads back to `/callback`. `redirect` is a path of the application,
 * to go to afterwards. Throws ApiError when the provider is not known, SsoError when it does not answer.
 */
export async function startSso(options: { idpName: string; username: string; redirect: string }): Promise<void> {
  const { client } = await ssoClient(options.idpName);
  const url = await client.signInUrl(options);
  if (options.username) uiStorage.set(SSO_USER_KEY, options.username, null);
  location.assign(url);
}

/**
 * Takes what a provider sent back with this page's address, which is cleaned of it at once. When it ends with a path,
 * `session` already says who it is, or `unreachable`. Never throws.
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
 * Signs in by a provider in a window of its own, so that what is open on this page stays. Call it from a click.
 * `signed-in`: `session` says who it is; the other outcomes leave the session as it was.
 */
export async function signInWithProviderPopup(options: {
  idpName: string;
  username: string;
}): Promise<'signed-in' | 'blocked' | 'closed'> {
  return takeOutcome(await askPopup(location.origin, { sso: options.idpName, username: options.username }));
}

/** Signs in on a page of others, in a window of the application. Call it from a click. */
export async function signInWithApplicationPopup(): Promise<'signed-in' | 'blocked' | 'closed'> {
  return takeOutcome(await askPopup(apiBase.peek()));
}

async function takeOutcome(outcome: PopupOutcome): Promise<'signed-in' | 'blocked' | 'closed'> {
  if (outcome.kind !== 'token') return outcome.kind;
  await store.takeOver(outcome.token);
  return 'signed-in';
}

/** The token for a window that opened this one to sign in; null when nobody is signed in. */
export const handOverToken = (): Promise<HandedToken | null> => store.handOver();

/** The provider of single sign-on by which the present session, or the one that just ended, came; null: not by one. */
export const ssoProvider = (): string | null => shared.idpName;

/** Whether this is a page of others, on which elements offer to sign in themselves. */
export const isForeignPage = (): boolean => !shared.isApplication;

/** When single sign-on last came to nothing in this tab, or its person left; undefined: not lately. */
export function ssoFailedAt(): number | undefined {
  try {
    return Number(sessionStorage.getItem(SSO_FAILED_KEY)) || undefined;
  } catch {
    // Storage is forbidden to this page; then no name is kept either with which one could begin.
    return undefined;
  }
}

function noAutomaticSso(): void {
  try {
    sessionStorage.setItem(SSO_FAILED_KEY, String(Date.now()));
  } catch {
    // Storage is forbidden to this page; then no name is kept either with which one could begin.
  }
}

/** Ends this session, in all tabs; one of single sign-on also at its provider, for which the browser leaves the page. Never throws: on this machine it is over in any case. */
export function signOut(): Promise<void> {
  if (shared.isApplication) noAutomaticSso();
  return store.signOut();
}

/** Ends all sessions of the person, on every device. Throws ApiError when the server cannot be reached; then nothing has changed. */
export async function signOutEverywhere(): Promise<void> {
  await call(logoutAll, {});
  await signOut();
}

/** Whether the person belongs to several organisations and has not said yet in which one this tab works. */
export const mustChooseTenant = ({ tenants }: Session): boolean => tenants.length > 1 && chosenTenant.value === null;

/** The organisation that this account chose last in this browser; null: none yet. */
export const lastTenant = (): string | null => tenantChoice.last();

/** Has this tab work in an organisation of the account from now on; what is on the screen is loaded anew. */
export async function chooseTenant(tenant: string): Promise<void> {
  const now = state.peek();
  tenantChoice.choose(tenant);
  if (now.status !== 'signed-in' || now.session.tenant.tenantId !== tenant) await store.relearn();
}

/** Looks again who is signed in, as after the profile was changed. Never throws. */
export const checkSession = (): Promise<void> => store.check();

function identityClient(): Promise<CognitoClient> {
  // Pages of others sign in by a token provider or a pop-up: they do not carry this code.
  const code = () => import('./cognito-client.ts').then((part) => part.createCognitoClient);
  shared.identity ??= Promise.all([call(getIdentityConfig, { auth: false }), code()])
    .then(([{ endpoint, clientId }, createCognitoClient]) =>
      createCognitoClient({ endpoint: new URL(endpoint, apiBase.peek()).href, clientId }),
    )
    .catch((error: unknown) => {
      // Asked again next time: a failed start must not last for the whole visit.
      shared.identity = null;
      throw error;
    });
  return shared.identity;
}

/** The protocol to a provider, by its settings as the server has them: an address from anywhere else could be anybody's. */
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
        // Asked again next time: a failed start must not last for the whole visit.
        shared.providers.delete(idpName);
        // A provider that was removed has ended the sessions that came by it.
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
  // The storage event comes also where a channel does not, and it is how a sign-in of another tab arrives.
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SESSION_KEY || !shared.isApplication) return;
    if (newValue === null) store.endedElsewhere('left');
    else if (hasEnded(newValue)) store.endedElsewhere('expired');
    else if (state.peek().status === 'signed-out') void store.start();
  });
  setInterval(() => void store.check(), SESSION_CHECK_MS);
  // Timers sleep with the machine and in background tabs.
  addEventListener('online', () => void store.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void store.check();
  });
}
