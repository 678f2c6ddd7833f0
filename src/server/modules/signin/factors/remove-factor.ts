import { sql } from 'kysely';
import { AppError } from '../../../platform/errors.ts';
import { continueAs } from '../../../platform/transaction-role.ts';
import { dropBackupCodes } from '../challenges/backup-codes.ts';
import { deleteFactor } from '../challenges/factors.store.ts';
import { deletePasskey, listPasskeys } from '../challenges/passkeys.store.ts';
import { modesOfAccount } from '../modes/account-modes.ts';
import type { IdentityService } from '../service.ts';
import { findPerson, type IdentityUser } from '../signin.store.ts';

/** Who removes a second factor: its user, or an administrator by `app_user.id`. */
interface Removal {
  readonly actor: 'self' | { readonly userId: string };
  readonly requestId: string;
}

/**
 * Removes a second factor with the backup codes, or a passkey, and informs its user by e-mail. False when there is neither.
 * Throws `link.last_way_in` for the last passkey of an account that cannot sign in by password.
 */
export async function removeFactor(
  service: IdentityService,
  user: IdentityUser,
  factorId: string,
  { actor, requestId }: Removal,
): Promise<boolean> {
  const { tenantId, username, sub } = user;
  const hasPassword = user.passwordHash !== null && (await modesOfAccount(service, user)).includes('password');
  const removed = await service.db.signinTransaction(async (tx) => {
    const isApp = await deleteFactor(tx, sub, factorId);
    if (isApp) await dropBackupCodes(tx, sub);
    else if (!(await deletePasskey(tx, sub, factorId))) return undefined;
    const isLastWayIn = !isApp && !hasPassword && (await listPasskeys(tx, sub)).length === 0;
    if (isLastWayIn) throw new AppError('link.last_way_in', { name: user.username });
    const userId = (await findPerson(tx, sub, tenantId)) ?? null;
    const by = actor === 'self' ? userId : actor.userId;
    await continueAs(tx, { tenantId, userId: by, requestId });
    await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id)
      VALUES (${by}::uuid, ${isApp ? 'second-factor-removed' : 'passkey-removed'}, 'session', 'none', ${userId}::uuid)`.execute(
      tx,
    );
    return isApp ? ('secondFactorRemoved' as const) : ('passkeyRemoved' as const);
  });
  if (!removed) return false;
  const at = service.clock();
  service.inBackground(() => service.delivery.send(user, { kind: removed, username, at }));
  return true;
}
