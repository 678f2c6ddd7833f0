/** Time in ms of the last failed single sign-on or sign-out: for a while it does not start automatically. */
const SSO_FAILED_KEY = 'vva_ssoFailedAt';

/** Time of the last failed single sign-on or sign-out in this tab; undefined if not recent. */
export function ssoFailedAt(): number | undefined {
  try {
    return Number(sessionStorage.getItem(SSO_FAILED_KEY)) || undefined;
  } catch {
    // The browser forbids storage: then no user name is stored for an automatic start either.
    return undefined;
  }
}

/** Starts no single sign-on by itself for a while. */
export function noAutomaticSso(): void {
  try {
    sessionStorage.setItem(SSO_FAILED_KEY, String(Date.now()));
  } catch {
    // The browser forbids storage: then no user name is stored for an automatic start either.
  }
}
