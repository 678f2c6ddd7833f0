import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { AppError } from '../errors.ts';
import { BUILT_IN_ISSUER } from './built-in-issuer.ts';

interface PersonKey {
  readonly tenantId: number;
  /** `app_user.id`. */
  readonly userId: string;
}

/**
 * Whether the user's account of the embedded service permits access: it exists, is confirmed, is not disabled and does
 * not wait for a reset. A temporary password that was not replaced yet prevents only signing in with it. True for users
 * without such an account: readers of a partner, and users of another identity service.
 */
export async function isAccountOpen(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  { tenantId, userId }: PersonKey,
): Promise<boolean> {
  const { rows } = await db.signinTransaction((tx) =>
    // Cast only where the issuer is ours: subjects of other issuers are arbitrary text.
    sql`SELECT 1 FROM user_identity i
    LEFT JOIN idn_user u ON u.sub = CASE WHEN i.issuer = ${BUILT_IN_ISSUER} THEN i.subject::uuid END
    WHERE i.tenant_id = ${tenantId} AND i.user_id = ${userId}::uuid AND i.issuer = ${BUILT_IN_ISSUER}
      AND (u.sub IS NULL OR u.disabled OR u.status NOT IN ('CONFIRMED', 'FORCE_CHANGE_PASSWORD')) LIMIT 1`.execute(tx),
  );
  return rows.length === 0;
}

/** Throws `session.revoked` when the user's account does not permit access, whatever the way of signing in. */
export async function assertAccountOpen(
  db: Pick<DatabaseHandle, 'signinTransaction'>,
  person: PersonKey,
): Promise<void> {
  if (!(await isAccountOpen(db, person))) throw new AppError('session.revoked');
}
