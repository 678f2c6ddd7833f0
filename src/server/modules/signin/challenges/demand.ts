import { sql } from 'kysely';
import { demandsSecondFactor } from '../../../platform/auth/second-factor.ts';
import type { IdentityService } from '../service.ts';
import { findPeople } from '../signin.store.ts';

/** Whether one of the account's organisations requires a second factor of its user. */
export async function isSecondFactorDemanded({ db }: Pick<IdentityService, 'db'>, sub: string): Promise<boolean> {
  for (const { tenantId, userId } of await db.signinTransaction((tx) => findPeople(tx, sub))) {
    const groups = sql`ARRAY(SELECT group_id FROM group_member WHERE user_id = ${userId}::uuid)`;
    const { rows } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ demanded: boolean }>`SELECT ${demandsSecondFactor(groups)} AS demanded`.execute(tx),
    );
    if (rows[0]?.demanded) return true;
  }
  return false;
}
