/** Pages to which mails lead and that work without signing in; the last part of the address is a secret. */
const MAIL_PAGE = /^(\/task-action|\/unsubscribe)\/([^/]+)/;
/** Pages whose secret stands after `#`, so that no server sees it. */
const MAIL_HASH_PAGE = /^\/email-(change|undo)\/?$/;

let secret: string | undefined;

/** Takes the secret of a mail's link out of the address: it stays neither in the history nor in a Referer. */
export function takeMailLink(place: Location = location, past: History = history): void {
  const [, page, found] = MAIL_PAGE.exec(place.pathname) ?? [];
  const inHash = MAIL_HASH_PAGE.test(place.pathname) ? place.hash.slice(1) : '';
  if (!found && !inHash) return;
  past.replaceState(past.state, '', page ?? place.pathname);
  secret = found ?? inHash;
}

/** The secret with which this visit began; undefined when the page was loaded again or opened by hand. */
export const mailSecret = (): string | undefined => secret;
