import { sql } from 'kysely';
import { FAILURES_MAX, SESSIONS_MAX } from '../../../../shared/contracts/sessions.contract.ts';
import { isIdle } from '../../../platform/auth/session-use.ts';
import type { Tx } from '../../../platform/database.ts';
import { findPerson } from '../signin.store.ts';

/** A session as its user sees it. */
export interface ShownSession {
  readonly id: string;
  readonly browser: string | null;
  readonly system: string | null;
  readonly address: string | null;
  readonly startedAt: Date;
  readonly lastUsedAt: Date;
}

/** Lists the active sessions of an account: `current` first, then the latest used. */
export async function listSessions(
  tx: Tx,
  { sub, current, now }: { readonly sub: string; readonly current: string | undefined; readonly now: Date },
): Promise<ShownSession[]> {
  const started = sql`to_timestamp(auth_time_ms / 1000.0)`;
  const used = sql`greatest(last_used_at, rotated_at, ${started})`;
  const { rows } = await sql<ShownSession>`SELECT family_id AS id, browser, system, host(address) AS address,
      ${started} AS "startedAt", ${used} AS "lastUsedAt"
    FROM idn_refresh r WHERE user_sub = ${sub}::uuid AND revoked_at IS NULL AND expires_at > ${now} AND NOT ${isIdle(now)}
    ORDER BY family_id IS NOT DISTINCT FROM ${current ?? null}::uuid DESC, ${used} DESC, family_id LIMIT ${SESSIONS_MAX}`.execute(
    tx,
  );
  return rows;
}

/** Lists the latest failed sign-ins of an account, by address and hour; of those within an hour any. */
export async function listFailures(
  tx: Tx,
  { sub, tenantId }: { readonly sub: string; readonly tenantId: number },
): Promise<{ readonly at: Date; readonly count: number; readonly address: string | null }[]> {
  const userId = await findPerson(tx, sub, tenantId);
  const { rows } = await sql<{ at: Date; count: number; address: string | null }>`
    SELECT last_at AS at, count, host(address) AS address FROM idn_failure
    WHERE tenant_id = ${tenantId} AND user_id = ${userId ?? null}::uuid ORDER BY hour DESC LIMIT ${FAILURES_MAX}`.execute(
    tx,
  );
  return rows;
}
