import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** A session of the embedded service in a verified token. */
interface TokenSession {
  readonly familyId: string;
  readonly sub: string;
  /** `iat` of the token. */
  readonly issuedAt: number;
}

interface ActiveSession {
  readonly authTimeMs: number;
  /** Whether the account may use tokens. */
  readonly isAccountOpen: boolean;
}

/** The last use is written once in this time. */
const USED_AGAIN_MS = 3_600_000;

/** SQL: whether the session `r` was not used for longer than it may be. A use can be recorded late, but less than a tenth of that time. */
export const isIdle = (now: Date) =>
  sql<boolean>`coalesce(greatest(r.last_used_at, r.rotated_at, to_timestamp(r.auth_time_ms / 1000.0))
    < ${now}::timestamptz - r.idle_seconds * interval '1 second', false)`;

/**
 * Finds the session of a token while it is active, and records its use: the first token of a renewal confirms that the
 * client has received the new refresh token, so the former one is accepted no longer.
 */
export async function findActiveSession(
  tx: Tx,
  { familyId, sub, issuedAt }: TokenSession,
  now: Date,
): Promise<ActiveSession | undefined> {
  // Whole seconds, as in the token.
  const confirms = sql`r.confirmed_at IS NULL AND date_trunc('second', r.rotated_at) <= ${new Date(issuedAt * 1000)}`;
  const isOld = sql`r.last_used_at IS NULL OR r.last_used_at < ${new Date(now.getTime() - USED_AGAIN_MS)}
    OR r.last_used_at < ${now}::timestamptz - r.idle_seconds * interval '0.1 second'`;
  const isDue = sql`(${isOld} OR coalesce(${confirms}, false))`;
  const { rows } = await sql<ActiveSession & { isDue: boolean }>`SELECT r.auth_time_ms::float8 AS "authTimeMs",
      NOT u.disabled AND u.status = 'CONFIRMED' AS "isAccountOpen", ${isDue} AS "isDue"
    FROM idn_refresh r JOIN idn_user u ON u.sub = r.user_sub
    WHERE r.family_id = ${familyId}::uuid AND r.user_sub = ${sub}::uuid AND r.revoked_at IS NULL AND r.expires_at > ${now} AND NOT ${isIdle(now)}`.execute(
    tx,
  );
  const found = rows[0];
  if (found?.isDue) {
    await sql`UPDATE idn_refresh r SET last_used_at = ${now}, confirmed_at = CASE WHEN ${confirms} THEN ${now} ELSE r.confirmed_at END
      WHERE family_id = ${familyId}::uuid AND ${isDue}`.execute(tx);
  }
  return found;
}
