import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import {
  ISSUER_KINDS,
  keysAt,
  LINK_BY,
  SECOND_FACTOR_CLAIMS,
  subjectClaimOf,
} from '../../../../shared/contracts/issuers.rules.ts';
import { literals } from '../../../../shared/contracts/shapes.contract.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { type DatabaseHandle, json, type Tx } from '../../../platform/database.ts';

const Texts = Type.Array(Type.String({ minLength: 1 }));
const TextByText = Type.Record(Type.String(), Type.String());

/** The configuration of an identity provider; docs/identity-providers.md explains each field. */
const ProviderFile = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{1,30}$' }),
    /** Short name of the organisation. Without it, the claim `custom:tenantId` of each token names the organisation. */
    organisation: Type.Optional(Type.String({ minLength: 1 })),
    kind: Type.Optional(literals(...ISSUER_KINDS)),
    issuer: Type.String({ pattern: '^https?://' }),
    clientId: Type.String({ minLength: 1 }),
    /** Required unless it follows from `kind`. */
    jwksUri: Type.Optional(Type.String({ pattern: '^https?://' })),
    algorithms: Type.Optional(Texts),
    tokenUse: Type.Optional(Type.String()),
    subjectClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupsClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupMap: Type.Optional(TextByText),
    emailDomains: Type.Optional(Texts),
    scope: Type.Optional(Type.String({ minLength: 1 })),
    extraQuery: Type.Optional(TextByText),
    linkBy: Type.Optional(literals(...LINK_BY)),
    secondFactor: Type.Optional(Type.Object({ claim: literals(...SECOND_FACTOR_CLAIMS), values: Texts })),
    disabled: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);
type Provider = Static<typeof ProviderFile>;

/** Reads a provider from JSON. Throws an Error that names the field. */
export function readProvider(text: string): Provider {
  const value: unknown = JSON.parse(text);
  if (!Value.Check(ProviderFile, value)) {
    const [first] = Value.Errors(ProviderFile, value);
    throw new Error(`The file is not a provider: ${first?.instancePath || '/'} ${first?.message ?? ''}`);
  }
  if (keysOf(value) === undefined) throw new Error('The file is not a provider: /jwksUri is required for this kind');
  return value;
}

const keysOf = ({ jwksUri, kind = 'other', issuer }: Provider) => jwksUri ?? keysAt(kind, issuer);

/** The columns that a file decides. */
function rowOf(provider: Provider, tenantId: number | null) {
  const { kind = 'other', secondFactor } = provider;
  return {
    idp_name: provider.name,
    tenant_id: tenantId,
    kind: kind as string,
    audience: provider.clientId,
    jwks_uri: keysOf(provider)!,
    algs: provider.algorithms ?? ['RS256'],
    token_use: provider.tokenUse ?? (kind === 'cognito' ? 'id' : null),
    subject_claim: provider.subjectClaim ?? subjectClaimOf(kind),
    groups_claim: provider.groupsClaim ?? null,
    group_map: provider.groupMap ?? {},
    email_domains: provider.emailDomains ?? [],
    scope: provider.scope ?? 'openid profile email',
    extra_query: provider.extraQuery ?? {},
    link_by: provider.linkBy ?? (kind === 'entra' ? 'external_id' : 'email'),
    strong: secondFactor ? { [secondFactor.claim]: secondFactor.values } : {},
    isDisabled: provider.disabled ?? false,
  };
}

export interface ProviderRow {
  readonly name: string;
  readonly organisation: string | null;
  readonly issuer: string;
  readonly people: number;
}

export async function readProviders(db: DatabaseHandle): Promise<ProviderRow[]> {
  const { rows } = await db.signinTransaction((tx) =>
    sql<ProviderRow>`SELECT p.idp_name AS name, t.slug AS organisation, p.issuer,
        (SELECT count(*) FROM user_identity i WHERE i.issuer = p.issuer)::int AS people
      FROM tenant_issuers p LEFT JOIN tenant t ON t.id = p.tenant_id WHERE p.issuer <> ${BUILT_IN_ISSUER} ORDER BY p.idp_name`.execute(
      tx,
    ),
  );
  return rows;
}

/** Adds a provider or updates the one with the same issuer. Throws an Error when the organisation does not exist. */
export async function saveProvider(db: DatabaseHandle, provider: Provider): Promise<void> {
  await db.signinTransaction(async (tx) => write(tx, provider.issuer, rowOf(provider, await tenantOf(tx, provider))));
}

/**
 * Adds a provider, or compares the one with the same issuer with the file: `unchanged`, or `differs` with the differences;
 * with `updates` it is then `changed`. Throws an Error when the organisation does not exist.
 */
export async function setProvider(
  db: DatabaseHandle,
  provider: Provider,
  { updates }: { readonly updates: boolean },
): Promise<{ result: 'created' | 'unchanged' | 'differs' | 'changed'; differences: string[] }> {
  return db.signinTransaction(async (tx) => {
    const row = rowOf(provider, await tenantOf(tx, provider));
    const { rows } = await sql<Record<string, unknown>>`SELECT *, disabled_at IS NOT NULL AS "isDisabled"
      FROM tenant_issuers WHERE issuer = ${provider.issuer} FOR UPDATE`.execute(tx);
    const before = rows[0];
    const differences = before ? differencesOf(before, row) : [];
    if (before && differences.length === 0) return { result: 'unchanged', differences };
    if (before && !updates) return { result: 'differs', differences };
    await write(tx, provider.issuer, row);
    return { result: before ? 'changed' : 'created', differences };
  });
}

function differencesOf(before: Record<string, unknown>, row: Record<string, unknown>): string[] {
  const text = (value: unknown) => JSON.stringify(sorted(value));
  return Object.entries(row)
    .filter(([name, value]) => text(before[name]) !== text(value))
    .map(([name, value]) => `${name}: ${text(before[name])} is there, ${text(value)} in the file`);
}

/** JSON objects have no order. */
const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value;

async function tenantOf(tx: Tx, provider: Provider): Promise<number | null> {
  const { organisation = null } = provider;
  const found = await sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${organisation}`.execute(tx);
  const tenantId = found.rows[0]?.id ?? null;
  if (organisation !== null && tenantId === null) throw new Error(`There is no organisation ${organisation}.`);
  return tenantId;
}

async function write(tx: Tx, issuer: string, row: ReturnType<typeof rowOf>): Promise<void> {
  await sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, kind, audience, jwks_uri, algs, token_use, subject_claim, groups_claim, group_map,
      email_domains, scope, extra_query, link_by, strong, by_operator, disabled_at)
    VALUES (${issuer}, ${row.idp_name}, ${row.tenant_id}, ${row.kind}, ${row.audience}, ${row.jwks_uri}, ${row.algs}::text[],
      ${row.token_use}, ${row.subject_claim}, ${row.groups_claim}, ${json(row.group_map)}, ${row.email_domains}::text[], ${row.scope},
      ${json(row.extra_query)}, ${row.link_by}, ${json(row.strong)}, true, CASE WHEN ${row.isDisabled} THEN now() END)
    ON CONFLICT (issuer) DO UPDATE SET idp_name = excluded.idp_name, tenant_id = excluded.tenant_id, kind = excluded.kind, audience = excluded.audience,
      jwks_uri = excluded.jwks_uri, algs = excluded.algs, token_use = excluded.token_use, subject_claim = excluded.subject_claim,
      groups_claim = excluded.groups_claim, group_map = excluded.group_map, email_domains = excluded.email_domains, scope = excluded.scope,
      extra_query = excluded.extra_query, link_by = excluded.link_by, strong = excluded.strong, by_operator = true,
      disabled_at = CASE WHEN excluded.disabled_at IS NULL THEN NULL ELSE coalesce(tenant_issuers.disabled_at, excluded.disabled_at) END`.execute(
    tx,
  );
}

/** Removes a provider with its subject links. Returns false when it does not exist. */
export async function removeProvider(db: DatabaseHandle, name: string): Promise<boolean> {
  return db.signinTransaction(async (tx) => {
    await sql`DELETE FROM user_identity i USING tenant_issuers p
      WHERE p.issuer = i.issuer AND p.idp_name = ${name} AND p.issuer <> ${BUILT_IN_ISSUER}`.execute(tx);
    const { rows } =
      await sql`DELETE FROM tenant_issuers WHERE idp_name = ${name} AND issuer <> ${BUILT_IN_ISSUER} RETURNING 1`.execute(
        tx,
      );
    return rows.length > 0;
  });
}
