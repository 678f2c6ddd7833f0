export interface TokenOptions {
  /** Request a new token even if the current one looks valid: the server has refused it. */
  readonly force?: boolean;
}

/** Returns the identity token of the signed-in user; null when signed out. */
export type TokenSource = (options?: TokenOptions) => Promise<string | null>;

let source: TokenSource = async () => null;

/** Sets the token source of calls. The session passes its own when it starts; before that, calls carry no token. */
export function setTokenSource(tokens: TokenSource): void {
  source = tokens;
}

export function currentToken(options?: TokenOptions): Promise<string | null> {
  return source(options);
}
