export interface TokenOptions {
  /** Ask for a new token even when the present one looks valid: the server did not accept it. */
  readonly force?: boolean;
}

/** Gives the identity token of who is signed in; null when nobody is. */
export type TokenSource = (options?: TokenOptions) => Promise<string | null>;

let source: TokenSource = async () => null;

/** Tells calls where their tokens come from. The session does this when it is loaded; it itself calls the API too. */
export function provideTokens(tokens: TokenSource): void {
  source = tokens;
}

export function currentToken(options?: TokenOptions): Promise<string | null> {
  return source(options);
}
