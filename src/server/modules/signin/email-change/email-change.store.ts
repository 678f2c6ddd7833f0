import { sql } from 'kysely';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import { DatabaseError, type Tx } from '../../../platform/database.ts';
import type { EmailChange } from '../recovery/links.store.ts';
import { findBySub, type IdentityUser } from '../signin.store.ts';

/** Finds the account of a user at the embedded service. */
export async function findAccountOf(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: string },
): Promise<IdentityUser | undefined> {
  const { rows } = await sql<{ subject: string }>`SELECT subject FROM user_identity
    WHERE issuer = ${BUILT_IN_ISSUER} AND tenant_id = ${tenantId} AND user_id = ${userId}::uuid`.execute(tx);
  return rows[0] && findBySub(tx, rows[0].subject);
}

/** Whether the address is a sign-in alias of another account. */
export async function isAliasOfOther(tx: Tx, sub: string, email: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM idn_user
    WHERE email_verified AND lower(email) = ${email.toLowerCase()} AND sub <> ${sub}::uuid`.execute(tx);
  return rows.length > 0;
}

/** Sets the address of the account; false when another account has verified it. */
export async function setAccountEmail(tx: Tx, sub: string, email: string | null, verified: boolean): Promise<boolean> {
  try {
    await tx
      .transaction()
      .execute((savepoint) =>
        sql`UPDATE idn_user SET email = ${email}, email_verified = ${verified} WHERE sub = ${sub}::uuid`.execute(
          savepoint,
        ),
      );
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '23505') return false;
    throw error;
  }
}

export interface PersonEmail {
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly emailVerified: boolean;
  readonly pending: string | null;
  readonly languageId: string;
  readonly timeZone: string;
  /** A directory keeps the user, with the address. */
  readonly isOfDirectory: boolean;
}

/** Returns the address of an active user and locks the user until the transaction ends. */
export async function lockPersonEmail(tx: Tx, userId: string): Promise<PersonEmail | undefined> {
  const { rows } =
    await sql<PersonEmail>`SELECT u.email, u.email_key AS "emailKey", u.email_verified AS "emailVerified", u.pending_email AS pending,
      u.language_id AS "languageId", t.time_zone AS "timeZone", u.source = 'scim' AS "isOfDirectory"
    FROM app_user u JOIN tenant t ON t.id = u.tenant_id
    WHERE u.id = ${userId}::uuid AND u.status = 'active' AND t.status = 'active' FOR UPDATE OF u`.execute(tx);
  return rows[0];
}

/** Stores a requested address and returns the user's new version. */
export async function setPendingEmail(
  tx: Tx,
  userId: string,
  email: string | null,
  until: Date | null,
): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`UPDATE app_user SET pending_email = ${email}, pending_email_until = ${until}
    WHERE id = ${userId}::uuid RETURNING version`.execute(tx);
  return rows[0]!.version;
}

/** Sets the user's address and clears the pending one. */
export async function setPersonEmail(
  tx: Tx,
  userId: string,
  { email, emailKey, emailVerified = true }: Pick<EmailChange['before'], 'email' | 'emailKey' | 'emailVerified'>,
): Promise<void> {
  await sql`UPDATE app_user SET email = ${email}, email_key = ${emailKey}, email_verified = ${emailVerified}, pending_email = NULL, pending_email_until = NULL
    WHERE id = ${userId}::uuid`.execute(tx);
}

/** Ends the user's embedding sessions. */
export async function endEmbedSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await sql`UPDATE embed_session SET revoked_at = ${now} WHERE user_id = ${userId}::uuid AND revoked_at IS NULL`.execute(
    tx,
  );
}
