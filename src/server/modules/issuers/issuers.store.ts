import { sql } from 'kysely';
import type { Issuer, IssuerChange } from '../../../shared/contracts/issuers.contract.ts';
import type { IssuerValues } from '../../../shared/contracts/issuers.rules.ts';
import type { SignInMode } from '../../../shared/contracts/sign-in-modes.rules.ts';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import type { IssuerRow } from '../../platform/auth/issuers.ts';
import { json, type Tx } from '../../platform/database.ts';

/** A row of `tenant_issuers` with what the endpoints need. */
export interface StoredIssuer extends IssuerRow {
  readonly idp_name: string;
  readonly tenant_id: number;
  readonly kind: Issuer['kind'];
  readonly scope: string;
  readonly extra_query: Record<string, string>;
  readonly pending_domains: string[];
  readonly disabled_at: Date | null;
  readonly version: number;
  readonly updated_at: Date;
  readonly users: number;
  readonly last_sign_in: Date | null;
}

/** The providers of an organisation; with `name` only that one, locked until the end of the transaction. As `verva_signin`. */
export async function readIssuers(tx: Tx, tenantId: number, name?: string): Promise<StoredIssuer[]> {
  const { rows } = await sql<StoredIssuer>`SELECT p.*,
      (SELECT count(*)::int FROM user_identity i WHERE i.issuer = p.issuer AND i.tenant_id = p.tenant_id) AS users,
      (SELECT max(i.signed_in_at) FROM user_identity i WHERE i.issuer = p.issuer AND i.tenant_id = p.tenant_id) AS last_sign_in
    FROM tenant_issuers p WHERE p.tenant_id = ${tenantId} ${name === undefined ? sql`` : sql`AND p.idp_name = ${name}`}
    ORDER BY p.idp_name ${name === undefined ? sql`` : sql`FOR UPDATE OF p`}`.execute(tx);
  return rows;
}

/**
 * Ids of users who are linked to this provider and to no other open account: no password that they may use here, and no
 * other provider that is not disabled. As `verva_signin`.
 */
export async function readDependentUsers(
  tx: Tx,
  { issuer, tenant_id: tenantId }: StoredIssuer,
  modes: readonly SignInMode[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT DISTINCT i.user_id AS id FROM user_identity i
    WHERE i.issuer = ${issuer} AND i.tenant_id = ${tenantId} AND NOT EXISTS (
      SELECT 1 FROM user_identity o JOIN tenant_issuers p ON p.issuer = o.issuer
        LEFT JOIN idn_user u ON u.sub = CASE WHEN o.issuer = ${BUILT_IN_ISSUER} THEN o.subject::uuid END
      WHERE o.tenant_id = i.tenant_id AND o.user_id = i.user_id AND o.issuer <> i.issuer
        AND CASE WHEN o.issuer = ${BUILT_IN_ISSUER} THEN ${modes.includes('password')} AND u.password_hash IS NOT NULL AND NOT u.disabled ELSE p.disabled_at IS NULL END)`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

export interface UserName {
  readonly id: string;
  readonly name: string;
}

/** Active users of the organisation among these. */
export async function readActiveUsers(tx: Tx, ids: readonly string[]): Promise<UserName[]> {
  const { rows } = await sql<UserName>`SELECT username AS id, coalesce(name, username) AS name FROM app_user
    WHERE id = ANY(${[...ids]}::uuid[]) AND status = 'active' ORDER BY name, username`.execute(tx);
  return rows;
}

/** Groups of the organisation that a provider can grant. */
export async function readGroups(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`SELECT id, name FROM app_group
    WHERE id <> 'verva.admin' ORDER BY name, id`.execute(tx);
  return rows;
}

/** What exists already: a provider with this name or issuer, of any organisation, and the number of this one's. As `verva_signin`. */
export async function readConflicts(tx: Tx, tenantId: number, { name, issuer }: { name: string; issuer: string }) {
  const { rows } = await sql<{ isNameTaken: boolean; isIssuerTaken: boolean; count: number }>`SELECT
      coalesce(bool_or(idp_name = ${name}), false) AS "isNameTaken", coalesce(bool_or(issuer = ${issuer}), false) AS "isIssuerTaken",
      (count(*) FILTER (WHERE tenant_id = ${tenantId}))::int AS count FROM tenant_issuers`.execute(tx);
  return rows[0]!;
}

/** One of these domains that is assigned to a provider of another organisation. As `verva_signin`. */
export async function findTakenDomain(
  tx: Tx,
  tenantId: number,
  domains: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ domain: string }>`SELECT domain FROM tenant_issuers p, unnest(p.email_domains) AS domain
    WHERE p.tenant_id <> ${tenantId} AND domain = ANY(${[...domains]}::text[]) LIMIT 1`.execute(tx);
  return rows[0]?.domain;
}

export interface WrittenIssuer extends IssuerValues {
  readonly tenantId: number;
  readonly jwksUri: string;
  readonly algorithms: readonly string[];
  readonly linkBy: Issuer['linkBy'];
  readonly provenDomains: readonly string[];
  readonly pendingDomains: readonly string[];
  readonly isDisabled: boolean;
  readonly isByOperator: boolean;
}

/** Adds a provider, or changes the one with this issuer. As `verva_signin`. */
export async function writeIssuer(tx: Tx, values: WrittenIssuer, now: Date): Promise<void> {
  const { secondFactor } = values;
  const strong = secondFactor ? { [secondFactor.claim]: secondFactor.values } : {};
  await sql`INSERT INTO tenant_issuers (issuer, idp_name, kind, tenant_id, audience, jwks_uri, algs, token_use, subject_claim, groups_claim, group_map,
      email_domains, pending_domains, scope, extra_query, link_by, strong, by_operator, disabled_at)
    VALUES (${values.issuer}, ${values.name}, ${values.kind}, ${values.tenantId}, ${values.clientId}, ${values.jwksUri}, ${[...values.algorithms]}::text[],
      ${values.kind === 'cognito' ? 'id' : null}, ${values.subjectClaim}, ${values.groupsClaim}, ${json(values.groupMap)},
      ${[...values.provenDomains]}::text[], ${[...values.pendingDomains]}::text[], ${values.scope}, ${json(values.extraQuery)},
      ${values.linkBy}, ${json(strong)}, ${values.isByOperator}, ${values.isDisabled ? now : null})
    ON CONFLICT (issuer) DO UPDATE SET audience = excluded.audience, jwks_uri = excluded.jwks_uri, algs = excluded.algs,
      subject_claim = excluded.subject_claim, groups_claim = excluded.groups_claim, group_map = excluded.group_map,
      email_domains = excluded.email_domains, pending_domains = excluded.pending_domains, scope = excluded.scope,
      extra_query = excluded.extra_query, link_by = excluded.link_by, strong = excluded.strong, by_operator = excluded.by_operator,
      disabled_at = CASE WHEN excluded.disabled_at IS NULL THEN NULL ELSE coalesce(tenant_issuers.disabled_at, excluded.disabled_at) END`.execute(
    tx,
  );
}

/** The links of a subject in the provider's organisation. As `verva_signin`. */
export async function readLinks(
  tx: Tx,
  { issuer, tenant_id: tenantId }: StoredIssuer,
  subject: string,
): Promise<{ userId: string; subject: string }[]> {
  const { rows } = await sql<{ userId: string; subject: string }>`SELECT user_id AS "userId", subject FROM user_identity
    WHERE issuer = ${issuer} AND subject = ${subject} AND tenant_id = ${tenantId}`.execute(tx);
  return rows;
}

/** Whether a user is linked to a subject of the provider. As `verva_signin`. */
export async function isLinked(
  tx: Tx,
  { issuer, tenant_id: tenantId }: StoredIssuer,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM user_identity
    WHERE tenant_id = ${tenantId} AND user_id = ${userId}::uuid AND issuer = ${issuer}`.execute(tx);
  return rows.length > 0;
}

/** Removes a provider and the links of its users. As `verva_signin`. */
export async function removeIssuer(tx: Tx, issuer: string): Promise<void> {
  await sql`DELETE FROM user_identity WHERE issuer = ${issuer}`.execute(tx);
  await sql`DELETE FROM tenant_issuers WHERE issuer = ${issuer}`.execute(tx);
}

/** The rule for second factors of a row. */
export function secondFactorOf({ strong }: Pick<IssuerRow, 'strong'>): Issuer['secondFactor'] {
  if (strong.amr) return { claim: 'amr', values: [...strong.amr] };
  return strong.acr ? { claim: 'acr', values: [...strong.acr] } : null;
}

/** The values of a row, with those of a change in their place. */
export function changedValues(
  row: StoredIssuer,
  change: IssuerChange,
): IssuerValues & Required<Pick<IssuerChange, 'linkBy' | 'isDisabled'>> & { readonly algorithms: readonly string[] } {
  return {
    name: row.idp_name,
    kind: row.kind,
    issuer: row.issuer,
    clientId: change.clientId,
    jwksUri: change.jwksUri ?? row.jwks_uri,
    algorithms: change.algorithms ?? row.algs,
    subjectClaim: change.subjectClaim ?? row.subject_claim,
    groupsClaim: change.groupsClaim === undefined ? row.groups_claim : change.groupsClaim,
    groupMap: change.groupMap ?? row.group_map,
    domains: change.domains ?? [...row.email_domains, ...row.pending_domains],
    scope: change.scope ?? row.scope,
    extraQuery: change.extraQuery ?? row.extra_query,
    linkBy: change.linkBy ?? row.link_by,
    secondFactor: change.secondFactor === undefined ? secondFactorOf(row) : change.secondFactor,
    isDisabled: change.isDisabled ?? row.disabled_at !== null,
  };
}
