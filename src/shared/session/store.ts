import type { Signal } from '@preact/signals-core';
import { ApiError } from '../api/api-error.ts';
import type { TokenOptions } from '../api/tokens.ts';
import type { Session } from '../contracts/session.contract.ts';
import { type CognitoClient, CognitoError, type SignInResult, type Tokens } from './cognito.ts';
import type { StoredSession } from './stored-session.ts';
import type { TenantChoice } from './tenant-choice.ts';

/** Session state of this page. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  /** A session exists, but its user is unknown because the network or the server is unavailable. */
  | { readonly status: 'unreachable' }
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

export interface SessionStore {
  getIdToken(options?: TokenOptions): Promise<string | null>;
  /** Resumes the session of another tab or an earlier visit, or uses the token provider. Never throws. */
  start(): Promise<void>;
  /** Runs a sign-in step at the identity service and accepts its tokens. Throws CognitoError. */
  signInBy(step: (identity: CognitoClient) => Promise<SignInResult>): Promise<SignInResult>;
  /** An access token that is not about to expire; null if the page's sign-in provides none. */
  getAccessToken(): Promise<string | null>;
  /** Accepts tokens of a sign-in and loads their user. `idpName` is the single sign-on provider that issued them. */
  accept(tokens: Tokens, idpName?: string): Promise<void>;
  /** Accepts a token handed over by another window and loads its user; stores nothing. */
  takeOver(token: HandedToken): Promise<void>;
  /** A token for another window, with the longest possible lifetime; null when signed out. */
  handOver(): Promise<HandedToken | null>;
  signOut(): Promise<void>;
  /** The user has signed out, or the session was found to have ended, in another tab. */
  endedElsewhere(reason: 'left' | 'expired'): void;
  /** Reloads the user, for example after choosing another organisation; clears the screen. */
  relearn(): Promise<void>;
  /** Renews expiring tokens and checks the session; a network failure changes nothing. Never throws. */
  check(): Promise<void>;
}

/** Tokens are renewed this long before they expire. */
const RENEW_BEFORE_MS = 60_000;
/** A check renews tokens that would expire before the next one. */
const CHECK_RENEW_BEFORE_MS = 6 * 60_000;
/** A token with less remaining lifetime is renewed before it is handed to another window, which cannot renew it. */
const MAX_HANDED_OVER_MS = 30 * 60_000;
/** Pause after a forced renewal: ten requests refused at once need only one new token. */
const FORCE_AGAIN_MS = 3_000;

export function createSessionStore(environment: SessionEnvironment): SessionStore {
  const { state, shared, stored, now } = environment;

  function hold(
    idToken: string,
    { expiresIn, accessToken }: Partial<Tokens> = {},
    { isForced = false, isLast = false } = {},
  ): string {
    const claims = claimsOf(idToken);
    const lifetimes = [
      expiresIn,
      claims.exp !== undefined && claims.iat !== undefined ? claims.exp - claims.iat : undefined,
    ];
    const seconds = Math.min(...lifetimes.filter((one) => one !== undefined && one > 0).map(Number), 24 * 3600);
    const endsAt = now() + seconds * 1000;
    shared.held = { idToken, accessToken, subject: claims.sub, receivedAt: now(), endsAt, isForced, isLast };
    // A third-party page can pass tokens of any user. Until the user is known, nothing of the previous one may stay.
    const isOther = !environment.isOurs() && shared.subject !== undefined && shared.subject !== claims.sub;
    shared.subject = claims.sub;
    if (isOther) state.value = { status: 'starting' };
    return idToken;
  }

  /** Clears the session of this page and in storage. */
  function drop(reason: SignedOutReason): void {
    shared.held = null;
    if (reason === 'left') shared.subject = undefined;
    if (reason === 'expired') stored.end();
    // Without a session there is nothing to clear, and other tabs would take it for a sign-out.
    else if (reason === 'left') stored.clear();
    if (reason === 'left') environment.tenantChoice?.leave();
    state.value = { status: 'signed-out', reason };
  }

  async function renew(force: boolean): Promise<string | null> {
    if (!environment.isOurs()) return askProvider(force);
    return environment.exclusively(async () => {
      // Read inside the lock: another tab may have replaced it, or signed out.
      const kept = stored.read();
      if (kept === null) {
        if (shared.held?.isLast) return spend(force);
        if (state.peek().status !== 'signed-out') drop(shared.held ? 'left' : 'none');
        return null;
      }
      try {
        const tokens = await (await serviceOf(kept.idpName)).refresh(kept.refreshToken);
        shared.idpName = kept.idpName;
        if (tokens.refreshToken) stored.write({ refreshToken: tokens.refreshToken, idpName: kept.idpName });
        const before = shared.held?.subject;
        hold(tokens.idToken, tokens, { isForced: force });
        environment.tenantChoice?.settle(shared.held?.subject, false);
        // Another user has signed in in another tab: nothing of the previous one may stay on screen.
        if (before !== undefined && before !== shared.held?.subject) {
          state.value = { status: 'starting' };
          void learnWho();
        }
        return tokens.idToken;
      } catch (error) {
        if (!(error instanceof CognitoError) || error.isTemporary) throw unavailable(error);
        drop('expired');
        environment.notifyOtherTabs('expired');
        return null;
      }
    });
  }

  function serviceOf(idpName: string | null): Promise<TokenService> {
    return idpName === null ? environment.identity() : environment.provider(idpName);
  }

  async function askProvider(force: boolean): Promise<string | null> {
    const isHanded = shared.held?.isLast ?? false;
    const { provider, subject } = shared;
    const isReplaced = () => provider !== shared.provider;
    try {
      const token = await provider?.({ force });
      if (token && !isReplaced()) {
        hold(token, {}, { isForced: force });
        if (subject !== undefined && subject !== shared.subject) void learnWho();
        return token;
      }
    } catch (error) {
      if (!isHanded && !isReplaced()) throw unavailable(error);
    }
    // The token source has been replaced meanwhile, or the user has signed out: the old result is invalid.
    if (isReplaced()) return renewOnce(force);
    if (isHanded) return spend(force);
    shared.held = null;
    return null;
  }

  /** Uses a token that cannot be renewed until it expires. */
  function spend(force: boolean): string | null {
    const { held } = shared;
    if (held && !force && now() < held.endsAt) return held.idToken;
    drop('expired');
    return null;
  }

  function getIdToken({ force = false }: TokenOptions = {}): Promise<string | null> {
    const { held } = shared;
    const isFresh = held?.isForced && now() - held.receivedAt < FORCE_AGAIN_MS;
    if (held && now() < held.endsAt - RENEW_BEFORE_MS && (!force || isFresh)) {
      return Promise.resolve(held.idToken);
    }
    if (!held && state.peek().status === 'signed-out' && environment.isOurs()) return Promise.resolve(null);
    return renewOnce(force);
  }

  /** One renewal at a time for all widgets and copies of the code. */
  function renewOnce(force: boolean): Promise<string | null> {
    if (shared.pending) return shared.pending;
    const renewal = renew(force)
      .catch((error: unknown) => {
        // The current token may still be valid for its last minute, which is better than an error.
        if (shared.held && now() < shared.held.endsAt && !force) return shared.held.idToken;
        throw error;
      })
      .finally(() => {
        if (shared.pending === renewal) shared.pending = null;
      });
    shared.pending = renewal;
    return renewal;
  }

  async function learnWho(): Promise<void> {
    const asked = shared.held;
    // Another user has signed in meanwhile: their own response is pending.
    const isLate = () => asked !== null && shared.held !== null && asked.subject !== shared.held.subject;
    try {
      const session = await environment.loadSession();
      if (!shared.held || isLate()) return;
      state.value = { status: 'signed-in', session };
      environment.signedIn?.(session);
    } catch (error) {
      if (isLate()) return;
      const code = error instanceof ApiError ? error.code : null;
      if (code === 'tenant.choice_required') {
        const tenants = ((error as ApiError).problem?.tenants ?? []) as Session['tenants'];
        state.value = { status: 'choosing', tenants };
        return;
      }
      const isElsewhere = code === 'tenant.not_a_member' || code === 'tenant.suspended';
      if (isElsewhere && environment.tenantChoice?.reject()) return learnWho();
      const isRefused = error instanceof ApiError && error.status === 401;
      if (isRefused) drop(state.peek().status === 'signed-in' || asked ? 'expired' : 'none');
      else if (state.peek().status !== 'signed-in') state.value = { status: 'unreachable' };
    }
  }

  async function accept(tokens: Tokens, idpName: string | null = null): Promise<void> {
    // A running renewal of the previous session must not restore it.
    await environment.exclusively(async () => {
      shared.idpName = idpName;
      if (tokens.refreshToken) stored.write({ refreshToken: tokens.refreshToken, idpName });
      else stored.clear();
      hold(tokens.idToken, tokens, { isLast: !tokens.refreshToken });
      environment.tenantChoice?.settle(shared.held?.subject, true);
    });
    await learnWho();
  }

  return {
    getIdToken,
    async start() {
      const { subject } = shared;
      try {
        const token = await renewOnce(false);
        if (token === null) {
          if (state.peek().status !== 'signed-out') state.value = { status: 'signed-out', reason: 'none' };
          return;
        }
      } catch {
        // Neither signed in nor out: the next check tries again.
        state.value = { status: 'unreachable' };
        return;
      }
      // The user who was handed over instead is being loaded already.
      if (environment.isOurs() || subject === undefined || subject === shared.subject) await learnWho();
    },
    async signInBy(step) {
      if (!environment.isOurs()) throw new Error('This page signs in by a token provider.');
      const result = await step(await environment.identity());
      if (result.kind === 'tokens') await accept(result.tokens);
      return result;
    },
    async getAccessToken() {
      return (await getIdToken()) === null ? null : (shared.held?.accessToken ?? null);
    },
    accept,
    async takeOver({ idToken, expiresIn }) {
      const kept = stored.read();
      if (kept) shared.idpName = kept.idpName;
      hold(idToken, { expiresIn }, { isLast: kept === null });
      environment.tenantChoice?.settle(shared.held?.subject, true);
      await learnWho();
    },
    async handOver() {
      const left = () => (shared.held ? shared.held.endsAt - now() : 0);
      if (left() < MAX_HANDED_OVER_MS && stored.read()) await renewOnce(true).catch(() => null);
      const idToken = await getIdToken();
      return idToken === null || left() < 1000 ? null : { idToken, expiresIn: Math.floor(left() / 1000) };
    },
    async signOut() {
      const kept = stored.read();
      const { held } = shared;
      const idpName = kept ? kept.idpName : held && shared.idpName;
      drop('left');
      environment.notifyOtherTabs('left');
      if (!environment.isOurs() || (!kept && !idpName)) return;
      try {
        const service = await serviceOf(idpName);
        if (kept) await service.revoke(kept.refreshToken);
        await service.leave?.(held?.idToken);
      } catch {
        // Signed out on this device in any case; the token expires by itself.
      }
    },
    endedElsewhere(reason) {
      const now = state.peek();
      // After an expired session its content is still on screen; signing out removes it.
      const isOut = now.status === 'signed-out' && (now.reason !== 'expired' || reason === 'expired');
      if (shared.held || !isOut) drop(reason);
    },
    async relearn() {
      state.value = { status: 'starting' };
      await learnWho();
    },
    async check() {
      const { status } = state.peek();
      if (status === 'signed-out' || status === 'starting') return;
      try {
        const left = shared.held ? shared.held.endsAt - now() : 0;
        if (left < CHECK_RENEW_BEFORE_MS && (await renewOnce(false)) === null) {
          if (state.peek().status !== 'signed-out') drop('expired');
          return;
        }
      } catch {
        // A network failure is not a sign-out.
        return;
      }
      await learnWho();
    },
  };
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('identity.unavailable', cause instanceof CognitoError ? cause.status : 0, { cause });
}

/** Reads claims that the server will verify; only for the expiry time and to detect another user. */
function claimsOf(token: string): { sub?: string; exp?: number; iat?: number } {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    const { sub, exp, iat } = JSON.parse(atob(payload)) as Record<string, unknown>;
    return {
      ...(typeof sub === 'string' && { sub }),
      ...(typeof exp === 'number' && { exp }),
      ...(typeof iat === 'number' && { iat }),
    };
  } catch {
    // A provider may return tokens that are not JWTs; the server decides.
    return {};
  }
}
