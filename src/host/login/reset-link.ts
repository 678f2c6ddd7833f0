/** Contents of a recovery link. */
export interface ResetLink {
  readonly username: string;
  readonly code: string;
}

let link: ResetLink | undefined;

/** Removes the code of a recovery e-mail from the address at once, so that it does not stay in the history or in a Referer. */
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

/** Recovery link this visit started with, until it is used. */
export const resetLink = (): ResetLink | undefined => link;

export function forgetResetLink(): void {
  link = undefined;
}
