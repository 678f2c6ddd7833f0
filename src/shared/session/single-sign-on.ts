import { apiBase } from '../api/base.ts';
import type { HandedToken } from './environment.ts';
import { shared, state, uiStorage } from './page-session.ts';
import { refusal, store } from './page-store.ts';
import { askPopup, type PopupOutcome } from './popup.ts';
import { ssoClient, ssoCode } from './providers.ts';
import type { SsoOutcome } from './sso-client.ts';
import { noAutomaticSso } from './sso-pause.ts';

/** User of the last single sign-on, until it is cancelled: they need not type their name again (LOG-14, LOG-19). */
export const SSO_USER_KEY = 'ssoUser';

/**
 * Leaves the page for the sign-in of a provider, which returns to `/callback`. `redirect` is a path of the application
 * to open afterwards. Throws ApiError for an unknown provider, SsoError if it does not respond.
 */
export async function startSso(options: {
  idpName: string;
  username: string;
  redirect: string;
  /** The provider asks also a user whom it knows. */
  isAgain?: boolean;
}): Promise<void> {
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
  /** The user signs in again, with a session that is too old for a request. */
  isAgain?: boolean;
}): Promise<'signed-in' | 'blocked' | 'closed'> {
  const { idpName: sso, username, isAgain = false } = options;
  return takeOutcome(await askPopup(location.origin, { sso, username, ...(isAgain && AGAIN) }));
}

/** Signs in on a third-party page, in a window of the application. Call it from a click. */
export async function signInWithApplicationPopup({
  isAgain = false,
} = {}): Promise<'signed-in' | 'blocked' | 'closed'> {
  return takeOutcome(await askPopup(apiBase.peek(), isAgain ? AGAIN : {}));
}

/** Parameter of `/popup-login`: a session is not enough, the user signs in again. */
const AGAIN = { again: '1' };

async function takeOutcome(outcome: PopupOutcome): Promise<'signed-in' | 'blocked' | 'closed'> {
  if (outcome.kind !== 'token') return outcome.kind;
  await store.takeOver(outcome.token);
  return 'signed-in';
}

/** The token for the window that opened this one to sign in; null when signed out. */
export const handOverToken = (): Promise<HandedToken | null> => store.handOver();

/** The single sign-on provider of the current or just ended session; null for other sign-ins. */
export const ssoProvider = (): string | null => shared.idpName;
