import { sql } from 'kysely';
import type { User } from '../../../../shared/contracts/session.contract.ts';
import { BUILT_IN_ISSUER } from '../../../platform/auth/built-in-issuer.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { CallerSession } from '../../../platform/session.ts';
import { findUser, lockUser, personOfPath } from '../../users/index.ts';
import { findBySub, type IdentityUser } from '../signin.store.ts';

/**
 * Finds the user of a path, for an administrator. Throws `user.not_found`, and `access.denied` for administrators of the
 * provider, whom only each other may administer.
 */
export async function administeredUser(
  tx: Tx,
  session: CallerSession,
  userId: string,
  { lock = false } = {},
): Promise<User> {
  const who = personOfPath(userId, session);
  if (lock) await lockUser(tx, who);
  const user = await findUser(tx, who, 'account');
  if (!user || user.status === 'erased') throw new AppError('user.not_found');
  if (user.groups.includes('verva.admin') && !session.isProvider) throw new AppError('access.denied');
  return user;
}

/** As `administeredUser`, in a transaction of its own: accounts belong to another role of the database. */
export function readAdministeredUser(db: DatabaseHandle, session: CallerSession, userId: string): Promise<User> {
  const scope = { tenantId: session.tenantId, userId: session.userId };
  return db.tenantTransaction(scope, (tx) => administeredUser(tx, session, userId));
}

/**
 * Finds the user's account at the embedded service that this tenant keeps; accounts of users of several tenants belong to
 * one of them.
 */
export async function findOwnAccount(tx: Tx, tenantId: number, userKey: string): Promise<IdentityUser | undefined> {
  const account = await findAccount(tx, tenantId, userKey);
  return account?.tenantId === tenantId ? account : undefined;
}

/** Finds the user's account at the embedded service, in whichever organisation it is kept. */
export async function findAccount(tx: Tx, tenantId: number, userKey: string): Promise<IdentityUser | undefined> {
  const { rows } = await sql<{ subject: string }>`SELECT subject FROM user_identity
    WHERE issuer = ${BUILT_IN_ISSUER} AND tenant_id = ${tenantId} AND user_id = ${userKey}::uuid`.execute(tx);
  const subject = rows[0]?.subject;
  return subject === undefined ? undefined : findBySub(tx, subject);
}
