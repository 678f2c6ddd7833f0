import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';
import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';

const RELOAD_MS = 60_000;
/** A token of an unknown issuer makes us look again, but at most this often. */
const UNKNOWN_ISSUER_COOLDOWN_MS = 5_000;
const JWKS_TIMEOUT_MS = 5_000;
const JWKS_CACHE_MS = 600_000;
/** After an unknown key id the key set is fetched again, but not within this time. */
const JWKS_COOLDOWN_MS = 30_000;
/** After a failed fetch requests are answered without another one for this long, so that a dead provider does not hold them up. */
const JWKS_FAILED_MS = 5_000;

/** A party whose tokens the API accepts. */
export interface Issuer {
  /** As in `user_identity`; for the embedded service not its address. */
  readonly key: string;
  /** Null: the token's `custom:tenantId` names the tenant. Else the tenant, whatever the token says. */
  readonly tenantId: number | null;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** What `token_use` must be, for issuers of Cognito's kind. */
  readonly tokenUse: string | null;
  readonly subjectClaim: string;
  readonly groupsClaim: string | null;
  /** Value of the groups claim to group id. */
  readonly groupMap: Readonly<Record<string, string>>;
  /** Domains whose addresses this issuer may vouch for. */
  readonly emailDomains: readonly string[];
  readonly keys: JWTVerifyGetKey;
}

interface IssuerRow {
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
}

export interface Issuers {
  /** The issuer with exactly this `iss`. */
  find(iss: string): Promise<Issuer | undefined>;
}

/** What is trusted besides the embedded service: the rows of `tenant_issuers`, read again every minute. */
export function createIssuers(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  builtIn: { readonly iss: string; readonly issuer: Issuer },
  clock: () => Date,
): Issuers {
  let known = new Map<string, Issuer>();
  let jwksUris = new Map<string, string>();
  let loadedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;

  async function load(): Promise<void> {
    const { rows } = await db.signinTransaction((tx) =>
      sql<IssuerRow>`SELECT * FROM tenant_issuers WHERE issuer <> ${BUILT_IN_ISSUER}`.execute(tx),
    );
    const next = new Map<string, Issuer>();
    for (const row of rows) {
      // The key set and its cache outlive a reload, unless its address was changed.
      const before = jwksUris.get(row.issuer) === row.jwks_uri ? known.get(row.issuer)?.keys : undefined;
      next.set(row.issuer, issuerOf(row, before ?? remoteKeys(row.jwks_uri, clock)));
    }
    known = next;
    jwksUris = new Map(rows.map((row) => [row.issuer, row.jwks_uri]));
    loadedAt = clock().getTime();
  }

  return {
    async find(iss) {
      if (iss === builtIn.iss) return builtIn.issuer;
      const age = clock().getTime() - loadedAt;
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

function issuerOf(row: IssuerRow, keys: JWTVerifyGetKey): Issuer {
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
    keys,
  };
}

/** One key set per issuer, so that equal key ids of two issuers never mix. */
function remoteKeys(uri: string, clock: () => Date): JWTVerifyGetKey {
  let failedUntil = 0;
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: JWKS_TIMEOUT_MS,
    cacheMaxAge: JWKS_CACHE_MS,
    cooldownDuration: JWKS_COOLDOWN_MS,
    [customFetch]: async (url, options) => {
      if (clock().getTime() < failedUntil) throw new Error('The keys could not be fetched a moment ago.');
      try {
        const reply = await fetch(url, options);
        if (reply.status !== 200) throw new Error(`The keys were answered with status ${reply.status}.`);
        return reply;
      } catch (error) {
        failedUntil = clock().getTime() + JWKS_FAILED_MS;
        throw error;
      }
    },
  });
}
