import { sql } from 'kysely';
import { isIdle } from '../../../platform/auth/session-use.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Browser } from './browser.rules.ts';
import { sessionDigestOf } from './refresh-tokens.ts';
import { digestOf } from './tokens.ts';

interface NewSession extends Browser {
  /** The first refresh token. */
  readonly token: string;
  readonly familyId: string;
  readonly sub: string;
  readonly authTimeMs: number;
  readonly amr: readonly string[];
  readonly expiresAt: Date;
  readonly idleSeconds: number | null;
  readonly address: string;
}

export async function insertSession(tx: Tx, row: NewSession): Promise<void> {
  await sql`INSERT INTO idn_refresh (token_sha256, session_sha256, family_id, user_sub, auth_time_ms, amr, expires_at, idle_seconds, browser, system, address)
    VALUES (${digestOf(row.token)}, ${sessionDigestOf(row.token)}, ${row.familyId}::uuid, ${row.sub}::uuid, ${row.authTimeMs},
      ${[...row.amr]}::text[], ${row.expiresAt}, ${row.idleSeconds}, ${row.browser}, ${row.system}, ${row.address}::inet)`.execute(
    tx,
  );
}

/** A session of the embedded service with its refresh token. */
export interface StoredSession {
  readonly familyId: string;
  readonly sub: string;
  readonly authTimeMs: number;
  readonly amr: readonly string[];
  readonly expiresAt: Date;
  /** Not used for longer than the session may be. */
  readonly isIdle: boolean;
  readonly revokedAt: Date | null;
  readonly firstDigest: Buffer;
  readonly generation: number;
  readonly confirmedAt: Date | null;
}

/** Finds the session of a refresh token, used or not, and locks it. The token's number is not verified. */
export async function lockSession(tx: Tx, token: string, now: Date): Promise<StoredSession | undefined> {
  const { rows } =
    await sql<StoredSession>`SELECT family_id AS "familyId", user_sub AS sub, auth_time_ms::float8 AS "authTimeMs", amr,
      expires_at AS "expiresAt", revoked_at AS "revokedAt", token_sha256 AS "firstDigest", generation::float8 AS generation,
      confirmed_at AS "confirmedAt", ${isIdle(now)} AS "isIdle"
    FROM idn_refresh r WHERE session_sha256 = ${sessionDigestOf(token)} OR token_sha256 = ${digestOf(token)} FOR UPDATE`.execute(
      tx,
    );
  return rows[0];
}

/** Makes the refresh token with this number the valid one. */
export async function advanceSession(
  tx: Tx,
  { familyId, token, generation }: { familyId: string; token: string; generation: number },
  now: Date,
): Promise<void> {
  await sql`UPDATE idn_refresh SET generation = ${generation}, session_sha256 = ${sessionDigestOf(token)}, rotated_at = ${now},
    confirmed_at = NULL WHERE family_id = ${familyId}::uuid`.execute(tx);
}

/** Ends one session of the account; false when it had ended already. */
export async function revokeSession(
  tx: Tx,
  { familyId, sub }: Pick<StoredSession, 'familyId' | 'sub'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_refresh SET revoked_at = ${now}
    WHERE family_id = ${familyId}::uuid AND user_sub = ${sub}::uuid AND revoked_at IS NULL AND expires_at > ${now} RETURNING 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Ends the active sessions of the account except `current`, and returns them and whether `current` was one of them. */
export async function revokeSessionsExcept(
  tx: Tx,
  { sub, current, now }: { readonly sub: string; readonly current: string | undefined; readonly now: Date },
): Promise<{ readonly ended: string[]; readonly isCurrentKept: boolean }> {
  const active = sql`user_sub = ${sub}::uuid AND revoked_at IS NULL AND expires_at > ${now}`;
  const isCurrent = sql`family_id IS NOT DISTINCT FROM ${current ?? null}::uuid`;
  const kept = await sql`SELECT 1 FROM idn_refresh WHERE ${active} AND ${isCurrent}`.execute(tx);
  const { rows } = await sql<{ id: string }>`UPDATE idn_refresh SET revoked_at = ${now}
    WHERE ${active} AND NOT (${isCurrent}) RETURNING family_id AS id`.execute(tx);
  return { ended: rows.map(({ id }) => id), isCurrentKept: kept.rows.length > 0 };
}
