import type { IdentityProvider } from '../../../shared/contracts/signin.contract.ts';
import type { SsoFailure } from '../../../shared/session/index.ts';

/** Parameter of `/popup-login`, and key in the storage of its window while the provider's pages are shown. */
export const TRIAL_PARAMETER = 'try';
const WINDOW_KEY = 'vva_try';

export interface TriedProvider extends IdentityProvider {
  readonly name: string;
}

/** What the window of a trial and the settings page send each other. */
export type TrialMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'provider'; readonly provider: TriedProvider }
  | { readonly type: 'token'; readonly idToken: string }
  | { readonly type: 'failed'; readonly failure: SsoFailure };

/** Only pages of this origin hear it; it also reaches a window that the provider's pages have cut off from its opener. */
export const trialChannel = (id: string): BroadcastChannel => new BroadcastChannel(`verva-try-${id}`);

/** The id of the trial that this window is for, from its address or from before the provider's pages; null: none. */
export function trialOf(query: URLSearchParams): string | null {
  try {
    const id = query.get(TRIAL_PARAMETER) ?? (query.has('state') ? sessionStorage.getItem(WINDOW_KEY) : null);
    if (id === null) sessionStorage.removeItem(WINDOW_KEY);
    else sessionStorage.setItem(WINDOW_KEY, id);
    return id;
  } catch {
    // The browser forbids storage: then single sign-on is not possible either.
    return null;
  }
}
