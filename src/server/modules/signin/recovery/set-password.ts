import { sql } from 'kysely';
import { newPasswordFault } from '../../../../shared/contracts/password.rules.ts';
import type { DatabaseHandle, Tx } from '../../../platform/database.ts';
import { json } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { enqueue } from '../../../platform/outbox.ts';
import { continueAs } from '../../../platform/transaction-role.ts';
import { dropChallengesOf } from '../challenges/challenges.store.ts';
import { dropCode } from '../challenges/codes.store.ts';
import { isKnownPassword, namesOfAccount } from '../passwords/known-passwords.ts';
import { hashPassword } from '../passwords/passwords.ts';
import { findByLogin, findPeople, revokeAllOf } from '../signin.store.ts';
import { dropEmailLinksOf } from './links.store.ts';

/**
 * Sets the password of an account from the command line, and ends its sessions. A disabled account stays disabled.
 * Returns false when there is no account with this username. Throws `setup.invalid` when the password breaks the rules.
 */
export async function setPassword(
  db: DatabaseHandle,
  { username, password, now }: { readonly username: string; readonly password: string; readonly now: Date },
): Promise<boolean> {
  if (newPasswordFault(password) !== null) throw refused('field.password');
  const account = await db.signinTransaction((tx) => findByLogin(tx, username.trim().toLowerCase()));
  const names = account ? await namesOfAccount({ db }, account) : [];
  if (await isKnownPassword(password, names)) throw refused('field.password_known');
  const hash = await hashPassword(password);
  return db.signinTransaction(async (tx) => {
    const { rows } = await sql<{ sub: string }>`UPDATE idn_user
      SET password_hash = ${hash}, status = 'CONFIRMED', temp_expires_at = NULL
      WHERE username = ${username.trim().toLowerCase()} RETURNING sub`.execute(tx);
    const sub = rows[0]?.sub;
    if (sub === undefined) return false;
    await dropCode(tx, sub);
    await dropChallengesOf(tx, sub);
    await dropEmailLinksOf(tx, sub);
    await revokeAllOf(tx, [sub], now);
    const people = await findPeople(tx, sub);
    for (const { tenantId, userId } of people) {
      await auditPassword(tx, tenantId, userId);
      await sql`UPDATE app_user SET status = 'active' WHERE id = ${userId}::uuid AND status = 'invited'`.execute(tx);
    }
    return true;
  });
}

const refused = (code: 'field.password' | 'field.password_known') =>
  new AppError('setup.invalid', {}, { errors: [{ pointer: '/password', code }] });

async function auditPassword(tx: Tx, tenantId: number, userId: string): Promise<void> {
  await continueAs(tx, { tenantId, userId: null, via: 'command' });
  await sql`INSERT INTO audit_log (verb, entity, entity_id, subject_id, after)
    VALUES ('password-reset', 'session', 'all', ${userId}::uuid, ${json({ via: 'command' })}::jsonb)`.execute(tx);
  await enqueue(tx, 'live', { principals: [`u:${userId}`], type: 'session.revoked', data: {} });
}
