import type { Signal } from '@preact/signals-core';
import { ApiError } from '../api/api-error.ts';
import type { TokenOptions } from '../api/tokens.ts';
import type { Session } from '../contracts/session.contract.ts';
import { type CognitoClient, CognitoError, type SignInResult, type Tokens } from './cognito.ts';
import type { StoredSession } from './stored-session.ts';
import type { TenantChoice } from './tenant-choice.ts';

/** Who is signed in on this page. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'signed-out'; readonly reason: SignedOutReason }
  /** There is a session, but who it belongs to could not be learned: the network, or the server, is away. */
  | { readonly status: 'unreachable' }
  /** The account belongs to several organisations, and the server cannot tell which one is meant. */
  | { readonly status: 'choosing'; readonly tenants: Session['tenants'] }
  | { readonly status: 'signed-in'; readonly session: Session };

/** `none`: nobody was signed in; `left`: they signed out, here or in another tab; `expired`: the session ended by itself. */
export type SignedOutReason = 'none' | 'left' | 'expired';

/** The host page's own way to get an identity token, asked with `force` once after the server refused a token. */
export type TokenProvider = (options: { readonly force: boolean }) => Promise<string | null | undefined>;

interface HeldToken {
  readonly idToken: string;
  /** Opens the identity service itself, as for a change of password; only our own sign-in gives one. */
  readonly accessToken: string | undefined;
  readonly subject: string | undefined;
  readonly receivedAt: number;
  /** On our clock, from receipt: the browser's clock may be hours away from the server's. */
  readonly endsAt: number;
  /** It was fetched because the server refused the one before. */
  readonly isForced: boolean;
  /** Nothing renews it: the pop-up handed it over, or its provider gives no refresh tokens. */
  readonly isLast: boolean;
}

/** What renews and ends sessions: the identity service, or a provider of single sign-on. Its refusals are CognitoErrors. */
export interface TokenService {
  refresh(refreshToken: string): Promise<Tokens>;
  revoke(refreshToken: string): Promise<void>;
  /** Ends the person's session at a provider itself. The browser leaves the page for that. */
  leave?(idToken: string | undefined): Promise<void>;
}

/** An identity token that another window obtained. */
export interface HandedToken {
  readonly idToken: string;
  /** Seconds that were left of it when it was handed over. */
  readonly expiresIn: number;
}

/** Everything that all copies of Verva on a page share. */
export interface SharedTokens {
  held: HeldToken | null;
  pending: Promise<string | null> | null;
  provider: TokenProvider | null;
  /** Whose the last token was, as tokens say it, until they leave; undefined: nobody's yet. */
  subject?: string | undefined;
  /** The provider of single sign-on of the present session, or of the one that just ended; null: signed in otherwise. */
  idpName: string | null;
}

export interface SessionEnvironment {
  readonly state: Signal<SessionState>;
  readonly shared: SharedTokens;
  readonly stored: StoredSession;
  /** Our own application, which signs in itself; not a page of others, which persists nothing and signs in by a token provider or a pop-up. */
  readonly isOurs: () => boolean;
  readonly identity: () => Promise<CognitoClient>;
  /** The provider of single sign-on with this name. Rejects when it cannot be reached. */
  readonly provider: (idpName: string) => Promise<TokenService>;
  readonly loadSession: () => Promise<Session>;
  /** Runs when no other tab is in the same section. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  readonly tellOtherTabs: (reason: 'left' | 'expired') => void;
  /** Which organisation the calls of an account are about. Only our own application has a choice. */
  readonly tenantChoice?: Pick<TenantChoice, 'settle' | 'leave' | 'reject'>;
  readonly signedIn?: (session: Session) => void;
  readonly now: () => number;
}

export interface SessionStore {
  getIdToken(options?: TokenOptions): Promise<string | null>;
  /** Takes up the session of another tab or an earlier visit, or what the token provider gives. Never throws. */
  start(): Promise<void>;
  /** Runs a step of a sign-in at the identity service; when it ends in tokens, takes them. Throws CognitoError. */
  signInBy(step: (identity: CognitoClient) => Promise<SignInResult>): Promise<SignInResult>;
  /** An access token that is not about to end; null when the page's sign-in gives none. */
  getAccessToken(): Promise<string | null>;
  /** Takes tokens of a sign-in, and learns whose they are. `idpName` is the provider of single sign-on that gave them. */
  accept(tokens: Tokens, idpName?: string): Promise<void>;
  /** Takes a token that another window handed over, and learns whose it is; nothing is stored. */
  takeOver(token: HandedToken): Promise<void>;
  /** A token for another window, as long-lived as can be had; null when nobody is signed in. */
  handOver(): Promise<HandedToken | null>;
  signOut(): Promise<void>;
  /** In another tab the person signed out, or the session was found to have ended. */
  endedElsewhere(reason: 'left' | 'expired'): void;
  /** Learns anew who it is, as after another organisation was chosen; what is on the screen goes. */
  relearn(): Promise<void>;
  /** Renews what ends soon and looks whether the session still stands; a failed network changes nothing. Never throws. */
  check(): Promise<void>;
}

/** Tokens are renewed this long before they end. */
const RENEW_BEFORE_MS = 60_000;
/** At a check, tokens that would not last until the next one are renewed. */
const CHECK_RENEW_BEFORE_MS = 6 * 60_000;
/** A token with less left of it is renewed before another window gets it, which cannot renew it. */
const HAND_OVER_MS = 30 * 60_000;
/** After a forced renewal no other one is forced for a moment: ten requests refused at once need one new token. */
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
    // A page of others hands over whom it likes. Until it is known who that is, nothing of the former person may stay.
    const isOther = !environment.isOurs() && shared.subject !== undefined && shared.subject !== claims.sub;
    shared.subject = claims.sub;
    if (isOther) state.value = { status: 'starting' };
    return idToken;
  }

  /** Forgets the session on this page and in storage. */
  function drop(reason: SignedOutReason): void {
    shared.held = null;
    if (reason === 'left') shared.subject = undefined;
    if (reason === 'expired') stored.end();
    // Where nobody was signed in there is nothing to clear, and other tabs would take it for a sign-out.
    else if (reason === 'left') stored.clear();
    if (reason === 'left') environment.tenantChoice?.leave();
    state.value = { status: 'signed-out', reason };
  }

  async function renew(force: boolean): Promise<string | null> {
    if (!environment.isOurs()) return askProvider(force);
    return environment.exclusively(async () => {
      // Read inside: while we waited another tab may have replaced it, or signed out.
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
        // Somebody else signed in in another tab: nothing of the former person may stay on the screen.
        if (before !== undefined && before !== shared.held?.subject) {
          state.value = { status: 'starting' };
          void learnWho();
        }
        return tokens.idToken;
      } catch (error) {
        if (!(error instanceof CognitoError) || error.isTemporary) throw unavailable(error);
        drop('expired');
        environment.tellOtherTabs('expired');
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
    // Another way to get tokens was set meanwhile, or the person has left: what the former one gave is nobody's.
    if (isReplaced()) return renewOnce(force);
    if (isHanded) return spend(force);
    shared.held = null;
    return null;
  }

  /** A token that nothing renews serves to its end. */
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

  /** One at a time, whoever asks: all widgets, all copies of the code. */
  function renewOnce(force: boolean): Promise<string | null> {
    if (shared.pending) return shared.pending;
    const renewal = renew(force)
      .catch((error: unknown) => {
        // The present token may still have its last minute; better than an error.
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
    // Somebody else signed in meanwhile: their own answer is still to come.
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
    // A renewal of the former session that is under way must not put it back.
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
      // Who was handed over instead of the former person is being asked for already.
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
      if (left() < HAND_OVER_MS && stored.read()) await renewOnce(true).catch(() => null);
      const idToken = await getIdToken();
      return idToken === null || left() < 1000 ? null : { idToken, expiresIn: Math.floor(left() / 1000) };
    },
    async signOut() {
      const kept = stored.read();
      const { held } = shared;
      const idpName = kept ? kept.idpName : held && shared.idpName;
      drop('left');
      environment.tellOtherTabs('left');
      if (!environment.isOurs() || (!kept && !idpName)) return;
      try {
        const service = await serviceOf(idpName);
        if (kept) await service.revoke(kept.refreshToken);
        await service.leave?.(held?.idToken);
      } catch {
        // Signed out on this machine in any case; the token ends by itself.
      }
    },
    endedElsewhere(reason) {
      const now = state.peek();
      // After a session that ended by itself its work is still on the screen; leaving takes it away.
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
        // A failed network is not a sign-out.
        return;
      }
      await learnWho();
    },
  };
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('identity.unavailable', cause instanceof CognitoError ? cause.status : 0, { cause });
}

/** Reads a token that the server will verify; only to know how long it lives and whether it is still the same person's. */
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
    // A provider may hand over what is no JWT; the server decides.
    return {};
  }
}
