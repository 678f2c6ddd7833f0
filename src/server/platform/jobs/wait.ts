import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { enqueue } from '../outbox.ts';
import { continueAs } from '../transaction-role.ts';

export interface QueuedJob {
  readonly id: string;
  readonly name: string;
  readonly tenantId: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Returns a job of an organisation that is not active to where it came from: the outbox, or the timers. It is queued again
 * when the organisation is resumed. Returns false for other jobs.
 */
export async function waitsForTenant(db: DatabaseHandle, job: QueuedJob): Promise<boolean> {
  const { tenantId, id, name, data } = job;
  // One statement, because every job asks.
  const { rows } = await db.executor("SELECT 1 FROM tenant WHERE id = $1 AND status <> 'active'", [tenantId]);
  if (rows.length === 0) return false;
  await db.systemTransaction(async (tx) => {
    if (typeof data.timerId === 'string') {
      await sql`UPDATE process_timer SET queued_at = NULL WHERE tenant_id = ${tenantId} AND id = ${data.timerId}::uuid`.execute(
        tx,
      );
      return;
    }
    const outboxId = typeof data.outboxId === 'string' ? data.outboxId : id;
    const { numAffectedRows } = await sql`UPDATE outbox SET sent_at = NULL, available_at = now()
      WHERE tenant_id = ${tenantId} AND id = ${outboxId}::uuid`.execute(tx);
    // A message without its row was sent or expired. A job can have waited before, and then has another id than its row.
    if (numAffectedRows !== 0n || data.outboxId !== undefined) return;
    const { tenantId: _, ...payload } = data;
    await continueAs(tx, { tenantId, userId: null });
    await enqueue(tx, 'job', { ...payload, job: name });
  });
  return true;
}
