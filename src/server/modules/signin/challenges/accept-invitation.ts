import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { continueAs } from '../../../platform/transaction-role.ts';
import { findPeople, type IdentityUser } from '../signin.store.ts';

/**
 * Makes an invited user active after the first password, in all tenants of the account. A temporary password with an
 * expiry was sent to the account's address, which is proven to be the user's by it. The transaction continues as a tenant.
 */
export async function acceptInvitation(tx: Tx, account: IdentityUser, requestId: string): Promise<void> {
  const { sub, email, temporaryUntil } = account;
  const isProven = temporaryUntil !== null && email !== null && (await verifyAddress(tx, sub, email));
  for (const { tenantId, userId } of await findPeople(tx, sub)) {
    await continueAs(tx, { tenantId, userId, requestId });
    await sql`UPDATE app_user SET status = 'active',
        email_verified = email_verified OR (${isProven} AND email_key = ${email?.toLowerCase() ?? null})
      WHERE id = ${userId}::uuid AND status = 'invited'`.execute(tx);
  }
}

/** Returns false when the address was changed meanwhile, or is the verified one of another account: it stays unverified then. */
async function verifyAddress(tx: Tx, sub: string, email: string): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_user u SET email_verified = true WHERE sub = ${sub}::uuid AND email = ${email}
    AND NOT EXISTS (SELECT 1 FROM idn_user o WHERE o.email_verified AND lower(o.email) = ${email.toLowerCase()} AND o.sub <> u.sub)
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}
