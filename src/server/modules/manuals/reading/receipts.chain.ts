import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import { receiptHash } from './receipts.payload.ts';
import type { ReceiptRow } from './receipts.store.ts';

/** Whether one receipt still is what was written, and its place in the chain. */
export interface Standing {
  readonly valid: boolean;
  readonly chain: 'ok' | 'broken';
  /** The first day whose published head covers it. */
  readonly anchored: string | null;
}

interface Anchor {
  readonly day: string;
  readonly seq: number;
  readonly head: Buffer;
}

/**
 * Checks a receipt with its part of the chain: from the anchor before it to the first one after it, or to the end. What
 * stands between two published heads cannot be changed without one of them; the whole chain is checked by verify-receipts.
 */
export async function standingOf(
  tx: Tx,
  receipt: Pick<ReceiptRow, 'seq' | 'payload' | 'prev' | 'hash'>,
): Promise<Standing> {
  const before = await anchorAt(tx, sql`seq < ${receipt.seq} ORDER BY seq DESC, day`);
  const after = await anchorAt(tx, sql`seq >= ${receipt.seq} ORDER BY seq, day`);
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
    anchored: after?.day ?? null,
  };
}

/** What stands before the first receipt, in hex. */
export const GENESIS = '00';

async function anchorAt(tx: Tx, where: ReturnType<typeof sql>): Promise<Anchor | undefined> {
  const { rows } = await sql<Anchor>`SELECT day, seq, head FROM receipt_anchor WHERE ${where} LIMIT 1`.execute(tx);
  return rows[0];
}

async function headOf(tx: Tx): Promise<Pick<Anchor, 'seq' | 'head'>> {
  const { rows } = await sql<{ seq: number; head: Buffer }>`SELECT last_seq AS seq, head FROM receipt_chain`.execute(
    tx,
  );
  return rows[0] ?? { seq: 0, head: Buffer.from(GENESIS, 'hex') };
}
