import { setApiBase } from '../api/base.ts';
import { clearPrefetched } from '../api/prefetched.ts';
import { setTokenSource } from '../api/tokens.ts';
import { languageOf, setLanguage } from '../locale/language.ts';
import { unsavedInputs } from '../page/unsaved.ts';
import type { TokenProvider } from './environment.ts';
import { provide, shared, uiStorage } from './page-session.ts';
import { store } from './page-store.ts';
import { askForRecentSignIn } from './recent-sign-in.ts';
import { watch } from './watch.ts';

/** Maximum time for saving drafts when signing out. */
const KEEP_MS = 2000;

/**
 * The identity token for a request; null when signed out. Throws ApiError `identity.unavailable` when the session
 * cannot be determined now.
 */
export const { getIdToken } = store;

export interface VervaConfiguration {
  /** The server; by default the origin of this code. */
  readonly apiBase?: string;
  /** The page's source of identity tokens. Never an attribute: attributes are in the document, logs and recordings. */
  readonly getToken?: TokenProvider;
  /** A language of the organisation, such as `en`, `et`, `ru` or `zh`, also with a region; otherwise the user's own language. */
  readonly locale?: string;
}

/**
 * The only configuration call of a page that uses our elements. Can be called again, for example after the page's own
 * sign-in.
 */
export function configureVerva({ apiBase: base, getToken, locale }: VervaConfiguration): void {
  if (base !== undefined) setApiBase(base);
  const wanted = locale === undefined ? undefined : languageOf(locale);
  // An added language is not known before the session; `followPerson` takes it then.
  if (locale !== undefined) shared.locale = locale;
  if (wanted) void setLanguage(wanted);
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

/** Loads the session, once per page, and keeps it current. Resolves with the first answer; never rejects. */
export function startSession(): Promise<void> {
  setTokenSource(getIdToken, askForRecentSignIn);
  watch();
  shared.started ??= store.start();
  return shared.started;
}

/**
 * Like `startSession`, for our own application: signs in at the identity service and stores the session between visits.
 */
export function startApplicationSession(): Promise<void> {
  shared.isApplication = true;
  uiStorage.purge();
  return startSession();
}

/** Reloads the session, for example after a profile change. Never throws. */
export const checkSession = (): Promise<void> => store.check();
