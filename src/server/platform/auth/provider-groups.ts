import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { tenantPreamble } from '../database-scope.ts';
import type { Issuer } from './issuers.ts';
import type { Membership } from './memberships.ts';
import type { CheckedToken } from './token-checks.ts';

/** The identity provider of a tenant may never grant the operator's own rights, whatever its settings. */
const NEVER_MAPPED = new Set(['verva.admin']);

/** Returns the groups of a token, mapped by the issuer's list; null when the issuer sends no groups. */
export function mappedGroups(issuer: Issuer, token: CheckedToken): string[] | null {
  if (issuer.tenantId === null || issuer.groupsClaim === null) return null;
  const claimed = token.claims[issuer.groupsClaim];
  const names = Array.isArray(claimed) ? claimed.filter((one) => typeof one === 'string') : [];
  const groups = names.flatMap((name) => (Object.hasOwn(issuer.groupMap, name) ? [issuer.groupMap[name]!] : []));
  return [...new Set(groups)].filter((group) => !NEVER_MAPPED.has(group)).sort();
}

/**
 * Writes the groups of a token into `group_member`, the only source of group membership. A token issued before the
 * newest one seen changes nothing: a user could keep it to regain a lost group. A stored time in the future of the
 * database came from a wrong clock and is ignored.
 */
export async function followGroups(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  { tenantId, userId }: Membership,
  issuer: Issuer,
  token: CheckedToken,
): Promise<void> {
  const groups = mappedGroups(issuer, token);
  if (groups === null) return;
  await db.signinTransaction(async (tx) => {
    // The lock is held until the groups are written, so that of two concurrent tokens the newer one is written last.
    const { rows } = await sql<{ seen: number | null; isInFuture: boolean | null }>`
      SELECT extract(epoch FROM groups_iat)::float8 AS seen, groups_iat > clock_timestamp() + interval '1 minute' AS "isInFuture"
      FROM user_identity WHERE issuer = ${issuer.key} AND subject = ${token.subject} AND tenant_id = ${tenantId} FOR UPDATE`.execute(
      tx,
    );
    if (rows.length === 0) return;
    const seen = rows[0]?.isInFuture ? Number.NEGATIVE_INFINITY : (rows[0]?.seen ?? Number.NEGATIVE_INFINITY);
    if (token.issuedAt < seen) return;
    if (token.issuedAt > seen) {
      await sql`UPDATE user_identity SET groups_iat = to_timestamp(${token.issuedAt})
        WHERE issuer = ${issuer.key} AND subject = ${token.subject} AND tenant_id = ${tenantId}`.execute(tx);
    }
    // Groups and identities belong to different database roles; from here on the transaction is the tenant's.
    await sql.raw(tenantPreamble({ tenantId, userId })).execute(tx);
    const given = await sql<{ id: string }>`SELECT group_id AS id FROM group_member
      WHERE user_id = ${userId}::uuid AND source = 'idp' ORDER BY group_id`.execute(tx);
    if (given.rows.map(({ id }) => id).join(' ') === groups.join(' ')) return;
    await sql`DELETE FROM group_member WHERE user_id = ${userId}::uuid AND source = 'idp' AND group_id <> ALL(${groups}::text[])`.execute(
      tx,
    );
    await sql`INSERT INTO group_member (group_id, user_id, source) SELECT id, ${userId}::uuid, 'idp' FROM app_group
      WHERE id = ANY(${groups}::text[]) ON CONFLICT DO NOTHING`.execute(tx);
  });
}
