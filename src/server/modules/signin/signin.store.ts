import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../platform/auth/built-in-issuer.ts';
import type { Tx } from '../../platform/database.ts';

export type AccountStatus = 'CONFIRMED' | 'UNCONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';

/** An account of the embedded identity service. */
export interface IdentityUser {
  readonly sub: string;
  readonly username: string;
  readonly tenantId: number;
  readonly tenantSlug: string;
  readonly passwordHash: string | null;
  readonly status: AccountStatus;
  readonly temporaryUntil: Date | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly phoneNumber: string | null;
  readonly phoneVerified: boolean;
  readonly disabled: boolean;
}

const USER = sql`u.sub, u.username, u.tenant_id AS "tenantId", t.slug AS "tenantSlug", u.password_hash AS "passwordHash", u.status,
  u.temp_expires_at AS "temporaryUntil", u.email, u.email_verified AS "emailVerified",
  u.phone_number AS "phoneNumber", u.phone_verified AS "phoneVerified", u.disabled`;

/** Finds an account by username, or by a verified address or number as an alias. A phone number takes precedence over a username that looks like it. */
export async function findByLogin(tx: Tx, login: string): Promise<IdentityUser | undefined> {
  const phone = login.replace(/[\s().-]/g, '');
  const { rows } = await sql<IdentityUser>`SELECT ${USER} FROM idn_user u JOIN tenant t ON t.id = u.tenant_id
    WHERE u.username = ${login} OR (u.email_verified AND lower(u.email) = ${login}) OR (u.phone_verified AND u.phone_number = ${phone})
    ORDER BY (u.phone_verified AND u.phone_number = ${phone}) DESC, (u.username = ${login}) DESC LIMIT 1`.execute(tx);
  return rows[0];
}

export async function findBySub(tx: Tx, sub: string): Promise<IdentityUser | undefined> {
  const { rows } = await sql<IdentityUser>`SELECT ${USER} FROM idn_user u JOIN tenant t ON t.id = u.tenant_id
    WHERE u.sub = ${sub}::uuid`.execute(tx);
  return rows[0];
}

/** Replaces the hash; false when it is no longer `before`. */
export async function replacePasswordHash(tx: Tx, sub: string, before: string, after: string): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user SET password_hash = ${after}
    WHERE sub = ${sub}::uuid AND password_hash = ${before} RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Replaces the temporary password with the user's own; false when there is no temporary one. */
export async function setFirstPassword(tx: Tx, sub: string, hash: string): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user SET password_hash = ${hash}, status = 'CONFIRMED', temp_expires_at = NULL
    WHERE sub = ${sub}::uuid AND status = 'FORCE_CHANGE_PASSWORD' RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Confirms an account whose user has created a passkey in place of a password; false when there is no temporary password. */
export async function confirmWithoutPassword(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user SET password_hash = NULL, status = 'CONFIRMED', temp_expires_at = NULL
    WHERE sub = ${sub}::uuid AND status = 'FORCE_CHANGE_PASSWORD' AND NOT disabled RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/**
 * Replaces the temporary password, and the address that it is sent to: an earlier password must not prove a later address.
 * False when the user has set an own password.
 */
export async function setTemporaryPassword(
  tx: Tx,
  { sub, email }: Pick<IdentityUser, 'sub' | 'email'>,
  hash: string,
  until: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user SET password_hash = ${hash}, temp_expires_at = ${until}, email = ${email},
      email_verified = email_verified AND lower(email) IS NOT DISTINCT FROM ${email?.toLowerCase() ?? null}
    WHERE sub = ${sub}::uuid AND status = 'FORCE_CHANGE_PASSWORD' AND NOT disabled RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Requires a new password by recovery code. An account with a temporary password stays as it is. */
export async function requirePasswordReset(tx: Tx, sub: string): Promise<void> {
  await sql`UPDATE idn_user SET status = 'RESET_REQUIRED' WHERE sub = ${sub}::uuid AND status = 'CONFIRMED'`.execute(
    tx,
  );
}

/** Sets the password after a correct recovery code. */
export async function setRecoveredPassword(tx: Tx, sub: string, hash: string): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user SET password_hash = ${hash}, status = 'CONFIRMED', temp_expires_at = NULL
    WHERE sub = ${sub}::uuid AND status IN ('CONFIRMED', 'RESET_REQUIRED') AND NOT disabled RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Removes a user's expired refresh tokens; called when the user signs in. */
export async function purgeRefresh(tx: Tx, sub: string, now: Date): Promise<void> {
  await sql`DELETE FROM idn_refresh WHERE user_sub = ${sub}::uuid AND expires_at < ${now}`.execute(tx);
}

/** Ends every session of these accounts and returns the IDs of those that were active. */
export async function revokeAllOf(tx: Tx, subs: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ familyId: string }>`UPDATE idn_refresh SET revoked_at = ${now}
    WHERE user_sub = ANY(${[...subs]}::uuid[]) AND revoked_at IS NULL RETURNING family_id AS "familyId"`.execute(tx);
  return rows.map((row) => row.familyId);
}

/** Ends every session of the account except this one and returns the IDs of those that were active. */
export async function revokeOthersOf(tx: Tx, sub: string, familyId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ familyId: string }>`UPDATE idn_refresh SET revoked_at = ${now}
    WHERE user_sub = ${sub}::uuid AND family_id <> ${familyId}::uuid AND revoked_at IS NULL RETURNING family_id AS "familyId"`.execute(
    tx,
  );
  return rows.map((row) => row.familyId);
}

/** As `revokeIdentities`, for the user of one tenant only: other tenants keep their sessions. */
export async function revokeIdentitiesHere(tx: Tx, tenantId: number, userId: string): Promise<void> {
  await sql`UPDATE user_identity SET revoked_before = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND user_id = ${userId}::uuid AND issuer <> ${BUILT_IN_ISSUER}`.execute(tx);
}

/** Finds the user of an account in a tenant. */
export async function findPerson(tx: Tx, sub: string, tenantId: number): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`SELECT user_id FROM user_identity
    WHERE issuer = ${BUILT_IN_ISSUER} AND subject = ${sub} AND tenant_id = ${tenantId}`.execute(tx);
  return rows[0]?.user_id;
}

/** Finds the users of an account in all its tenants. */
export async function findPeople(tx: Tx, sub: string): Promise<{ tenantId: number; userId: string }[]> {
  const { rows } = await sql<{ tenantId: number; userId: string }>`SELECT tenant_id AS "tenantId", user_id AS "userId"
    FROM user_identity WHERE issuer = ${BUILT_IN_ISSUER} AND subject = ${sub} ORDER BY tenant_id`.execute(tx);
  return rows;
}

/**
 * Revokes all tokens of every issuer for this user's subjects, in all their tenants, and returns their accounts of the
 * embedded service. Uses the database's clock: a server whose clock is fast would also refuse tokens issued later.
 */
export async function revokeIdentities(tx: Tx, tenantId: number, userId: string): Promise<string[]> {
  const { rows } = await sql<{ issuer: string; subject: string }>`UPDATE user_identity i
    SET revoked_before = CASE WHEN i.issuer = ${BUILT_IN_ISSUER} THEN i.revoked_before ELSE clock_timestamp() END
    FROM user_identity mine WHERE mine.tenant_id = ${tenantId} AND mine.user_id = ${userId}::uuid
      AND i.issuer = mine.issuer AND i.subject = mine.subject RETURNING i.issuer, i.subject`.execute(tx);
  return [...new Set(rows.filter((row) => row.issuer === BUILT_IN_ISSUER).map((row) => row.subject))];
}

/** Finds the tenant that assigned this e-mail domain to a single sign-on provider, and the provider. */
export async function findIssuerOfDomain(
  tx: Tx,
  domain: string,
): Promise<{ readonly tenantId: number; readonly idpName: string } | undefined> {
  const { rows } = await sql<{
    tenantId: number;
    idpName: string;
  }>`SELECT tenant_id AS "tenantId", idp_name AS "idpName" FROM tenant_issuers
    WHERE tenant_id IS NOT NULL AND disabled_at IS NULL AND ${domain} = ANY(email_domains) ORDER BY idp_name LIMIT 1`.execute(
    tx,
  );
  return rows[0];
}
