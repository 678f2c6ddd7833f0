/** Pages that e-mails link to and that need no sign-in; the last path segment is a secret. */
const MAIL_PAGE = /^(\/task-action|\/unsubscribe)\/([^/]+)/;
/** Pages with the secret in the fragment, so that it never reaches a server. */
const HASH_PAGE = /^\/(email-change|email-undo|setup)\/?$/;

let secret: string | undefined;

/** Removes the secret of a link from the address, so that it does not stay in the history or in a Referer. */
export function takeMailLink(place: Location = location, past: History = history): void {
  const [, page, found] = MAIL_PAGE.exec(place.pathname) ?? [];
  const inHash = HASH_PAGE.test(place.pathname) ? place.hash.slice(1) : '';
  if (!found && !inHash) return;
  past.replaceState(past.state, '', page ?? place.pathname);
  secret = found ?? inHash;
}

/** Secret this visit started with; undefined after a reload or without an e-mail link. */
export const mailSecret = (): string | undefined => secret;
