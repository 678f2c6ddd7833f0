import { sql } from 'kysely';
import type { DatabaseHandle, Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { RunRow } from './imports.store.ts';

export const IMPORT_JOB = 'import';
const ABANDONED_AFTER = sql.raw("interval '5 seconds'");
const BATCH = 50;

export async function queueImport(tx: Tx, id: string): Promise<void> {
  await enqueue(tx, 'job', { job: IMPORT_JOB, id });
}

/** Notifies the user who started the run, and pages that show users when it has ended. */
export async function announce(tx: Tx, run: RunRow): Promise<void> {
  if (run.run_by === null) return;
  const { id, resource, state, done, counts } = run;
  const data = { id, resource, state, done, refused: counts.refuse ?? 0 };
  await enqueue(tx, 'live', { principals: [`u:${run.run_by}`], type: 'import.progress', data });
}

/** Queues runs again whose servers died or whose jobs were given up. Returns whether there may be more. */
export async function requeueAbandoned(db: DatabaseHandle): Promise<boolean> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ tenantId: number; id: string }>`SELECT tenant_id AS "tenantId", id FROM import_run
      WHERE state IN ('queued', 'running') AND beat_at < clock_timestamp() - ${ABANDONED_AFTER} ORDER BY beat_at LIMIT ${sql.lit(BATCH)}`.execute(
      tx,
    ),
  );
  for (const { tenantId, id } of rows) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      // A server that works on a batch has locked the run: it is slow and not lost.
      const taken = await sql<{ active: boolean }>`UPDATE import_run SET beat_at = clock_timestamp() WHERE id IN (
          SELECT id FROM import_run WHERE id = ${id}::uuid AND state IN ('queued', 'running')
            AND beat_at < clock_timestamp() - ${ABANDONED_AFTER} FOR UPDATE SKIP LOCKED)
        RETURNING (SELECT status FROM tenant) = 'active' AS active`.execute(tx);
      // Of a suspended organisation, only the next look is put off.
      if (taken.rows[0]?.active) await queueImport(tx, id);
    });
  }
  return rows.length === BATCH;
}
