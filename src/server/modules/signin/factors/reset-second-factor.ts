import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { json } from '../../../platform/database.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { continueAs } from '../../../platform/transaction-role.ts';
import { dropBackupCodes } from '../challenges/backup-codes.ts';
import { dropChallengesOf } from '../challenges/challenges.store.ts';
import { deleteFactors } from '../challenges/factors.store.ts';
import { deletePasskeys } from '../challenges/passkeys.store.ts';
import { findPeople, revokeAllOf } from '../signin.store.ts';

/** Removes an account's second factor from the command line, with the backup codes, and ends its sessions. */
export async function resetSecondFactor(
  db: DatabaseHandle,
  { username, now }: { readonly username: string; readonly now: Date },
): Promise<'changed' | 'unchanged' | 'not found'> {
  return db.signinTransaction(async (tx) => {
    const { rows } = await sql<{ sub: string }>`SELECT sub FROM idn_user
      WHERE username = ${username.trim().toLowerCase()} FOR UPDATE`.execute(tx);
    const sub = rows[0]?.sub;
    if (sub === undefined) return 'not found';
    const [hadApp, hadPasskey] = [await deleteFactors(tx, sub), await deletePasskeys(tx, sub)];
    if (!hadApp && !hadPasskey) return 'unchanged';
    await dropBackupCodes(tx, sub);
    await dropChallengesOf(tx, sub);
    await revokeAllOf(tx, [sub], now);
    for (const { tenantId, userId } of await findPeople(tx, sub)) await record(tx, tenantId, userId);
    return 'changed';
  });
}

async function record(tx: Tx, tenantId: number, userId: string): Promise<void> {
  await continueAs(tx, { tenantId, userId: null, via: 'command' });
  await sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, after)
    VALUES ('second-factor-removed', 'session', 'all', ${userId}::uuid, ${json({ via: 'command' })}::jsonb)`.execute(
    tx,
  );
  await enqueue(tx, 'live', { principals: [`u:${userId}`], type: 'session.revoked', data: {} });
}
