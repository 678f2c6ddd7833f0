import { sql } from 'kysely';
import type { DatabaseHandle } from '../database.ts';
import { keysOf } from '../row-keys.ts';
import { uuid7 } from '../uuid.ts';
import { ofActiveTenant } from './active-tenants.ts';
import type { JobQueue } from './queue.ts';

/** The job of a due timer; its data is `{ tenantId, timerId }`. The handler deletes or moves the row in its transaction. */
export const TIMER_JOB = 'process.timer';

const BATCH = 200;

/**
 * Queues a job for each due row of `process_timer`. A row stays until its handler has processed it, so a lost job is
 * queued again after ten minutes, and a rescheduled row is queued again when due. The queue's key refuses a second job
 * while the first is in progress.
 */
export async function dispatchTimers(db: DatabaseHandle, queue: JobQueue, now: Date): Promise<boolean> {
  if (!queue.has(TIMER_JOB)) return false;
  const count = await db.systemTransaction(async (tx) => {
    const { rows } = await sql<{ tenant_id: number; id: string }>`
      SELECT tenant_id, id FROM process_timer
      WHERE fire_at <= ${now} AND ${ofActiveTenant} AND (queued_at IS NULL OR queued_at < fire_at OR queued_at < statement_timestamp() - interval '10 minutes')
      ORDER BY fire_at, id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`.execute(tx);
    if (rows.length === 0) return 0;
    await queue.send(
      tx,
      TIMER_JOB,
      rows.map(({ tenant_id: tenantId, id: timerId }) => ({
        id: uuid7(),
        singletonKey: timerId,
        data: { tenantId, timerId },
      })),
    );
    await sql`UPDATE process_timer t SET queued_at = clock_timestamp()
      FROM ${keysOf(rows)} WHERE t.tenant_id = k.tenant_id AND t.id = k.id`.execute(tx);
    return rows.length;
  });
  if (count > 0) queue.wake(TIMER_JOB);
  return count === BATCH;
}
