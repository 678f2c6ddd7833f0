import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { receiptHash } from './receipts.payload.ts';
import type { ReceiptRow } from './receipts.store.ts';

/** Whether one receipt is unaltered, and its place in the chain. */
export interface ChainProof {
  readonly valid: boolean;
  readonly chain: 'ok' | 'broken';
  /** The first day whose published head covers the receipt. */
  readonly anchored: string | null;
}

interface Head {
  readonly seq: number;
  readonly head: Buffer;
}

/**
 * Checks a receipt with its part of the chain: from the stored head before it to the first stored head after it, or to the
 * end. A head is stored each day and with every thousandth receipt, so a request reads at most a thousand receipts. A
 * receipt between two published heads cannot change without one of them; verify-receipts checks the whole chain.
 */
export async function chainProofOf(
  tx: Tx,
  receipt: Pick<ReceiptRow, 'seq' | 'payload' | 'prev' | 'hash'>,
): Promise<ChainProof> {
  const before = await storedHead(tx, sql`seq < ${receipt.seq} ORDER BY seq DESC`);
  const after = await storedHead(tx, sql`seq >= ${receipt.seq} ORDER BY seq`);
  const end = after ?? (await headOf(tx));
  const from = before?.seq ?? 0;
  const { rows } = await sql<{ count: number; links: boolean | null; first: Buffer | null; last: Buffer | null }>`
    SELECT count(*)::int AS count,
      bool_and(hash = sha256(prev || convert_to(payload, 'UTF8')) AND (before IS NULL OR prev = before)) AS links,
      min(encode(prev, 'hex')) FILTER (WHERE seq = ${from + 1}) AS first, min(encode(hash, 'hex')) FILTER (WHERE seq = ${end.seq}) AS last
    FROM (SELECT seq, payload, prev, hash, lag(hash) OVER (ORDER BY seq) AS before FROM manual_receipt
      WHERE seq > ${from} AND seq <= ${end.seq}) part`.execute(tx);
  const part = rows[0]!;
  const head = before ? before.head.toString('hex') : GENESIS;
  const holds =
    part.count === end.seq - from &&
    part.links === true &&
    String(part.first) === head &&
    String(part.last) === end.head.toString('hex');
  return {
    valid: receiptHash(receipt.prev, receipt.payload) === receipt.hash.toString('hex'),
    chain: holds ? 'ok' : 'broken',
    anchored: await anchoredOn(tx, receipt.seq),
  };
}

/** The previous hash of the first receipt, in hex. */
export const GENESIS = '00';

/** Returns the nearest head in one direction. If a day ended with a thousandth receipt, the published head is compared. */
async function storedHead(tx: Tx, where: RawBuilder<unknown>): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    SELECT seq, head FROM ((SELECT seq, head, 1 AS rank FROM receipt_anchor WHERE ${where}, day LIMIT 1)
      UNION ALL (SELECT seq, head, 2 FROM receipt_checkpoint WHERE ${where} LIMIT 1)) kept
    WHERE ${where}, rank LIMIT 1`.execute(tx);
  return rows[0];
}

async function anchoredOn(tx: Tx, seq: number): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    SELECT day FROM receipt_anchor WHERE seq >= ${seq} ORDER BY seq, day LIMIT 1`.execute(tx);
  return rows[0]?.day ?? null;
}

async function headOf(tx: Tx): Promise<Head> {
  const { rows } = await sql<{ seq: number; head: Buffer }>`SELECT last_seq AS seq, head FROM receipt_chain`.execute(
    tx,
  );
  return rows[0] ?? { seq: 0, head: Buffer.from(GENESIS, 'hex') };
}
