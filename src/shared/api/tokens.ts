export interface TokenOptions {
  /** Request a new token even if the current one looks valid: the server has refused it. */
  readonly force?: boolean;
}

/** Returns the identity token of the signed-in user; null when signed out. */
export type TokenSource = (options?: TokenOptions) => Promise<string | null>;

/** Asks the user to sign in again, for a request that needs a recent sign-in; false when the user did not. */
type SignInAgain = () => Promise<boolean>;

const refuse: SignInAgain = async () => false;

let source: TokenSource = async () => null;
let again = refuse;

/** Sets the token source of calls. The session passes its own when it starts; before that, calls carry no token. */
export function setTokenSource(tokens: TokenSource, signInAgain = refuse): void {
  source = tokens;
  again = signInAgain;
}

export const signInAgain = (): Promise<boolean> => again();

export function currentToken(options?: TokenOptions): Promise<string | null> {
  return source(options);
}
