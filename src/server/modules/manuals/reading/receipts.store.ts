import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { uuid7 } from '../../../platform/uuid.ts';
import { canonicalJson, type ReceiptPayload, readerHash } from './receipts.payload.ts';

export interface ReceiptRow {
  readonly id: string;
  readonly seq: number;
  readonly payload: string;
  readonly prev: Buffer;
  readonly hash: Buffer;
  readonly created_at: Date;
}

export interface Reader {
  readonly userId: string;
  /** The name shown at this moment. */
  readonly name: string;
}

/** Writes a receipt at the end of the tenant's chain; gives its id. Others of the tenant wait until this transaction ends. */
export async function addReceipt(tx: Tx, content: Omit<ReceiptPayload, 'reader'>, reader: Reader): Promise<string> {
  const id = uuid7();
  const salt = randomBytes(32);
  const payload = canonicalJson({ ...content, reader: readerHash(salt, reader.userId, reader.name) });
  await sql`INSERT INTO receipt_salt (receipt_id, user_id, name_shown, salt)
    VALUES (${id}::uuid, ${reader.userId}::uuid, ${reader.name}, ${salt})`.execute(tx);
  await sql`INSERT INTO manual_receipt (id, seq, payload, prev, hash)
    VALUES (${id}::uuid, 0, ${payload}, '', '')`.execute(tx);
  return id;
}

/** Stored beside the receipt to prove the reader's identity; deleted when the user is erased. */
export interface ReceiptProof {
  readonly userId: string;
  readonly name: string;
  readonly salt: Buffer;
}

export async function readReceipt(
  tx: Tx,
  id: string,
): Promise<
  { readonly receipt: ReceiptRow; readonly userId: string | null; readonly proof: ReceiptProof | null } | undefined
> {
  const { rows } = await sql<
    ReceiptRow & { reader_id: string | null; user_id: string | null; name_shown: string; salt: Buffer }
  >`
    SELECT c.id, c.seq, c.payload, c.prev, c.hash, c.created_at, s.user_id, s.name_shown, s.salt,
      (SELECT r.user_id FROM manual_reading r WHERE r.receipt_id = c.id) AS reader_id
    FROM manual_receipt c LEFT JOIN receipt_salt s ON s.receipt_id = c.id WHERE c.id = ${id}::uuid`.execute(tx);
  const row = rows[0];
  if (!row) return undefined;
  const proof = row.user_id === null ? null : { userId: row.user_id, name: row.name_shown, salt: row.salt };
  return { receipt: row, userId: row.reader_id, proof };
}
