import { sql } from 'kysely';
import { continueAs } from '../../../platform/transaction-role.ts';
import { dropBackupCodes } from '../challenges/backup-codes.ts';
import { deleteFactor } from '../challenges/factors.store.ts';
import type { IdentityService } from '../service.ts';
import { findPerson, type IdentityUser } from '../signin.store.ts';

/** Who removes a second factor: its user, or an administrator by `app_user.id`. */
interface Removal {
  readonly actor: 'self' | { readonly userId: string };
  readonly requestId: string;
}

/** Removes a second factor with the backup codes, and informs its user by e-mail. False when there is no such factor. */
export async function removeFactor(
  service: IdentityService,
  user: IdentityUser,
  factorId: string,
  { actor, requestId }: Removal,
): Promise<boolean> {
  const { tenantId, username, sub } = user;
  const removed = await service.db.signinTransaction(async (tx) => {
    if (!(await deleteFactor(tx, sub, factorId))) return false;
    await dropBackupCodes(tx, sub);
    const userId = (await findPerson(tx, sub, tenantId)) ?? null;
    const by = actor === 'self' ? userId : actor.userId;
    await continueAs(tx, { tenantId, userId: by, requestId });
    await sql`INSERT INTO audit_log (actor_id, verb, entity, entity_id, subject_id)
      VALUES (${by}::uuid, 'second-factor-removed', 'session', 'none', ${userId}::uuid)`.execute(tx);
    return true;
  });
  if (!removed) return false;
  const at = service.clock();
  service.inBackground(() => service.delivery.send(user, { kind: 'secondFactorRemoved', username, at }));
  return true;
}
