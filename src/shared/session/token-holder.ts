import { ApiError } from '../api/api-error.ts';
import type { TokenOptions } from '../api/tokens.ts';
import { CognitoError, type Tokens } from './cognito.ts';
import type { SessionEnvironment, SignedOutReason, TokenService } from './environment.ts';

/** Tokens are renewed this long before they expire. */
const RENEW_BEFORE_MS = 60_000;
/** Pause after a forced renewal: ten requests refused at once need only one new token. */
const FORCE_AGAIN_MS = 3_000;

/** Holds the tokens of this page and renews them. `learnWho` loads their user when another one has signed in. */
export function createTokenHolder(environment: SessionEnvironment, learnWho: () => Promise<void>) {
  const { state, shared, stored, now } = environment;

  function hold(
    idToken: string,
    { expiresIn, accessToken }: Partial<Tokens> = {},
    { isForced = false, isLast = false } = {},
  ): void {
    const claims = claimsOf(idToken);
    const lifetimes = [expiresIn ?? 0, Number(claims.exp) - Number(claims.iat)].filter((one) => one > 0);
    const endsAt = now() + Math.min(...lifetimes, 24 * 3600) * 1000;
    shared.held = { idToken, accessToken, subject: claims.sub, receivedAt: now(), endsAt, isForced, isLast };
    // A third-party page can pass tokens of any user. Until the user is known, nothing of the previous one may stay.
    const isOther = !environment.isOurs() && shared.subject !== undefined && shared.subject !== claims.sub;
    shared.subject = claims.sub;
    if (isOther) state.value = { status: 'starting' };
  }

  /** Clears the session of this page and in storage. */
  function drop(reason: SignedOutReason): void {
    shared.held = null;
    if (reason === 'expired') stored.end();
    // Without a session there is nothing to clear, and other tabs would take it for a sign-out.
    if (reason === 'left') {
      shared.subject = undefined;
      stored.clear();
      environment.tenantChoice?.leave();
    }
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
        const { refreshToken = kept.refreshToken } = tokens;
        // Signed out meanwhile: the renewed session ends at the service, and must not return to the storage.
        if (![kept.refreshToken, refreshToken].includes(stored.read()?.refreshToken ?? '')) return null;
        shared.idpName = kept.idpName;
        stored.write({ ...kept, refreshToken });
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

  return { hold, drop, serviceOf, getIdToken, renewOnce };
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('identity.unavailable', cause instanceof CognitoError ? cause.status : 0, { cause });
}

/** Reads claims that the server will verify; only for the expiry time and to detect another user. */
function claimsOf(token: string): { readonly sub?: string; readonly exp?: unknown; readonly iat?: unknown } {
  try {
    const payload = token.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/');
    const { sub, exp, iat } = JSON.parse(atob(payload)) as Record<string, unknown>;
    return { ...(typeof sub === 'string' && { sub }), exp, iat };
  } catch {
    // A provider may return tokens that are not JWTs; the server decides.
    return {};
  }
}
