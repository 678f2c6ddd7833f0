import { sql } from 'kysely';
import { type DatabaseHandle, json, type Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/outbox.ts';
import type { Detail, RunState } from './runs.store.ts';

/** The job that executes the waiting items of a run. It can be queued twice and run on several servers at once. */
export const MASS_JOB = 'mass-action';

/** A run without progress for this long is considered abandoned. */
const SILENCE = sql.raw("interval '5 seconds'");

export async function queueRun(tx: Tx, id: string): Promise<void> {
  await enqueue(tx, 'job', { job: MASS_JOB, id });
}

/** Starts or continues a waiting or running run; undefined when nothing is left to do. */
export async function beginRun(tx: Tx, id: string): Promise<{ userId: string } | undefined> {
  const { rows } = await sql<{ userId: string }>`
    UPDATE mass_action SET state = 'running', beat_at = clock_timestamp()
    WHERE id = ${id}::uuid AND state IN ('queued','running') RETURNING user_id AS "userId"`.execute(tx);
  return rows[0];
}

/** Locks the next waiting item that is not locked by another worker; this transaction must write its result. */
export async function takeItem(tx: Tx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ task_id: string }>`
    SELECT task_id FROM mass_action_item WHERE mass_action_id = ${id}::uuid AND state = 'waiting'
    ORDER BY position LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  return rows[0]?.task_id;
}

export interface ItemResult {
  readonly state: 'done' | 'failed';
  readonly code?: string;
  readonly detail?: Detail;
}

/** Writes the result of one task, unless it has one. */
export async function settleItem(
  tx: Tx,
  id: string,
  taskId: string,
  { state, code, detail }: ItemResult,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE mass_action_item SET state = ${state}, code = ${code ?? null}, detail = ${detail ? json(detail) : null}::jsonb,
      done_at = ${now}
    WHERE mass_action_id = ${id}::uuid AND task_id = ${taskId}::uuid AND state = 'waiting'`.execute(tx);
}

/** Writes the same result to every waiting item. */
export async function settleAll(
  tx: Tx,
  id: string,
  state: 'failed' | 'skipped',
  code: string | null,
  now: Date,
): Promise<void> {
  await sql`
    UPDATE mass_action_item SET state = ${state}, code = ${code}, done_at = ${state === 'failed' ? now : null}
    WHERE mass_action_id = ${id}::uuid AND state = 'waiting'`.execute(tx);
}

interface Progress {
  readonly user_id: string;
  readonly state: RunState;
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** Counts the completed items and sends a live event to the starter. */
export async function tellProgress(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<Progress>`
    UPDATE mass_action m SET done = c.done, failed = c.failed, beat_at = clock_timestamp()
    FROM (SELECT count(*) FILTER (WHERE state = 'done')::int AS done, count(*) FILTER (WHERE state = 'failed')::int AS failed
      FROM mass_action_item WHERE mass_action_id = ${id}::uuid) c
    WHERE m.id = ${id}::uuid RETURNING m.user_id, m.state, m.done, m.failed, m.total`.execute(tx);
  const row = rows[0];
  if (!row) return;
  const { state, done, failed, total } = row;
  await enqueue(tx, 'live', {
    principals: [`u:${row.user_id}`],
    type: 'mass.progress',
    data: { id, state, done, failed, total },
  });
}

/** Ends a run without waiting items. Returns false when other workers are still busy with it, or it has ended before. */
export async function finishRun(tx: Tx, id: string, now: Date): Promise<boolean> {
  const locked = await sql`SELECT 1 FROM mass_action WHERE id = ${id}::uuid AND state = 'running' FOR UPDATE`.execute(
    tx,
  );
  if (locked.rows.length === 0) return false;
  const { rows } = await sql`
    UPDATE mass_action SET state = 'done', ended_at = ${now} WHERE id = ${id}::uuid
      AND NOT EXISTS (SELECT 1 FROM mass_action_item WHERE mass_action_id = ${id}::uuid AND state = 'waiting')
    RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  await tellProgress(tx, id);
  return true;
}

/** Skips the waiting items. Returns false when the run has ended before. */
export async function stopRun(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE mass_action SET state = 'stopped', ended_at = ${now}
    WHERE id = ${id}::uuid AND state IN ('held','queued','running') RETURNING id`.execute(tx);
  if (rows.length === 0) return false;
  // Waits for the tasks in progress; they count as completed.
  await settleAll(tx, id, 'skipped', null, now);
  await tellProgress(tx, id);
  return true;
}

/** Starts a deferred run. */
export async function releaseRun(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql`
    UPDATE mass_action SET state = 'queued', beat_at = clock_timestamp()
    WHERE id = ${id}::uuid AND state = 'held' RETURNING id`.execute(tx);
  if (rows.length === 0) return;
  await queueRun(tx, id);
  await tellProgress(tx, id);
}

const BATCH = 50;

/** Queues abandoned runs again, whose server or job failed. Returns whether there may be more. */
export async function queueLeftRuns(db: DatabaseHandle): Promise<boolean> {
  const { rows } = await db.systemTransaction((tx) =>
    sql<{ tenantId: number; id: string }>`
      SELECT tenant_id AS "tenantId", id FROM mass_action
      WHERE state IN ('queued','running') AND beat_at < clock_timestamp() - ${SILENCE} ORDER BY beat_at LIMIT ${sql.lit(BATCH)}`.execute(
      tx,
    ),
  );
  for (const { tenantId, id } of rows) {
    await db.tenantTransaction({ tenantId, userId: null }, async (tx) => {
      const taken = await sql`
        UPDATE mass_action SET beat_at = clock_timestamp() WHERE id = ${id}::uuid AND state IN ('queued','running')
          AND beat_at < clock_timestamp() - ${SILENCE} RETURNING id`.execute(tx);
      if (taken.rows.length > 0) await queueRun(tx, id);
    });
  }
  return rows.length === BATCH;
}
