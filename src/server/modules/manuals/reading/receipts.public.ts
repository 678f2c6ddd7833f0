import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { PublicReceipt as Schema } from '../../../../shared/contracts/manuals.contract.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';
import { chainProofOf } from './receipts.chain.ts';
import type { ReceiptPayload } from './receipts.payload.ts';
import type { ReceiptRow } from './receipts.store.ts';

export type PublicReceipt = Static<typeof Schema>;

/** Returns the public content of the receipt with this hash: everything except the reader. Undefined when no organisation has it. */
export async function publicReceipt(db: DatabaseHandle, hash: string): Promise<PublicReceipt | undefined> {
  if (!/^[0-9a-f]{64}$/i.test(hash)) return undefined;
  const { rows } = await db.systemTransaction((tx) =>
    sql<ReceiptRow & { tenant_id: number; organisation: string; zone: string }>`
      SELECT c.tenant_id, c.id, c.seq, c.payload, c.prev, c.hash, c.created_at, t.name AS organisation
      FROM manual_receipt c JOIN tenant t ON t.id = c.tenant_id WHERE c.hash = decode(${hash.toLowerCase()}, 'hex')`.execute(
      tx,
    ),
  );
  const receipt = rows[0];
  if (!receipt) return undefined;
  const { tenant_id: tenantId, organisation, seq } = receipt;
  const chainProof = await db.tenantTransaction({ tenantId, userId: null }, (tx) => chainProofOf(tx, receipt));
  const payload = read(receipt.payload);
  return {
    ...chainProof,
    seq,
    confirmedAt: payload.confirmedAt ?? receipt.created_at.toISOString(),
    organisation,
    manualCode: payload.manual?.code ?? '',
    number: payload.manualVersion ?? 0,
    languageId: payload.language ?? '',
    textSha256: payload.textSha256 ?? '',
    via: payload.via ? { client: payload.via.clientName, origin: payload.via.origin } : null,
  };
}

/** A payload that was tampered with may not be JSON. */
function read(payload: string): Partial<ReceiptPayload> {
  try {
    return JSON.parse(payload) as ReceiptPayload;
  } catch {
    // Reported as altered; its content is not used.
    return {};
  }
}
