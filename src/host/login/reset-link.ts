/** What the address of a recovery mail holds. */
export interface ResetLink {
  readonly username: string;
  readonly code: string;
}

let link: ResetLink | undefined;

/** Takes the code of a recovery mail out of the address at once: it stays neither in the history nor in a Referer. */
export function takeResetLink(place: Location = location, past: History = history): void {
  const url = new URL(place.href);
  if (!/^\/login(\/|$)/.test(url.pathname)) return;
  const code = url.searchParams.get('code');
  const username = url.searchParams.get('username');
  if (code === null && username === null) return;
  url.searchParams.delete('code');
  url.searchParams.delete('username');
  past.replaceState(past.state, '', url.pathname + url.search + url.hash);
  if (code && username) link = { username, code };
}

/** The link with which this visit began, until it was used. */
export const resetLink = (): ResetLink | undefined => link;

export function forgetResetLink(): void {
  link = undefined;
}
