import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** A stored recovery code. */
export interface StoredCode {
  readonly hmac: Uint8Array;
  readonly expiresAt: Date;
  /** Including the current one. */
  readonly tries: number;
}

const PURGED_AT_ONCE = 100;

/** Stores the user's code in place of an earlier one, and removes codes that expired before `now`. */
export async function replaceCode(
  tx: Tx,
  row: { sub: string; hmac: Buffer; expiresAt: Date },
  now: Date,
): Promise<void> {
  await sql`DELETE FROM idn_code WHERE user_sub IN
    (SELECT user_sub FROM idn_code WHERE expires_at < ${now} LIMIT ${PURGED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
  await sql`INSERT INTO idn_code (user_sub, code_hmac, expires_at, tries) VALUES (${row.sub}::uuid, ${row.hmac}, ${row.expiresAt}, 0)
    ON CONFLICT (user_sub) DO UPDATE SET code_hmac = excluded.code_hmac, expires_at = excluded.expires_at, tries = 0`.execute(
    tx,
  );
}

/** Counts an attempt; concurrent attempts each get their own number. */
export async function countTry(tx: Tx, sub: string): Promise<StoredCode | undefined> {
  const { rows } =
    await sql<StoredCode>`UPDATE idn_code SET tries = least(tries + 1, 1000) WHERE user_sub = ${sub}::uuid
    RETURNING code_hmac AS hmac, expires_at AS "expiresAt", tries`.execute(tx);
  return rows[0];
}

/** Removes the account's code, for example when it may have been sent to the wrong address. */
export async function dropCode(tx: Tx, sub: string): Promise<void> {
  await sql`DELETE FROM idn_code WHERE user_sub = ${sub}::uuid`.execute(tx);
}

/** Removes the code; false when it no longer existed. */
export async function takeCode(tx: Tx, sub: string, hmac: Buffer): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM idn_code WHERE user_sub = ${sub}::uuid AND code_hmac = ${hmac} RETURNING 1`.execute(tx);
  return rows.length > 0;
}
