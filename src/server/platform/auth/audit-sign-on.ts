import { sql } from 'kysely';
import { type DatabaseHandle, json } from '../database.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';
import type { Issuer } from './issuers.ts';
import type { Membership } from './memberships.ts';
import type { CheckedToken } from './token-checks.ts';

/** Some providers send no `auth_time` and renew tokens silently: a token within this time after the last is no new sign-in. */
const SAME_SIGN_IN_MS = 12 * 3_600_000;

/**
 * Records a sign-in at another identity provider in the audit log when its first token arrives, once for each
 * `auth_time`. The embedded service records its own.
 */
export async function auditSignOn(
  db: Pick<DatabaseHandle, 'signinTransaction' | 'tenantTransaction'>,
  { tenantId, userId, signedInAt }: Membership,
  issuer: Issuer,
  token: CheckedToken,
): Promise<void> {
  if (issuer.key === BUILT_IN_ISSUER) return;
  const { auth_time: authTime, sid } = token.claims;
  const isExact = typeof authTime === 'number' && authTime > 0 && authTime <= token.issuedAt;
  const at = new Date((isExact ? authTime : token.issuedAt) * 1000);
  const known = new Date(at.getTime() - (isExact ? 0 : SAME_SIGN_IN_MS));
  if (signedInAt && signedInAt >= known) return;
  const { rows } = await db.signinTransaction((tx) =>
    sql`UPDATE user_identity SET signed_in_at = ${at}
      WHERE issuer = ${issuer.key} AND subject = ${token.subject} AND tenant_id = ${tenantId}
        AND (signed_in_at IS NULL OR signed_in_at < ${known}) RETURNING 1`.execute(tx),
  );
  // Another request or server was first.
  if (rows.length === 0) return;
  const details = json({ mode: 'single-sign-on', issuer: issuer.key });
  const session = typeof sid === 'string' && sid !== '' ? sid.replaceAll('\0', '').slice(0, 100) : 'none';
  await db.tenantTransaction({ tenantId, userId }, (tx) =>
    sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id, after)
      VALUES (${userId}::uuid, 'sign-in', 'session', ${session}, ${userId}::uuid, ${details}::jsonb)`.execute(tx),
  );
}
