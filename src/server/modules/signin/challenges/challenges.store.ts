import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/**
 * `MFA_SETUP_DONE`, `PASSKEY_SETUP_DONE`: an app or a passkey was set up, and the client has not asked for the tokens yet.
 * `WEB_AUTHN_SETUP`: a passkey is being added.
 */
export type Challenge =
  | 'CUSTOM_CHALLENGE'
  | 'NEW_PASSWORD_REQUIRED'
  | 'SOFTWARE_TOKEN_MFA'
  | 'MFA_SETUP'
  | 'MFA_SETUP_DONE'
  | 'PASSKEY_SETUP_DONE'
  | 'WEB_AUTHN'
  | 'WEB_AUTHN_SETUP';

/** A sign-in that waits for the user's response. Without a user it belongs to an unknown username, so that both look the same. */
export interface StoredChallenge {
  readonly sub: string | null;
  readonly challenge: Challenge;
  readonly codeHmac: Uint8Array | null;
  readonly expiresAt: Date;
  /** How the sign-in that waits for the second factor began. */
  readonly mode: string | null;
}

const PURGED_AT_ONCE = 100;

export async function insertChallenge(tx: Tx, digest: Buffer, row: StoredChallenge, now: Date): Promise<void> {
  await sql`DELETE FROM idn_session WHERE token_sha256 IN
    (SELECT token_sha256 FROM idn_session WHERE expires_at < ${now} LIMIT ${PURGED_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(
    tx,
  );
  await sql`INSERT INTO idn_session (token_sha256, user_sub, challenge, code_hmac, expires_at, mode)
    VALUES (${digest}, ${row.sub}::uuid, ${row.challenge}, ${row.codeHmac ? Buffer.from(row.codeHmac) : null}, ${row.expiresAt}, ${row.mode})`.execute(
    tx,
  );
}

const COLUMNS = sql`user_sub AS sub, challenge, code_hmac AS "codeHmac", expires_at AS "expiresAt", mode`;

/** Reads a challenge without removing it. */
export async function findChallenge(tx: Tx, digest: Buffer): Promise<StoredChallenge | undefined> {
  const { rows } =
    await sql<StoredChallenge>`SELECT ${COLUMNS} FROM idn_session WHERE token_sha256 = ${digest}`.execute(tx);
  return rows[0];
}

/** Counts an attempt at a valid challenge and locks it; concurrent attempts each get their own number. */
export async function countAttempt(
  tx: Tx,
  digest: Buffer,
  challenge: Challenge,
  now: Date,
): Promise<(StoredChallenge & { readonly attempts: number }) | undefined> {
  const { rows } = await sql<StoredChallenge & { attempts: number }>`UPDATE idn_session SET attempts = attempts + 1
    WHERE token_sha256 = ${digest} AND challenge = ${challenge} AND expires_at > ${now}
    RETURNING ${COLUMNS}, attempts`.execute(tx);
  return rows[0];
}

/** Removes and returns a challenge: only one of several concurrent requests gets it. */
export async function takeChallenge(tx: Tx, digest: Buffer): Promise<StoredChallenge | undefined> {
  const { rows } = await sql<StoredChallenge>`DELETE FROM idn_session WHERE token_sha256 = ${digest}
    RETURNING ${COLUMNS}`.execute(tx);
  return rows[0];
}

/** Removes all pending challenges of a user, for example after a new password. */
export async function dropChallengesOf(tx: Tx, sub: string): Promise<void> {
  await sql`DELETE FROM idn_session WHERE user_sub = ${sub}::uuid`.execute(tx);
}
