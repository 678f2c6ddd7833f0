import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { createClock, type Elapsed, elapsed as monotonic } from '../clock.ts';
import type { DatabaseHandle } from '../database.ts';
import { AppError } from '../errors.ts';
import type { CallerSession } from '../session.ts';
import { auditSignOn } from './audit-sign-on.ts';
import { BUILT_IN_ISSUER, builtInIssuerUrl, WEB_CLIENT_ID } from './built-in-issuer.ts';
import { type ChangedCallers, concerns } from './callers.ts';
import { claimsToBeEmbedded, EMBED_AUDIENCE, readEmbedSession } from './embed-tokens.ts';
import { createIssuers, type Issuer } from './issuers.ts';
import { linkFirstSignIn } from './link-subject.ts';
import { chooseMembership, readCaller, readMemberships } from './memberships.ts';
import { followGroups } from './provider-groups.ts';
import { createProviderRequests, documentReader } from './provider-requests.ts';
import { assertSecondFactor } from './second-factor.ts';
import { assertSignInMode } from './sign-in-modes.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { type CheckedToken, checkToken, readToken } from './token-checks.ts';
import { createTokenGuard } from './token-guard.ts';

/** Maximum time that a caller is cached. Changes are notified at once (callers.ts); this covers changes without a trigger. */
const CALLER_MS = 30_000;
const CALLERS_MAX = 10_000;
const TENANT_SLUG = /^[a-z][a-z0-9-]{1,30}$/;

export interface TokenVerifier {
  /**
   * Returns the sender of this token, in the tenant that `tenantSlug` names or else their own. Throws AppError: `token.not_accepted`,
   * `session.expired`, `session.revoked`, `identity.unavailable`, `identity.already_linked`, `session.second_factor`, `session.sign_in_mode`, `tenant.not_a_member`, `tenant.suspended`, `tenant.choice_required`.
   * With `address`, work for tokens that do not verify is limited per address: throws `rate.exceeded`.
   */
  verify(token: string, options: { tenantSlug?: string; address?: string }): Promise<CallerSession>;
  /** Drops cached callers at once: of these sessions of the embedded service, or of this user (groups or status changed). */
  forget(what: { sessions?: readonly string[]; userId?: string }): void;
  /** Drops callers changed on any server; for everyone, also drops what is cached about the issuers. */
  forgetChanged(changed: ChangedCallers): void;
  /** The keys of the embedded identity service. */
  readonly keys: SigningKeys;
}

export interface TokenVerifierOptions {
  readonly db: DatabaseHandle;
  /** Public address of the server; the embedded service's issuer is derived from it. */
  readonly publicUrl: string;
  readonly masterKey: string | Uint8Array;
  readonly clock?: () => Date;
  /** Logs accounts that were refused as the second one of a user. */
  readonly log?: Pick<Logger, 'warn'>;
  readonly elapsed?: Elapsed;
  /** Hosts of identity providers that may be inside a private network. */
  readonly privateHosts?: readonly string[];
}

interface CachedCaller {
  readonly caller: CallerSession;
  /** The session of the embedded service, for `forget`. */
  readonly session: unknown;
  /** On the monotonic clock. */
  readonly until: number;
  /** When the token expires, on the wall clock. */
  readonly expiresAt: number;
}

/** Verifies identity tokens of the embedded service and of every issuer in `tenant_issuers`. */
export function createTokenVerifier({
  db,
  publicUrl,
  masterKey,
  log,
  clock = createClock(),
  elapsed = monotonic,
  privateHosts = [],
}: TokenVerifierOptions): TokenVerifier {
  const keys = createSigningKeys({ db, masterKey, clock, elapsed });
  const iss = builtInIssuerUrl(publicUrl);
  const embedded: Issuer = { ...builtInIssuer(keys), audience: EMBED_AUDIENCE, tokenUse: 'embed' };
  const readDocument = documentReader(createProviderRequests(privateHosts));
  const issuers = createIssuers(db, { iss, issuer: builtInIssuer(keys) }, elapsed, readDocument);
  const callers = new Map<string, CachedCaller>();
  const pending = new Map<string, Promise<CallerSession>>();
  const guard = createTokenGuard(elapsed);
  let forgotten = 0;

  async function resolve(token: string, tenantSlug: string | undefined, cacheKey: string): Promise<CallerSession> {
    const forgottenBefore = forgotten;
    const now = clock();
    const claimed = readToken(token).iss;
    const { caller, checked } =
      claimed === iss && claimsToBeEmbedded(token)
        ? await resolveEmbedded(token, tenantSlug, now)
        : await resolveIdentity(token, claimed, tenantSlug, now);
    // A result read before a sign-out must not be cached after it.
    if (forgotten === forgottenBefore) {
      if (callers.size >= CALLERS_MAX) callers.delete(callers.keys().next().value!);
      const expiresAt = checked.expiresAt * 1000;
      const session = checked.claims.origin_jti;
      callers.set(cacheKey, { caller, session, until: elapsed() + CALLER_MS, expiresAt });
    }
    return caller;
  }

  async function resolveIdentity(token: string, claimed: string, tenantSlug: string | undefined, now: Date) {
    const issuer = await issuers.find(claimed);
    if (!issuer) throw new AppError('token.not_accepted');
    const checked = await checkToken(token, claimed, issuer, now);
    const membership = await findMembership(issuer, checked, tenantSlug, now);
    await followGroups(db, membership, issuer, checked);
    const caller = await readCaller(db, membership);
    await assertSecondFactor(db, caller, issuer, checked.claims);
    await assertSignInMode(db, caller, issuer, checked);
    await auditSignOn(db, membership, issuer, checked);
    return { caller, checked };
  }

  async function resolveEmbedded(token: string, tenantSlug: string | undefined, now: Date) {
    const checked = await checkToken(token, iss, embedded, now);
    const { membership, items, ...grant } = await readEmbedSession(db, checked.claims, tenantSlug, now);
    const caller = await readCaller(db, membership);
    return { caller: { ...caller, ...grant, ...(items ? { items } : {}) }, checked };
  }

  async function findMembership(issuer: Issuer, checked: CheckedToken, tenantSlug: string | undefined, now: Date) {
    let memberships = await readMemberships(db, issuer, checked, now);
    if (memberships.length === 0 && (await linkFirstSignIn(db, issuer, checked, now, log))) {
      memberships = await readMemberships(db, issuer, checked, now);
    }
    return chooseMembership(memberships, issuer, checked, tenantSlug);
  }

  async function guarded(token: string, address: string | undefined, work: () => Promise<CallerSession>) {
    if (address === undefined) return work();
    const digest = createHash('sha256').update(token).digest('base64');
    guard.enter(digest, address);
    try {
      const caller = await work();
      guard.accepted(digest, address);
      return caller;
    } catch (error) {
      guard.refused(digest, address, error);
      throw error;
    }
  }

  return {
    keys,
    async verify(token, { tenantSlug, address }) {
      if (tenantSlug !== undefined && !TENANT_SLUG.test(tenantSlug)) {
        throw new AppError('tenant.not_a_member', { tenant: tenantSlug.slice(0, 40) });
      }
      const cacheKey = createHash('sha256')
        .update(token)
        .update(`\n${tenantSlug ?? ''}`)
        .digest('base64');
      const cached = callers.get(cacheKey);
      if (cached && elapsed() < cached.until && clock().getTime() < cached.expiresAt) return cached.caller;
      callers.delete(cacheKey);
      // Concurrent requests of a page that has just woken up share one database query.
      let resolving = pending.get(cacheKey);
      if (!resolving) {
        const started = guarded(token, address, () => resolve(token, tenantSlug, cacheKey)).finally(() => {
          if (pending.get(cacheKey) === started) pending.delete(cacheKey);
        });
        pending.set(cacheKey, started);
        resolving = started;
      }
      return resolving;
    },
    forgetChanged(changed) {
      forgotten += 1;
      pending.clear();
      if (changed.all) issuers.reload();
      for (const [cacheKey, { caller }] of callers) if (concerns(changed, caller)) callers.delete(cacheKey);
    },
    forget({ sessions = [], userId }) {
      forgotten += 1;
      pending.clear();
      for (const [cacheKey, { session, caller }] of callers) {
        if (caller.userId === userId || (typeof session === 'string' && sessions.includes(session))) {
          callers.delete(cacheKey);
        }
      }
    },
  };
}

function builtInIssuer(keys: SigningKeys): Issuer {
  return {
    key: BUILT_IN_ISSUER,
    tenantId: null,
    audience: WEB_CLIENT_ID,
    algorithms: ['RS256'],
    tokenUse: 'id',
    subjectClaim: 'sub',
    groupsClaim: null,
    groupMap: {},
    emailDomains: [],
    linkBy: 'none',
    strong: {},
    // Never over HTTP: a server that fetches its own keys during startup waits for ever.
    keys: async ({ kid }) => {
      const key = kid === undefined ? undefined : await keys.find(kid);
      if (!key) throw new AppError('token.not_accepted');
      return key;
    },
  };
}
