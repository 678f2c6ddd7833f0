import { sql } from 'kysely';
import type { SignInMode } from '../../../../shared/contracts/sign-in-modes.rules.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../../platform/database.ts';
import { ADMINISTRATORS } from '../../users/index.ts';

/** Enough to find one who can sign in. */
const ADMINISTRATORS_MAX = 1000;

/** Ids of the organisation's administrators who may sign in; in its transaction. */
export async function readAdministrators(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT DISTINCT u.id FROM group_member m JOIN app_user u ON u.id = m.user_id
    WHERE m.group_id = ANY(${[...ADMINISTRATORS]}::text[]) AND u.status IN ('active', 'invited') ORDER BY u.id LIMIT ${ADMINISTRATORS_MAX}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Whether the organisation has an identity provider that is not disabled; as `verva_signin`. */
export async function hasProvider(tx: Tx, tenantId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM tenant_issuers
    WHERE tenant_id = ${tenantId} AND disabled_at IS NULL LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Returns the ways in which at least one of these users of the organisation can sign in, as `verva_signin`. A user who was
 * invited can have the invitation sent again. `sendsCodes`: text messages can be sent.
 */
export async function usableModes(
  tx: Tx,
  { tenantId, userIds, sendsCodes }: { tenantId: number; userIds: readonly string[]; sendsCodes: boolean },
): Promise<ReadonlySet<SignInMode>> {
  const { rows } = await sql<Record<SignInMode, boolean | null>>`
    SELECT bool_or(u.is_invited OR u.password_hash IS NOT NULL) AS password,
      bool_or(u.status = 'CONFIRMED' AND u.phone_verified AND u.phone_number IS NOT NULL AND (${sendsCodes} OR u.email_verified)) AS "oneTimePassword",
      bool_or(u.is_invited OR EXISTS (SELECT 1 FROM idn_passkey k WHERE k.user_sub = u.sub)) AS passkey,
      bool_or(EXISTS (SELECT 1 FROM tenant_issuers p WHERE p.tenant_id = ${tenantId} AND p.disabled_at IS NULL AND (
        EXISTS (SELECT 1 FROM user_identity k WHERE k.issuer = p.issuer AND k.tenant_id = ${tenantId} AND k.user_id = a.id)
        OR (p.link_by = 'email' AND u.email_verified AND split_part(lower(u.email), '@', 2) = ANY(p.email_domains))))) AS "singleSignOn"
    FROM unnest(${[...userIds]}::uuid[]) AS a(id)
    LEFT JOIN user_identity i ON i.issuer = ${BUILT_IN_ISSUER} AND i.tenant_id = ${tenantId} AND i.user_id = a.id
    LEFT JOIN LATERAL (SELECT x.*, x.status = 'FORCE_CHANGE_PASSWORD' AS is_invited FROM idn_user x
      WHERE x.sub = i.subject::uuid AND NOT x.disabled AND x.status <> 'UNCONFIRMED') u ON true`.execute(tx);
  const found = rows[0]!;
  return new Set((Object.keys(found) as SignInMode[]).filter((mode) => found[mode] === true));
}
