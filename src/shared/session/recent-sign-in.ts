import { pageWideSignal } from '../page/page-wide.ts';
import { session } from './page-session.ts';

/** A request that waits until its user has signed in again. */
export interface RecentSignInRequest {
  /** Whether the user has signed in again. */
  readonly settle: (isSignedIn: boolean) => void;
  readonly settled: Promise<boolean>;
}

/** The request that a dialog shows; null without one. */
export const recentSignIn = pageWideSignal<RecentSignInRequest | null>('recent-sign-in', null);

/** What can show the dialog: the application, or the elements of a third-party page. The first one does. */
export const recentSignInHosts = pageWideSignal<readonly object[]>('recent-sign-in-hosts', []);

/**
 * Asks the user to sign in again, in one dialog for all requests that wait. False when the user cancels, or when another
 * user has signed in instead.
 */
export function askForRecentSignIn(): Promise<boolean> {
  const open = recentSignIn.peek();
  if (open) return open.settled;
  const user = currentUser();
  if (user === null || recentSignInHosts.peek().length === 0) return Promise.resolve(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const settled = promise.then((isSignedIn) => {
    recentSignIn.value = null;
    return isSignedIn && currentUser() === user;
  });
  recentSignIn.value = { settle: resolve, settled };
  return settled;
}

/** The user in an organisation, by whose rights a request is sent. */
function currentUser(): string | null {
  const state = session.peek();
  return state.status === 'signed-in' ? `${state.session.user.key} ${state.session.tenant.tenantId}` : null;
}
