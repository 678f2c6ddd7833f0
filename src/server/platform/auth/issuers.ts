import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { sql } from 'kysely';
import type { Elapsed } from '../clock.ts';
import type { DatabaseHandle } from '../database.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import { type ReadDocument, readAnywhere } from './provider-requests.ts';
import type { StrongClaims } from './second-factor.ts';

const RELOAD_MS = 60_000;
/** Minimum interval between reloads caused by tokens of unknown issuers. */
const UNKNOWN_ISSUER_COOLDOWN_MS = 5_000;
const JWKS_CACHE_MS = 600_000;
/**
 * Minimum interval between fetches of a key set caused by unknown key ids: short enough for a key that a provider uses
 * at once, and no load for the provider when tokens with invented key ids arrive.
 */
const UNKNOWN_KEY_COOLDOWN_MS = 5_000;
/** After a failed fetch, requests are answered without another one for this long, so that an unavailable provider does not delay them. */
const JWKS_FAILED_MS = 5_000;

/** An issuer whose tokens the API accepts. */
export interface Issuer {
  /** As in `user_identity`; for the embedded service this is not its address. */
  readonly key: string;
  /** Null: the token's `custom:tenantId` names the tenant. Otherwise the tenant, whatever the token claims. */
  readonly tenantId: number | null;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Required `token_use`, for issuers that follow Cognito. */
  readonly tokenUse: string | null;
  readonly subjectClaim: string;
  readonly groupsClaim: string | null;
  /** Maps values of the groups claim to group ids. */
  readonly groupMap: Readonly<Record<string, string>>;
  /** Domains whose addresses this issuer may verify. */
  readonly emailDomains: readonly string[];
  readonly linkBy: 'email' | 'external_id' | 'none';
  /** Claims of which one proves a second factor; without any, the provider is trusted. */
  readonly strong: StrongClaims;
  readonly keys: JWTVerifyGetKey;
}

/** A row of `tenant_issuers`. */
export interface IssuerRow {
  issuer: string;
  tenant_id: number | null;
  audience: string;
  jwks_uri: string;
  algs: string[];
  token_use: string | null;
  subject_claim: string;
  groups_claim: string | null;
  group_map: Record<string, string>;
  email_domains: string[];
  link_by: Issuer['linkBy'];
  strong: StrongClaims;
  by_operator: boolean;
}

export interface Issuers {
  /** Returns the issuer with exactly this `iss`. */
  find(iss: string): Promise<Issuer | undefined>;
  /** Makes the next call read the rows again. */
  reload(): void;
}

/** Trusted issuers other than the embedded service: the rows of `tenant_issuers`, read again every minute. */
export function createIssuers(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  builtIn: { readonly iss: string; readonly issuer: Issuer },
  elapsed: Elapsed,
  readDocument: ReadDocument,
): Issuers {
  let known = new Map<string, Issuer>();
  let jwksUris = new Map<string, string>();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let reloads = 0;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const reloadsBefore = reloads;
    const { rows } = await db.signinTransaction((tx) =>
      sql<IssuerRow>`SELECT * FROM tenant_issuers
        WHERE issuer <> ${BUILT_IN_ISSUER} AND disabled_at IS NULL`.execute(tx),
    );
    const next = new Map<string, Issuer>();
    for (const row of rows) {
      // The key set and its cache survive a reload, unless its address was changed.
      const before = jwksUris.get(row.issuer) === sourceOf(row) ? known.get(row.issuer)?.keys : undefined;
      next.set(row.issuer, issuerOf(row, before ?? remoteKeys(row, elapsed, readDocument)));
    }
    known = next;
    jwksUris = new Map(rows.map((row) => [row.issuer, sourceOf(row)]));
    // Rows that changed during the read are read again.
    loadedAt = reloads === reloadsBefore ? elapsed() : Number.NEGATIVE_INFINITY;
  }

  return {
    reload() {
      reloads += 1;
      loadedAt = Number.NEGATIVE_INFINITY;
    },
    async find(iss) {
      if (iss === builtIn.iss) return builtIn.issuer;
      const age = elapsed() - loadedAt;
      if (age > RELOAD_MS || (!known.has(iss) && age > UNKNOWN_ISSUER_COOLDOWN_MS)) {
        loading ??= load().finally(() => {
          loading = undefined;
        });
        await loading;
      }
      return known.get(iss);
    },
  };
}

/** The address of the keys, and by which rules it is read. */
const sourceOf = ({ jwks_uri, by_operator }: IssuerRow) => `${by_operator} ${jwks_uri}`;

export function issuerOf(row: IssuerRow, keys: JWTVerifyGetKey): Issuer {
  return {
    key: row.issuer,
    tenantId: row.tenant_id,
    audience: row.audience,
    algorithms: row.algs,
    tokenUse: row.token_use,
    subjectClaim: row.subject_claim,
    groupsClaim: row.groups_claim,
    groupMap: row.group_map,
    emailDomains: row.email_domains.map((domain) => domain.toLowerCase()),
    linkBy: row.link_by,
    strong: row.strong,
    keys,
  };
}

/**
 * Returns the key set of one issuer, so that equal key ids of two issuers never mix. The cache of jose uses the wall
 * clock: after a clock jump it would keep old keys, or fetch none, for that long.
 */
export function remoteKeys(
  { jwks_uri: uri, by_operator: isByOperator }: Pick<IssuerRow, 'jwks_uri' | 'by_operator'>,
  elapsed: Elapsed,
  readDocument: ReadDocument,
): JWTVerifyGetKey {
  const read = isByOperator ? readAnywhere : readDocument;
  let keys: JWTVerifyGetKey | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let failedUntil = Number.NEGATIVE_INFINITY;
  let refetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<JWTVerifyGetKey> | undefined;

  async function fetchKeys(): Promise<JWTVerifyGetKey> {
    if (elapsed() < failedUntil) throw new Error('The last attempt to fetch the keys failed.');
    try {
      keys = createLocalJWKSet((await read(uri)) as JSONWebKeySet);
      fetchedAt = elapsed();
      return keys;
    } catch (error) {
      failedUntil = elapsed() + JWKS_FAILED_MS;
      throw error;
    }
  }

  function reload(): Promise<JWTVerifyGetKey> {
    fetching ??= fetchKeys().finally(() => {
      fetching = undefined;
    });
    return fetching;
  }

  /** Whether a set that lacks the key may be outdated. Requests that wait for the same fetch share its result. */
  function mayRefetch(): boolean {
    // During an outage the result is that of the failed fetch: the provider is not available.
    if (fetching || elapsed() < failedUntil) return true;
    if (elapsed() - refetchedAt < UNKNOWN_KEY_COOLDOWN_MS) return false;
    refetchedAt = elapsed();
    return true;
  }

  return async (header, token) => {
    const isCached = keys !== undefined && elapsed() - fetchedAt < JWKS_CACHE_MS;
    const known = isCached ? keys! : await reload();
    try {
      return await known(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      // Another request may have fetched a newer set meanwhile.
      if (keys !== undefined && keys !== known) return await keys(header, token);
      if (!isCached || !mayRefetch()) throw error;
      return await (await reload())(header, token);
    }
  };
}
