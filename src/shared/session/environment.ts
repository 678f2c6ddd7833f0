import type { Signal } from '@preact/signals-core';
import type { Session } from '../contracts/session.contract.ts';
import type { CognitoClient, Tokens } from './cognito.ts';
import type { StoredSession } from './stored-session.ts';
import type { TenantChoice } from './tenant-choice.ts';

/** Session state of this page. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  /** A session exists, but its user is unknown because the network or the server is unavailable. */
  /** Or the organisation is suspended, or requires a second factor: then `refused` is the server's error. */
  | { readonly status: 'unreachable'; readonly refused?: unknown }
  /** The account belongs to several organisations, and the server cannot tell which one is meant. */
  | { readonly status: 'choosing'; readonly tenants: Session['tenants'] }
  | { readonly status: 'signed-in'; readonly session: Session };

/** `none`: never signed in; `left`: signed out, here or in another tab; `expired`: the session ended by itself. */
export type SignedOutReason = 'none' | 'left' | 'expired';

/** The host page's function for identity tokens, called with `force` once after the server has refused a token. */
export type TokenProvider = (options: { readonly force: boolean }) => Promise<string | null | undefined>;

interface HeldToken {
  readonly idToken: string;
  /** Authorises calls to the identity service, such as a change of password; only from our own sign-in. */
  readonly accessToken: string | undefined;
  readonly subject: string | undefined;
  readonly receivedAt: number;
  /** By our clock, from receipt: the browser's clock can differ from the server's by hours. */
  readonly endsAt: number;
  /** Fetched because the server refused the previous one. */
  readonly isForced: boolean;
  /** Cannot be renewed: handed over by the pop-up, or its provider issues no refresh tokens. */
  readonly isLast: boolean;
}

/** Renews and ends sessions: the identity service, or a single sign-on provider. Throws CognitoErrors. */
export interface TokenService {
  refresh(refreshToken: string): Promise<Tokens>;
  revoke(refreshToken: string): Promise<void>;
  /** Ends the user's session at the provider. The browser leaves the page for that. */
  leave?(idToken: string | undefined): Promise<void>;
}

/** An identity token obtained by another window. */
export interface HandedToken {
  readonly idToken: string;
  /** Remaining lifetime in seconds when handed over. */
  readonly expiresIn: number;
}

/** State shared by all copies of Verva on a page. */
export interface SharedTokens {
  held: HeldToken | null;
  pending: Promise<string | null> | null;
  provider: TokenProvider | null;
  /** Subject of the last token, until its user signs out; undefined before the first. */
  subject?: string | undefined;
  /** Single sign-on provider of the current or just ended session; null for other sign-ins. */
  idpName: string | null;
}

export interface SessionEnvironment {
  readonly state: Signal<SessionState>;
  readonly shared: SharedTokens;
  readonly stored: StoredSession;
  /**
   * Our own application, which signs in itself; a third-party page stores nothing and signs in by a token provider or a
   * pop-up.
   */
  readonly isOurs: () => boolean;
  readonly identity: () => Promise<CognitoClient>;
  /** The single sign-on provider of this name. Rejects if it is unreachable. */
  readonly provider: (idpName: string) => Promise<TokenService>;
  readonly loadSession: () => Promise<Session>;
  /** Runs the work while no other tab is in the same section. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  readonly notifyOtherTabs: (reason: 'left' | 'expired') => void;
  /** Organisation of the account's calls. Only our own application offers a choice. */
  readonly tenantChoice?: Pick<TenantChoice, 'settle' | 'leave' | 'reject'>;
  readonly signedIn?: (session: Session) => void;
  readonly now: () => number;
}
