import type { AccountMode } from '../../shared/contracts/sign-in-modes.rules.ts';
import type { ChallengeAnswer, SignInChallenge, SignInResult } from '../../shared/session/index.ts';

/** Destination at an identity provider: `idpName` is the server's name for it; `username` is sent as a hint. */
export interface ProviderVisit {
  readonly idpName: string;
  readonly username: string | null;
}

export interface LoginServices {
  /** The user's sign-in method: `password`, `reset`, `SSO`, or a mode of a newer server. */
  readonly lookUp: (username: string) => Promise<{
    readonly loginMode: string;
    readonly idpName: string | null;
    /** Missing from an earlier server: all are allowed. */
    readonly signInModes?: readonly AccountMode[];
  }>;
  readonly signIn: (username: string, password: string) => Promise<SignInResult>;
  readonly signInByCode: (username: string) => Promise<SignInResult>;
  /** Signs in with a passkey; missing where the browser cannot use one. */
  readonly signInByPasskey?: (username: string) => Promise<SignInResult>;
  /** Answers the question for a passkey after the password; missing where the browser cannot use one. */
  readonly answerByPasskey?: (username: string, asked: SignInChallenge) => Promise<SignInResult>;
  readonly answer: (answer: ChallengeAnswer) => Promise<SignInResult>;
  /** Begins the set-up of an authenticator app that the sign-in requires. */
  readonly beginAppSetup: (
    session: string,
  ) => Promise<{ readonly secret: string; readonly session: string | undefined }>;
  readonly confirmAppSetup: (
    session: string,
    code: string,
  ) => Promise<{ readonly backupCodes: readonly string[]; readonly session: string | undefined }>;
  /** Creates the passkey that the sign-in requires, and returns the session that continues it; missing where the browser cannot. */
  readonly setUpPasskey?: (session: string) => Promise<{ readonly session: string | undefined }>;
  /** Sends a recovery code, or a temporary password to users who have never set their own. */
  readonly forgotPassword: (
    username: string,
  ) => Promise<{ readonly result: string; readonly destination?: string | undefined }>;
  readonly confirmReset: (username: string, code: string, password: string) => Promise<void>;
  /** Opens the identity provider. Without it, single sign-on is an unknown mode. */
  readonly visitProvider?: (visit: ProviderVisit) => Promise<void>;
  /** Username of the last single sign-on in this browser. */
  readonly ssoUser: { get(): string | undefined; set(username: string): void; remove(): void };
  /** Time of the last failed single sign-on, in milliseconds since 1970. */
  readonly ssoFailedAt: () => number | undefined;
  readonly log: (text: string) => void;
}
