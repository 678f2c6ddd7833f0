import { ApiError } from '../api/api-error.ts';
import type { TokenOptions } from '../api/tokens.ts';
import type { Session } from '../contracts/session.contract.ts';
import type { CognitoClient, SignInResult, Tokens } from './cognito.ts';
import type { HandedToken, SessionEnvironment } from './environment.ts';
import { createTokenHolder } from './token-holder.ts';

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

/** A check renews tokens that would expire before the next one. */
const CHECK_RENEW_BEFORE_MS = 6 * 60_000;
/** A token with less remaining lifetime is renewed before it is handed to another window, which cannot renew it. */
const MAX_HANDED_OVER_MS = 30 * 60_000;
/** Refusals by the organisation, which another attempt does not change. */
const FINAL: ReadonlySet<string> = new Set(['tenant.suspended', 'session.second_factor', 'session.sign_in_mode']);

export function createSessionStore(environment: SessionEnvironment): SessionStore {
  const { state, shared, stored, now } = environment;
  const { hold, drop, serviceOf, getIdToken, renewOnce } = createTokenHolder(environment, learnWho);

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
      const refused = error instanceof ApiError ? error : null;
      const code = refused?.code;
      if (code === 'tenant.choice_required') {
        state.value = { status: 'choosing', tenants: (refused?.problem?.tenants ?? []) as Session['tenants'] };
        return;
      }
      const isElsewhere = code === 'tenant.not_a_member' || code === 'tenant.suspended';
      if (isElsewhere && environment.tenantChoice?.reject()) return learnWho();
      const isSignedIn = state.peek().status === 'signed-in';
      if (refused?.status === 401) drop(isSignedIn || asked ? 'expired' : 'none');
      else if (!isSignedIn) {
        const isFinal = code !== undefined && FINAL.has(code);
        state.value = { status: 'unreachable', ...(isFinal && { refused: error }) };
      }
    }
  }

  async function accept(tokens: Tokens, idpName: string | null = null): Promise<void> {
    let replaced: string | undefined;
    // A running renewal of the previous session must not restore it.
    await environment.exclusively(async () => {
      const before = stored.read();
      if (before?.idpName === null && idpName === null) replaced = before.refreshToken;
      shared.idpName = idpName;
      if (tokens.refreshToken) stored.write({ refreshToken: tokens.refreshToken, idpName });
      else stored.clear();
      hold(tokens.idToken, tokens, { isLast: !tokens.refreshToken });
      environment.tenantChoice?.settle(shared.held?.subject, true);
    });
    await learnWho();
    // A user who signs in again must not leave the earlier session behind. That of a provider may be the new one, too.
    if (replaced !== undefined && replaced !== tokens.refreshToken) void revoke(replaced);
  }

  /** Ends a replaced session; without an answer it ends by itself. */
  const revoke = (refreshToken: string) =>
    environment
      .identity()
      .then((identity) => identity.revoke(refreshToken))
      .catch(() => undefined);

  return {
    getIdToken,
    async start() {
      const { subject } = shared;
      try {
        if ((await renewOnce(false)) === null) {
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
