import { sql } from 'kysely';
import type { Logger } from 'pino';
import { dayOf } from '../../../../shared/locale/days.ts';
import type { DatabaseHandle } from '../../../platform/database.ts';

export interface AnchorContext {
  readonly db: DatabaseHandle;
  readonly log: Logger;
  readonly clock: () => Date;
}

/**
 * Stores the head of each chain once a day, and writes it into the log with the heads of every thousandth receipt since the
 * last one, out of reach of anyone with write access to the database. Safe on several instances at once.
 */
export async function anchorChains({ db, log, clock }: AnchorContext): Promise<void> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ id: number; slug: string; time_zone: string }>`
      SELECT t.id, t.slug, t.time_zone FROM tenant t WHERE (SELECT max(seq) FROM manual_receipt c WHERE c.tenant_id = t.id)
        > coalesce((SELECT max(seq) FROM receipt_anchor a WHERE a.tenant_id = t.id), 0) ORDER BY t.id`.execute(tx),
  );
  for (const { id: tenantId, slug, time_zone: timeZone } of rows) {
    const day = dayOf(clock(), timeZone);
    const { rows: kept } = await db.tenantTransaction({ tenantId, userId: null }, (tx) =>
      sql<{ seq: number; head: string; checkpoints: { seq: number; head: string }[] }>`
        INSERT INTO receipt_anchor AS a (day, seq, head) SELECT ${day}::date, last_seq, head FROM receipt_chain WHERE last_seq > 0
        ON CONFLICT DO NOTHING RETURNING seq, encode(head, 'hex') AS head,
          (SELECT coalesce(jsonb_agg(jsonb_build_object('seq', c.seq, 'head', encode(c.head, 'hex')) ORDER BY c.seq), '[]') FROM receipt_checkpoint c
            WHERE c.seq <= a.seq AND c.seq > coalesce((SELECT max(b.seq) FROM receipt_anchor b WHERE b.seq < a.seq), 0)) AS checkpoints`.execute(
        tx,
      ),
    );
    if (kept[0]) log.info({ tenant: slug, day, ...kept[0] }, 'head of the chain of receipts');
  }
}
