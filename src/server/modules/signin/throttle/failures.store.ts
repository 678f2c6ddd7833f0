import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { MANY_FAILURES } from '../../../../shared/contracts/alert-kinds.ts';
import { addressKey } from '../../../platform/address-key.ts';
import type { Tx } from '../../../platform/database.ts';

/** `locked`: refused by the attempt limit, correct or not. `account`: correct password of an account that may not sign in. */
export type FailureReason = 'password' | 'code' | 'recovery' | 'account' | 'unknown' | 'locked';

export interface Failure {
  /** The username of the account, or the input when no account matches. */
  readonly name: string;
  readonly ip: string;
  readonly reason: FailureReason;
  /** The user, if the name belongs to one. */
  readonly person?: { readonly tenantId: number; readonly userId: string | undefined } | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Counts a failed sign-in: one row for each name, address and hour. Returns whether it is the first failure of the row,
 * and whether it is the first that the limit refused.
 */
export async function countFailure(
  tx: Tx,
  { name, ip, reason, person }: Failure,
  now: Date,
): Promise<{ readonly isFirst: boolean; readonly isLockOut: boolean }> {
  const bucket = createHash('sha256')
    .update(`${name}\n${addressKey(ip)}`)
    .digest();
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const isLocked = reason === 'locked';
  const { rows } = await sql<{ count: number; locked: number }>`
    INSERT INTO idn_failure AS f (bucket, hour, tenant_id, user_id, reason, address, locked, last_at, times)
    VALUES (${bucket}, ${hour}, ${person?.tenantId ?? null}, ${person?.userId ?? null}::uuid, ${reason}, ${ip}::inet, ${isLocked ? 1 : 0}, ${now}, ARRAY[${now}::timestamptz])
    ON CONFLICT (bucket, hour) DO UPDATE SET count = f.count + 1, locked = f.locked + excluded.locked, last_at = excluded.last_at,
      times = (f.times || excluded.times)[greatest(1, cardinality(f.times) + 2 - ${sql.lit(MANY_FAILURES)}):],
      reason = CASE WHEN excluded.locked > 0 THEN excluded.reason ELSE f.reason END
    RETURNING count, locked`.execute(tx);
  const { count, locked } = rows[0]!;
  return { isFirst: count === 1, isLockOut: isLocked && locked === 1 };
}
