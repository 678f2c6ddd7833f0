import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { type DatabaseHandle, json } from '../../../platform/database.ts';

const Texts = Type.Array(Type.String({ minLength: 1 }));
const TextByText = Type.Record(Type.String(), Type.String());

/** The configuration of an identity provider; docs/identity-providers.md explains each field. */
const ProviderFile = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{1,30}$' }),
    /** Short name of the organisation. Without it, the claim `custom:tenantId` of each token names the organisation. */
    organisation: Type.Optional(Type.String({ minLength: 1 })),
    issuer: Type.String({ pattern: '^https?://' }),
    clientId: Type.String({ minLength: 1 }),
    jwksUri: Type.String({ pattern: '^https?://' }),
    algorithms: Type.Optional(Texts),
    tokenUse: Type.Optional(Type.String()),
    subjectClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupsClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupMap: Type.Optional(TextByText),
    emailDomains: Type.Optional(Texts),
    scope: Type.Optional(Type.String({ minLength: 1 })),
    extraQuery: Type.Optional(TextByText),
  },
  { additionalProperties: false },
);
type Provider = Static<typeof ProviderFile>;

/** Reads a provider from JSON. Throws an Error that names the field. */
export function readProvider(text: string): Provider {
  const value: unknown = JSON.parse(text);
  if (Value.Check(ProviderFile, value)) return value;
  const [first] = Value.Errors(ProviderFile, value);
  throw new Error(`The file is not a provider: ${first?.instancePath || '/'} ${first?.message ?? ''}`);
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
  await db.signinTransaction(async (tx) => {
    const { organisation = null } = provider;
    const found = await sql<{ id: number }>`SELECT id FROM tenant WHERE slug = ${organisation}`.execute(tx);
    const tenantId = found.rows[0]?.id ?? null;
    if (organisation !== null && tenantId === null) throw new Error(`There is no organisation ${organisation}.`);
    await sql`INSERT INTO tenant_issuers (issuer, idp_name, tenant_id, audience, jwks_uri, algs, token_use, subject_claim, groups_claim, group_map, email_domains, scope, extra_query)
      VALUES (${provider.issuer}, ${provider.name}, ${tenantId}, ${provider.clientId}, ${provider.jwksUri}, ${provider.algorithms ?? ['RS256']}::text[],
        ${provider.tokenUse ?? null}, ${provider.subjectClaim ?? 'sub'}, ${provider.groupsClaim ?? null}, ${json(provider.groupMap ?? {})},
        ${provider.emailDomains ?? []}::text[], ${provider.scope ?? 'openid profile email'}, ${json(provider.extraQuery ?? {})})
      ON CONFLICT (issuer) DO UPDATE SET idp_name = excluded.idp_name, tenant_id = excluded.tenant_id, audience = excluded.audience, jwks_uri = excluded.jwks_uri,
        algs = excluded.algs, token_use = excluded.token_use, subject_claim = excluded.subject_claim, groups_claim = excluded.groups_claim,
        group_map = excluded.group_map, email_domains = excluded.email_domains, scope = excluded.scope, extra_query = excluded.extra_query`.execute(
      tx,
    );
  });
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
