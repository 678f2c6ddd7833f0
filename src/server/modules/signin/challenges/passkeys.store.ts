import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';

/** A passkey of an account. */
export interface StoredPasskey {
  readonly id: string;
  readonly sub: string;
  readonly credentialId: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

const COLUMNS = sql`id, user_sub AS sub, credential_id AS "credentialId", public_key AS "publicKey", counter::float8 AS counter,
  transports, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

/** The passkeys of an account, oldest first. */
export async function listPasskeys(tx: Tx, sub: string): Promise<StoredPasskey[]> {
  const { rows } = await sql<StoredPasskey>`SELECT ${COLUMNS} FROM idn_passkey
    WHERE user_sub = ${sub}::uuid ORDER BY id`.execute(tx);
  return rows;
}

export async function findPasskey(tx: Tx, credentialId: Buffer): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`SELECT ${COLUMNS} FROM idn_passkey
    WHERE credential_id = ${credentialId}`.execute(tx);
  return rows[0];
}

/** Stores a new passkey; false when its credential is known already. */
export async function insertPasskey(
  tx: Tx,
  row: Pick<StoredPasskey, 'sub' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'>,
  now: Date,
): Promise<boolean> {
  const { rows } =
    await sql`INSERT INTO idn_passkey (user_sub, credential_id, public_key, counter, transports, name, created_at)
    VALUES (${row.sub}::uuid, ${Buffer.from(row.credentialId)}, ${Buffer.from(row.publicKey)}, ${row.counter},
      ${[...row.transports]}::text[], ${row.name}, ${now})
    ON CONFLICT (credential_id) DO NOTHING RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Records a use with its signature counter; false when the counter did not grow, as after a copy or for a concurrent request. */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number, now: Date): Promise<boolean> {
  const { rows } = await sql`UPDATE idn_passkey SET counter = ${counter}, last_used_at = ${now}
    WHERE id = ${id}::uuid AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function deletePasskey(tx: Tx, sub: string, id: string): Promise<boolean> {
  const { rows } =
    await sql`DELETE FROM idn_passkey WHERE id = ${id}::uuid AND user_sub = ${sub}::uuid RETURNING 1`.execute(tx);
  return rows.length > 0;
}

/** Removes all passkeys of an account; false when there is none. */
export async function deletePasskeys(tx: Tx, sub: string): Promise<boolean> {
  const { rows } = await sql`DELETE FROM idn_passkey WHERE user_sub = ${sub}::uuid RETURNING 1`.execute(tx);
  return rows.length > 0;
}
